/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_MOTION_H
#define WCSPH_WALLS_MOTION_H
/* Walls that move: by the case, as functions of the time alone (case/motion.h), or as bodies
 * (wcsph/walls/bodies.h). Their particles follow from where they began and from the wall's pose
 * (wcsph/walls/pose.h): a wall stays rigid, no error adds up, and every backend has it in the same place. */
#include "wcsph/evolution.h"

/* Whether any wall moves; whether dummy walls need its velocity and acceleration (passes/moving.h). */
bool motion_any(const struct wcsph_settings *c);
bool motion_of_dummies(const struct wcsph_settings *c);

/* Find where wall particles begin, and about which points walls turn. */
int motion_prepare(struct wcsph_run *r, const struct particles *p);

/* Walls where the run's time, or the state of the bodies, has them, and where they were when the list was
 * built. */
int motion_begin(struct wcsph_run *r);

/* Into a stage: where walls are at its end, and how fast; nothing where none has moved. STATUS_DIVERGED: one
 * is faster than sound, or a body left the domain. */
int motion_advance(struct wcsph_run *r, struct step *s);

/* The pose of a wall at a time as it is seen from the case's axes, whatever those do; false, and at rest, if
 * it never moves. */
bool motion_seen(const struct wcsph_run *r, size_t wall, double time, struct pose *p);

/* The pose of a wall at a time; of one that never moves, at rest. */
void motion_place(const struct wcsph_run *r, size_t wall, double time, struct pose *p);

/* After a sort: fill again the rows of walls that a backend does not sort. */
int motion_refresh(struct wcsph_run *r);

/* Note that the neighbour list was built for the walls as they are now. */
void motion_note_listed(struct wcsph_run *r);

void motion_end(struct wcsph_run *r);

#endif
