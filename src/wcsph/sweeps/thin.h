/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_THIN_H
#define WCSPH_SWEEPS_THIN_H
/* Viscosity that falls with temperature (Reynolds 1886): what sweeps/apparent.h has found times
 * exp(-thinning (T - reference)). Writes `flow`. */
#include "lane/elementary.h"
#include "wcsph/sweeps/sweep.h"

enum {
  thin_OVER = OVER_FLUID,
  thin_READS = BUFFER_HEAT,
  thin_WRITES = BUFFER_FLOW,
  thin_SUMS = 0,
};

SWEEP_INLINE void thin_act(const struct wcsph_law *law, const struct sweep_given *given,
                           struct sweep_row *row, real_t terms[]) {
  (void)given, (void)terms;
  row->flow[1] = row->flow[1] * real_exp(law->heat.thinning * (law->heat.reference - row->heat[0]));
  row->flow[2] = lane_sqrt(row->flow[1]);
}

#endif
