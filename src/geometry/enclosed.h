/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_ENCLOSED_H
#define GEOMETRY_ENCLOSED_H
/* Whether a surface from a file encloses a place that is no site. */
#include "geometry/mesh.h"

struct enclosed {
  struct lattice lattice;
  struct mesh mesh;
  struct planes planes; /* facets near planes of sites across z */
};

/* STATUS_USAGE as mesh_make. The caller frees, also after a failure. */
int enclosed_make(struct enclosed *e, const struct scene *c, const struct shape *s);
void enclosed_free(struct enclosed *e);

/* Whether x, m, is inside; what is nearer to the surface than a thousandth of a spacing may be either. */
bool enclosed_holds(const struct enclosed *e, const double x[3]);

#endif
