/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_CROWDING_H
#define WCSPH_PASSES_CROWDING_H
/* How particles crowd: the gradient of their concentration, sum V grad W, 1/m, over fluid and walls; 0 on a
 * lattice. Writes the fluid's `crowding`, of which sweeps/suction.h makes a force. */
#include "wcsph/passes/pass.h"

enum {
  crowding_READS = READS_POSITION,
  crowding_ROWS = 0,
  crowding_ROWS_FROM = 0,
  crowding_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS,
  crowding_SUMS = 3,
  crowding_EXCHANGED = 3,
  crowding_IN_H = 0,
  crowding_FINDS = 0,
  crowding_CHECKED = 0,
  crowding_SELF = 0,
  crowding_WRITES = BUFFER_INDEX_CROWDING,
  crowding_WRITTEN = 1,
  crowding_ADDS = 0,
};

#define crowding_IN_PLANE 0x3

PASS_INLINE struct pair_gap crowding_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                             const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void crowding_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                               const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                               const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)i, (void)j, (void)row_i, (void)row_j;
  const real_t weight =
      sum_term(law->vf_factor * kernel_f(law->kernel, gap->q), law->quanta_gradient, law->summation);
  terms->i[0] = weight * gap->dx;
  terms->i[1] = weight * gap->dy;
  terms->i[2] = weight * gap->dz;
  terms->most = lane_set(0.0f);
}

PASS_INLINE float crowding_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_gradient;
}

PASS_INLINE real_t crowding_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                   const real_t sums[], real_t out[]) {
  (void)law, (void)fluid, (void)me;
  for (int a = 0; a < 3; a++) out[a] = sums[a];
  out[3] = lane_set(0.0f);
  return lane_set(0.0f);
}

#endif
