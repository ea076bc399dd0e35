/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_PASS_H
#define WCSPH_PASSES_PASS_H
/* What headers of passes of WCSPH declare, and templates read (README.md here). */
#include "particles/pass.h"
#include "wcsph/models/pair.h"
#include "wcsph/passes/list.h"
#include "wcsph/state.h"

#define PASS_LAW          struct wcsph_law
#define PASS_SIDE         struct pair_side
#define PASS_GAP          struct pair_gap
#define PASS_FLAT(law)    ((law)->dimensions == 2)
#define PASS_QUANTUM(law) (P(IN_H) ? (law)->quantum_h : (law)->quantum)

/* Whether row k of those that `finish` is given is stored: behind a rate stands a constant of the particle,
 * which it reads alone. */
#define PASS_PUTS(k) ((k) < P(WRITTEN) && ((k) == 0 || (int)P(WRITES) != (int)BUFFER_INDEX_RATE))

/* What lies between two particles, of which a pass wants no more than that; per_length makes q of it. */
PASS_INLINE struct pair_gap pass_between(float per_length, real_t dx, real_t dy, real_t dz) {
  struct pair_gap gap = {.dx = dx, .dy = dy, .dz = dz, .r2 = (dx * dx + dy * dy) + dz * dz};
  gap.q = lane_bounded_sqrt(gap.r2) * per_length;
  return gap;
}

/* Whether it reads rows of walls alone; and whether walls that cannot move give nothing to what it sums, so
 * that it is for fluid near others alone, which backends find once a list. */
#define P_READS_MOTION (P(ROWS) > 0 && (int)P(ROWS_FROM) == (int)BUFFER_INDEX_WALL_VELOCITY)
#define P_OF_STIRRED   (P_READS_MOTION && (int)P(MEETS) == (int)FLUID_FROM_WALLS)

/* Whether the points of a pass may be those opposite to walls, whose rows it writes. */
#define P_OF_WALLS P_MEETS(POINTS_OF_WALLS)

/* The header of PASS. */
// clang-format off
#define PASS_HEADER PASS_TEXT(wcsph/passes/PASS.h)
// clang-format on

#endif
