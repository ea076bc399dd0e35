/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_SWELL_H
#define WCSPH_SWEEPS_SWELL_H
/* Gives fluid back the volume that it lost, for `gradient_correction: surface`. A corrected rate of
 * continuity is not the rate of the number density, so its errors add up: in long steep waves particles come
 * to stand closer than their density says, and the level falls. Where the filled share of the support
 * (passes/correction.h) is more than rho/rho0 by more than a margin, the density rises towards it, and the
 * pressure moves the particles apart. Even fluid, and what is near a surface, is below the margin. */
#include "wcsph/sweeps/sweep.h"

enum {
  swell_OVER = OVER_FLUID,
  swell_READS = BUFFER_VELOCITY | BUFFER_CORRECTION,
  swell_WRITES = BUFFER_RATE,
  swell_SUMS = 0,
};

#define SWELL_MARGIN 0.01f
#define SWELL_PACE   0.01f /* of c0 / h: slow beside sound, quick beside what it mends */

SWEEP_INLINE void swell_act(const struct wcsph_law *law, const struct sweep_given *given,
                            struct sweep_row *row, real_t terms[]) {
  (void)given, (void)terms;
  const real_t over = row->correction[3] - (1.0f + row->vel[3]);
  const float pace = SWELL_PACE * (law->c0 * law->inv_h);
  row->rate[3] = row->rate[3] + pace * lane_max(over - SWELL_MARGIN, lane_set(0.0f));
}

#endif
