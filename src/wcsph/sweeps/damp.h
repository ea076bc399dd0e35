/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_DAMP_H
#define WCSPH_SWEEPS_DAMP_H
/* The pressure of the acoustic damper (Sun et al. 2023), zeta rho0 e, e = (drho/dt)/rho0 as the last force
 * pass found it, zeta = strength h c0; or of cleaning (Fourtakas et al. 2025), psi with dpsi/dt = c^2 rho0 e
 * - psi/tau,   c = strength c0 min(10 |u|/c0, 1),   tau = h/(strength c0), dt = value[0], s, the second term
 * taken at the end of the step. Walls have the fluid's (passes/damped.h), or where they are dynamic the one
 * of their own density. */
#include "wcsph/sweeps/sweep.h"

enum {
  damp_OVER = OVER_FLUID | OVER_WALLS,
  damp_READS = BUFFER_RATE | BUFFER_VELOCITY,
  damp_WRITES = BUFFER_DAMPING,
  damp_SUMS = 0,
};

SWEEP_INLINE void damp_act(const struct wcsph_law *law, const struct sweep_given *given,
                           struct sweep_row *row, real_t terms[]) {
  const float fast = law->cleaning, dt = given->value[0];
  const real_t *u = row->vel, e = row->rate[3];
  (void)terms;
  if (fast > 0.0f) {
    const real_t speed2 = (u[0] * u[0] + u[1] * u[1]) + u[2] * u[2];
    const real_t share = lane_min((100.0f / (law->c0 * law->c0)) * speed2, lane_set(1.0f));
    const real_t gain = (fast * fast * law->rho0 * dt) * (share * e);
    row->damping[3] = (row->damping[3] + gain) / (1.0f + dt * fast * law->inv_h);
  } else {
    row->damping[3] = law->damper * e;
  }
}

#endif
