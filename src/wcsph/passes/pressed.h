/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_PRESSED_H
#define WCSPH_PASSES_PRESSED_H
/* The pressure of dummy walls beside several phases: the fluid's around, and the weight of what lies between,
 * as passes/walls.h takes it from one phase. Walls do not pull. Writes `damping`. */
#include "wcsph/passes/pass.h"

enum {
  pressed_READS = READS_STATE,
  pressed_ROWS = 1,
  pressed_ROWS_FROM = BUFFER_INDEX_DAMPING,
  pressed_MEETS = WALLS_FROM_FLUID,
  pressed_SUMS = 2, /* W, (P_i + rho_i g.(x_j - x_i)) W; of i fluid, j wall */
  pressed_EXCHANGED = 0,
  pressed_IN_H = 0,
  pressed_FINDS = 0,
  pressed_CHECKED = 0,
  pressed_SELF = 1,
  pressed_WRITES = BUFFER_INDEX_DAMPING,
  pressed_WRITTEN = 1,
  pressed_ADDS = 0,
};

PASS_INLINE struct pair_gap pressed_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                            const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void pressed_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                              const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                              const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)j, (void)row_j;
  const float *g = law->gravity;
  const real_t weight = kernel_w(law->kernel, gap->q);
  const real_t density = (law->rho0 * (1.0f + i->d)) / row_i[1];
  const real_t hydrostatic = density * ((g[0] * gap->dx + g[1] * gap->dy) + g[2] * gap->dz);
  terms->j[0] = sum_term(weight, law->quanta_weight, law->summation);
  terms->j[1] = sum_term((row_i[3] - hydrostatic) * weight, law->quanta_pressure, law->summation);
  terms->most = lane_set(0.0f);
}

PASS_INLINE float pressed_quanta(const struct wcsph_law *law, int k) {
  return k == 0 ? law->quanta_weight : law->quanta_pressure;
}

PASS_INLINE real_t pressed_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                  const real_t sums[], real_t out[]) {
  (void)law, (void)fluid, (void)me;
  const real_t zero = lane_set(0.0f);
  const mask_t near = sums[0] > 1e-6f;
  out[0] = out[1] = out[2] = zero;
  out[3] = lane_select(near, lane_max(sums[1] / lane_select(near, sums[0], lane_set(1.0f)), zero), zero);
  return zero;
}

#endif
