/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_MOVING_PRESSED_H
#define WCSPH_PASSES_MOVING_PRESSED_H
/* As pressed.h, for dummy walls that move: their own acceleration a_w, which their rows have, lessens the
 * weight of what lies between, P_w = sum (P_i + rho_i (g - a_w).(x_j - x_i)) W / sum W (Adami, Hu & Adams
 * 2012, eq. 27; moving.h). */
#include "wcsph/passes/pressed.h"

enum {
  moving_pressed_READS = READS_STATE,
  moving_pressed_ROWS = 2, /* a wall's acceleration; the fluid's `damping` */
  moving_pressed_ROWS_FROM = BUFFER_INDEX_WALL_ACCELERATION,
  moving_pressed_MEETS = WALLS_FROM_FLUID,
  moving_pressed_SUMS = pressed_SUMS,
  moving_pressed_EXCHANGED = 0,
  moving_pressed_IN_H = 0,
  moving_pressed_FINDS = 0,
  moving_pressed_CHECKED = 0,
  moving_pressed_SELF = 1,
  moving_pressed_WRITES = BUFFER_INDEX_DAMPING,
  moving_pressed_WRITTEN = 1,
  moving_pressed_ADDS = 0,
};

PASS_INLINE struct pair_gap moving_pressed_measure(const struct wcsph_law *law, real_t dx, real_t dy,
                                                   real_t dz, const struct pair_side *i,
                                                   const struct pair_side *j) {
  return pressed_measure(law, dx, dy, dz, i, j);
}

PASS_INLINE void moving_pressed_pair(const struct wcsph_law *law, enum pair_kind kind,
                                     const struct pair_gap *gap, const struct pair_side *i,
                                     const struct pair_side *j, const real_t *row_i, const real_t *row_j,
                                     struct pass_terms *terms) {
  pressed_pair(law, kind, gap, i, j, row_i + 4, row_j + 4, terms);
  const real_t weight = kernel_w(law->kernel, gap->q);
  const real_t density = (law->rho0 * (1.0f + i->d)) / row_i[5];
  const real_t hydrostatic = density * ((row_j[0] * gap->dx + row_j[1] * gap->dy) + row_j[2] * gap->dz);
  terms->j[1] = terms->j[1] + sum_term(hydrostatic * weight, law->quanta_pressure, law->summation);
}

PASS_INLINE float moving_pressed_quanta(const struct wcsph_law *law, int k) {
  return pressed_quanta(law, k);
}

PASS_INLINE real_t moving_pressed_finish(const struct wcsph_law *law, mask_t fluid,
                                         const struct pair_side *me, const real_t sums[], real_t out[]) {
  return pressed_finish(law, fluid, me, sums, out);
}

#endif
