/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_CONFINED_H
#define GEOMETRY_CONFINED_H
/* Whether fluid has a free surface. It has none where all sites beside it have fluid, walls or what stands
 * behind open boundaries, and where it cannot get to an empty site, nor gain room, while walls move. */
#include "geometry/filled.h"
#include "geometry/shape.h"

struct confined {
  bool surrounded;    /* as it is built, no site beside fluid is empty */
  bool room;          /* but walls that move let it get to an empty one, or leave it more room */
  struct runs fluid;  /* of all fluids */
  struct runs filled; /* what is not empty */
  uint64_t reach;     /* sites that the fluid can get to, as all is built */
};

/* As it is built; `walls` has all walls and what stands behind open boundaries. STATUS_FAILED without memory.
 */
int confined_find(struct confined *f, const struct amphi_case *c, const struct lattice *l,
                  const struct filled *bodies, const struct runs *walls);

/* Once more, with walls where they are at a time; first with those at the start. `bounds` has walls whose way
 * is known, none that turn, float or bend, and what stands behind open boundaries; `swept`: where walls have
 * pushed fluid away. A domain of too many rows to look at has room where any of its sites is empty. */
int confined_look(struct confined *f, const struct amphi_case *c, const struct lattice *l,
                  const struct runs *bounds, const struct runs *swept);

void confined_free(struct confined *f);

#endif
