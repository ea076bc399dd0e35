/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_BENEATH_H
#define WCSPH_PASSES_BENEATH_H
/* Continuity of the fluid beneath a free surface, `gradient_correction: surface`: what the corrected gradient
 * C grad W adds to -div u in the layers whose support the surface cuts, with each particle's own C
 * (passes/correction.h) and among fluid alone, so that water that moves along with a wall is not strained.
 * Into the fluid's d(rho/rho0)/dt in `rate`. The pressure term stays as it is: it keeps particles even.
 * Particles whose C is 0 take nothing from others. */
#include "wcsph/passes/corrected.h"

enum {
  beneath_READS = READS_STATE,
  beneath_ROWS = corrected_ROWS,
  beneath_ROWS_FROM = corrected_ROWS_FROM,
  beneath_MEETS = FLUID_FROM_FLUID,
  beneath_SUMS = 1, /* law->unit_rate */
  beneath_EXCHANGED = 0,
  beneath_IN_H = 1,
  beneath_FINDS = 1, /* an overflow alone */
  beneath_CHECKED = 1,
  beneath_SELF = 0,
  beneath_WRITES = BUFFER_INDEX_RATE,
  beneath_WRITTEN = 1,
  beneath_ADDS = 1,
};

#define beneath_SPARES_FLUID 1

PASS_INLINE bool beneath_spares_fluid(const struct wcsph_law *law, const float rows[]) {
  (void)law;
  return rows[0] == 0.0f && rows[1] == 0.0f && rows[2] == 0.0f && rows[4] == 0.0f && rows[5] == 0.0f &&
         rows[6] == 0.0f;
}

#define beneath_measure corrected_measure

PASS_INLINE void beneath_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                              const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                              const real_t *row_j, struct pass_terms *terms) {
  (void)kind;
  real_t of_i[3], of_j[3]; /* C r */
  corrected_turn(row_i, gap, of_i);
  corrected_turn(row_j, gap, of_j);
  const real_t u = i->u - j->u, v = i->v - j->v, w = i->w - j->w;
  const real_t f = sum_term(kernel_f(law->kernel, gap->q), law->quanta_rate, law->summation);
  terms->i[0] = f * ((u * of_i[0] + v * of_i[1]) + w * of_i[2]);
  terms->j[0] = f * ((u * of_j[0] + v * of_j[1]) + w * of_j[2]);
  if (law->formulation == FORMULATION_VOLUME) {
    const real_t ratio_i = 1.0f + i->d, ratio_j = 1.0f + j->d;
    terms->i[0] = terms->i[0] * (ratio_i / ratio_j), terms->j[0] = terms->j[0] * (ratio_j / ratio_i);
  }
  terms->most = lane_set(0.0f);
}

PASS_INLINE float beneath_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_rate;
}

PASS_INLINE real_t beneath_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                  const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  out[3] = out[3] + sums[0] * law->unit_rate;
  return lane_set(0.0f);
}

#endif
