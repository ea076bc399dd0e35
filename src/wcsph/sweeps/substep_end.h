/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_SUBSTEP_END_H
#define WCSPH_SWEEPS_SUBSTEP_END_H
/* After viscous sub-steps (wcsph/substeps.h) that took 1/value[0] together, 1/s: the mean acceleration, by
 * which the integrator gains what they gained; fluid has the velocity of their start again. */
#include "wcsph/sweeps/sweep.h"

enum {
  substep_end_OVER = OVER_FLUID | OVER_WALLS,
  substep_end_READS = BUFFER_INCREMENT | BUFFER_SAVED_VELOCITY,
  substep_end_WRITES = BUFFER_RATE | BUFFER_VELOCITY,
  substep_end_SUMS = 0,
};

SWEEP_INLINE void substep_end_act(const struct wcsph_law *law, const struct sweep_given *given,
                                  struct sweep_row *row, real_t terms[]) {
  const mask_t fluid = row->increment[3] > 0.0f;
  (void)law, (void)terms;
  for (int a = 0; a < 3; a++) {
    row->rate[a] = given->value[0] * row->increment[a];
    row->vel[a] = lane_select(fluid, row->saved_vel[a], row->vel[a]);
  }
}

#endif
