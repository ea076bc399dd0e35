/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_MOVING_H
#define WCSPH_PASSES_MOVING_H
/* As walls.h, for dummy walls that move: with the wall's velocity u_w and acceleration a_w, which its rows
 * have (Adami, Hu & Adams 2012, eqs. 23 and 27), P_w = sum (P_i + rho_i (g - a_w).(x_j - x_i)) W / sum W, and
 * the velocity (1 + m) u_w - m sum u_i W / sum W, m = law->mirror. */
#include "wcsph/passes/walls.h"

enum {
  moving_READS = READS_STATE,
  moving_ROWS = 2, /* velocity, acceleration */
  moving_ROWS_FROM = BUFFER_INDEX_WALL_VELOCITY,
  moving_MEETS = WALLS_FROM_FLUID,
  moving_SUMS = walls_SUMS,
  moving_EXCHANGED = 0,
  moving_IN_H = 0,
  moving_FINDS = 0,
  moving_CHECKED = 0,
  moving_SELF = 1,
  moving_WRITES = BUFFER_INDEX_VELOCITY,
  moving_WRITTEN = 1,
  moving_ADDS = 0,
};

PASS_INLINE struct pair_gap moving_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           const struct pair_side *i, const struct pair_side *j) {
  return walls_measure(law, dx, dy, dz, i, j);
}

PASS_INLINE void moving_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  const enum summation mode = law->summation;
  const real_t weight = kernel_w(law->kernel, gap->q);
  const real_t hydrostatic =
      eos_inertia(law, i->d) * ((row_j[4] * gap->dx + row_j[5] * gap->dy) + row_j[6] * gap->dz);
  const float own = 1.0f + law->mirror;
  walls_pair(law, kind, gap, i, j, row_i, row_j, terms);
  terms->j[2] = sum_term((law->mirror * i->u - own * row_j[0]) * weight, law->quanta_velocity, mode);
  terms->j[3] = sum_term((law->mirror * i->v - own * row_j[1]) * weight, law->quanta_velocity, mode);
  terms->j[4] = sum_term((law->mirror * i->w - own * row_j[2]) * weight, law->quanta_velocity, mode);
  terms->j[1] = terms->j[1] + sum_term(hydrostatic * weight, law->quanta_pressure, mode);
}

PASS_INLINE float moving_quanta(const struct wcsph_law *law, int k) {
  return walls_quanta(law, k);
}

PASS_INLINE real_t moving_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  return walls_finish(law, fluid, me, sums, out);
}

#endif
