/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_DISPLACE_H
#define WCSPH_PASSES_DISPLACE_H
/* What dummy walls that move add to the continuity equation, in which the force pass takes them to be at
 * rest: -u_w.(x_i - x_j) F m, u_w their own velocity, which their rows have. Into the fluid's d(rho/rho0)/dt
 * in `rate`. */
#include "wcsph/passes/pass.h"

enum {
  displace_READS = READS_STATE,
  displace_ROWS = 1,
  displace_ROWS_FROM = BUFFER_INDEX_WALL_VELOCITY,
  displace_MEETS = FLUID_FROM_WALLS,
  displace_SUMS = 1, /* law->unit_rate */
  displace_EXCHANGED = 0,
  displace_IN_H = 1,
  displace_FINDS = 0,
  displace_CHECKED = 0, /* no wall is faster than sound */
  displace_SELF = 0,
  displace_WRITES = BUFFER_INDEX_RATE,
  displace_WRITTEN = 1,
  displace_ADDS = 1,
};

PASS_INLINE struct pair_gap displace_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                             const struct pair_side *i, const struct pair_side *j) {
  return pair_measure(law, dx, dy, dz, i->d, j->d);
}

PASS_INLINE void displace_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                               const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                               const real_t *row_j, struct pass_terms *terms) {
  (void)row_i, (void)kind;
  const real_t ur = (row_j[0] * gap->dx + row_j[1] * gap->dy) + row_j[2] * gap->dz;
  real_t rate = sum_term(kernel_f(law->kernel, gap->q), law->quanta_rate, law->summation) * -ur;
  if (law->formulation == FORMULATION_VOLUME) rate = rate * ((1.0f + i->d) / (1.0f + j->d));
  terms->i[0] = rate;
  terms->j[0] = lane_set(0.0f);
  terms->most = lane_set(0.0f);
}

PASS_INLINE float displace_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_rate;
}

PASS_INLINE real_t displace_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                   const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  out[3] = out[3] + sums[0] * law->unit_rate;
  return lane_set(0.0f);
}

#endif
