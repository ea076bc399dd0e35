/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_GRADIENT_H
#define WCSPH_PASSES_GRADIENT_H
/* The renormalised gradient of d = rho/rho0 - 1 (Randles & Libersky 1996; Antuono et al. 2010, eq. 4):
 *   L sum V (d_j - d_i) grad W,   L = (sum V (x_j - x_i) (x) grad W)^-1,
 * exact where d is linear, wherever the neighbours are. Those are who density diffusion acts between: the
 * fluid, and dummy walls, which continue it. Writes the fluid's `gradient`, 1/m, and det L^-1: 1 amid fluid,
 * about 1/4 (2-D) or 1/8 (3-D) at a flat surface. */
#include "wcsph/passes/pass.h"

enum {
  gradient_READS = READS_STATE,
  gradient_ROWS = 0,
  gradient_ROWS_FROM = 0,
  gradient_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS,
  gradient_SUMS = 9, /* -V F r r: xx, yy, zz, xy, xz, yz; V (d_j - d_i) grad W, 1/m */
  gradient_EXCHANGED = 0,
  gradient_IN_H = 0,
  gradient_FINDS = 0,
  gradient_CHECKED = 0,
  gradient_SELF = 0,
  gradient_WRITES = BUFFER_INDEX_GRADIENT,
  gradient_WRITTEN = 1,
  gradient_ADDS = 0,
};

PASS_INLINE struct pair_gap gradient_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                             const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law, dx, dy, dz);
}

PASS_INLINE void gradient_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                               const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                               const real_t *row_j, struct pass_terms *terms) {
  (void)row_i, (void)row_j;
  const enum summation mode = law->summation;
  const real_t dx = gap->dx, dy = gap->dy, dz = gap->dz;
  real_t vf = law->vf_factor * kernel_f(law->kernel, gap->q);
  if (kind == PAIR_FLUID_WALL && law->boundary != BOUNDARY_DUMMY) vf = lane_set(0.0f);
  const real_t weight = sum_term(-vf, law->quanta_weight, mode);
  const real_t slope = sum_term(vf * (j->d - i->d), law->quanta_gradient, mode);
  terms->i[0] = terms->j[0] = weight * (dx * dx);
  terms->i[1] = terms->j[1] = weight * (dy * dy);
  terms->i[2] = terms->j[2] = weight * (dz * dz);
  terms->i[3] = terms->j[3] = weight * (dx * dy);
  terms->i[4] = terms->j[4] = weight * (dx * dz);
  terms->i[5] = terms->j[5] = weight * (dy * dz);
  terms->i[6] = terms->j[6] = slope * dx;
  terms->i[7] = terms->j[7] = slope * dy;
  terms->i[8] = terms->j[8] = slope * dz;
  terms->most = lane_set(0.0f);
}

PASS_INLINE float gradient_quanta(const struct wcsph_law *law, int k) {
  return k < 6 ? law->quanta_weight : law->quanta_gradient;
}

/* Zero where neighbours lie so nearly on a line or a plane that they do not tell: where the product of the
 * moments' eigenvalues is a small part of their mean's power. At a corner of jittered fluid it is a third. */
PASS_INLINE real_t gradient_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                   const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  const real_t zero = lane_set(0.0f);
  const real_t xx = sums[0], yy = sums[1], zz = law->dimensions == 2 ? lane_set(1.0f) : sums[2];
  const real_t xy = sums[3], xz = sums[4], yz = sums[5];
  const real_t c_xx = yy * zz - yz * yz, c_xy = xz * yz - xy * zz, c_xz = xy * yz - xz * yy;
  const real_t c_yy = xx * zz - xz * xz, c_yz = xy * xz - xx * yz, c_zz = xx * yy - xy * xy;
  const real_t det = (xx * c_xx + xy * c_xy) + xz * c_xz;
  const bool flat = law->dimensions == 2;
  const real_t mean = flat ? 0.5f * (xx + yy) : (1.0f / 3.0f) * ((xx + yy) + zz);
  const mask_t known = det > 0.05f * (mean * mean * (flat ? lane_set(1.0f) : mean));
  const real_t inv = lane_select(known, 1.0f / lane_select(known, det, lane_set(1.0f)), zero);
  out[0] = inv * ((c_xx * sums[6] + c_xy * sums[7]) + c_xz * sums[8]);
  out[1] = inv * ((c_xy * sums[6] + c_yy * sums[7]) + c_yz * sums[8]);
  out[2] = inv * ((c_xz * sums[6] + c_yz * sums[7]) + c_zz * sums[8]);
  out[3] = det;
  return zero;
}

#endif
