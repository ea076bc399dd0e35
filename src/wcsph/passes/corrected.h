/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_CORRECTED_H
#define WCSPH_PASSES_CORRECTED_H
/* Continuity and the pressure term of the momentum equation with a corrected gradient of the kernel,
 *   (1 + (C_i + C_j)/2) grad W,
 * which is opposite for i and j and so keeps momentum (Zago et al. 2021, paper 002's CCSPH; C from
 * passes/correction.h). Or `reverse`, likewise opposite: the pressure of each with the matrix of the other
 * (Zhang, Adams & Hu 2025),
 *   p_i (1 + C_j) + p_j (1 + C_i),
 * exact for linear pressures where sum (C_i + C_j) grad W is 0, as it nearly is among shifted particles; and
 * continuity with each one's own, exact for linear velocities. Of `adjoint` it has the other's: then pressure
 * does as much work as it compresses (Bonet & Lok 1999, of the variational form), and rates do not feed on
 * themselves where C changes from one to the next, but they are not exact. The force pass adds up the 1; this
 * pass the rest, to the `rate` of all particles. A wall has the correction of its neighbour; one that repels
 * has no pressure and fills no volume, and is left out. The largest of rows is the square of the fluid's
 * acceleration, m^2/s^4. */
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

/* C r, of rows as passes/correction.h writes them. */
PASS_INLINE void corrected_turn(const real_t *row, const struct pair_gap *gap, real_t out[3]) {
  const real_t x = gap->dx, y = gap->dy, z = gap->dz;
  out[0] = (row[0] * x + row[4] * y) + row[5] * z;
  out[1] = (row[4] * x + row[1] * y) + row[6] * z;
  out[2] = (row[5] * x + row[6] * y) + row[2] * z;
}

PASS_INLINE void corrected_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                                const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                                const real_t *row_j, struct pass_terms *terms) {
  if (kind == PAIR_FLUID_WALL) row_j = row_i;
  real_t of_i[3], of_j[3], mean[3]; /* C r */
  corrected_turn(row_i, gap, of_i);
  corrected_turn(row_j, gap, of_j);
  for (int a = 0; a < 3; a++) mean[a] = 0.5f * (of_i[a] + of_j[a]);
  real_t f = kernel_f(law->kernel, gap->q);
  if (kind == PAIR_FLUID_WALL && repulsion_of(law->boundary)) f = lane_set(0.0f);
  const real_t ratio_i = 1.0f + i->d, ratio_j = 1.0f + j->d;
  const bool volume = law->formulation == FORMULATION_VOLUME;
  /* As pair_act has them: a dummy wall's own velocity is zero, and no wall pulls. */
  real_t u = i->u, v = i->v, w = i->w;
  if (!(kind == PAIR_FLUID_WALL && law->boundary == BOUNDARY_DUMMY)) u = u - j->u, v = v - j->v, w = w - j->w;
  const bool reverse = law->reverse > 0.0f, adjoint = law->reverse > 1.0f;
  const real_t *own_i = adjoint ? of_j : reverse ? of_i : mean;
  const real_t *own_j = adjoint ? of_i : reverse ? of_j : mean;
  const real_t f_rate = sum_term(f, law->quanta_rate, law->summation);
  const real_t rate_i = f_rate * ((u * own_i[0] + v * own_i[1]) + w * own_i[2]);
  const real_t rate_j = f_rate * ((u * own_j[0] + v * own_j[1]) + w * own_j[2]);
  terms->i[3] = volume ? rate_i * (ratio_i / ratio_j) : rate_i;
  terms->j[3] = volume ? rate_j * (ratio_j / ratio_i) : rate_j;
  const real_t f_thrust = sum_term(f, law->quanta_acceleration, law->summation);
  if (reverse && kind == PAIR_FLUID_FLUID) {
    const real_t both = volume ? f_thrust / (ratio_i * ratio_j) : f_thrust;
    for (int a = 0; a < 3; a++) terms->i[a] = -both * (i->term * of_j[a] + j->term * of_i[a]);
  } else {
    real_t press = i->term + j->term;
    if (kind == PAIR_FLUID_WALL) press = lane_max(press, lane_set(law->wall_pull));
    if (volume) press = press / (ratio_i * ratio_j);
    const real_t along = f_thrust * -press;
    for (int a = 0; a < 3; a++) terms->i[a] = along * mean[a];
  }
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
