/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_CALM_H
#define WCSPH_PASSES_CALM_H
/* The pass of shift.h where strain does not bound what it does (law->shift_strain 0), so that its fifth sum
 * stays zero and no pair's velocities are read: what a processor does in its place, with the same bits. */
#include "wcsph/passes/shift.h"

enum {
  calm_READS = READS_POSITION,
  calm_ROWS = 0,
  calm_ROWS_FROM = 0,
  calm_MEETS = shift_MEETS,
  calm_SUMS = 4,
  calm_EXCHANGED = 3,
  calm_IN_H = 0,
  calm_FINDS = 1,
  calm_CHECKED = 0,
  calm_SELF = 0,
  calm_WRITES = shift_WRITES,
  calm_WRITTEN = 1,
  calm_ADDS = 0,
};

#define calm_measure shift_measure
#define calm_quanta  shift_quanta

PASS_INLINE void calm_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                           const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                           const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)i, (void)j, (void)row_i, (void)row_j;
  shifting_terms(law, gap, terms);
}

PASS_INLINE real_t calm_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                               const real_t sums[], real_t out[]) {
  shifting_put(law, shifting_bound(law, sums), sums, out);
  return lane_select(fluid, (me->u * me->u + me->v * me->v) + me->w * me->w, lane_set(0.0f));
}

#endif
