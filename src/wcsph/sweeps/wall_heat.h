/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_WALL_HEAT_H
#define WCSPH_SWEEPS_WALL_HEAT_H
/* What particles of a wall take from the fluid as heat, K/s: less than 0 where they give. */
#include "wcsph/sweeps/sweep.h"

enum {
  wall_heat_OVER = OVER_WALLS,
  wall_heat_READS = BUFFER_WARMING,
  wall_heat_WRITES = 0,
  wall_heat_SUMS = 1,
};

/* Quanta a unit, as wall_force_quanta. */
static inline float wall_heat_quanta(const struct wcsph_law *law) {
  return 0x1p-14f * law->heat.quanta;
}

SWEEP_INLINE void wall_heat_act(const struct wcsph_law *law, const struct sweep_given *given,
                                struct sweep_row *row, real_t terms[]) {
  (void)given;
  terms[0] = row->warming[0] * wall_heat_quanta(law);
}

#endif
