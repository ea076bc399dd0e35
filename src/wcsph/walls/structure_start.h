/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_STRUCTURE_START_H
#define WCSPH_WALLS_STRUCTURE_START_H
/* What the host has of structures, made at the start (structure_start.c). */
#include "wcsph/walls/structure.h"

/* Numbers of the particles of a wall; none where it does not bend. */
struct bent_wall {
  uint32_t first, end;
};

struct bending {
  struct structures all; /* in the host's memory */
  struct bent_wall *walls;
  double (*place)[3]; /* [count] where particles began, m */
  double volume;      /* of a particle, m^3; in 2-D m^2 */
  double longest;     /* s: sub-step that all bear */
  double time;        /* s: for which the rows stand */
};

void bending_free(struct bending *b);

#endif
