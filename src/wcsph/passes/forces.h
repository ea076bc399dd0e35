/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_FORCES_H
#define WCSPH_PASSES_FORCES_H
/* The rates of all particles, walls too (the reaction, without gravity): wcsph/models/pair.h. Writes `rate`:
 * acceleration, m/s^2, and d(rho/rho0)/dt, 1/s. The largest of pairs is mu in 1/damping, of rows the square
 * of the fluid's acceleration, m^2/s^4: both limit the time step. */
#include "wcsph/passes/pass.h"

enum {
  forces_READS = READS_TERM,
  forces_ROWS = 0,
  forces_ROWS_FROM = 0,
  forces_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS | WALLS_FROM_FLUID,
  forces_SUMS = 4,
  forces_EXCHANGED = 3,
  forces_IN_H = 1,
  forces_FINDS = 1,
  forces_CHECKED = 1,
  forces_SELF = 0,
  forces_WRITES = BUFFER_INDEX_RATE,
  forces_WRITTEN = 1,
  forces_ADDS = 0,
};

PASS_INLINE struct pair_gap forces_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           const struct pair_side *i, const struct pair_side *j) {
  return pair_measure(law, dx, dy, dz, i->d, j->d);
}

PASS_INLINE void forces_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  (void)row_i, (void)row_j;
  const struct pair_result f = pair_act(law, kind, gap, i, j);
  terms->i[0] = f.ax, terms->i[1] = f.ay, terms->i[2] = f.az;
  terms->i[3] = f.rate_i, terms->j[3] = f.rate_j;
  terms->most = f.mu;
}

PASS_INLINE float forces_quanta(const struct wcsph_law *law, int k) {
  return k < 3 ? law->quanta_acceleration : law->quanta_rate;
}

PASS_INLINE real_t forces_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  (void)me;
  for (int a = 0; a < 3; a++) {
    out[a] = sums[a] * law->unit_acceleration;
    out[a] = lane_select(fluid, out[a] + law->gravity[a], out[a]);
  }
  out[3] = sums[3] * law->unit_rate;
  return lane_select(fluid, (out[0] * out[0] + out[1] * out[1]) + out[2] * out[2], lane_set(0.0f));
}

#endif
