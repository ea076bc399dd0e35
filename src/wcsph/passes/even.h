/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_EVEN_H
#define WCSPH_PASSES_EVEN_H
/* The bounded gradient of passes/shift.h whatever the flow is: what fluid is made even by before the start,
 * where nothing strains it. Writes the fluid's `rate`, as there. */
#include "wcsph/passes/shift.h"

enum {
  even_READS = READS_STATE,
  even_ROWS = 0,
  even_ROWS_FROM = 0,
  even_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS,
  even_SUMS = 4,
  even_EXCHANGED = 3,
  even_IN_H = 0,
  even_FINDS = 0,
  even_CHECKED = 0,
  even_SELF = 0,
  even_WRITES = BUFFER_INDEX_RATE,
  even_WRITTEN = 1,
  even_ADDS = 0,
};

PASS_INLINE struct pair_gap even_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                         const struct pair_side *i, const struct pair_side *j) {
  return shift_measure(law, dx, dy, dz, i, j);
}

PASS_INLINE void even_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                           const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                           const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)i, (void)j, (void)row_i, (void)row_j;
  shifting_terms(law, gap, terms);
}

PASS_INLINE float even_quanta(const struct wcsph_law *law, int k) {
  return shift_quanta(law, k);
}

PASS_INLINE real_t even_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                               const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  shifting_put(law, shifting_bound(law, sums), sums, out);
  return lane_set(0.0f);
}

#endif
