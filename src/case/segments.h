/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_SEGMENTS_H
#define CASE_SEGMENTS_H
/* The surface of walls in the plane as segments, each about a spacing long, which their particles carry. */
#include "case/particles.h"

struct segment {
  double middle[3], normal[2]; /* m; into the fluid */
  double length;               /* m; 0: none */
};

/* Of each wall particle [wall_count]: those of the boundaries of the walls' shapes that have a wall on one
 * side alone, each of the nearest particle that has none yet. STATUS_USAGE where no particle is left near a
 * segment, or a shape is a file. The caller frees, also after a failure. */
int segments_find(struct segment **of, const struct amphi_case *c, const struct particles *p);

#endif
