/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_SHEAR_H
#define WCSPH_PASSES_SHEAR_H
/* The shear rate sqrt(2 D:D), D the symmetric part of the renormalised velocity gradient
 *   L sum V (u_j - u_i) grad W,   L = (sum V (x_j - x_i) (x) grad W)^-1
 * (Randles & Libersky 1996), which is exact where velocity is linear. Walls count with the velocity that
 * viscosity takes from them, and not where fluid glides, or where a wall function says what they do. Writes
 * the fluid's `flow`: the shear rate, 1/s; what else stands there stays. */
#include "wcsph/models/renormalise.h"
#include "wcsph/passes/pass.h"

enum {
  shear_READS = READS_STATE,
  shear_ROWS = 0,
  shear_ROWS_FROM = 0,
  shear_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS,
  shear_SUMS = 15, /* moments; V (u_j - u_i) grad W by components of u, 1/s */
  shear_EXCHANGED = 0,
  shear_IN_H = 0,
  shear_FINDS = 0,
  shear_CHECKED = 0,
  shear_SELF = 0,
  shear_WRITES = BUFFER_INDEX_FLOW,
  shear_WRITTEN = 1,
  shear_ADDS = 1,
};

#define shear_HOT           1
#define shear_IN_PLANE      0x6cb /* xx, yy, xy; of u and v those by x and y */
#define shear_UNCOMPENSATED 1
#define shear_SPARES_WALLS  1

PASS_INLINE bool shear_spares_walls(const struct wcsph_law *law) {
  const bool glides = law->boundary == BOUNDARY_DUMMY && law->slip == SLIP_FREE;
  return glides || !(law->mixing < 0.0f);
}

PASS_INLINE struct pair_gap shear_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                          const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void shear_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                            const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                            const real_t *row_j, struct pass_terms *terms) {
  (void)row_i, (void)row_j;
  const enum summation mode = law->summation;
  const real_t dx = gap->dx, dy = gap->dy, dz = gap->dz;
  real_t vf = law->vf_factor * kernel_f(law->kernel, gap->q);
  if (kind == PAIR_FLUID_WALL && shear_spares_walls(law)) vf = lane_set(0.0f);
  const real_t weight = sum_term(-vf, law->quanta_weight, mode);
  const real_t slope = sum_term(vf, law->quanta_shear, mode);
  const real_t u = slope * (j->u - i->u), v = slope * (j->v - i->v), w = slope * (j->w - i->w);
  renormalise_moments(gap, weight, terms->i);
  renormalise_moments(gap, weight, terms->j);
  terms->i[6] = terms->j[6] = u * dx, terms->i[7] = terms->j[7] = u * dy, terms->i[8] = terms->j[8] = u * dz;
  terms->i[9] = terms->j[9] = v * dx, terms->i[10] = terms->j[10] = v * dy,
  terms->i[11] = terms->j[11] = v * dz;
  terms->i[12] = terms->j[12] = w * dx, terms->i[13] = terms->j[13] = w * dy,
  terms->i[14] = terms->j[14] = w * dz;
  terms->most = lane_set(0.0f);
}

PASS_INLINE float shear_quanta(const struct wcsph_law *law, int k) {
  return k < 6 ? law->quanta_weight : law->quanta_shear;
}

/* D by xx, yy, zz and twice xy, xz, yz, 1/s; zero where neighbours do not tell. */
PASS_INLINE void shear_rates(const struct wcsph_law *law, const real_t sums[], real_t d[6]) {
  real_t l[6];
  renormalise_invert(law, sums, l);
  const real_t uy = (l[3] * sums[6] + l[1] * sums[7]) + l[5] * sums[8];
  const real_t uz = (l[4] * sums[6] + l[5] * sums[7]) + l[2] * sums[8];
  const real_t vx = (l[0] * sums[9] + l[3] * sums[10]) + l[4] * sums[11];
  const real_t vz = (l[4] * sums[9] + l[5] * sums[10]) + l[2] * sums[11];
  const real_t wx = (l[0] * sums[12] + l[3] * sums[13]) + l[4] * sums[14];
  const real_t wy = (l[3] * sums[12] + l[1] * sums[13]) + l[5] * sums[14];
  d[0] = (l[0] * sums[6] + l[3] * sums[7]) + l[4] * sums[8];
  d[1] = (l[3] * sums[9] + l[1] * sums[10]) + l[5] * sums[11];
  d[2] = (l[4] * sums[12] + l[5] * sums[13]) + l[2] * sums[14];
  d[3] = uy + vx, d[4] = uz + wx, d[5] = vz + wy;
}

PASS_INLINE real_t shear_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  real_t d[6];
  shear_rates(law, sums, d);
  const real_t along = (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2];
  const real_t across = (d[3] * d[3] + d[4] * d[4]) + d[5] * d[5];
  out[0] = lane_sqrt(2.0f * along + across);
  return lane_set(0.0f);
}

#endif
