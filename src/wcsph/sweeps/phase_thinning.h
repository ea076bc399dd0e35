/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_PHASE_THINNING_H
#define WCSPH_SWEEPS_PHASE_THINNING_H
/* As warm_viscosity.h, of one of several phases: what phase_viscosity.h has found times exp(-thinning (T -
 * reference)). Given: the phase's number and its thinning, 1/K. Writes `phase` and `flow`. */
#include "lane/elementary.h"
#include "wcsph/sweeps/sweep.h"

enum {
  phase_thinning_OVER = OVER_FLUID,
  phase_thinning_READS = BUFFER_HEAT,
  phase_thinning_WRITES = BUFFER_FLOW | BUFFER_PHASE,
  phase_thinning_SUMS = 0,
};

SWEEP_INLINE void phase_thinning_act(const struct wcsph_law *law, const struct sweep_given *given,
                                     struct sweep_row *row, real_t terms[]) {
  const float *v = given->value;
  const real_t warm = real_exp(v[1] * (law->heat.reference - row->heat[0]));
  const real_t factor = lane_select(row->phase[2] == v[0], warm, lane_set(1.0f));
  (void)terms;
  row->phase[1] = row->phase[1] * factor;
  row->flow[1] = row->flow[1] * factor;
}

#endif
