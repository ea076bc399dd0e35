/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_CABLES_H
#define WCSPH_WALLS_CABLES_H
/* Cables: moorings that move, as masses with springs between them (Hall and Goupee 2015), in sub-steps of
 * their own. In double from + - * /, and the root: the same bits everywhere. */
#include "wcsph/walls/bodies.h"

/* Where cables are at the start: hanging, and at rest. STATUS_FAILED without memory. */
int cables_prepare(struct wcsph_run *r, bool resumes);

/* An act, before bodies find their forces: from where cables are to the time that walls have come to. */
int cables_advance(struct wcsph_run *r, struct step *s);

/* Add what cables do to a body, and how stiff and damped they make it. */
void cables_pull(const struct wcsph_run *r, struct rigid_body *b);

/* What a checkpoint has of them, as bodies_save and bodies_take. */
int cables_save(struct wcsph_run *r, struct checkpoint *to);
int cables_take(struct wcsph_run *r, const struct checkpoint *from);

/* Of what a checkpoint has; 0 without any. */
uint64_t cables_hash(const struct wcsph_run *r);

/* Forces on what is at the two ends, and the largest tension, N; the place of the point at a share of the
 * length, m, with the tension there. */
void cables_tension(const struct wcsph_run *r, size_t cable, double ends[2], double *most);
void cables_place(const struct wcsph_run *r, size_t cable, double share, double place[3], double *tension);

void cables_end(struct wcsph_run *r);

#endif
