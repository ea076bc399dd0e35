/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_EDDIES_H
#define WCSPH_PASSES_EDDIES_H
/* Diffusion of k and epsilon (rows of `eddies`, wcsph/fluids/eddies.h), and what a wall function has to know
 * of walls (sweeps/friction.h). Between fluid particles dk/dt = sum V (2 nu + nu_t,i + nu_t,j) (k_i - k_j) F,
 * and for epsilon the same with nu_t/1.3; the terms of a pair are opposite. Nothing diffuses through walls.
 * Walls, except those with free slip, add weights (1 - r^2/R^2)^m and their slopes, where R is the support
 * radius and m is 3.5 in 2-D and 3 in 3-D, and the friction of passes/viscous.h with a viscosity of c0 h.
 * Writes `eddy_rate`: rates by diffusion, m^2/s^3 and m^2/s^4, the sum of weights and the length of the sum
 * of slopes, in R; `eddy_wall`: the speed along the wall, m/s, and the deceleration by that friction,
 * m/s^2. */
#include "wcsph/models/wall_function.h"
#include "wcsph/passes/pass.h"

enum {
  eddies_READS = READS_STATE,
  eddies_ROWS = 1,
  eddies_ROWS_FROM = BUFFER_INDEX_EDDIES,
  eddies_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS,
  eddies_SUMS = 9, /* k and epsilon, in c0^2 and c0^3/h; then of walls slopes, weights, accelerations */
  eddies_EXCHANGED = 2,
  eddies_IN_H = 1,
  eddies_FINDS = 1,
  eddies_CHECKED = 1,
  eddies_SELF = 1, /* weights are largest at distance 0 */
  eddies_WRITES = BUFFER_INDEX_EDDY_RATE,
  eddies_WRITTEN = 2,
  eddies_ADDS = 0,
};

#define eddies_HOT      1
#define eddies_IN_PLANE 0xef
#define eddies_OF_FLUID 0x3   /* k and epsilon */
#define eddies_OF_WALLS 0x1fc /* the others */

#define EDDIES_FINER 4096.0f /* finer quanta, since k is small beside c0^2, and epsilon beside c0^3/h */

PASS_INLINE struct pair_gap eddies_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           const struct pair_side *i, const struct pair_side *j) {
  (void)law, (void)i, (void)j;
  return pass_between(1.0f, dx, dy, dz);
}

PASS_INLINE void eddies_mix(const struct wcsph_law *law, real_t f, const real_t *row_i, const real_t *row_j,
                            struct pass_terms *terms) {
  const real_t mixed = eddy_viscosity(row_i[0], row_i[2]) + eddy_viscosity(row_j[0], row_j[2]);
  const real_t weight = sum_term(law->vf_factor * f, EDDIES_FINER * law->quanta_shear, law->summation);
  const float two_nu = 2.0f * law->mixing, per_k = 1.0f / (law->c0 * law->c0);
  const float per_epsilon = per_k / (law->c0 * law->inv_h);
  terms->i[0] = ((two_nu + mixed) * weight) * ((row_i[0] - row_j[0]) * per_k);
  terms->i[1] =
      ((two_nu + (1.0f / K_EPSILON_SIGMA) * mixed) * weight) * ((row_i[2] - row_j[2]) * per_epsilon);
}

PASS_INLINE void eddies_touch(const struct wcsph_law *law, real_t f, const struct pair_gap *gap,
                              const struct pair_side *i, const struct pair_side *j,
                              struct pass_terms *terms) {
  const float per_radius = 1.0f / law->radius;
  const real_t inside = lane_max(1.0f - gap->r2 * (per_radius * per_radius), lane_set(0.0f));
  const real_t power = law->dimensions == 2 ? (inside * inside) * lane_sqrt(inside) : inside * inside;
  const real_t slope = sum_term(power, law->quanta_weight, law->summation);
  const real_t u = i->u - j->u, v = i->v - j->v, w = i->w - j->w;
  const real_t pull = sum_term((law->c0 * law->h) * f, law->quanta_acceleration, law->summation);
  const real_t weight = pull / ((1.0f + i->d) * (1.0f + j->d));
  const real_t approach = ((u * gap->dx + v * gap->dy) + w * gap->dz) / (gap->r2 + MONAGHAN_ETA2);
  const real_t along_u = law->flow_u * weight, along_r = (law->flow_r * weight) * approach;
  terms->i[2] = slope * (per_radius * gap->dx);
  terms->i[3] = slope * (per_radius * gap->dy);
  terms->i[4] = slope * (per_radius * gap->dz);
  terms->i[5] = slope * inside;
  terms->i[6] = along_u * u + along_r * gap->dx;
  terms->i[7] = along_u * v + along_r * gap->dy;
  terms->i[8] = along_u * w + along_r * gap->dz;
}

PASS_INLINE void eddies_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  const bool glides = law->boundary == BOUNDARY_DUMMY && law->slip == SLIP_FREE;
  const real_t zero = lane_set(0.0f), f = kernel_f(law->kernel, gap->q);
  for (int k = 0; k < eddies_SUMS; k++) terms->i[k] = terms->j[k] = zero;
  terms->most = zero;
  if (kind != PAIR_FLUID_WALL)
    eddies_mix(law, f, row_i, row_j, terms);
  else if (!glides)
    eddies_touch(law, f, gap, i, j, terms);
}

PASS_INLINE float eddies_quanta(const struct wcsph_law *law, int k) {
  return k < 2 ? EDDIES_FINER * law->quanta_shear : k < 6 ? law->quanta_weight : law->quanta_acceleration;
}

PASS_INLINE real_t eddies_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  (void)fluid;
  const real_t zero = lane_set(0.0f), one = lane_set(1.0f);
  const real_t slope = lane_sqrt((sums[2] * sums[2] + sums[3] * sums[3]) + sums[4] * sums[4]);
  const real_t inv = 1.0f / lane_select(slope > 1e-4f, slope, one);
  const real_t n[3] = {sums[2] * inv, sums[3] * inv, sums[4] * inv};
  const real_t away = (me->u * n[0] + me->v * n[1]) + me->w * n[2];
  const real_t t[3] = {me->u - away * n[0], me->v - away * n[1], me->w - away * n[2]};
  const real_t u = lane_max(lane_sqrt((t[0] * t[0] + t[1] * t[1]) + t[2] * t[2]), lane_set(1e-20f));
  const float k_unit = law->c0 * law->c0;
  out[0] = sums[0] * k_unit;
  out[1] = sums[1] * (k_unit * (law->c0 * law->inv_h));
  out[2] = sums[5];
  out[3] = slope;
  out[4] = u;
  out[5] = -law->unit_acceleration * (((sums[6] * t[0] + sums[7] * t[1]) + sums[8] * t[2]) / u);
  out[6] = out[7] = zero;
  return zero;
}

#endif
