/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_VISCOUS_RATE_H
#define WCSPH_PASSES_VISCOUS_RATE_H
/* The viscous term of passes/viscous.h alone, for sub-steps (wcsph/substeps.h). Writes `viscous_rate` of all
 * particles, m/s^2. The largest of pairs is their nu, m^2/s, which limits a sub-step; accelerations limit
 * none. */
#include "wcsph/passes/viscous.h"

enum {
  viscous_rate_READS = viscous_READS,
  viscous_rate_ROWS = viscous_ROWS,
  viscous_rate_ROWS_FROM = viscous_ROWS_FROM,
  viscous_rate_MEETS = viscous_MEETS,
  viscous_rate_SUMS = viscous_SUMS,
  viscous_rate_EXCHANGED = viscous_EXCHANGED,
  viscous_rate_IN_H = viscous_IN_H,
  viscous_rate_FINDS = 1,
  viscous_rate_CHECKED = 1,
  viscous_rate_SELF = 0,
  viscous_rate_WRITES = BUFFER_INDEX_VISCOUS_RATE,
  viscous_rate_WRITTEN = 1,
  viscous_rate_ADDS = 0,
};

#define viscous_rate_measure viscous_measure
#define viscous_rate_pair    viscous_pair
#define viscous_rate_quanta  viscous_quanta

PASS_INLINE real_t viscous_rate_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                       const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  for (int a = 0; a < 3; a++) out[a] = sums[a] * law->unit_acceleration;
  out[3] = lane_set(0.0f);
  return lane_set(0.0f);
}

#endif
