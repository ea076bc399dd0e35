/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_THIN_H
#define GEOMETRY_THIN_H
/* Where a set of sites is thinner than what is computed with it needs. */
#include "geometry/runs.h"
#include "geometry/shape.h"

struct amphi_case;

/* The columns along an axis that are shorter than `needed`, both ends of which are free, one of them in the
 * domain, and that are no rim: what stands beside them goes on on all sides. */
struct thin {
  int layers;   /* of the thinnest; 0: none is too thin */
  size_t count; /* columns that are too thin */
  double at[3]; /* m, in the first of the thinnest */
  int32_t site[3];
};

/* Only columns of which the wanted set has the first site count. STATUS_FAILED without memory. */
int thin_find(struct thin *thin, const struct lattice *l, const struct runs *all, const struct runs *wanted,
              int needed);

/* How many layers of particles a wall of the case's model needs where fluid is beside it; 1: any wall will
 * do. */
int thin_needed(const struct amphi_case *c);

/* A line more in `note` for a wall of too few layers, and for a body that is thinner than it should be. */
int thin_say(char **note, const struct amphi_case *c, const struct lattice *l, const struct body *wall,
             const struct runs *walls, const struct runs *own);

#endif
