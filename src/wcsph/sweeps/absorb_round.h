/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_ABSORB_ROUND_H
#define WCSPH_SWEEPS_ABSORB_ROUND_H
/* As absorb.h, where the distance from an axis, or a point, counts.
 *
 * quanta: a point of the axis; value: 0 to 2 its unit vector, or zeros; 3 the s at which the zone ends; 4 the
 * distance at which it begins, m; 5 what s grows by from there, 1/m; 10 to 12 strength dt of each component.
 */
#include "wcsph/sweeps/absorb.h"

enum {
  absorb_round_OVER = OVER_FLUID,
  absorb_round_READS = BUFFER_POSITION,
  absorb_round_WRITES = BUFFER_VELOCITY | BUFFER_SAVED_VELOCITY,
  absorb_round_SUMS = 0,
};

SWEEP_INLINE void absorb_round_act(const struct wcsph_law *law, const struct sweep_given *given,
                                   struct sweep_row *row, real_t terms[]) {
  real_t x[3], along = lane_set(0.0f), distance2 = lane_set(0.0f);
  (void)terms;
  for (int a = 0; a < 3; a++) {
    x[a] = sweep_apart(law, given, row, a);
    along = along + given->value[a] * x[a];
  }
  for (int a = 0; a < 3; a++) {
    const real_t across = x[a] - along * given->value[a];
    distance2 = distance2 + across * across;
  }
  const real_t s = (lane_sqrt(distance2) - given->value[4]) * given->value[5];
  absorb_lose(law, given, row, lane_select(s > given->value[3], lane_set(0.0f), s));
}

#endif
