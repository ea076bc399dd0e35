/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_CONDUCT_H
#define WCSPH_PASSES_CONDUCT_H
/* Conduction of heat (Cleary & Monaghan 1999, eq. 27, one conductivity):
 *   dT_i/dt = 2 a rho0 sum m_j/(rho_i rho_j) (T_i - T_j) F,   a = conductivity/(rho0 capacity),
 * whose terms are opposite for the two of a pair. Walls of given temperature take part with that of
 * passes/ghosts.h; others do not conduct. A particle of a wall with a given flux gives its neighbours, each
 * by its kernel, what passes/ghosts.h has shared out among them. Writes `warming`: dT/dt, K/s, of walls what
 * the fluid gives them. What stands in `heat` says wcsph/fluids/heat.h.
 */
#include "wcsph/passes/pass.h"

enum {
  conduct_READS = READS_STATE,
  conduct_ROWS = 1,
  conduct_ROWS_FROM = BUFFER_INDEX_HEAT,
  conduct_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS | WALLS_FROM_FLUID,
  conduct_SUMS = 1, /* in law->conduct of K/s */
  conduct_EXCHANGED = 1,
  conduct_IN_H = 0,
  conduct_FINDS = 1,
  conduct_CHECKED = 1,
  conduct_SELF = 1, /* of walls with a flux */
  conduct_WRITES = BUFFER_INDEX_WARMING,
  conduct_WRITTEN = 1,
  conduct_ADDS = 0,
};

#define conduct_HOT 1

PASS_INLINE struct pair_gap conduct_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                            const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void conduct_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                              const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                              const real_t *row_j, struct pass_terms *terms) {
  const bool wall = kind == PAIR_FLUID_WALL;
  const real_t apart = row_i[0] - row_j[0];
  const float scale = law->vf_factor * (law->h * law->h);
  const real_t vf = sum_term(scale * kernel_f(law->kernel, gap->q), law->quanta_heat, law->summation);
  const real_t conducted = vf * lane_bounded_quotient(apart, (1.0f + i->d) * (1.0f + j->d));
  const real_t weight =
      sum_term((1.0f / law->conduct) * kernel_w(law->kernel, gap->q), law->quanta_heat, law->summation);
  terms->i[0] = wall ? lane_select(row_j[3] > 0.0f, conducted, weight * row_j[0]) : conducted;
  terms->most = lane_set(0.0f);
}

PASS_INLINE float conduct_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_heat;
}

PASS_INLINE real_t conduct_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                  const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  out[0] = law->conduct * sums[0];
  for (int k = 1; k < 4; k++) out[k] = lane_set(0.0f);
  return lane_set(0.0f);
}

#endif
