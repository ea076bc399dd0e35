/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_SUBSTEP_BEGIN_H
#define WCSPH_SWEEPS_SUBSTEP_BEGIN_H
/* What viscous sub-steps start from (wcsph/substeps.h): the velocity of the start of the step, which where
 * value[0] is above 0 is the saved one, is both that of now and the saved one. Densities stay. */
#include "wcsph/sweeps/sweep.h"

enum {
  substep_begin_OVER = OVER_FLUID,
  substep_begin_READS = 0,
  substep_begin_WRITES = BUFFER_VELOCITY | BUFFER_SAVED_VELOCITY | BUFFER_INCREMENT,
  substep_begin_SUMS = 0,
};

SWEEP_INLINE void substep_begin_act(const struct wcsph_law *law, const struct sweep_given *given,
                                    struct sweep_row *row, real_t terms[]) {
  const bool again = given->value[0] > 0.0f;
  (void)law, (void)terms;
  for (int a = 0; a < 3; a++) {
    if (again)
      row->vel[a] = row->saved_vel[a];
    else
      row->saved_vel[a] = row->vel[a];
  }
  row->increment[3] = lane_set(1.0f);
}

#endif
