/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_FACED_H
#define WCSPH_PASSES_FACED_H
/* As bounded.h, in space: what walls' facets (models/facet.h) do to fluid. */
#include "wcsph/models/facet.h"
#include "wcsph/passes/bounded.h"

enum {
  faced_READS = READS_TERM,
  faced_ROWS = 2, /* along and taper; across */
  faced_ROWS_FROM = BUFFER_INDEX_SEGMENT,
  faced_MEETS = FLUID_FROM_WALLS | WALLS_FROM_FLUID,
  faced_SUMS = bounded_SUMS,
  faced_EXCHANGED = 3,
  faced_IN_H = 1,
  faced_FINDS = 1,
  faced_CHECKED = 1,
  faced_SELF = 0,
  faced_WRITES = BUFFER_INDEX_RATE,
  faced_WRITTEN = 1,
  faced_ADDS = 1,
};

PASS_INLINE struct pair_gap faced_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                          const struct pair_side *i, const struct pair_side *j) {
  return bounded_measure(law, dx, dy, dz, i, j);
}

PASS_INLINE void faced_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                            const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                            const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)row_i;
  const struct facet facet = {
      .along = {row_j[0], row_j[1], row_j[2]}, .across = {row_j[4], row_j[5], row_j[6]}, .taper = row_j[3]};
  real_t n[3];
  const real_t quarter = facet_normal(&facet, n);
  const struct segment_part part = facet_seen(&facet, n, quarter, gap->dx, gap->dy, gap->dz);
  bounded_act(law, gap, i, j, &part, n, lane_sqrt(quarter), terms);
}

PASS_INLINE float faced_quanta(const struct wcsph_law *law, int k) {
  return bounded_quanta(law, k);
}

PASS_INLINE real_t faced_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                const real_t sums[], real_t out[]) {
  return bounded_finish(law, fluid, me, sums, out);
}

#endif
