/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_RESULTS_DEVIATION_H
#define WCSPH_RESULTS_DEVIATION_H
/* Deviation of a run from another one of the same case at the same step. */
#include "wcsph/evolution.h"

/* The particles of a moment, kept for comparison with another run. */
struct wcsph_record {
  uint32_t count;
  struct position *pos; /* [count] in the order of ids */
  struct vec4 *vel;
  uint64_t *id;
};
int wcsph_record_take(struct wcsph_record *m, struct wcsph_run *r);
void wcsph_record_free(struct wcsph_record *m);

/* Root mean square over all particles of both, each over its own scale: distance over the particle spacing,
 * difference of velocity over the speed of sound, of density over the rest density. Positions are compared as
 * integers, so a particle that has crossed a periodic box in one of the runs alone is at the same place in
 * both. */
struct wcsph_deviation {
  double position, velocity, density;
  uint32_t unmatched; /* particles that only one of them has */
};
int wcsph_deviation_find(struct wcsph_deviation *d, const struct wcsph_record *m, struct wcsph_run *r);

/* The largest of the three; infinite if particles are unmatched. */
double wcsph_deviation_largest(const struct wcsph_deviation *d);

#endif
