/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_WALL_FORCE_H
#define WCSPH_SWEEPS_WALL_FORCE_H
/* What particles of a wall take from the fluid, m/s^2, summed along the three axes. */
#include "wcsph/sweeps/sweep.h"

enum {
  wall_force_OVER = OVER_WALLS,
  wall_force_READS = BUFFER_RATE,
  wall_force_WRITES = 0,
  wall_force_SUMS = 3,
};

/* Quanta a unit: 2^-14 of those of a sum over neighbours leave room for 10^9 particles. */
static inline float wall_force_quanta(const struct wcsph_law *law) {
  return 0x1p-14f * law->quanta_reaction;
}

SWEEP_INLINE void wall_force_act(const struct wcsph_law *law, const struct sweep_given *given,
                                 struct sweep_row *row, real_t terms[]) {
  (void)given;
  for (int a = 0; a < 3; a++) terms[a] = row->rate[a] * wall_force_quanta(law);
}

#endif
