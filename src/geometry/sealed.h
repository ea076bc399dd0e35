/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_SEALED_H
#define GEOMETRY_SEALED_H
/* Fluid that walls cut off from the rest: under a beach, in a hollow body. What is free of walls falls into
 * parts of which no site of one is beside a site of another. */
#include "geometry/runs.h"
#include "geometry/shape.h"

struct sealed_stretch; /* sites of a row between walls */

struct sealed {
  uint64_t sites;               /* of fluid beside those of the part that has the most; 0: none is cut off */
  double at[3];                 /* m, of the first of them */
  int parts;                    /* that have fluid */
  struct sealed_stretch *items; /* until it is freed; NULL: there is nothing to tell */
  size_t count;
};

/* The parts; then the fluids, one after the other; then the judgement. STATUS_FAILED without memory. */
int sealed_find(struct sealed *s, const struct lattice *l, const struct runs *walls);
void sealed_add(struct sealed *s, const struct runs *fluid);
void sealed_judge(struct sealed *s, const struct lattice *l);

/* Once it is judged: whether a site is of a part that has fluid. */
bool sealed_has_fluid(const struct sealed *s, const int32_t site[3]);

/* Likewise: all sites of parts that have fluid, behind what `reach` has. STATUS_FAILED without memory. */
int sealed_reach(const struct sealed *s, struct runs *reach);

void sealed_free(struct sealed *s);

#endif
