/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_MIRROR_PRESS_H
#define WCSPH_SWEEPS_MIRROR_PRESS_H
/* The pressure of mdbc walls beside several phases, from what passes/mirrored_phases.h has found. Writes
 * `damping`, and `vel`, whose density is then that of rest. */
#include "wcsph/passes/mirrored.h"
#include "wcsph/sweeps/sweep.h"

enum {
  mirror_press_OVER = OVER_WALLS,
  mirror_press_READS = 0,
  mirror_press_WRITES = BUFFER_VELOCITY | BUFFER_DAMPING,
  mirror_press_SUMS = 0,
};

SWEEP_INLINE void mirror_press_act(const struct wcsph_law *law, const struct sweep_given *given,
                                   struct sweep_row *row, real_t terms[]) {
  (void)given, (void)terms;
  row->damping[3] = mirrored_stiffness(law) * row->vel[3];
  row->vel[3] = lane_set(0.0f);
}

#endif
