/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_PHASE_BUOYANCY_H
#define WCSPH_SWEEPS_PHASE_BUOYANCY_H
/* As buoyancy.h, where phases expand each in its own way (phase_heat.h). */
#include "wcsph/sweeps/sweep.h"

enum {
  phase_buoyancy_OVER = OVER_FLUID,
  phase_buoyancy_READS = BUFFER_HEAT | BUFFER_WARMING,
  phase_buoyancy_WRITES = BUFFER_RATE,
  phase_buoyancy_SUMS = 0,
};

SWEEP_INLINE void phase_buoyancy_act(const struct wcsph_law *law, const struct sweep_given *given,
                                     struct sweep_row *row, real_t terms[]) {
  const real_t share = row->warming[3] * (row->heat[0] - law->heat.reference);
  (void)given, (void)terms;
  for (int a = 0; a < 3; a++) row->rate[a] = row->rate[a] - share * law->gravity[a];
}

#endif
