/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_PHASE_XSPH_H
#define WCSPH_PASSES_PHASE_XSPH_H
/* passes/xsph.h within each of several phases: the centre of mass of each goes its way, and none draws
 * another along. */
#include "wcsph/passes/xsph.h"

enum {
  phase_xsph_READS = xsph_READS,
  phase_xsph_ROWS = 1,
  phase_xsph_ROWS_FROM = BUFFER_INDEX_PHASE,
  phase_xsph_MEETS = FLUID_FROM_FLUID,
  phase_xsph_SUMS = xsph_SUMS,
  phase_xsph_EXCHANGED = xsph_EXCHANGED,
  phase_xsph_IN_H = 0,
  phase_xsph_FINDS = 0,
  phase_xsph_CHECKED = 0,
  phase_xsph_SELF = 0,
  phase_xsph_WRITES = BUFFER_INDEX_RATE,
  phase_xsph_WRITTEN = 1,
  phase_xsph_ADDS = 0,
};

#define phase_xsph_measure xsph_measure
#define phase_xsph_quanta  xsph_quanta
#define phase_xsph_finish  xsph_finish

PASS_INLINE void phase_xsph_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                                 const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                                 const real_t *row_j, struct pass_terms *terms) {
  const mask_t same = row_i[2] == row_j[2];
  xsph_pair(law, kind, gap, i, j, row_i, row_j, terms);
  for (int k = 0; k < xsph_SUMS; k++) terms->i[k] = lane_select(same, terms->i[k], lane_set(0.0f));
}

#endif
