/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_PASSES_FORCES_H
#define PAIRWISE_PASSES_FORCES_H
/* The forces on all particles, N: pairwise/models/pair.h. */
#include "pairwise/passes/pass.h"

enum {
  forces_READS = READS_POSITION,
  forces_ROWS = 0,
  forces_MEETS = FLUID_FROM_FLUID,
  forces_SUMS = 3,
  forces_EXCHANGED = 3,
  forces_FINDS = 0,
  forces_CHECKED = 1,
  forces_SELF = 0,
};

PASS_INLINE struct pairwise_gap forces_measure(const struct pairwise_law *law, real_t dx, real_t dy,
                                               real_t dz, const struct pairwise_side *i,
                                               const struct pairwise_side *j) {
  (void)i, (void)j;
  return pairwise_measure(law, dx, dy, dz);
}

PASS_INLINE void forces_pair(const struct pairwise_law *law, enum pair_kind kind,
                             const struct pairwise_gap *gap, const struct pairwise_side *i,
                             const struct pairwise_side *j, const real_t *row_i, const real_t *row_j,
                             struct pass_terms *terms) {
  (void)kind, (void)i, (void)j, (void)row_i, (void)row_j;
  terms->i[0] = sum_term(gap->force * gap->dx, PAIRWISE_FORCE_SCALE, law->summation);
  terms->i[1] = sum_term(gap->force * gap->dy, PAIRWISE_FORCE_SCALE, law->summation);
  terms->i[2] = sum_term(gap->force * gap->dz, PAIRWISE_FORCE_SCALE, law->summation);
  terms->most = lane_set(0.0f);
}

#endif
