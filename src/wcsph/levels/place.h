/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_PLACE_H
#define WCSPH_LEVELS_PLACE_H
/* Where a place is with respect to a level's box and rings. */
#include <math.h>

#include "wcsph/levels/region.h"

/* What fluid at a place is to the level: its own; part of the ring around its box, or of the ring in a finer
 * box, in which the neighbour level sets velocity and density; or beyond one of these rings, where it is
 * removed. */
enum whose { LEVELS_OWN, OF_AROUND, OF_FINER, BEYOND_RING, BEYOND_INNER_RING };

static inline bool box_holds(const double low[3], const double high[3], double grown, const double x[3]) {
  bool in = true;
  for (int a = 0; a < 3; a++) in = in && x[a] >= low[a] - grown && x[a] <= high[a] + grown;
  return in;
}

/* *finer: for OF_FINER and BEYOND_INNER_RING the index in g->finer. */
static inline enum whose region_whose(const struct region *g, const double x[3], int *finer) {
  const struct resolved *l = &g->level;
  for (size_t k = 0; k < g->finer_count; k++) {
    const struct resolved *f = &g->finer[k];
    *finer = (int)k;
    if (box_holds(f->low, f->high, -f->inner, x)) return BEYOND_INNER_RING;
    if (box_holds(f->low, f->high, 0.0, x)) return OF_FINER;
  }
  if (box_holds(l->low, l->high, 0.0, x)) return LEVELS_OWN;
  return box_holds(l->low, l->high, l->ring, x) ? OF_AROUND : BEYOND_RING;
}

#endif
