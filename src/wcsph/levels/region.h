/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_REGION_H
#define WCSPH_LEVELS_REGION_H
/* Where a run's particles are, if it is one level of several spacings: in its box, in a ring around that, and
 * in rings inside the boxes of finer levels. In rings velocity and density are those of the neighbour level.
 * Lengths in m; corners are infinite where the box goes to the domain's face. */
#include <stdbool.h>
#include <stddef.h>

#include "case/resolution.h"

struct region {
  bool given;             /* else there is one level, and the domain is all that counts */
  unsigned open;          /* faces through which fluid may leave: the domain's, and those of the ring */
  double low[3], high[3]; /* of the box with its ring, in the domain */
  double sound;           /* m/s: of all levels */
  struct resolved level;  /* the box itself */
  struct resolved finer[REFINEMENTS_MOST]; /* levels in it */
  size_t finer_count;
};

#endif
