/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_CARRIED_H
#define WCSPH_SWEEPS_CARRIED_H
/* Velocity and density of fluid that is shifted by value[0], m^2, times its gradient (passes/carry.h); both
 * of the two time levels of Verlet. */
#include "wcsph/sweeps/sweep.h"

enum {
  carried_OVER = OVER_FLUID,
  carried_READS = BUFFER_CARRIED,
  carried_WRITES = BUFFER_VELOCITY | BUFFER_SAVED_VELOCITY,
  carried_SUMS = 0,
};

SWEEP_INLINE void carried_act(const struct wcsph_law *law, const struct sweep_given *given,
                              struct sweep_row *row, real_t terms[]) {
  const float reach = given->value[0];
  (void)terms;
  for (int k = 0; k < 4; k++) {
    row->vel[k] = row->vel[k] + reach * row->carried[k];
    if (!law->keeps_rate) row->saved_vel[k] = row->saved_vel[k] + reach * row->carried[k];
  }
  row->vel[3] = lane_max(row->vel[3], lane_set(law->lowest_d));
  if (!law->keeps_rate) row->saved_vel[3] = lane_max(row->saved_vel[3], lane_set(law->lowest_d));
}

#endif
