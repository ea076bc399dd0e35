/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_BUOYANCY_H
#define WCSPH_SWEEPS_BUOYANCY_H
/* Buoyancy (Boussinesq 1903): -expansion (T - reference) g, into the fluid's `rate`. */
#include "wcsph/sweeps/sweep.h"

enum {
  buoyancy_OVER = OVER_FLUID,
  buoyancy_READS = BUFFER_HEAT,
  buoyancy_WRITES = BUFFER_RATE,
  buoyancy_SUMS = 0,
};

SWEEP_INLINE void buoyancy_act(const struct wcsph_law *law, const struct sweep_given *given,
                               struct sweep_row *row, real_t terms[]) {
  const real_t share = law->heat.expansion * (row->heat[0] - law->heat.reference);
  (void)given, (void)terms;
  for (int a = 0; a < 3; a++) row->rate[a] = row->rate[a] - share * law->gravity[a];
}

#endif
