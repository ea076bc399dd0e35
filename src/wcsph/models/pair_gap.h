/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_PAIR_GAP_H
#define WCSPH_MODELS_PAIR_GAP_H
/* What the models of a pair are given: the two particles, and what lies between them. Units:
 * wcsph/models/pair.h.
 */
#include "lane/lane.h"
#include "wcsph/law.h"

/* What a pair law reads of one particle. */
struct pair_side {
  real_t term;    /* eos_momentum_term, in its unit */
  real_t u, v, w; /* m/s */
  real_t d;       /* rho/rho0 - 1 */
};

/* eta^2: keeps r^2 + eta^2 > 0 (Monaghan 1992); h^2. */
#define PAIR_ETA2 0.01f

/* What lies between i and j: x_i - x_j, and all that needs a root or a division of the mass form. Those have
 * long latencies, so that a processor begins them before their results are needed. */
struct pair_gap {
  real_t dx, dy, dz; /* h */
  real_t r2, q;      /* h^2, h */
  real_t ratios;     /* rho/rho0 of both together: twice the mean */
  real_t inv;        /* dissipation / ((r^2 + eta^2) ratios), m/s / h^2 */
};

static inline struct pair_gap pair_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           real_t d_i, real_t d_j) {
  struct pair_gap gap = {.dx = dx, .dy = dy, .dz = dz, .r2 = (dx * dx + dy * dy) + dz * dz};
  gap.q = lane_bounded_sqrt(gap.r2);
  gap.ratios = (1.0f + d_i) + (1.0f + d_j);
  gap.inv = lane_bounded_quotient(lane_set(law->dissipation), (gap.r2 + PAIR_ETA2) * gap.ratios);
  return gap;
}

/* What a viscosity adds to the acceleration of i, law->unit_acceleration: (f along_r) r + along_u u, each
 * where it has one. */
struct viscous {
  bool has_r, has_u;
  real_t along_r; /* a momentum term: m^2/s^2 in its unit */
  real_t along_u; /* with f */
};

/* What rho/rho0 of i is above that of j in water at rest, in its linear form, which is opposite for i and j:
 * g.(x_i - x_j) / c0^2. */
static inline real_t pair_at_rest(const struct wcsph_law *law, const struct pair_gap *gap) {
  const float *s = law->stratification;
  real_t at_rest = s[2] * gap->dz;
  if (!law->upright) at_rest = (s[0] * gap->dx + s[1] * gap->dy) + at_rest;
  return at_rest;
}

#endif
