/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_VISCOUS_H
#define WCSPH_PASSES_VISCOUS_H
/* The viscous term of the momentum equation where each particle has a viscosity of its own: that of
 * viscosity.model (models/viscosity_morris.h, viscosity_monaghan.h), nu a mean of the two; a wall has that of
 * its neighbour, or what a wall function says (passes/eddies.h). Adds to the `rate` of all particles. The
 * largest of pairs is their nu, m^2/s, of rows the square of the fluid's acceleration, m^2/s^4: both limit
 * the time step. */
#include "wcsph/passes/pass.h"

enum {
  viscous_READS = READS_STATE,
  viscous_ROWS = 1,
  viscous_ROWS_FROM = BUFFER_INDEX_FLOW,
  viscous_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS | WALLS_FROM_FLUID,
  viscous_SUMS = 3,
  viscous_EXCHANGED = 3,
  viscous_IN_H = 1,
  viscous_FINDS = 1,
  viscous_CHECKED = 1,
  viscous_SELF = 0,
  viscous_WRITES = BUFFER_INDEX_RATE,
  viscous_WRITTEN = 1,
  viscous_ADDS = 1,
};

#define viscous_HOT 1

PASS_INLINE struct pair_gap viscous_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                            const struct pair_side *i, const struct pair_side *j) {
  (void)law, (void)i, (void)j;
  return pass_between(1.0f, dx, dy, dz);
}

/* Of the rows of two particles, which have nu and its root. */
PASS_INLINE real_t viscous_mean(const struct wcsph_law *law, const real_t *row_i, const real_t *row_j) {
  const real_t a = row_i[1], b = row_j[1];
  if (law->flow_average == (float)AVERAGE_GEOMETRIC) return row_i[2] * row_j[2];
  if (law->flow_average == (float)AVERAGE_HARMONIC)
    return (2.0f * (a * b)) / lane_max(a + b, lane_set(1e-30f));
  return 0.5f * (a + b);
}

PASS_INLINE void viscous_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                              const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                              const real_t *row_j, struct pass_terms *terms) {
  const bool glides = kind == PAIR_FLUID_WALL && law->boundary == BOUNDARY_DUMMY && law->slip == SLIP_FREE;
  const real_t dx = gap->dx, dy = gap->dy, dz = gap->dz, zero = lane_set(0.0f);
  const real_t u = i->u - j->u, v = i->v - j->v, w = i->w - j->w;
  const real_t at_wall = law->mixing < 0.0f ? row_i[1] : row_i[3];
  const real_t nu = kind == PAIR_FLUID_WALL ? at_wall : viscous_mean(law, row_i, row_j);
  real_t f = sum_term(kernel_f(law->kernel, gap->q), law->quanta_acceleration, law->summation);
  if (glides) f = zero;
  const real_t weight = nu * lane_bounded_quotient(f, (1.0f + i->d) * (1.0f + j->d));
  const real_t along_u = law->flow_u * weight;
  /* Morris' term has no part along r. Processors spare its quotient; GPUs keep the code without a branch. */
  if (LANES > 1 && law->flow_r == 0.0f) {
    terms->i[0] = along_u * u, terms->i[1] = along_u * v, terms->i[2] = along_u * w;
  } else {
    const real_t approach = lane_bounded_quotient((u * dx + v * dy) + w * dz, gap->r2 + MONAGHAN_ETA2);
    const real_t along_r = (law->flow_r * weight) * approach;
    terms->i[0] = along_u * u + along_r * dx;
    terms->i[1] = along_u * v + along_r * dy;
    terms->i[2] = along_u * w + along_r * dz;
  }
  /* Lists are filled up with a particle itself, which is no neighbour of it. */
  terms->most = lane_select(gap->q < law->radius, lane_select(gap->q > 0.0f, nu, zero), zero);
}

PASS_INLINE float viscous_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_acceleration;
}

PASS_INLINE real_t viscous_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                  const real_t sums[], real_t out[]) {
  (void)me;
  for (int a = 0; a < 3; a++) out[a] = out[a] + sums[a] * law->unit_acceleration;
  return lane_select(fluid, (out[0] * out[0] + out[1] * out[1]) + out[2] * out[2], lane_set(0.0f));
}

#endif
