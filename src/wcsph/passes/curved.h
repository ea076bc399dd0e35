/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_CURVED_H
#define WCSPH_PASSES_CURVED_H
/* Beside passes/fit.h, what a line that may curve wants to know (wcsph/levels/ring_fit.h): sums over the
 * same fluid with the same weights, of r^2 r, r^4, and r^2 times P and v. */
#include "wcsph/passes/fit.h"

enum curved_sum {
  CURVED_PLACE,                     /* r^2 times x, y, z */
  CURVED_FOURTH = CURVED_PLACE + 3, /* r^4 */
  CURVED_VALUES,                    /* r^2 times P, u, v, w */
  CURVED_SUMS = CURVED_VALUES + 4
};

enum {
  curved_READS = fit_READS,
  curved_ROWS = fit_ROWS,
  curved_ROWS_FROM = fit_ROWS_FROM,
  curved_MEETS = fit_MEETS,
  curved_SUMS = CURVED_SUMS,
  curved_EXCHANGED = fit_EXCHANGED,
  curved_IN_H = fit_IN_H,
  curved_FINDS = fit_FINDS,
  curved_CHECKED = fit_CHECKED,
  curved_SELF = fit_SELF,
  curved_WRITES = fit_WRITES,
  curved_WRITTEN = CURVED_SUMS / 4,
  curved_ADDS = fit_ADDS,
};

#define curved_IN_PLANE 0x7b /* r^2 x, r^2 y, r^4; of P, u, v */
#define curved_measure  fit_measure

PASS_INLINE float curved_quanta(const struct wcsph_law *law, int k) {
  return k < CURVED_VALUES    ? law->quanta_weight
         : k == CURVED_VALUES ? law->quanta_pressure
                              : law->quanta_velocity;
}

PASS_INLINE void curved_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  const enum summation mode = law->summation;
  const real_t weight = fit_weight(law, gap, j);
  const real_t r2 = gap->q * gap->q, with = weight * r2, per_length = lane_set(-law->inv_h);
  const real_t values[4] = {eos_pressure(law, j->d), j->u, j->v, j->w};
  (void)kind, (void)i, (void)row_i, (void)row_j;
  terms->i[CURVED_PLACE] = sum_term(with * (per_length * gap->dx), law->quanta_weight, mode);
  terms->i[CURVED_PLACE + 1] = sum_term(with * (per_length * gap->dy), law->quanta_weight, mode);
  terms->i[CURVED_PLACE + 2] = sum_term(with * (per_length * gap->dz), law->quanta_weight, mode);
  terms->i[CURVED_FOURTH] = sum_term(with * r2, law->quanta_weight, mode);
  for (int q = 0; q < 4; q++)
    terms->i[CURVED_VALUES + q] = sum_term(with * values[q], curved_quanta(law, CURVED_VALUES + q), mode);
  terms->most = lane_set(0.0f);
}

PASS_INLINE real_t curved_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  (void)law, (void)fluid, (void)me;
  for (int k = 0; k < CURVED_SUMS; k++) out[k] = sums[k];
  return lane_set(0.0f);
}

#endif
