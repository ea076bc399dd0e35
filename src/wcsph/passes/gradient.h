/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_GRADIENT_H
#define WCSPH_PASSES_GRADIENT_H
/* The renormalised gradient of d = rho/rho0 - 1 (Randles & Libersky 1996; Antuono et al. 2010, eq. 4):
 *   L sum V (d_j - d_i) grad W,   L = (sum V (x_j - x_i) (x) grad W)^-1,
 * exact where d is linear, wherever the neighbours are. Those are what density diffusion acts between: the
 * fluid, and dummy walls, which continue it. Writes the fluid's `gradient`, 1/m. */
#include "wcsph/models/renormalise.h"
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

#define gradient_IN_PLANE      0xcb /* xx, yy, xy; by x and y */
#define gradient_UNCOMPENSATED 1
#define gradient_SPARES_WALLS  1

/* Of walls the dummy ones alone have a density that belongs to their place. */
PASS_INLINE bool gradient_spares_walls(const struct wcsph_law *law) {
  return law->boundary != BOUNDARY_DUMMY;
}

PASS_INLINE struct pair_gap gradient_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                             const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void gradient_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                               const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                               const real_t *row_j, struct pass_terms *terms) {
  (void)row_i, (void)row_j;
  const enum summation mode = law->summation;
  const real_t dx = gap->dx, dy = gap->dy, dz = gap->dz;
  real_t vf = law->vf_factor * kernel_f(law->kernel, gap->q);
  if (kind == PAIR_FLUID_WALL && gradient_spares_walls(law)) vf = lane_set(0.0f);
  const real_t weight = sum_term(-vf, law->quanta_weight, mode);
  const real_t slope = sum_term(vf * (j->d - i->d), law->quanta_gradient, mode);
  renormalise_moments(gap, weight, terms->i);
  renormalise_moments(gap, weight, terms->j);
  terms->i[6] = terms->j[6] = slope * dx;
  terms->i[7] = terms->j[7] = slope * dy;
  terms->i[8] = terms->j[8] = slope * dz;
  terms->most = lane_set(0.0f);
}

PASS_INLINE float gradient_quanta(const struct wcsph_law *law, int k) {
  return k < 6 ? law->quanta_weight : law->quanta_gradient;
}

/* Zero where neighbours do not tell. */
PASS_INLINE real_t gradient_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                   const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  real_t l[6];
  renormalise_invert(law, sums, l);
  out[0] = (l[0] * sums[6] + l[3] * sums[7]) + l[4] * sums[8];
  out[1] = (l[3] * sums[6] + l[1] * sums[7]) + l[5] * sums[8];
  out[2] = (l[4] * sums[6] + l[5] * sums[7]) + l[2] * sums[8];
  out[3] = lane_set(0.0f);
  return lane_set(0.0f);
}

#endif
