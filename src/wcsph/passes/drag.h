/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_DRAG_H
#define WCSPH_PASSES_DRAG_H
/* The viscous term of passes/viscous.h alone, for sub-steps (wcsph/substeps.h). Writes `drag` of all
 * particles, m/s^2. The largest of pairs is their nu, m^2/s, which limits a sub-step; accelerations limit
 * none. */
#include "wcsph/passes/viscous.h"

enum {
  drag_READS = viscous_READS,
  drag_ROWS = viscous_ROWS,
  drag_ROWS_FROM = viscous_ROWS_FROM,
  drag_MEETS = viscous_MEETS,
  drag_SUMS = viscous_SUMS,
  drag_EXCHANGED = viscous_EXCHANGED,
  drag_IN_H = viscous_IN_H,
  drag_FINDS = 1,
  drag_CHECKED = 1,
  drag_SELF = 0,
  drag_WRITES = BUFFER_INDEX_DRAG,
  drag_WRITTEN = 1,
  drag_ADDS = 0,
};

#define drag_measure viscous_measure
#define drag_pair    viscous_pair
#define drag_quanta  viscous_quanta

PASS_INLINE real_t drag_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                               const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  for (int a = 0; a < 3; a++) out[a] = sums[a] * law->unit_acceleration;
  out[3] = lane_set(0.0f);
  return lane_set(0.0f);
}

#endif
