/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_RESULTS_FIGURES_H
#define WCSPH_RESULTS_FIGURES_H
/* The speed of a run, and how near it is to what the machine can do. */
#include "wcsph/evolution.h"

struct figures {
  uint64_t particles;
  double step;         /* s */
  double interactions; /* 1/s, both directions */
  double bytes;        /* a particle: what there is */
  double moved;   /* a particle and step: what goes to memory and comes from it at least, in bytes; NaN: not
                     counted */
  double builds;  /* share of the time */
  double every;   /* steps from one list to the next; 0: none was built */
  double inside;  /* of the pairs whose distance is found, those inside the support; NaN: not counted */
  double full;    /* of the lanes, those with such a pair */
  double peak;    /* 1/s: interactions that the pair loop does with all its data in the first cache, all lanes
                     full, every pair inside the support; NaN: not measured */
  double of_peak; /* what share of that the force pass does */
  double of_memory; /* what share of the bandwidth `moved` is */
};

/* Bytes a particle of the state and the backend. */
double figures_bytes(const struct wcsph_run *r);

/* Bytes a particle that an advance moves if it reads and writes all buffers once, of which the listed
 * positions are read alone. */
double figures_advance_bytes(const struct wcsph_run *r);

/* Measure `steps` steps. bandwidth: of the memory, B/s; NaN: unknown. */
int figures_measure(struct figures *f, struct wcsph_run *r, uint64_t steps, double bandwidth);

#endif
