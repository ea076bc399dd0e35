/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SEGMENTS_H
#define WCSPH_SEGMENTS_H
/* The walls' particles as the segments or facets of semi-analytical walls. */
#include "case/particles.h"

struct wcsph_run;

/* Puts particles of walls where their segments (case/segments.h) are, and what these are like into `segment`,
 * and `segment_more` of facets; of others all is 0, and they do nothing. Nothing for a run without such
 * walls. */
int segments_prepare(struct wcsph_run *r, const struct particles *p);

/* Of walls that move: the same into `sites`, of which poses follow. */
int segments_begin(struct wcsph_run *r, const struct particles *p);

#endif
