/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_XSPH_H
#define WCSPH_PASSES_XSPH_H
/* XSPH (Monaghan 1989): what fluid moves by beside its velocity, over epsilon,
 *   sum m/rho (u_j - u_i) W,   rho the mean of the pair,
 * opposite for i and j, so that the centre of mass goes its way. Writes the fluid's `rate`, m/s. */
#include "wcsph/passes/pass.h"

enum {
  xsph_READS = READS_STATE,
  xsph_ROWS = 0,
  xsph_ROWS_FROM = 0,
  xsph_MEETS = FLUID_FROM_FLUID,
  xsph_SUMS = 3,
  xsph_EXCHANGED = 3,
  xsph_IN_H = 0,
  xsph_FINDS = 0,
  xsph_CHECKED = 0,
  xsph_SELF = 0,
  xsph_WRITES = BUFFER_INDEX_RATE,
  xsph_WRITTEN = 1,
  xsph_ADDS = 0,
};

PASS_INLINE struct pair_gap xsph_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                         const struct pair_side *i, const struct pair_side *j) {
  struct pair_gap gap = pass_between(law->inv_h, dx, dy, dz);
  gap.ratios = (1.0f + i->d) + (1.0f + j->d);
  gap.inv = (2.0f * law->volume * law->w_factor) / gap.ratios;
  return gap;
}

PASS_INLINE void xsph_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                           const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                           const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)row_i, (void)row_j;
  const real_t weight =
      sum_term(gap->inv * kernel_w(law->kernel, gap->q), law->quanta_velocity, law->summation);
  terms->i[0] = weight * (j->u - i->u);
  terms->i[1] = weight * (j->v - i->v);
  terms->i[2] = weight * (j->w - i->w);
  terms->most = lane_set(0.0f);
}

PASS_INLINE float xsph_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_velocity;
}

PASS_INLINE real_t xsph_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                               const real_t sums[], real_t out[]) {
  (void)law, (void)fluid, (void)me;
  for (int a = 0; a < 3; a++) out[a] = sums[a];
  out[3] = lane_set(0.0f);
  return lane_set(0.0f);
}

#endif
