/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_SUBSTEP_H
#define WCSPH_SWEEPS_SUBSTEP_H
/* A viscous sub-step (wcsph/substeps.h), of what velocity has gained since the start:
 *   gain_j = value[0] gain_(j-1) + value[1] gain_(j-2) + value[2] (rate + viscous_rate),   value[2] in s;
 * the first, whose value[0] is 0, begins at no gain.
 * What walls gain is the impulse that they take, and their velocity is not that. */
#include "wcsph/sweeps/sweep.h"

enum {
  substep_OVER = OVER_FLUID | OVER_WALLS,
  substep_READS = BUFFER_RATE | BUFFER_VISCOUS_RATE | BUFFER_SAVED_VELOCITY,
  substep_WRITES = BUFFER_VELOCITY | BUFFER_INCREMENT | BUFFER_INCREMENT_BEFORE,
  substep_SUMS = 0,
};

SWEEP_INLINE void substep_act(const struct wcsph_law *law, const struct sweep_given *given,
                              struct sweep_row *row, real_t terms[]) {
  const float last = given->value[0], before = given->value[1], dt = given->value[2];
  const mask_t fluid = row->increment[3] > 0.0f;
  (void)law, (void)terms;
  for (int a = 0; a < 3; a++) {
    const real_t old = row->increment[a];
    row->increment[a] =
        (last * old + before * row->increment_before[a]) + dt * (row->rate[a] + row->viscous_rate[a]);
    row->increment_before[a] = last > 0.0f ? old : lane_set(0.0f);
    row->vel[a] = lane_select(fluid, row->saved_vel[a] + row->increment[a], row->vel[a]);
  }
}

#endif
