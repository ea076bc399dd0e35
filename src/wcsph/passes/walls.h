/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_WALLS_H
#define WCSPH_PASSES_WALLS_H
/* Dummy wall particles: pressure and velocity extrapolated from the fluid (Adami, Hu & Adams 2012, eqs. 23
 * and 27), for walls at rest; law->mirror is 1, or less where a slip length lets the fluid glide. Writes
 * `vel`: velocity, m/s, and d. The limits on density and speed, which every stage checks, keep sums far from
 * an overflow: a weight is at most 1. */
#include "wcsph/passes/pass.h"

enum {
  walls_READS = READS_STATE,
  walls_ROWS = 0,
  walls_ROWS_FROM = 0,
  walls_MEETS = WALLS_FROM_FLUID,
  walls_SUMS = 5, /* W, (P_i + rho_i g.(x_j - x_i)) W, u_i W; i fluid, j wall */
  walls_EXCHANGED = 0,
  walls_IN_H = 0,
  walls_FINDS = 0,
  walls_CHECKED = 0,
  walls_SELF = 1,
  walls_WRITES = BUFFER_INDEX_VELOCITY,
  walls_WRITTEN = 1,
  walls_ADDS = 0,
};

PASS_INLINE struct pair_gap walls_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                          const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void walls_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                            const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                            const real_t *row_j, struct pass_terms *terms) {
  (void)row_i, (void)row_j, (void)kind, (void)j;
  const enum summation mode = law->summation;
  const float *g = law->gravity;
  const real_t weight = kernel_w(law->kernel, gap->q);
  const real_t hydrostatic = eos_inertia(law, i->d) * ((g[0] * gap->dx + g[1] * gap->dy) + g[2] * gap->dz);
  terms->j[0] = sum_term(weight, law->quanta_weight, mode);
  terms->j[1] = sum_term((eos_pressure(law, i->d) - hydrostatic) * weight, law->quanta_pressure, mode);
  terms->j[2] = sum_term((law->mirror * i->u) * weight, law->quanta_velocity, mode);
  terms->j[3] = sum_term((law->mirror * i->v) * weight, law->quanta_velocity, mode);
  terms->j[4] = sum_term((law->mirror * i->w) * weight, law->quanta_velocity, mode);
  terms->most = lane_set(0.0f);
}

PASS_INLINE float walls_quanta(const struct wcsph_law *law, int k) {
  return k == 0 ? law->quanta_weight : k == 1 ? law->quanta_pressure : law->quanta_velocity;
}

/* Away from fluid it is at rest at the background pressure. Where there is a free surface a wall does not
 * pull: the surface leaves it at the background pressure. */
PASS_INLINE real_t walls_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  const real_t weight = sums[0], zero = lane_set(0.0f);
  const mask_t near = weight > 1e-6f;
  const real_t inv = 1.0f / lane_select(near, weight, lane_set(1.0f));
  const real_t p = lane_max(sums[1] * inv, lane_set(law->background + law->wall_pull));
  for (int a = 0; a < 3; a++)
    out[a] = lane_select(near, -(sums[2 + a] * inv), zero); /* 2 u_wall - u~, u_wall = 0 */
  out[3] = zero; /* of several phases the pressure is no number of the density: passes/pressed.h */
  if (law->eos[0] > 0.0f) out[3] = lane_select(near, eos_density(law, p), zero);
  return zero;
}

#endif
