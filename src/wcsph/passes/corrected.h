/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_CORRECTED_H
#define WCSPH_PASSES_CORRECTED_H
/* Continuity and the pressure term of the momentum equation with a corrected gradient of the kernel,
 *   (1 + (C_i + C_j)/2) grad W,
 * which is opposite for i and j and so keeps momentum (Zago et al. 2021, paper 002's CCSPH; C from
 * passes/correction.h). The force pass adds up the 1; this pass the rest, to the `rate` of all particles. A
 * wall has the correction of its neighbour. The largest of rows is the square of the fluid's acceleration,
 * m^2/s^4. */
#include "wcsph/passes/pass.h"

enum {
  corrected_READS = READS_TERM,
  corrected_ROWS = 2,
  corrected_ROWS_FROM = BUFFER_INDEX_CORRECTION,
  corrected_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS | WALLS_FROM_FLUID,
  corrected_SUMS = 4, /* as forces */
  corrected_EXCHANGED = 3,
  corrected_IN_H = 1,
  corrected_FINDS = 1,
  corrected_CHECKED = 1,
  corrected_SELF = 0,
  corrected_WRITES = BUFFER_INDEX_RATE,
  corrected_WRITTEN = 1,
  corrected_ADDS = 1,
};

PASS_INLINE struct pair_gap corrected_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                              const struct pair_side *i, const struct pair_side *j) {
  (void)law, (void)i, (void)j;
  return pass_between(1.0f, dx, dy, dz);
}

PASS_INLINE void corrected_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                                const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                                const real_t *row_j, struct pass_terms *terms) {
  if (kind == PAIR_FLUID_WALL) row_j = row_i;
  const real_t half = lane_set(0.5f);
  const real_t x = half * gap->dx, y = half * gap->dy, z = half * gap->dz;
  const real_t xx = row_i[0] + row_j[0], yy = row_i[1] + row_j[1], zz = row_i[2] + row_j[2];
  const real_t xy = row_i[4] + row_j[4], xz = row_i[5] + row_j[5], yz = row_i[6] + row_j[6];
  const real_t cx = (xx * x + xy * y) + xz * z, cy = (xy * x + yy * y) + yz * z,
               cz = (xz * x + yz * y) + zz * z;
  const real_t f = kernel_f(law->kernel, gap->q), ratio_i = 1.0f + i->d, ratio_j = 1.0f + j->d;
  const bool volume = law->formulation == FORMULATION_VOLUME;
  /* As pair_act has them: a dummy wall's own velocity is zero, and no wall pulls. */
  real_t u = i->u, v = i->v, w = i->w;
  if (!(kind == PAIR_FLUID_WALL && law->boundary == BOUNDARY_DUMMY)) u = u - j->u, v = v - j->v, w = w - j->w;
  const real_t rate = sum_term(f, law->quanta_rate, law->summation) * ((u * cx + v * cy) + w * cz);
  terms->i[3] = volume ? rate * (ratio_i / ratio_j) : rate;
  terms->j[3] = volume ? rate * (ratio_j / ratio_i) : rate;
  real_t press = i->term + j->term;
  if (kind == PAIR_FLUID_WALL) press = lane_max(press, lane_set(0.0f));
  if (volume) press = press / (ratio_i * ratio_j);
  const real_t along = sum_term(f, law->quanta_acceleration, law->summation) * -press;
  terms->i[0] = along * cx;
  terms->i[1] = along * cy;
  terms->i[2] = along * cz;
  terms->most = lane_set(0.0f);
}

PASS_INLINE float corrected_quanta(const struct wcsph_law *law, int k) {
  return k < 3 ? law->quanta_acceleration : law->quanta_rate;
}

PASS_INLINE real_t corrected_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                    const real_t sums[], real_t out[]) {
  (void)me;
  for (int a = 0; a < 3; a++) out[a] = out[a] + sums[a] * law->unit_acceleration;
  out[3] = out[3] + sums[3] * law->unit_rate;
  return lane_select(fluid, (out[0] * out[0] + out[1] * out[1]) + out[2] * out[2], lane_set(0.0f));
}

#endif
