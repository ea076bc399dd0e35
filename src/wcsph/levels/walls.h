/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_WALLS_H
#define WCSPH_LEVELS_WALLS_H
/* In which level a wall that moves is. */
#include "case/resolution.h"

struct levels_run;

/* That of a wall in the box low to high, m. */
int levels_of_wall(const struct resolved *levels, int count, const double low[3], const double high[3]);

/* The level at the face of whose box the wall, which is in `level`, is in rings or near them; 0: none. */
int levels_near(const struct resolved *levels, int count, int level, const double low[3],
                const double high[3]);

/* STATUS_DIVERGED: a wall has come to a ring. */
int levels_judge_walls(struct levels_run *r);

#endif
