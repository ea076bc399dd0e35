/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_RESULTS_SURFACES_H
#define WCSPH_RESULTS_SURFACES_H
/* The surfaces of walls as they are now, with the pressure on them, for pictures. */
#include "wcsph/evolution.h"

/* Of the walls that output.surfaces names. STATUS_FAILED without memory, STATUS_USAGE if a file of triangles
 * is no longer what it was. */
int surfaces_prepare(struct wcsph_run *r, const struct particles *p);

/* Beside a snapshot, FOLDER/particles_NNNN.vtkhdf, FOLDER/surfaces_NNNN.vtp; pressure as a gauge on each face
 * reads it (docs/theory/gauges.md), 0 outside of the domain. Nothing where the case shows no wall, or beside
 * a snapshot of another name. */
int surfaces_write(struct wcsph_run *r, const char *snapshot);

void surfaces_end(struct wcsph_run *r);

#endif
