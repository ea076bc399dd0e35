/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_SAMPLE_H
#define WCSPH_PASSES_SAMPLE_H
/* The fluid at points, for gauges: Shepard sums over what is inside the support. Writes a point's
 *   {sum V W of fluid, 1 inside and 0 outside; the same of walls; sum P V W, Pa; 0}, {sum v V W, m/s; 0},
 *   {sum of mass/rho0 W (x_j - x)/h; 0}, which says how far the fluid's mass is from the point. */
#include "wcsph/passes/pass.h"

enum {
  sample_READS = READS_STATE,
  sample_ROWS = 0,
  sample_ROWS_FROM = 0,
  sample_MEETS = POINTS_FROM_FLUID | POINTS_FROM_WALLS,
  sample_SUMS = 9, /* as written */
  sample_EXCHANGED = 0,
  sample_IN_H = 0,
  sample_FINDS = 0,
  sample_CHECKED = 0,
  sample_SELF = 0,
  sample_WRITES = 0,
  sample_WRITTEN = 3,
  sample_ADDS = 0,
};

PASS_INLINE struct pair_gap sample_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

/* What j gives, whose pressure is P, Pa, and whose mass is `mass` rho0 V. */
PASS_INLINE void sample_take(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *j, real_t pressure, real_t mass,
                             struct pass_terms *terms) {
  const enum summation mode = law->summation;
  const real_t zero = lane_set(0.0f), weight = (law->w_factor * law->volume) * kernel_w(law->kernel, gap->q);
  const bool wall = kind == PAIR_FLUID_WALL;
  const real_t share = wall ? zero : lane_bounded_quotient(weight, 1.0f + j->d);
  terms->i[0] = sum_term(share, law->quanta_weight, mode);
  terms->i[1] = wall ? sum_term(weight, law->quanta_weight, mode) : zero;
  terms->i[2] = wall ? zero : sum_term(share * pressure, law->quanta_pressure, mode);
  terms->i[3] = wall ? zero : sum_term(share * j->u, law->quanta_velocity, mode);
  terms->i[4] = wall ? zero : sum_term(share * j->v, law->quanta_velocity, mode);
  terms->i[5] = wall ? zero : sum_term(share * j->w, law->quanta_velocity, mode);
  const real_t arm = wall ? zero : -law->inv_h * (weight * mass);
  terms->i[6] = sum_term(arm * gap->dx, law->quanta_weight, mode);
  terms->i[7] = sum_term(arm * gap->dy, law->quanta_weight, mode);
  terms->i[8] = sum_term(arm * gap->dz, law->quanta_weight, mode);
  terms->most = zero;
}

PASS_INLINE void sample_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  (void)i, (void)row_i, (void)row_j;
  sample_take(law, kind, gap, j, eos_pressure(law, j->d), lane_set(1.0f), terms);
}

PASS_INLINE float sample_quanta(const struct wcsph_law *law, int k) {
  return k < 2 || k > 5 ? law->quanta_weight : k == 2 ? law->quanta_pressure : law->quanta_velocity;
}

PASS_INLINE real_t sample_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  (void)law, (void)fluid, (void)me;
  for (int k = 0; k < 3; k++) out[k] = sums[k], out[4 + k] = sums[3 + k], out[8 + k] = sums[6 + k];
  out[3] = out[7] = out[11] = lane_set(0.0f);
  return lane_set(0.0f);
}

#endif
