/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FIELDS_LATTICE_H
#define FIELDS_LATTICE_H
/* How much of the space around a point is fluid: the kernel summed over the particles, 1 well inside and 0
 * far outside, on a regular grid in 3-D that is kept in blocks, where it is not 0. */
#include "fields/cloud.h"

enum { BLOCK_CELLS = 8, BLOCK_NODES = BLOCK_CELLS + 1 };

/* A cube of cells; nodes on its faces are those of its neighbours too, with the same bits. */
struct block {
  uint64_t key;                                       /* its cell of the cloud (fields/cloud.h) */
  float least, most;                                  /* of the values */
  float value[BLOCK_NODES][BLOCK_NODES][BLOCK_NODES]; /* [z][y][x] */
};

struct lattice {
  double spacing; /* m, between nodes; one is at the origin */
  size_t count;
  uint64_t *key;        /* [count] ascending */
  struct block *blocks; /* in the same order */
};

/* Of particles of the volume `volume`, m^3, and the kernel's `radius`, m, times their scale; the cells of the
 * cloud are BLOCK_CELLS spacings long, and no shorter than the radius. The caller frees, also after a
 * failure. */
int lattice_make(struct lattice *l, const struct cloud *cloud, double spacing, double radius, double volume);
void lattice_free(struct lattice *l);

#endif
