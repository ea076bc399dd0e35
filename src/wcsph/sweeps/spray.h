/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_SPRAY_H
#define WCSPH_SWEEPS_SPRAY_H
/* How many fluid particles are above the top of where fluid may be, which gravity is from.
 *
 * quanta: the top along each axis; value: 0 to 2 which way is up along each, 1 or -1, 0 along the others. */
#include "wcsph/sweeps/sweep.h"

enum {
  spray_OVER = OVER_FLUID,
  spray_READS = BUFFER_POSITION,
  spray_WRITES = 0,
  spray_SUMS = 1,
};

SWEEP_INLINE void spray_act(const struct wcsph_law *law, const struct sweep_given *given,
                            struct sweep_row *row, real_t terms[]) {
  const real_t zero = lane_set(0.0f), one = lane_set(1.0f);
  terms[0] = zero;
  for (int a = 0; a < 3; a++)
    terms[0] = lane_select(given->value[a] * sweep_apart(law, given, row, a) > zero, one, terms[0]);
}

#endif
