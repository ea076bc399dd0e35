/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_SHIFT_H
#define WCSPH_PASSES_SHIFT_H
/* Particle shifting (Lind et al. 2012; in the form of Sun et al. 2017, eqs. 5 and 6): a particle moves by
 *   -D sum (1 + R (W/W(dp))^4) V grad W,   D = strength 4 h max|v| dt,   R = 0.2,
 * down the gradient of the concentration of particles, beside its flow. The sum is bounded, and so is D, so
 * that a shift is at most 0.1 h. A transport velocity (Adami, Hu & Adams 2013) is the same with R = 0 and
 * D = strength (c0 dt)^2, what a background pressure of rho0 c0^2 does in a step. Writes the fluid's `rate`:
 * the bounded gradient, 1/m; and, but for `sun`, the fill, the last of the sums, for passes/surface.h. The
 * largest of rows is the square of the fluid's speed, m^2/s^2. */
#include "wcsph/passes/pass.h"

enum {
  shift_READS = READS_STATE,
  shift_ROWS = 0,
  shift_ROWS_FROM = 0,
  shift_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS,
  /* The gradient, 1/m; -V r.grad W: the number of dimensions inside fluid, less at a free surface; of fluid
   * the same times the square of the share that the difference of velocities makes. */
  shift_SUMS = 5,
  shift_EXCHANGED = 3,
  shift_IN_H = 0,
  shift_FINDS = 1,
  shift_CHECKED = 0,
  shift_SELF = 0,
  shift_WRITES = BUFFER_INDEX_RATE,
  shift_WRITTEN = 1,
  shift_ADDS = 0,
};

PASS_INLINE struct pair_gap shift_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                          const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

/* The first four sums; returns what the last of them is of. */
PASS_INLINE real_t shifting_terms(const struct wcsph_law *law, const struct pair_gap *gap,
                                  struct pass_terms *terms) {
  const enum summation mode = law->summation;
  const real_t vf = law->vf_factor * kernel_f(law->kernel, gap->q);
  real_t near = kernel_w(law->kernel, gap->q) * law->inv_w_spacing;
  near = near * near;
  const real_t weight = vf * (1.0f + law->shift_near * (near * near));
  terms->i[0] = sum_term(weight * gap->dx, law->quanta_gradient, mode);
  terms->i[1] = sum_term(weight * gap->dy, law->quanta_gradient, mode);
  terms->i[2] = sum_term(weight * gap->dz, law->quanta_gradient, mode);
  const real_t fill = -(vf * gap->r2);
  terms->i[3] = terms->j[3] = sum_term(fill, law->quanta_weight, mode);
  terms->most = lane_set(0.0f);
  return fill;
}

PASS_INLINE void shift_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                            const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                            const real_t *row_j, struct pass_terms *terms) {
  (void)row_i, (void)row_j;
  const real_t fill = shifting_terms(law, gap, terms);
  real_t share = lane_set(0.0f);
  if (law->shift_strain > 0.0f && kind == PAIR_FLUID_FLUID) {
    const real_t u = (i->u - j->u) * law->shift_strain, v = (i->v - j->v) * law->shift_strain,
                 w = (i->w - j->w) * law->shift_strain;
    share = lane_min((u * u + v * v) + w * w, lane_set(1.0f));
  }
  terms->i[4] = terms->j[4] = sum_term(fill * share, law->quanta_weight, law->summation);
}

PASS_INLINE float shift_quanta(const struct wcsph_law *law, int k) {
  return k < 3 ? law->quanta_gradient : law->quanta_weight;
}

/* The share of the whole below which strain shifts nothing: what moves no more than that is at rest, and a
 * shift would stir it. */
#define SHIFT_REST 0.02f

/* What bounds the gradient to 0.2/h, 1/m. For `sun` none where a free surface cuts the support, where the
 * gradient would point outwards. */
PASS_INLINE real_t shifting_bound(const struct wcsph_law *law, const real_t sums[]) {
  const real_t zero = lane_set(0.0f), longest = lane_set(0.2f * law->inv_h);
  const real_t length = lane_sqrt((sums[0] * sums[0] + sums[1] * sums[1]) + sums[2] * sums[2]);
  const mask_t inside = sums[3] > law->shift_inside;
  return lane_select(inside, longest / lane_max(length, longest), zero);
}

PASS_INLINE void shifting_put(const struct wcsph_law *law, real_t scale, const real_t sums[], real_t out[]) {
  for (int a = 0; a < 3; a++) out[a] = scale * sums[a];
  out[3] = law->shift_inside < 0.0f ? sums[3] : lane_set(0.0f);
}

PASS_INLINE real_t shift_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                const real_t sums[], real_t out[]) {
  const real_t zero = lane_set(0.0f);
  real_t scale = shifting_bound(law, sums);
  if (law->shift_strain > 0.0f) {
    const real_t full = lane_max(sums[3], lane_set(0.1f)), strain = lane_max(sums[4], zero) / full;
    scale = scale * lane_max(lane_sqrt(lane_min(strain, lane_set(1.0f))) - SHIFT_REST, zero);
  }
  shifting_put(law, scale, sums, out);
  return lane_select(fluid, (me->u * me->u + me->v * me->v) + me->w * me->w, zero);
}

/* D, m^2: of shifting in proportion to strain, whose share of it is in the gradient; of other shifting, and
 * of a transport velocity, whose gradient is as stiff as sound is: from 2/7 h^2 on a lattice would not come
 * to rest. */
static inline double shift_reach(const struct wcsph_law *law, double strength, double max_speed, double dt) {
  double h = law->h, reach = strength * 4.0 * h * max_speed * dt, most = 0.5 * h * h;
  if (law->shift_strain > 0.0f) return most;
  return reach < most ? reach : most;
}
static inline double transport_reach(const struct wcsph_law *law, double strength, double dt2) {
  double c0 = law->c0, h = law->h, reach = strength * c0 * c0 * dt2, most = 0.1 * h * h;
  return reach < most ? reach : most;
}

#endif
