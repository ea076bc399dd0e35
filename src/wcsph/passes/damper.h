/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_DAMPER_H
#define WCSPH_PASSES_DAMPER_H
/* Acoustic damper (Sun et al. 2023): a pressure -zeta rho0 div u beside that of the equation of state, in the
 * same operator,
 *   a_i += -zeta sum V (e_i + e_j) grad W,   e = (drho/dt)/rho0,   zeta = strength h c0,
 * opposite for i and j. e is what the passes before have found, with density diffusion in it, so no pass of
 * its own finds div u. A dummy wall has the e of its neighbour; no wall pulls. The largest of rows is the
 * square of the fluid's acceleration, m^2/s^4. */
#include "wcsph/passes/pass.h"

enum {
  damper_READS = READS_TERM,
  damper_ROWS = 1,
  damper_ROWS_FROM = BUFFER_INDEX_RATE, /* of which it leaves e as it is */
  damper_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS | WALLS_FROM_FLUID,
  damper_SUMS = 3,
  damper_EXCHANGED = 3,
  damper_IN_H = 1,
  damper_FINDS = 1,
  damper_CHECKED = 1,
  damper_SELF = 0,
  damper_WRITES = BUFFER_INDEX_RATE,
  damper_WRITTEN = 1,
  damper_ADDS = 1,
};

PASS_INLINE struct pair_gap damper_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           const struct pair_side *i, const struct pair_side *j) {
  (void)law, (void)i, (void)j;
  return pass_between(1.0f, dx, dy, dz);
}

PASS_INLINE void damper_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  const real_t zero = lane_set(0.0f);
  const bool dummy = kind == PAIR_FLUID_WALL && law->boundary == BOUNDARY_DUMMY;
  real_t press = law->damper * (row_i[3] + (dummy ? row_i[3] : row_j[3]));
  if (kind == PAIR_FLUID_WALL) {
    const real_t rest = i->term + j->term; /* of which the force pass took what is above 0 */
    press = lane_max(rest + press, zero) - lane_max(rest, zero);
  }
  const real_t f = sum_term(kernel_f(law->kernel, gap->q), law->quanta_acceleration, law->summation);
  const real_t along = f * -press;
  terms->i[0] = along * gap->dx;
  terms->i[1] = along * gap->dy;
  terms->i[2] = along * gap->dz;
  terms->most = zero;
}

PASS_INLINE float damper_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_acceleration;
}

PASS_INLINE real_t damper_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  (void)me;
  for (int a = 0; a < 3; a++) out[a] = out[a] + sums[a] * law->unit_acceleration;
  return lane_select(fluid, (out[0] * out[0] + out[1] * out[1]) + out[2] * out[2], lane_set(0.0f));
}

#endif
