/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_PHASE_HEAT_H
#define WCSPH_SWEEPS_PHASE_HEAT_H
/* What passes/conduct_phases.h and phase_buoyancy.h have to know of a particle of one of several phases.
 * Given: the phase's number, its conductivity over the material's, the material's heat capacity of a volume
 * over its own, its expansion, 1/K. Writes them into `warming`, behind dT/dt. */
#include "wcsph/sweeps/sweep.h"

enum {
  phase_heat_OVER = OVER_FLUID,
  phase_heat_READS = BUFFER_PHASE,
  phase_heat_WRITES = BUFFER_WARMING,
  phase_heat_SUMS = 0,
};

SWEEP_INLINE void phase_heat_act(const struct wcsph_law *law, const struct sweep_given *given,
                                 struct sweep_row *row, real_t terms[]) {
  const float *v = given->value;
  const mask_t mine = row->phase[2] == v[0];
  (void)law, (void)terms;
  for (int k = 1; k < 4; k++) row->warming[k] = lane_select(mine, lane_set(v[k]), row->warming[k]);
}

#endif
