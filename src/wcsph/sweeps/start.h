/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_START_H
#define WCSPH_SWEEPS_START_H
/* What viscous sub-steps start from (wcsph/substeps.h): the velocity of the start of the step, which where
 * value[0] is above 0 is the saved one, is both that of now and the saved one. Densities stay. */
#include "wcsph/sweeps/sweep.h"

enum {
  start_OVER = OVER_FLUID,
  start_READS = 0,
  start_WRITES = BUFFER_VELOCITY | BUFFER_SAVED_VELOCITY | BUFFER_GAIN,
  start_SUMS = 0,
};

SWEEP_INLINE void start_act(const struct wcsph_law *law, const struct sweep_given *given,
                            struct sweep_row *row, real_t terms[]) {
  const bool again = given->value[0] > 0.0f;
  (void)law, (void)terms;
  for (int a = 0; a < 3; a++) {
    if (again)
      row->vel[a] = row->saved_vel[a];
    else
      row->saved_vel[a] = row->vel[a];
  }
  row->gain[3] = lane_set(1.0f);
}

#endif
