/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_ENERGY_H
#define PAIRWISE_ENERGY_H
/* What all pairs add up to, in double precision. */
#include "pairwise/evolution.h"

struct pairwise_totals {
  double potential; /* J */
  double virial;    /* J, the sum of r.F over pairs: -r dU/dr */
  double kinetic;   /* J */
  double momentum;  /* kg m/s, the largest component */
  uint64_t pairs;   /* nearer than the cutoff, each once */
};

/* Of positions as a source has them: potential, virial and pairs. Terms are added as whole numbers of 2^-40
 * J, so the sums do not depend on any order; infinite where one is beyond 2^80 J. */
int pairwise_configuration_totals(struct pairwise_totals *t, const struct pairwise_settings *c,
                                  const struct pairwise_source *s);

/* Of the run now. */
int pairwise_run_totals(struct pairwise_run *r, struct pairwise_totals *t);

#endif
