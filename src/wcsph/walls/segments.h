/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_SEGMENTS_H
#define WCSPH_WALLS_SEGMENTS_H
/* The walls' particles as the segments or facets of semi-analytical walls. */
#include "geometry/particles.h"

struct wcsph_run;

/* Puts the run's rows of walls where the segments (geometry/segments.h) of their particles are, and what
 * these are like into `segment`, and `segment_more` of facets; of others all is 0, and they do nothing. p:
 * all walls. */
int segments_place(struct wcsph_run *r, const struct particles *p);

/* For walls that move: the same into `sites`, for poses to move; and the wall of each row into `body`. */
int segments_begin(struct wcsph_run *r, const struct particles *p, uint16_t *body);

#endif
