/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_OPENINGS_OPENINGS_H
#define WCSPH_OPENINGS_OPENINGS_H
/* Open boundaries of a run: what is in their layers, which fluid is added and removed
 * (docs/theory/open-boundaries.md). */
#include "geometry/opening_face.h"
#include "wcsph/evolution.h"

/* What went through a boundary since the start. */
struct opening_log {
  uint64_t in, out; /* particles */
};

/* Before a run: STATUS_USAGE, with a line of the case, for a face that is in walls, that meets no water
 * though it takes its velocity from it, or that is faster than sound. */
int openings_check(const struct wcsph_settings *c, const struct wcsph_law *law, const struct particles *p,
                   const struct particles_sites *sites); /* of particles that are apart */

/* The same of a speed at a place and a time, s. */
int opening_check_speed(const struct wcsph_settings *c, const struct opening *o, double speed,
                        const double at[3], double time, double sound);

/* Squares whose columns walls stand in are none: walls come first. Returns how many are left. */
int opening_close_by_walls(struct opening_face *f, const struct wcsph_settings *c, const struct particles *p);

/* Particles in all layers, as many as walls leave room for at most. */
uint32_t openings_rows(const struct wcsph_settings *c);

/* Print what is built of each face, a line each, through log_say. STATUS_FAILED without memory. */
int openings_say(const struct wcsph_settings *c);

/* With the initial particles, also of a run that goes on; and to begin, when there is a list: the layers are
 * filled. */
int openings_open(struct wcsph_run *r, const struct particles *p);
int openings_begin(struct wcsph_run *r, struct step *s);
void openings_close(struct wcsph_run *r);

/* After the rates: find what boundaries impose now; and put it into a stage, which imposes it. */
int openings_find(struct wcsph_run *r, struct step *s);
int openings_impose(struct wcsph_run *r, struct step *s);

/* After a step: add and remove fluid, once it may have moved by a whole spacing. */
int openings_exchange(struct wcsph_run *r, struct step *s);

/* What went through boundary k. */
struct opening_log openings_logged(const struct wcsph_run *r, size_t k);

/* For checkpoints. */
int openings_save(struct wcsph_run *r, struct checkpoint *to);
int openings_take(struct wcsph_run *r, const struct checkpoint *from);

#endif
