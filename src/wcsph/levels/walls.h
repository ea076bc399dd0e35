/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_WALLS_H
#define WCSPH_LEVELS_WALLS_H
/* The level that a moving wall belongs to: the only one that has its particles. */
#include "case/resolution.h"

struct levels_run;

/* The level of a wall that covers the box from low to high, m: the finest whose box holds it with room. */
int levels_of_wall(const struct resolved *levels, int count, const double low[3], const double high[3]);

/* The first level with rings that a wall of `level` touches or comes too near to; 0: none. */
int levels_near(const struct resolved *levels, int count, int level, const double low[3],
                const double high[3]);

/* STATUS_DIVERGED: a wall has come to a ring. */
int levels_judge_walls(struct levels_run *r);

#endif
