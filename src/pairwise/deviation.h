/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_DEVIATION_H
#define PAIRWISE_DEVIATION_H
/* How far a run is from another at a moment. */
#include "pairwise/evolution.h"

struct pairwise_record {
  uint32_t count;
  struct position *pos; /* by id */
  struct wide4 *vel;
};

int pairwise_record_take(struct pairwise_record *m, struct pairwise_run *r);
void pairwise_record_free(struct pairwise_record *m);

/* The larger of the root mean squares of distances, over the cutoff, and of differences of velocities, over
 * the speed that a particle has with an energy of 1 J. */
int pairwise_deviation_find(double *largest, const struct pairwise_record *m, struct pairwise_run *r);

#endif
