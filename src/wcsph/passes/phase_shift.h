/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_PHASE_SHIFT_H
#define WCSPH_PASSES_PHASE_SHIFT_H
/* Shifting beside other phases: near an interface a particle keeps what it is shifted by along it, and loses
 * what is across it, along the gradient n of the colour (passes/colour.h), so that phases do not mix by
 * shifts. Where n is less than a hundredth of 1/h, other phases are too far to tell where they are. Writes
 * `rate`. */
#include "wcsph/passes/pass.h"

enum {
  phase_shift_READS = READS_POSITION,
  phase_shift_ROWS = 2, /* the shift; `phase` */
  phase_shift_ROWS_FROM = BUFFER_INDEX_RATE,
  phase_shift_MEETS = FLUID_FROM_FLUID,
  phase_shift_SUMS = 3, /* 1/m */
  phase_shift_EXCHANGED = 3,
  phase_shift_IN_H = 0,
  phase_shift_FINDS = 0,
  phase_shift_CHECKED = 0,
  phase_shift_SELF = 0,
  phase_shift_WRITES = BUFFER_INDEX_RATE,
  phase_shift_WRITTEN = 1,
  phase_shift_ADDS = 1,
};

PASS_INLINE struct pair_gap phase_shift_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                                const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void phase_shift_pair(const struct wcsph_law *law, enum pair_kind kind,
                                  const struct pair_gap *gap, const struct pair_side *i,
                                  const struct pair_side *j, const real_t *row_i, const real_t *row_j,
                                  struct pass_terms *terms) {
  (void)kind, (void)i, (void)j;
  const real_t vf =
      sum_term(law->vf_factor * kernel_f(law->kernel, gap->q), law->quanta_gradient, law->summation);
  const real_t other = lane_select(row_i[6] == row_j[6], lane_set(0.0f), vf);
  terms->i[0] = other * gap->dx;
  terms->i[1] = other * gap->dy;
  terms->i[2] = other * gap->dz;
  terms->most = lane_set(0.0f);
}

PASS_INLINE float phase_shift_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_gradient;
}

PASS_INLINE real_t phase_shift_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                      const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  const real_t n2 = (sums[0] * sums[0] + sums[1] * sums[1]) + sums[2] * sums[2];
  const mask_t known = n2 > 1e-4f * (law->inv_h * law->inv_h);
  const real_t along =
      ((out[0] * sums[0] + out[1] * sums[1]) + out[2] * sums[2]) / lane_select(known, n2, lane_set(1.0f));
  for (int a = 0; a < 3; a++) out[a] = lane_select(known, out[a] - along * sums[a], out[a]);
  return lane_set(0.0f);
}

#endif
