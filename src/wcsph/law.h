/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LAW_H
#define WCSPH_LAW_H
/* The constants of the pair laws, derived once from the case. All backends read the same floats;
 * the only double arithmetic behind them is in law_derive. */
#include <stdbool.h>
#include <stdint.h>

#include "case/case.h"

/* Sums under `fixed`: how many quanta a unit of each quantity has, a power of two (physics/sum.h). */
struct wcsph_quanta {
  float acceleration; /* of 1 unit.acceleration */
  float rate;         /* of 1 unit.rate */
  float reaction;     /* of 1 m/s^2: what a wall takes from the fluid */
  float weight;       /* of 1: kernel weights, and what is filled */
  float pressure;     /* of 1 Pa, weighted */
  float velocity;     /* of 1 m/s, weighted */
  float gradient;     /* of 1 /m: shifting */
};

/* The units in which pair laws add up what pairs do (physics/pair.h). */
struct wcsph_units {
  float acceleration; /* m/s^2 */
  float rate;         /* 1/s: d(rho/rho0)/dt */
};

struct wcsph_law {
  enum kernel_kind kernel;
  enum formulation formulation;
  enum viscosity_model viscosity;
  enum diffusion_model diffusion;
  enum boundary_model boundary;
  enum slip slip;
  enum summation summation;
  int dimensions;
  float quantum[3];             /* m; position = origin + integer x quantum */
  float quantum_h[3];           /* the same in h */
  float h, inv_h;               /* smoothing length, m; 1/m */
  float radius;                 /* support radius over h: pairs with q = r/h at or beyond it are no pairs */
  float support;                /* m */
  float support2;               /* m^2; its square and a little more: beyond, q < radius is certainly false */
  float radius2;                /* the same in h^2 */
  float w_factor;               /* W(r) = w_factor w(r/h), 1/m^dim */
  float inv_w_spacing;          /* 1 / w(dp/h), for shifting */
  float mass;                   /* kg a particle */
  float rho0;                   /* kg/m^3 */
  float volume;                 /* mass / rho0, m^dim a particle */
  float vf_factor;              /* V F(r) = vf_factor f(r/h), V = mass/rho0; 1/m^2 */
  float c0;                     /* m/s */
  float eos[7];                 /* P = d (eos[0] + d (eos[1] + ...)) + background, Pa; d = rho/rho0 - 1 */
  float lowest_d;               /* d that fluid does not fall below; -1: no bound */
  float background;             /* Pa */
  struct wcsph_units unit;      /* of what pair laws add up */
  float damping;                /* m/s: 4 delta c0, or without density diffusion 2 alpha c0 */
  float per_density;            /* m^3/kg: 1/rho0 in the unit of momentum terms (physics/pair.h) */
  float contact, contact_slope; /* repulsion by walls: momentum term at r = 0; its fall, 1/h^2 */
  float drag;                   /* laminar viscosity 2 nu / h, likewise */
  float nu;                     /* m^2/s */
  float gravity[3];             /* m/s^2 */
  float stratification[3];      /* gravity h / c0^2: d(rho/rho0)/dx of water at rest, 1/h (Fourtakas) */
  bool upright;                 /* whether that is along z only */
  float density_low, density_high; /* allowed d */
  float max_speed;                 /* m/s; a faster particle has diverged */
  struct wcsph_quanta quanta;
};

#endif
