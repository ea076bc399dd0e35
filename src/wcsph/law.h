/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LAW_H
#define WCSPH_LAW_H
/* What the pair laws of a run are: which models, and their constants, derived once from the case,
 * in doubles, by wcsph/start/derive.c. All backends read the same floats. */
#include <stdbool.h>
#include <stdint.h>

#include "case/wcsph.h"

/* The choices of formulas, which specialised code has as compile-time constants. X(KIND, name, type, key) of
 * each choice that is an axis (case/choices.h): of the constants' names; of the member of struct wcsph_law
 * and of the words (words_NAME); where a case has it. */
#define LAW_AXES(X) CHOICES(LAW_AXIS, X)
#define LAW_AXIS(X, axis, how, KIND, name, type, TABLE, member, ...)                                         \
  LAW_AXIS_##axis(X, KIND, name, type, member)
#define LAW_AXIS_AXIS(X, KIND, name, type, key) X(KIND, name, type, key)
#define LAW_AXIS_PLAIN(X, KIND, name, type, key)

/* More than any tension: where there is no bound. */
#define TENSION_MOST 1e30

/* The constants of the formulas, a row each: STEP if the integrator reads it, which on a GPU has room for few
 * (offload/wcsph_law.h), else PAIR if the force pass does, else HOST; the member of struct wcsph_law (float
 * name, or float name[count]); and what it is derived from (of struct scales *s, wcsph/start/derive.c; a is
 * the component; worked out in double, then rounded once). */
#define LAW_CONSTANTS(ONE, MANY)                                                                             \
  /* space */                                                                                                \
  MANY(STEP, quantum, 3, s->quantum[a])          /* m; position = origin + integer x quantum */              \
  MANY(PAIR, quantum_h, 3, s->quantum[a] / s->h) /* the same in h */                                         \
  ONE(HOST, h, s->h)                             /* smoothing length, m */                                   \
  ONE(HOST, inv_h, 1.0 / s->h)                   /* 1/m */                                                   \
  ONE(PAIR, radius, s->radius) /* support radius over h: pairs with q = r/h at or beyond it are no pairs */  \
  ONE(HOST, support, s->radius * s->h) /* m */                                                               \
  ONE(HOST, support2,                                                                                        \
      s->radius * s->h * s->radius * s->h *                                                                  \
          BEYOND) /* m^2; its square and a little more: beyond, q < radius is certainly false */             \
  ONE(HOST, quanta_heat, quanta_of(s->heat)) /* of 1 K, weighted, under `fixed` */                           \
  /* kernel: W(r) = w_factor w(r/h), V F(r) = vf_factor f(r/h), V = mass/rho0 */                             \
  ONE(HOST, w_factor, s->norm / s->hd)         /* 1/m^dim */                                                 \
  ONE(HOST, vf_factor, s->volume_f)            /* 1/m^2 */                                                   \
  ONE(HOST, density_weight, s->density_weight) /* sums w(r/h) to 1 on the initial lattice */                 \
  ONE(PAIR, inv_w_spacing, s->inv_w_spacing)   /* 1 / w(dp/h), for shifting and in tension */                \
  /* fluid */                                                                                                \
  ONE(HOST, volume, s->volume)                   /* mass / rho0, m^dim a particle */                         \
  ONE(HOST, rho0, s->density)                    /* kg/m^3 */                                                \
  ONE(HOST, c0, s->c0)                           /* m/s */                                                   \
  ONE(HOST, conduct, s->conduct / (s->h * s->h)) /* 1/s: 2 a / h^2, passes/conduct.h */                      \
  MANY(PAIR, gravity, 3, s->gravity[a])          /* m/s^2 */                                                 \
  MANY(STEP, eos, 7, s->eos[a]) /* P = d (eos[0] + d (eos[1] + ...)) + background, Pa; d = rho/rho0 - 1 */   \
  ONE(STEP, background, s->background)   /* Pa */                                                            \
  ONE(STEP, lowest_d, s->lowest_d)       /* d that fluid does not fall below; -1: no bound */                \
  ONE(STEP, density_low, s->density_low) /* allowed d */                                                     \
  ONE(STEP, density_high, s->density_high)                                                                   \
  ONE(STEP, max_speed, 2.0 * s->c0) /* m/s; a faster particle has diverged */                                \
  /* pairs: the units in which their laws add up what they do (wcsph/models/pair.h), and their strengths */  \
  ONE(PAIR, unit_acceleration, s->unit_acceleration) /* m/s^2 */                                             \
  ONE(PAIR, unit_rate, s->unit_rate)                 /* 1/s: d(rho/rho0)/dt */                               \
  ONE(PAIR, dissipation, s->dissipation) /* of density diffusion and viscosity, m/s: 4 delta c0, or without  \
                                            density diffusion 2 alpha c0 */                                  \
  ONE(STEP, per_density, 1.0 / (s->density * s->unit)) /* m^3/kg: 1/rho0 in the unit of momentum terms */    \
  ONE(PAIR, contact, s->contact) /* contact with walls: root of the momentum term at r = 0 */                \
  ONE(PAIR, wall_pull, s->tense ? -TENSION_MOST : 0.0) /* pressure of walls over the background, at least */ \
  ONE(PAIR, contact_slope, s->contact_slope)           /* its fall, 1/h^2; models/repulsion.h has its own */ \
  ONE(PAIR, drag_u, s->viscous_u / (s->h * s->unit))   /* viscosity along u, over h, likewise */             \
  ONE(PAIR, drag_r, s->viscous_r / (s->h * s->unit))   /* along r */                                         \
  ONE(PAIR, riemann_slope, 6.0 / (s->dissipation * s->dissipation * s->unit)) /* viscosity_riemann.h */      \
  ONE(PAIR, riemann_most, 2.0 * s->c0 / (s->dissipation * s->unit))           /* likewise */                 \
  ONE(PAIR, riemann_onset, riemann_begin(s->c->viscosity.onset, s->dissipation, s->c0)) /* likewise */       \
  ONE(PAIR, sound_power, s->c->material.gamma - 1.0) /* c^2 is c0^2 times rho/rho0 to this */                \
  ONE(PAIR, per_sound2, s->unit / (s->c0 * s->c0))   /* 1/c0^2 for momentum terms in their unit */           \
  MANY(PAIR, stratification, 3,                                                                              \
       s->gravity[a] * s->h /                                                                                \
           (s->c0 * s->c0)) /* gravity h / c0^2: d(rho/rho0)/dx of water at rest, 1/h (Fourtakas) */         \
  ONE(HOST, flow_u, s->flow_u / (s->h * s->unit)) /* of a viscosity that particles have: passes/viscous.h */ \
  ONE(HOST, flow_r, s->flow_r / (s->h * s->unit)) /* below 0: artificial, on what approaches alone */        \
  ONE(HOST, mixing,                                                                                          \
      s->c->turbulence.model == TURBULENCE_K_EPSILON ? s->c->viscosity.nu                                    \
                                                     : -1.0) /* m^2/s: passes/eddies.h */                    \
  ONE(HOST, flow_average, s->c->rheology.average)                                                            \
  ONE(HOST, tension, s->tension) /* m^3/s^2: passes/phases.h; unit_acceleration: passes/cohesion.h */        \
  ONE(HOST, wetting, s->wetting) /* half the cosine of the contact angle */                                  \
  ONE(HOST, repulsion, s->c->interface.repulsion) /* passes/phases.h */                                      \
  ONE(HOST, phase_delta, s->phase_delta)          /* 4 delta of the density diffusion of several phases */   \
  ONE(HOST, phase_rest, s->phase_rest) /* c0^2, m^2/s^2, or 0 where it does not spare water at rest */       \
  ONE(HOST, phase_diffusion, s->c->diffusion.model) /* likewise: the word of the case */                     \
  ONE(HOST, mirror, s->mirror)                      /* passes/walls.h */                                     \
  ONE(HOST, shift_near, s->c->shifting.model == SHIFTING_ADAMI ? 0.0 : 0.2) /* passes/shift.h */             \
  ONE(HOST, shift_inside,                                                                                    \
      s->c->shifting.model == SHIFTING_SUN ? (double)(0.9f * (float)s->c->dimensions) : -1.0) /* likewise */ \
  ONE(HOST, shift_strain, s->shift_strain) /* s/m: likewise; 0: by the largest speed */                      \
  ONE(HOST, reverse, /* passes/corrected.h: 1, and 2 with continuity as its adjoint; 3: beneath.h */         \
      s->c->correction == CORRECTION_REVERSE   ? 1.0                                                         \
      : s->c->correction == CORRECTION_ADJOINT ? 2.0                                                         \
      : s->c->correction == CORRECTION_SURFACE ? 3.0                                                         \
                                               : 0.0)                                                        \
  /* sums under `fixed`: how many quanta a unit of each quantity has, a power of two (lane/sum.h) */         \
  ONE(PAIR, quanta_acceleration,                                                                             \
      quanta_of(s->c0 * s->c0 / s->h / fabs(s->unit_acceleration)))    /* of 1 unit_acceleration */          \
  ONE(PAIR, quanta_rate, quanta_of(s->c0 / s->h / fabs(s->unit_rate))) /* of 1 unit_rate */                  \
  ONE(HOST, quanta_reaction,                                                                                 \
      quanta_of(s->c0 * s->c0 / s->h))     /* of 1 m/s^2: what a wall takes from the fluid */                \
  ONE(HOST, quanta_weight, quanta_of(1.0)) /* of 1: kernel weights, and what is filled */                    \
  ONE(HOST, quanta_pressure,                                                                                 \
      quanta_of(s->density * s->c0 * s->c0 + fabs(s->background))) /* of 1 Pa, weighted */                   \
  ONE(HOST, quanta_velocity, quanta_of(s->c0))                     /* of 1 m/s, weighted */                  \
  ONE(HOST, quanta_shear, quanta_of(s->c0 / s->h))                 /* of 1 /s: velocity gradient */          \
  ONE(HOST, quanta_gradient, quanta_of(1.0 / s->h))                /* of 1 /m: shifting */

/* Viscosity as a function of the shear rate (wcsph/models/rheology.h); a term that the law lacks has 0 in its
 * place, or infinity. */
struct rheology {
  float nu;        /* consistency over density: m^2/s times s^power */
  float power;     /* exponent - 1 */
  float decay;     /* s */
  float yield;     /* m^2/s^2: over density */
  float friction;  /* m^3/kg: of pressure, likewise */
  float rise;      /* m^3/kg: what friction gains where grains flow fast */
  float pace;      /* 1/(s Pa^(1/2)): shear rate over the root of pressure at which it has gained half */
  float growth;    /* s */
  float ceiling;   /* m^2/s */
  float eddy;      /* m^2: of the eddy viscosity over the shear rate */
  float stiffness; /* the modes that a viscosity damps most decay by so many of it, for the time step */
};

/* Constants of turbulence's wall functions, beside the fluid's viscosity. */
struct eddy_law {
  float roughness; /* m; models/wall_function.h */
  float spacing;   /* m */
  float viscosity; /* m^2/s: c0 h, with which passes/eddies.h lets walls act */
};

/* Constants of thermal effects beside conduction. */
struct heat_law {
  float reference;   /* K */
  float expansion;   /* 1/K */
  float thinning;    /* 1/K */
  float diffusivity; /* m^2/s */
  float quanta;      /* under `fixed`, of 1 K/s */
};

struct wcsph_law {
#define X(KIND, name, type, key) type name;
  LAW_AXES(X)
#undef X
  enum summation summation;
  bool keeps_rate; /* the saved rows are rates (struct wcsph_stage), not a second level of velocities */
  bool upright;    /* gravity is along z only; also a choice */
  int dimensions;
  struct rheology rheology; /* that sweeps alone read */
  struct heat_law heat;     /* likewise */
  struct eddy_law eddies;   /* likewise */
  float damper;             /* Pa s: bulk viscosity, sweeps/damp.h; likewise */
  float cleaning;           /* m/s; likewise */
  float mass;               /* kg a particle; host alone */
  float nu;                 /* m^2/s: of the modes that viscosity damps most, for the time step; host alone */
  float radius2;            /* support2 in h^2; host alone */
#define ONE(where, name, value)         float name;
#define MANY(where, name, count, value) float name[count];
  LAW_CONSTANTS(ONE, MANY)
#undef ONE
#undef MANY
};

#endif
