/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_PASSAGE_H
#define GEOMETRY_PASSAGE_H
/* Where fluid that fills all between walls has the least room on its way: what comes in through open
 * boundaries, or is pushed by a wall, goes through there. */
#include "geometry/runs.h"
#include "geometry/shape.h"

struct amphi_case;
struct filled;

struct passage {
  double speed;   /* m/s, the mean at the narrowest place; 0: nothing comes in nor is pushed */
  double area;    /* of that place, m^2, in 2-D m */
  const char *by; /* the name of the wall or the first open boundary; the case's */
};

/* Places are the sets of fluid sites that are as many steps from where it comes: in a bent or branching
 * channel a little wider than the narrowest section. `fluid`: the sites of all fluids. STATUS_FAILED without
 * memory. */
int passage_find(struct passage *p, const struct amphi_case *c, const struct lattice *l,
                 const struct filled *bodies, const struct runs *fluid);

#endif
