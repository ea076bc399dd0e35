/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_SAMPLED_H
#define WCSPH_PASSES_SAMPLED_H
/* passes/sample.h where there are several phases, whose pressure and density stand in `damping`
 * (models/phase.h). */
#include "wcsph/passes/sample.h"

enum {
  sampled_READS = sample_READS,
  sampled_ROWS = 1,
  sampled_ROWS_FROM = BUFFER_INDEX_DAMPING,
  sampled_MEETS = sample_MEETS,
  sampled_SUMS = sample_SUMS,
  sampled_EXCHANGED = sample_EXCHANGED,
  sampled_IN_H = sample_IN_H,
  sampled_FINDS = sample_FINDS,
  sampled_CHECKED = sample_CHECKED,
  sampled_SELF = sample_SELF,
  sampled_WRITES = sample_WRITES,
  sampled_WRITTEN = sample_WRITTEN,
  sampled_ADDS = sample_ADDS,
};

#define sampled_measure sample_measure
#define sampled_quanta  sample_quanta
#define sampled_finish  sample_finish

PASS_INLINE void sampled_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                              const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                              const real_t *row_j, struct pass_terms *terms) {
  (void)i, (void)row_i;
  const real_t light = lane_max(row_j[1], lane_set(1.0f)); /* of walls 0, whose mass counts for nothing */
  sample_take(law, kind, gap, j, row_j[3] + law->background, 1.0f / light, terms);
}

#endif
