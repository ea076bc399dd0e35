/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_FILLED_H
#define GEOMETRY_FILLED_H
/* What shapes have been filled with, and what there is to say of it before a run. */
#include "geometry/particles.h"
#include "geometry/runs.h"
#include "geometry/shape.h"

/* A body: its sites, and where its particles stand if not there. */
struct filled {
  struct runs sites;
  struct points points;
};

/* Thin walls, leaks, water that is cut off, of the bodies of all walls, then all fluids. */
int filled_look(struct particles *p, const struct amphi_case *c, const struct lattice *l,
                const struct filled *bodies);

#endif
