/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_MESH_H
#define GEOMETRY_MESH_H
/* A closed surface on the lattice. Its corners are whole numbers of MESH_UNITS a spacing, so that all that
 * follows is decided exactly, and the same on every machine: which row it crosses, between which sites, on
 * which side.
 *
 * As with boxes, a site on the surface belongs to what lies above it along each axis. */
#include "geometry/runs.h"
#include "geometry/shape.h"
#include "shape/surface.h"

/* A thousandth of a spacing: more than coordinates in single precision are off by, no more than a flow feels.
 */
enum { MESH_UNITS = 1024 };

struct mesh {
  int64_t (*vertex)[3]; /* site i is at MESH_UNITS * i */
  uint32_t (*facet)[3]; /* without those whose corners came together */
  uint32_t *face;       /* number of the file's face, for messages */
  size_t vertices, facets;
  int64_t low[3], high[3]; /* of the vertices */
  double volume;           /* spacings^3 */
  int side;                /* 1; -1 where all facets have their back outside */
};

/* How the file's coordinates become those of the case: scaled, turned about x, y and z, moved. */
struct placement {
  double scale, turn[3]; /* degrees */
  double move[3];        /* m */
};

struct placement shape_placement(const struct shape *s);

/* The surface, with corners joined that come to one place. STATUS_USAGE, with the facet and where it is in
 * the case, if it reaches too far, is not closed, has facets that are turned over, or encloses nothing. The
 * caller frees, also after a failure. */
int mesh_make(struct mesh *m, const struct surface *s, const struct placement *p, const struct lattice *l);
void mesh_free(struct mesh *m);

/* The sites inside. STATUS_USAGE with facet and place if parts of the surface overlap. */
int mesh_inside(struct runs *out, const struct mesh *m, const struct lattice *l);

/* STATUS_USAGE with facets and place where it encloses a layer thinner than a spacing: where a line along an
 * axis goes in and out again through facets that are opposite to within 15 degrees. */
int mesh_check_thickness(const struct mesh *m, const struct lattice *l);

/* The sites outside of the surface, or inside, and no farther from it than `layers` spacings; `inside` are
 * those inside.
 */
int mesh_shell(struct runs *out, const struct mesh *m, const struct runs *inside, const struct lattice *l,
               int layers, bool outside);

/* A place of the mesh in the case, m. */
void mesh_place(double x[3], const struct lattice *l, const int64_t v[3]);

/* What one line of sites along `axis` meets; `row` and `plane` are the sites' numbers along the next two
 * axes. */
struct crossing {
  int32_t row, site; /* the first site above the surface */
  double at;         /* exactly, or nearly so, in units */
  uint32_t facet;
  int sign; /* of a surface whose side is 1: 1 goes in, -1 out */
};

struct crossings {
  struct crossing *items;
  size_t count, capacity;
};

/* For planes of sites across an axis: which facets each meets. */
struct planes {
  int axis[3]; /* along the lines, from line to line, from plane to plane */
  int64_t first, count;
  size_t *begin; /* [count + 1] into facets */
  uint32_t *facets;
};

/* The facets within `margin` units of each plane; those that cross it for margin 0. */
int planes_make(struct planes *p, const struct mesh *m, int axis, int64_t margin);
void planes_free(struct planes *p);

/* Crossings of plane `k`, sorted by row and place; false without memory. */
bool planes_cross(struct crossings *out, const struct planes *p, const struct mesh *m, int64_t k);

/* a / b rounded up, for b > 0. */
static inline int64_t ceil_units(int64_t a) {
  return a >= 0 ? (a + MESH_UNITS - 1) / MESH_UNITS : -(-a / MESH_UNITS);
}

#endif
