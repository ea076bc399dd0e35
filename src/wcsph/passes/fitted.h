/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_FITTED_H
#define WCSPH_PASSES_FITTED_H
/* passes/fit.h where there are several phases, whose pressure stands in `damping` (models/phase.h). */
#include "wcsph/passes/fit.h"

enum {
  fitted_READS = fit_READS,
  fitted_ROWS = 1,
  fitted_ROWS_FROM = BUFFER_INDEX_DAMPING,
  fitted_MEETS = fit_MEETS,
  fitted_SUMS = fit_SUMS,
  fitted_EXCHANGED = fit_EXCHANGED,
  fitted_IN_H = fit_IN_H,
  fitted_FINDS = fit_FINDS,
  fitted_CHECKED = fit_CHECKED,
  fitted_SELF = fit_SELF,
  fitted_WRITES = fit_WRITES,
  fitted_WRITTEN = fit_WRITTEN,
  fitted_ADDS = fit_ADDS,
};

#define fitted_IN_PLANE fit_IN_PLANE
#define fitted_measure  fit_measure
#define fitted_quanta   fit_quanta
#define fitted_finish   fit_finish

PASS_INLINE void fitted_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)i, (void)row_i;
  fit_take(law, gap, j, row_j[3] + law->background, terms);
}

#endif
