/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_MIRROR_H
#define WCSPH_WALLS_MIRROR_H
/* Modified dynamic boundaries: at which points walls look at the fluid, and what a wall's row becomes between
 * a pass at the point opposite to it and its velocity, one at a time: the same on every backend. */
#include "particles/pass.h"
#include "wcsph/passes/mirrored.h"

struct particles;
struct wcsph_run;

/* The points opposite to `count` of the walls' particles `p` (geometry/mirror.h), those of these numbers, or
 * NULL: the first ones, before walls move: the rows `to`, which are 0 where there is none. */
int mirror_place(const struct wcsph_run *r, const struct particles *p, const uint64_t *number, uint32_t count,
                 struct position *to);

/* From the point opposite to a wall, `from`, to the wall, `to`, h; and how wall i itself moves, m/s. For
 * arrays that are local to what writes a row: compilers for GPUs keep those in registers. */
#define MIRROR_WAY(to, from, quantum)                                                                        \
  {                                                                                                          \
    (float)(int32_t)((to)->x - (from)->x) * (quantum)[0],                                                    \
        (float)(int32_t)((to)->y - (from)->y) * (quantum)[1],                                                \
        (float)(int32_t)((to)->z - (from)->z) * (quantum)[2]                                                 \
  }
#define MIRROR_MOVES(own, i)                                                                                 \
  { (own) ? (own)[i].x : 0.0f, (own) ? (own)[i].y : 0.0f, (own) ? (own)[i].z : 0.0f }

#if LANES == 1
/* The velocity and density of wall i, from what the pass has written for the point opposite to it. */
static inline void mirror_row(const struct wcsph_state *s, const struct wcsph_law *law, uint32_t i,
                              const real_t at[8], real_t row[4]) {
  const struct position *x = &s->pos[i], *from = &s->mirror[i];
  const float *quantum = law->quantum_h;
  const float way[3] = MIRROR_WAY(x, from, quantum);
  const struct vec4 *own = s->wall_velocity;
  const float moves[3] = MIRROR_MOVES(own, i);
  mirrored_wall(law, at, way, moves, row);
}
#endif

#endif
