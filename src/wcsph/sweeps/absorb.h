/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_ABSORB_H
#define WCSPH_SWEEPS_ABSORB_H
/* A zone in which waves die away (Altomare et al. 2017; DualSPHysics): a velocity loses f dt of itself, f =
 * strength s^2, s from 0 where the zone begins to 1 where it is strongest, and 1 beyond, as far as it goes.
 * Of the integrator's saved velocity as much goes, for Verlet's two histories take turns.
 *
 * quanta: where it begins; value: 0 to 2 what s grows by along each axis, 1/m; 3 the s at which it ends; 4 to
 * 6 and 7 to 9 the lowest and highest corner of the zone, m, from where it begins; 10 to 12 strength dt of
 * each component. */
#include "wcsph/sweeps/sweep.h"

enum {
  absorb_OVER = OVER_FLUID,
  absorb_READS = BUFFER_POSITION,
  absorb_WRITES = BUFFER_VELOCITY | BUFFER_SAVED_VELOCITY,
  absorb_SUMS = 0,
};

/* What a particle at s loses. */
SWEEP_INLINE void absorb_lose(const struct wcsph_law *law, const struct sweep_given *given,
                              struct sweep_row *row, real_t s) {
  const real_t part = lane_max(lane_min(s, lane_set(1.0f)), lane_set(0.0f));
  for (int a = 0; a < 3; a++) {
    const real_t left = 1.0f - lane_min(given->value[10 + a] * (part * part), lane_set(1.0f));
    row->vel[a] = left * row->vel[a];
    if (!law->keeps_rate) row->saved_vel[a] = left * row->saved_vel[a];
  }
}

SWEEP_INLINE void absorb_act(const struct wcsph_law *law, const struct sweep_given *given,
                             struct sweep_row *row, real_t terms[]) {
  real_t x[3], s = lane_set(0.0f);
  (void)terms;
  for (int a = 0; a < 3; a++) {
    x[a] = sweep_apart(law, given, row, a);
    s = s + given->value[a] * x[a];
  }
  s = lane_select(s > given->value[3], lane_set(0.0f), s);
  for (int a = 0; a < 3; a++) {
    s = lane_select(x[a] < given->value[4 + a], lane_set(0.0f), s);
    s = lane_select(x[a] > given->value[7 + a], lane_set(0.0f), s);
  }
  absorb_lose(law, given, row, s);
}

#endif
