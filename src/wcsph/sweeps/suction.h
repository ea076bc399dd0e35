/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_SUCTION_H
#define WCSPH_SWEEPS_SUCTION_H
/* Tension without clumping (Sun, Colagrossi, Marrone, Antuono & Zhang 2018, Comput. Phys. Commun. 224,
 * 63-80): where its pressure is negative, a particle feels p_j - p_i instead of p_j + p_i. The difference,
 * 2 p_i / rho0 times the gradient of the concentration (passes/crowding.h), goes into the fluid's `rate`. */
#include "wcsph/models/eos.h"
#include "wcsph/sweeps/sweep.h"

enum {
  suction_OVER = OVER_FLUID,
  suction_READS = BUFFER_VELOCITY | BUFFER_CROWDING,
  suction_WRITES = BUFFER_RATE,
  suction_SUMS = 0,
};

SWEEP_INLINE void suction_act(const struct wcsph_law *law, const struct sweep_given *given,
                              struct sweep_row *row, real_t terms[]) {
  const real_t pull = lane_min(eos_momentum_term(law, row->vel[3]), lane_set(0.0f));
  const real_t share = (2.0f / (law->per_density * law->rho0)) * pull;
  (void)given, (void)terms;
  for (int a = 0; a < 3; a++) row->rate[a] = row->rate[a] + share * row->crowding[a];
}

#endif
