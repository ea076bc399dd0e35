/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_HOLD_H
#define WCSPH_SWEEPS_HOLD_H
/* Fluid whose velocity another level gives (wcsph/levels/) goes through a step as that says: with the
 * acceleration that stands where rates of the step before do, or in a run that keeps none, without any.
 * That is what stands outside of a box or, where value[6] is 1, inside.
 *
 * quanta: a place; value: 0 to 2 and 3 to 5 the lowest and highest corner of the box from there, m. */
#include "wcsph/sweeps/sweep.h"

enum {
  hold_OVER = OVER_FLUID,
  hold_READS = BUFFER_POSITION | BUFFER_SAVED_VELOCITY,
  hold_WRITES = BUFFER_RATE,
  hold_SUMS = 0,
};

SWEEP_INLINE void hold_act(const struct wcsph_law *law, const struct sweep_given *given,
                           struct sweep_row *row, real_t terms[]) {
  const real_t one = lane_set(1.0f), none = lane_set(0.0f);
  real_t in = one;
  (void)terms;
  for (int a = 0; a < 3; a++) {
    const real_t x = sweep_apart(law, given, row, a);
    in = lane_select(x < given->value[a], none, in);
    in = lane_select(x > given->value[3 + a], none, in);
  }
  const real_t moves = given->value[6] > 0.0f ? one - in : in;
  for (int k = 0; k < 3; k++)
    row->rate[k] = lane_select(moves > 0.5f, row->rate[k], law->keeps_rate ? row->saved_vel[k] : none);
}

#endif
