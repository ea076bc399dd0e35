/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_SEGMENTS_H
#define GEOMETRY_SEGMENTS_H
/* The surface of walls in pieces about a spacing long, which their particles carry: segments in the plane,
 * trapezoids in space. */
#include "geometry/enclosed.h"
#include "geometry/particles.h"

struct segment {
  double middle[3], normal[3];       /* m; into the fluid */
  double length;                     /* m; of a trapezoid the root of its area; 0: none */
  double along[3], across[3], taper; /* of a trapezoid: it is middle + e across + x (1 - taper e) along, m,
                                      * for e and x from -1 to 1 */
  size_t wall;                       /* whose it is */
  bool round;                        /* of a sphere, or the side of a cylinder */
};

/* Of each wall particle [wall_count]: those of the boundaries of the walls' shapes that have a wall on one
 * side alone, each of a particle that has none yet, near it where there is one. Walls that move against each
 * other do not see each other. STATUS_USAGE where no particle is left near a segment, or one is inside a wall
 * that moves against its own. The caller frees, also after a failure. */
int segments_find(struct segment **of, const struct scene *c, const struct particles *p);

/* How much of the surface of those walls that are `wanted` [walls] each wall particle [wall_count] has, m^2,
 * in 2-D m: a piece goes to the nearest particle of its wall, so that all of them have the wall's area,
 * whatever its slope. What another wall covers, also one that moves, is none. STATUS_USAGE where a wall has
 * no particle near its surface. The caller frees, also after a failure. */
int segments_areas(double **of, const struct scene *c, const struct particles *p, const bool *wanted);

/* The pieces of the surface of all walls that fluid may touch: what another wall covers is left out. The
 * caller frees, also after a failure. */
int segments_all(struct segment **of, size_t *count, const struct scene *c);

/* Whether a wall at rest holds a place, by the outlines of its shapes as the case has them; files and points
 * have none. */
bool segments_hold(const struct scene *c, const double x[3]);

/* ---- for segments.c and facets.c ---- */

/* Whose pieces are looked for. */
struct segments_found {
  const struct scene *c;
  struct enclosed *files; /* [shapes of all walls] of those that are files of triangles */
  size_t wall;            /* whose shape it is */
  struct segment *all;
  size_t count, room;
  bool covers; /* what a wall that moves against it touches is left out; else it is a fault */
};

/* Add one, if there is a wall on one side alone; its normal may look either way. */
int segments_add(struct segments_found *f, const struct segment *one);

/* What shape j of wall k encloses, if it is a file of triangles. */
struct enclosed *segments_file(const struct segments_found *f, size_t k, size_t j);

/* The pieces of shape j, in space, of the wall. */
int facets_add_shape(struct segments_found *f, size_t j);

#endif
