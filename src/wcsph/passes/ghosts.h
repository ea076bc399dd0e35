/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_GHOSTS_H
#define WCSPH_PASSES_GHOSTS_H
/* The temperature that particles of a wall have towards the fluid: mirrored at the wall's own, T_w, as no
 * slip mirrors velocity (Adami, Hu & Adams 2012, eq. 23): 2 T_w - sum T_i W / sum W. Of a wall with a flux,
 * what its piece of the surface gives, over sum W, so that the fluid together takes all of it: of a piece
 * that is wet by half, half of it, and from three quarters on all. Writes `heat` of walls; what stands in its
 * rows says wcsph/fluids/heat.h. */
#include "wcsph/passes/pass.h"

enum {
  ghosts_READS = READS_POSITION,
  ghosts_ROWS = 1,
  ghosts_ROWS_FROM = BUFFER_INDEX_HEAT,
  ghosts_MEETS = WALLS_FROM_FLUID,
  ghosts_SUMS = 2, /* W, (T_i - T_w) W, K */
  ghosts_EXCHANGED = 0,
  ghosts_IN_H = 0,
  ghosts_FINDS = 0,
  ghosts_CHECKED = 0, /* passes/conduct.h is, for the same temperatures */
  ghosts_SELF = 1,
  ghosts_WRITES = BUFFER_INDEX_HEAT,
  ghosts_WRITTEN = 1,
  ghosts_ADDS = 1,
};

PASS_INLINE struct pair_gap ghosts_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void ghosts_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)i, (void)j;
  const enum summation mode = law->summation;
  const real_t weight = kernel_w(law->kernel, gap->q);
  terms->j[0] = sum_term(weight, law->quanta_weight, mode);
  terms->j[1] = sum_term((row_i[0] - row_j[1]) * weight, law->quanta_heat, mode);
  terms->most = lane_set(0.0f);
}

PASS_INLINE float ghosts_quanta(const struct wcsph_law *law, int k) {
  return k == 0 ? law->quanta_weight : law->quanta_heat;
}

/* A wall away from fluid stays as it is. */
PASS_INLINE real_t ghosts_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  const mask_t near = sums[0] > 1e-6f;
  const real_t all = lane_select(near, sums[0], lane_set(1.0f)), zero = lane_set(0.0f);
  const mask_t at_surface = out[2] > 0.0f;
  const real_t wet = (all * (law->w_factor * law->volume)) / lane_select(at_surface, out[2], lane_set(1.0f));
  const real_t part = lane_max(zero, lane_min(lane_set(1.0f), 2.0f * wet - 0.5f));
  const real_t given = lane_select(at_surface, out[1] * part / all, zero);
  out[0] = lane_select(near, lane_select(out[3] > 0.0f, out[1] - sums[1] / all, given), out[0]);
  return lane_set(0.0f);
}

#endif
