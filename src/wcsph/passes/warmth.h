/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_WARMTH_H
#define WCSPH_PASSES_WARMTH_H
/* The fluid's temperature at points, for gauges. Writes a point's {sum V W, sum T V W, K; 0, 0}. */
#include "wcsph/passes/pass.h"

enum {
  warmth_READS = READS_STATE,
  warmth_ROWS = 1,
  warmth_ROWS_FROM = BUFFER_INDEX_HEAT,
  warmth_MEETS = POINTS_FROM_FLUID,
  warmth_SUMS = 2, /* as written */
  warmth_EXCHANGED = 0,
  warmth_IN_H = 0,
  warmth_FINDS = 0,
  warmth_CHECKED = 0,
  warmth_SELF = 0,
  warmth_WRITES = 0,
  warmth_WRITTEN = 1,
  warmth_ADDS = 0,
};

PASS_INLINE struct pair_gap warmth_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void warmth_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)i, (void)row_i;
  const enum summation mode = law->summation;
  const real_t share = (law->w_factor * law->volume) * kernel_w(law->kernel, gap->q) / (1.0f + j->d);
  terms->i[0] = sum_term(share, law->quanta_weight, mode);
  terms->i[1] = sum_term(share * row_j[0], law->quanta_heat, mode);
  terms->most = lane_set(0.0f);
}

PASS_INLINE float warmth_quanta(const struct wcsph_law *law, int k) {
  return k == 0 ? law->quanta_weight : law->quanta_heat;
}

PASS_INLINE real_t warmth_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  (void)law, (void)fluid, (void)me;
  out[0] = sums[0], out[1] = sums[1];
  out[2] = out[3] = lane_set(0.0f);
  return lane_set(0.0f);
}

#endif
