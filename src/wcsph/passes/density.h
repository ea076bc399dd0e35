/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_DENSITY_H
#define WCSPH_PASSES_DENSITY_H
/* Density by summation (Monaghan 1992): rho_i = sum m W over fluid and walls, i with them, over what that
 * comes to on the initial lattice, so that this has rho0. Writes d = rho/rho0 - 1 of the fluid into `vel`,
 * not below material.lowest_density. */
#include "wcsph/passes/pass.h"

enum {
  density_READS = READS_POSITION,
  density_ROWS = 0,
  density_ROWS_FROM = 0,
  density_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS,
  density_SUMS = 1, /* rho/rho0 of others */
  density_EXCHANGED = 0,
  density_IN_H = 0,
  density_FINDS = 0,
  density_CHECKED = 0,
  density_SELF = 1,
  density_WRITES = BUFFER_INDEX_VELOCITY,
  density_WRITTEN = 1,
  density_ADDS = 1, /* velocities stay */
};

PASS_INLINE struct pair_gap density_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                            const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void density_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                              const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                              const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)i, (void)j, (void)row_i, (void)row_j;
  const real_t weight = law->density_weight * kernel_w(law->kernel, gap->q);
  terms->i[0] = terms->j[0] = sum_term(weight, law->quanta_weight, law->summation);
  terms->most = lane_set(0.0f);
}

PASS_INLINE float density_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_weight;
}

PASS_INLINE real_t density_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                  const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  const real_t own = law->density_weight * kernel_w(law->kernel, lane_set(0.0f));
  out[3] = lane_max((sums[0] + own) - 1.0f, lane_set(law->lowest_d));
  return lane_set(0.0f);
}

#endif
