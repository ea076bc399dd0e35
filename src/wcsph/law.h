/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LAW_H
#define WCSPH_LAW_H
/* The constants of the pair laws, derived once from the case. All backends read the same floats;
 * the only double arithmetic behind them is in law_derive. */
#include <stdint.h>

#include "case/case.h"

/* Sums under `fixed`: how many quanta a unit of each quantity has, a power of two (physics/sum.h). */
struct wcsph_quanta {
  float acceleration; /* of 1 m/s^2 */
  float rate;         /* of 1 /s: d(rho/rho0)/dt */
  float weight;       /* of 1: kernel weights, and what is filled */
  float pressure;     /* of 1 Pa, weighted */
  float velocity;     /* of 1 m/s, weighted */
  float gradient;     /* of 1 /m: shifting */
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
  float h, inv_h;               /* smoothing length, m; 1/m */
  float radius;                 /* support radius over h: pairs with q = r/h at or beyond it are no pairs */
  float support;                /* m */
  float support2;               /* m^2; its square and a little more: beyond, q < radius is certainly false */
  float w_factor;               /* W(r) = w_factor w(r/h), 1/m^dim */
  float f_factor;               /* F(r) = f_factor f(r/h), 1/m^(dim+2) */
  float eta2;                   /* m^2, keeps r^2 + eta2 > 0: (0.1 h)^2 */
  float inv_w_spacing;          /* 1 / w(dp/h), for shifting */
  float mass;                   /* kg a particle */
  float rho0, inv_rho0;         /* kg/m^3; m^3/kg */
  float volume;                 /* mass / rho0, m^dim a particle */
  float vf_factor;              /* volume f_factor, 1/m^2 */
  float c0;                     /* m/s */
  float eos[7];                 /* P = d (eos[0] + d (eos[1] + ...)) + background, Pa; d = rho/rho0 - 1 */
  float lowest_d;               /* d that fluid does not fall below; -1: no bound */
  float background;             /* Pa */
  float contact, contact_slope; /* repulsion by walls: term at r = 0, m^2/s^2; its fall, 1/s^2 */
  float alpha_c_h;              /* alpha c0 h, m^2/s */
  float nu;                     /* m^2/s */
  float delta_2hc;              /* 2 delta h c0, m^2/s */
  float gravity[3];             /* m/s^2 */
  float stratification[3];      /* gravity / c0^2: d(rho/rho0)/dx of water at rest, 1/m (Fourtakas) */
  float density_low, density_high; /* allowed d */
  float max_speed;                 /* m/s; a faster particle has diverged */
  struct wcsph_quanta quanta;
};

#endif
