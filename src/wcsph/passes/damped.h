/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_DAMPED_H
#define WCSPH_PASSES_DAMPED_H
/* The damper's pressure of dummy and semi-analytical walls: the mean of the fluid's around, weighted by the
 * kernel, as passes/walls.h takes the pressure. Writes `damping`. */
#include "wcsph/passes/pass.h"

enum {
  damped_READS = READS_POSITION,
  damped_ROWS = 1,
  damped_ROWS_FROM = BUFFER_INDEX_DAMPING,
  damped_MEETS = WALLS_FROM_FLUID,
  damped_SUMS = 2, /* W, P W; of i fluid, j wall */
  damped_EXCHANGED = 0,
  damped_IN_H = 0,
  damped_FINDS = 0,
  damped_CHECKED = 0,
  damped_SELF = 1,
  damped_WRITES = BUFFER_INDEX_DAMPING,
  damped_WRITTEN = 1,
  damped_ADDS = 0,
};

PASS_INLINE struct pair_gap damped_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void damped_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)i, (void)j, (void)row_j;
  const real_t weight = kernel_w(law->kernel, gap->q);
  terms->j[0] = sum_term(weight, law->quanta_weight, law->summation);
  terms->j[1] = sum_term(row_i[3] * weight, law->quanta_pressure, law->summation);
  terms->most = lane_set(0.0f);
}

PASS_INLINE float damped_quanta(const struct wcsph_law *law, int k) {
  return k == 0 ? law->quanta_weight : law->quanta_pressure;
}

PASS_INLINE real_t damped_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  (void)law, (void)fluid, (void)me;
  const real_t zero = lane_set(0.0f);
  const mask_t near = sums[0] > 1e-6f;
  out[0] = out[1] = out[2] = zero;
  out[3] = lane_select(near, sums[1] / lane_select(near, sums[0], lane_set(1.0f)), zero);
  return zero;
}

#endif
