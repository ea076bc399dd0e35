/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_OUTLINE_H
#define GEOMETRY_OUTLINE_H
/* The surfaces of walls, to be shown: of a wall that files of triangles fill, those triangles; of others the
 * faces of the cubes around its particles, in two triangles each (in 2-D the sides of squares). */
#include "geometry/particles.h"

struct outline {
  int corners; /* of a face: 3, in 2-D 2 */
  size_t points, faces;
  double (*point)[3]; /* m, at the start */
  uint16_t *owner;    /* [points] the wall */
  uint32_t *corner;   /* [faces * corners] anticlockwise seen from outside */
  uint16_t *wall;     /* [faces] */
  size_t point_room, face_room;
};

/* Those of the wanted walls, one after the other. The caller frees, also after a failure. */
int outline_make(struct outline *o, const struct scene *c, const struct particles *p, const bool *wanted);
void outline_free(struct outline *o);

#endif
