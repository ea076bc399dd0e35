/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_CONDUCT_H
#define WCSPH_PASSES_CONDUCT_H
/* Conduction of heat (Cleary & Monaghan 1999, eq. 27, one conductivity):
 *   dT_i/dt = 2 a rho0 sum m_j/(rho_i rho_j) (T_i - T_j) F,   a = conductivity/(rho0 capacity),
 * whose terms are opposite for the two of a pair. Walls of given temperature take part with that of
 * passes/ghosts.h; others do not conduct. A wall with a given flux q gives, over its surface,
 *   2 |sum q/(rho0 capacity) V grad W|
 * with the sign of q: the sum is q times the kernel on the wall's face, of which half lies in the fluid.
 * Writes `warming`: dT/dt, K/s, of walls what the fluid gives them. What stands in `heat` says
 * wcsph/fluids/heat.h.
 */
#include "wcsph/passes/pass.h"

enum {
  conduct_READS = READS_STATE,
  conduct_ROWS = 1,
  conduct_ROWS_FROM = BUFFER_INDEX_HEAT,
  conduct_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS | WALLS_FROM_FLUID,
  conduct_SUMS = 5, /* in law->conduct of K/s: conduction; of fluid: q V grad W; what has q's sign */
  conduct_EXCHANGED = 1,
  conduct_IN_H = 0,
  conduct_FINDS = 1,
  conduct_CHECKED = 1,
  conduct_SELF = 0,
  conduct_WRITES = BUFFER_INDEX_WARMING,
  conduct_WRITTEN = 1,
  conduct_ADDS = 0,
};

#define conduct_HOT      1
#define conduct_IN_PLANE 0x17
#define conduct_OF_FLUID 0x1 /* conduction */
#define conduct_TO_WALLS 0x1

PASS_INLINE struct pair_gap conduct_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                            const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void conduct_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                              const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                              const real_t *row_j, struct pass_terms *terms) {
  const bool wall = kind == PAIR_FLUID_WALL;
  const real_t zero = lane_set(0.0f), apart = row_i[0] - row_j[0];
  const float scale = law->vf_factor * (law->h * law->h);
  const real_t vf = sum_term(scale * kernel_f(law->kernel, gap->q), law->quanta_heat, law->summation);
  const real_t conducted = vf * lane_bounded_quotient(apart, (1.0f + i->d) * (1.0f + j->d));
  terms->i[0] = wall ? lane_select(row_j[3] > 0.0f, conducted, zero) : conducted;
  const real_t flux = wall ? row_j[2] * (vf * ((law->inv_h * law->inv_h) / law->conduct)) : zero;
  terms->i[1] = flux * gap->dx;
  terms->i[2] = flux * gap->dy;
  terms->i[3] = flux * gap->dz;
  terms->i[4] = flux * (gap->r2 * law->inv_h);
  for (int k = 1; k < conduct_SUMS; k++) terms->j[k] = zero;
  terms->most = zero;
}

PASS_INLINE float conduct_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_heat;
}

PASS_INLINE real_t conduct_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                  const real_t sums[], real_t out[]) {
  (void)me;
  const real_t zero = lane_set(0.0f);
  const real_t flux = 2.0f * lane_sqrt((sums[1] * sums[1] + sums[2] * sums[2]) + sums[3] * sums[3]);
  const real_t given = lane_select(sums[4] > 0.0f, -flux, flux); /* F is negative */
  out[0] = law->conduct * (sums[0] + lane_select(fluid, given, zero));
  for (int k = 1; k < 4; k++) out[k] = zero;
  return zero;
}

#endif
