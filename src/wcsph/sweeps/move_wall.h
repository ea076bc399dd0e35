/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_MOVE_WALL_H
#define WCSPH_SWEEPS_MOVE_WALL_H
/* Particles of a wall go with it: by so many quanta, which wrap as positions do, at the velocity value[0..2],
 * m/s. */
#include "wcsph/sweeps/sweep.h"

enum {
  move_wall_OVER = OVER_WALLS,
  move_wall_READS = 0,
  move_wall_WRITES = BUFFER_POSITION | BUFFER_VELOCITY,
  move_wall_SUMS = 0,
};

SWEEP_INLINE void move_wall_act(const struct wcsph_law *law, const struct sweep_given *given,
                                struct sweep_row *row, real_t terms[]) {
  (void)law, (void)terms;
  for (int a = 0; a < 3; a++) {
    row->pos[a] = lane_add_wrap(row->pos[a], (int_t){0} + (int32_t)given->quanta[a]);
    row->vel[a] = lane_set(given->value[a]);
  }
}

#endif
