/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_FACE_H
#define GEOMETRY_FACE_H
/* Flat faces of shapes across an axis: where the case has them, and where the lattice does. Particles stand
 * for whole cubes of side dp, so a face that is no multiple of dp from domain.low is built at one that is. */
#include "case/gauge.h"
#include "geometry/shape.h"

struct flat_face {
  int axis;               /* across which it lies; -1: none, it is oblique or left out */
  int side;               /* -1, 1: the shape lies above, below it along the axis */
  double asked, built;    /* m */
  double low[3], high[3]; /* m, of the face as asked */
};

/* How many there may be, and one of them. Round surfaces have none. */
size_t face_count(const struct shape *s, int dimensions);
struct flat_face face_get(const struct shape *s, const struct lattice *l, size_t index);

/* Whether it is built elsewhere than asked, beyond what ten digits of input are off by. */
bool face_is_moved(const struct flat_face *f, const struct lattice *l);

/* Move a place that lies on faces of the body, as asked, to where these are built. False, and nothing moved,
 * if it lies on none. */
bool face_place(const struct body *b, const struct lattice *l, double place[3]);

/* Where a gauge stands, m: `at`, or, of one `on` a wall, where the faces of the wall on which `at` lies are
 * built. False if it lies on none of them. */
bool gauge_place(const struct scene *c, const struct gauge *g, double place[3]);

/* Across which axis the face lies on which a gauge stands; -1: it stands on none. */
int gauge_face_axis(const struct scene *c, const struct gauge *g);

#endif
