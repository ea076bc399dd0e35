/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_SUMMED_H
#define WCSPH_SWEEPS_SUMMED_H
/* The bound of material.lowest_density beside several phases whose density is a sum. It bounds (1 + d) (1 +
 * d0) - 1, of which the pressure is: with a bound on d alone, fluid that comes to the surface would keep the
 * pressure d0 of the depth where it began. The sum itself is bounded lower (start/derive.c), by as much as
 * limits.density lets d0 be. */
#include "wcsph/sweeps/sweep.h"

enum {
  summed_OVER = OVER_FLUID,
  summed_READS = BUFFER_VELOCITY | BUFFER_DAMPING,
  summed_WRITES = BUFFER_VELOCITY,
  summed_SUMS = 0,
};

SWEEP_INLINE void summed_act(const struct wcsph_law *law, const struct sweep_given *given,
                             struct sweep_row *row, real_t terms[]) {
  const float lowest = (1.0f + law->lowest_d) * (1.0f + law->density_high) - 1.0f;
  const real_t d0 = row->damping[2];
  (void)given, (void)terms;
  row->vel[3] = lane_max(row->vel[3], (lowest - d0) / (1.0f + d0));
}

#endif
