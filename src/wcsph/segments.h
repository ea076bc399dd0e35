/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SEGMENTS_H
#define WCSPH_SEGMENTS_H
/* The walls' particles as the segments of semi-analytical walls. */
#include "case/particles.h"

struct wcsph_run;

/* Puts particles of walls where their segments (case/segments.h) are, and the normals and lengths of these
 * into `segment`; of others the length is 0, and they do nothing. Nothing for a run without such walls. */
int segments_prepare(struct wcsph_run *r, const struct particles *p);

#endif
