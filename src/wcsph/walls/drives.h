/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_DRIVES_H
#define WCSPH_WALLS_DRIVES_H
/* Bodies that do along time what a case says, along some ways; the others stay free. */
#include "wcsph/walls/bodies.h"
#include "wcsph/walls/timed.h"

int drives_prepare(struct wcsph_run *r);

/* What drives a body at the run's moved time; nothing while it is held. */
void drives_find(const struct wcsph_run *r, struct rigid_body *b);

/* The same with its forces, which are added; and of the start, with its velocities. */
void drives_push(const struct wcsph_run *r, struct rigid_body *b);
void drives_begin(const struct wcsph_run *r, struct rigid_body *b);

/* Into a body's state, behind a stage: the velocities and places that are given. */
void drives_obey(const struct wcsph_run *r, const struct rigid_body *b, struct body_state *s);

/* The key of a drive of a wall that has been no number. */
bool drives_at_fault(const struct wcsph_run *r, size_t wall, char key[FORMULA_KEY]);

void drives_end(struct wcsph_run *r);

#endif
