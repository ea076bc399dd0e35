/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_PHASE_CARRY_H
#define WCSPH_PASSES_PHASE_CARRY_H
/* passes/carry.h where there are several phases: a particle takes what it owes of its own phase alone, for
 * density, and where they glide velocity too, jumps from one to the next. */
#include "wcsph/passes/carry.h"

enum {
  phase_carry_READS = carry_READS,
  phase_carry_ROWS = 2, /* the shift; `phase` */
  phase_carry_ROWS_FROM = BUFFER_INDEX_RATE,
  phase_carry_MEETS = FLUID_FROM_FLUID,
  phase_carry_SUMS = carry_SUMS,
  phase_carry_EXCHANGED = 0,
  phase_carry_IN_H = 0,
  phase_carry_FINDS = 0,
  phase_carry_CHECKED = 0,
  phase_carry_SELF = 0,
  phase_carry_WRITES = BUFFER_INDEX_CARRIED,
  phase_carry_WRITTEN = 1,
  phase_carry_ADDS = 0,
};

#define phase_carry_SPARES_FLUID 1
#define phase_carry_spares_fluid carry_spares_fluid

#define phase_carry_measure carry_measure
#define phase_carry_quanta  carry_quanta
#define phase_carry_finish  carry_finish

PASS_INLINE void phase_carry_pair(const struct wcsph_law *law, enum pair_kind kind,
                                  const struct pair_gap *gap, const struct pair_side *i,
                                  const struct pair_side *j, const real_t *row_i, const real_t *row_j,
                                  struct pass_terms *terms) {
  const mask_t same = row_i[6] == row_j[6];
  const real_t zero = lane_set(0.0f);
  carry_pair(law, kind, gap, i, j, row_i, row_j, terms);
  for (int k = 0; k < carry_SUMS; k++) {
    terms->i[k] = lane_select(same, terms->i[k], zero);
    terms->j[k] = lane_select(same, terms->j[k], zero);
  }
}

#endif
