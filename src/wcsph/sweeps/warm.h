/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_WARM_H
#define WCSPH_SWEEPS_WARM_H
/* A stage of the integrator for temperature (wcsph/fluids/heat.h), compensated: T' = T + value[0] dT/dt, T
 * the saved one if value[1] is not 0; value[2]: T is saved before. */
#include "wcsph/sweeps/sweep.h"

enum {
  warm_OVER = OVER_FLUID,
  warm_READS = BUFFER_WARMING,
  warm_WRITES = BUFFER_HEAT,
  warm_SUMS = 0,
};

SWEEP_INLINE void warm_act(const struct wcsph_law *law, const struct sweep_given *given,
                           struct sweep_row *row, real_t terms[]) {
  const bool from_saved = given->value[1] != 0.0f, saves = given->value[2] != 0.0f;
  real_t t = from_saved ? row->heat[2] : row->heat[0], rest = from_saved ? row->heat[3] : row->heat[1];
  (void)law, (void)terms;
  if (saves) row->heat[2] = row->heat[0], row->heat[3] = row->heat[1];
  SUM_COMPENSATED(t, rest, given->value[0] * row->warming[0]);
  row->heat[0] = t, row->heat[1] = rest;
}

#endif
