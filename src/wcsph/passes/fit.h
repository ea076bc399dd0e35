/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_FIT_H
#define WCSPH_PASSES_FIT_H
/* The fluid at points, as a straight line through it wants to know it (wcsph/openings/opening_fit.h): sums
 * over what is inside the support, weighted with V W, of 1, r and r r, and of P and v times 1 and r, where r
 * = (x_j - x) / h. Writes a point's sums as they stand in `enum fit_sum`, Pa and m/s. */
#include "wcsph/passes/pass.h"

enum fit_sum {
  FIT_WEIGHT,
  FIT_PLACE,                    /* x, y, z */
  FIT_SQUARES = FIT_PLACE + 3,  /* xx, yy, zz, xy, xz, yz */
  FIT_VALUES = FIT_SQUARES + 6, /* of P, u, v, w: times 1, x, y, z */
  FIT_SUMS = FIT_VALUES + 16
};

enum {
  fit_READS = READS_STATE,
  fit_ROWS = 0,
  fit_ROWS_FROM = 0,
  fit_MEETS = POINTS_FROM_FLUID,
  fit_SUMS = FIT_SUMS,
  fit_EXCHANGED = 0,
  fit_IN_H = 0,
  fit_FINDS = 0,
  fit_CHECKED = 0,
  fit_SELF = 0,
  fit_WRITES = 0,
  fit_WRITTEN = (FIT_SUMS + 3) / 4,
  fit_ADDS = 0,
};

#define fit_IN_PLANE 0x1ddcb7 /* 1, x, y; xx, yy, xy; of P, u, v: times 1, x, y */

PASS_INLINE struct pair_gap fit_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                        const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE float fit_quanta(const struct wcsph_law *law, int k) {
  return k < FIT_VALUES       ? law->quanta_weight
         : k < FIT_VALUES + 4 ? law->quanta_pressure
                              : law->quanta_velocity;
}

/* V W of j. */
PASS_INLINE real_t fit_weight(const struct wcsph_law *law, const struct pair_gap *gap,
                              const struct pair_side *j) {
  return (law->w_factor * law->volume) * kernel_w(law->kernel, gap->q) / (1.0f + j->d);
}

/* Take from j, which has that pressure, Pa. */
PASS_INLINE void fit_take(const struct wcsph_law *law, const struct pair_gap *gap, const struct pair_side *j,
                          real_t pressure, struct pass_terms *terms) {
  const enum summation mode = law->summation;
  const real_t weight = fit_weight(law, gap, j);
  const real_t x = -law->inv_h * gap->dx, y = -law->inv_h * gap->dy, z = -law->inv_h * gap->dz;
  const real_t wx = weight * x, wy = weight * y, wz = weight * z;
  const real_t moments[FIT_VALUES] = {weight, wx, wy, wz, wx * x, wy * y, wz * z, wx * y, wx * z, wy * z};
  const real_t values[4] = {pressure, j->u, j->v, j->w};
  for (int k = 0; k < FIT_VALUES; k++) terms->i[k] = sum_term(moments[k], law->quanta_weight, mode);
  for (int q = 0; q < 4; q++)
    for (int k = 0; k < 4; k++)
      terms->i[FIT_VALUES + 4 * q + k] =
          sum_term(moments[k] * values[q], fit_quanta(law, FIT_VALUES + 4 * q), mode);
  terms->most = lane_set(0.0f);
}

PASS_INLINE void fit_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                          const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                          const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)i, (void)row_i, (void)row_j;
  fit_take(law, gap, j, eos_pressure(law, j->d), terms);
}

PASS_INLINE real_t fit_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                              const real_t sums[], real_t out[]) {
  (void)law, (void)fluid, (void)me;
  for (int k = 0; k < 4 * fit_WRITTEN; k++) out[k] = k < FIT_SUMS ? sums[k] : lane_set(0.0f);
  return lane_set(0.0f);
}

#endif
