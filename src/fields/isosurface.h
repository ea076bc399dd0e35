/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FIELDS_ISOSURFACE_H
#define FIELDS_ISOSURFACE_H
/* Where a lattice has a value, as closed surfaces of triangles: marching tetrahedra, six to a cell of the
 * grid (Kuhn's division, in which neighbours agree), so that each edge has exactly two triangles. */
#include "fields/lattice.h"

struct isosurface {
  size_t vertices, triangles;
  double (*at)[3];       /* [vertices] m */
  float (*normal)[3];    /* [vertices] outwards, of length 1 */
  uint32_t (*corner)[3]; /* [triangles] anticlockwise seen from outside */
  double level;          /* the value */
  double volume;         /* m^3, inside */
};

/* The level at which what is inside has the volume, m^3, to 1e-4 of it. */
double isosurface_find_level(const struct lattice *l, double volume);

/* STATUS_FAILED without memory, STATUS_USAGE for more than 2^31 vertices. The caller frees, also after a
 * failure. */
int isosurface_make(struct isosurface *s, const struct lattice *l, double level);
void isosurface_free(struct isosurface *s);

#endif
