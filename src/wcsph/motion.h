/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MOTION_H
#define WCSPH_MOTION_H
/* Walls that move. How far a wall has moved is a function of the time alone, in whole quanta, and all of its
 * particles move by as many: it stays rigid, no error adds up, and every backend has it in the same place. */
#include "wcsph/evolution.h"

/* How far the wall has moved at a time, m. */
void motion_distance(const struct motion *m, double time, double distance[3]);

/* At a time, m/s. */
void motion_velocity(const struct motion *m, double time, float velocity[3]);

/* Begin with the walls where the run's time and the state's positions have them. */
int motion_begin(struct wcsph_run *r);

/* Tell the backend where the walls are at a time, and how fast. */
int motion_advance(struct wcsph_run *r, double time);

/* The neighbour list is of the walls as they are now. */
void motion_note_listed(struct wcsph_run *r);

#endif
