/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_CREPT_H
#define WCSPH_SWEEPS_CREPT_H
/* After viscous sub-steps (wcsph/substeps.h) that took 1/value[0] together, 1/s: the mean acceleration, by
 * which the integrator gains what they gained; fluid has the velocity of their start again. */
#include "wcsph/sweeps/sweep.h"

enum {
  crept_OVER = OVER_FLUID | OVER_WALLS,
  crept_READS = BUFFER_GAIN | BUFFER_SAVED_VELOCITY,
  crept_WRITES = BUFFER_RATE | BUFFER_VELOCITY,
  crept_SUMS = 0,
};

SWEEP_INLINE void crept_act(const struct wcsph_law *law, const struct sweep_given *given,
                            struct sweep_row *row, real_t terms[]) {
  const mask_t fluid = row->gain[3] > 0.0f;
  (void)law, (void)terms;
  for (int a = 0; a < 3; a++) {
    row->rate[a] = given->value[0] * row->gain[a];
    row->vel[a] = lane_select(fluid, row->saved_vel[a], row->vel[a]);
  }
}

#endif
