/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_DRIFT_H
#define WCSPH_LEVELS_DRIFT_H
/* What rings move by besides the velocity of the neighbour level.
 *
 * Of two states beside each other, as of Riemann's problem, the common velocity is their mean and the
 * difference of pressures over 2 rho c. A ring that took the neighbour's velocity alone would be a wall that
 * bears any difference: fluid beside it needs to be a little denser packed on one side only. */
#include "wcsph/levels/run.h"

/* `drift` of the squares of all faces within a level, whose lists must not be stale. */
int drifts_find(struct levels_run *r, int level);

/* Add it to the velocity of a place in the ring of a gate; `square`: the nearest one of its face. */
void drift_add(const struct levels_run *r, size_t gate, uint32_t square, float velocity[3]);

#endif
