/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_WARM_VISCOSITY_H
#define WCSPH_SWEEPS_WARM_VISCOSITY_H
/* Viscosity that falls with temperature (Reynolds 1886): what sweeps/shear_viscosity.h has found times
 * exp(-thinning (T - reference)). Writes `flow`. */
#include "lane/elementary.h"
#include "wcsph/sweeps/sweep.h"

enum {
  warm_viscosity_OVER = OVER_FLUID,
  warm_viscosity_READS = BUFFER_HEAT,
  warm_viscosity_WRITES = BUFFER_FLOW,
  warm_viscosity_SUMS = 0,
};

SWEEP_INLINE void warm_viscosity_act(const struct wcsph_law *law, const struct sweep_given *given,
                                     struct sweep_row *row, real_t terms[]) {
  (void)given, (void)terms;
  row->flow[1] = row->flow[1] * real_exp(law->heat.thinning * (law->heat.reference - row->heat[0]));
  row->flow[2] = lane_sqrt(row->flow[1]);
}

#endif
