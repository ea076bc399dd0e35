/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_SOLID_H
#define GEOMETRY_SOLID_H
/* Convex bodies on the lattice, in units of dp with site i at i: each cuts a row of sites along x
 * in one interval. */
#include "geometry/shape.h"

struct interval {
  double low, high; /* closed; empty where low > high */
};

struct solid {
  enum { SOLID_BOX, SOLID_BALL, SOLID_CYLINDER, SOLID_CAPSULE, SOLID_SLAB } kind;
  double centre[3];       /* ball; cylinder and capsule: one end; slab: a point of its surface */
  double axis[3], length; /* cylinder, capsule: unit vector to the other end; slab: normal and depth */
  double radius;
  int64_t first[3], end[3]; /* no site outside first <= i < end is covered */
};

/* Sites between low and high that may hold particles: along periodic axes those in the domain, in
 * all directions those whose number fits a run. */
struct interval lattice_clip(const struct lattice *l, int axis, double low, double high);

/* The box, its faces moved outwards by `layers`, except the `open` ones. */
struct solid solid_box(const struct lattice *l, const double low[3], const double high[3], int layers,
                       unsigned open);
struct solid solid_ball(const struct lattice *l, const double centre[3], double radius);
/* The cylinder, each end moved outwards by `extra`; empty if base and top are the same. */
struct solid solid_cylinder(const struct lattice *l, const double base[3], const double top[3], double radius,
                            double extra);
/* All points within `radius` of a segment. */
struct solid solid_capsule(const struct lattice *l, const double p[3], const double q[3], double radius);
/* What is at most `depth` behind the plane, in the domain grown by `margin` sites. */
struct solid solid_slab(const struct lattice *l, const double point[3], const double normal[3], double depth,
                        int margin);

/* The part of the row at y, z that the solid covers. */
struct interval solid_row(const struct solid *s, double y, double z);

/* About how many sites a solid (but no capsule) covers, without filling it. */
double solid_volume(const struct solid *s, const struct lattice *l);

#endif
