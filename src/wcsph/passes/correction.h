/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_CORRECTION_H
#define WCSPH_PASSES_CORRECTION_H
/* By what the kernel's gradient is to be corrected: C = M^-1 - 1, M the moments of the neighbourhood
 * (models/renormalise.h), of fluid and walls; of walls that repel, which stand for no fluid, nothing. Writes
 * the fluid's `correction` (xx, yy, zz, the filled share of the support) and `correction_more` (xy, xz, yz):
 * 0 amid fluid, and 0 where neighbours do not tell. What is thinner than a flat surface is corrected less,
 * down to not at all: M^-1 grows without a bound there. `reverse` and `adjoint` correct only inside fluid and
 * beside walls: at a free surface particles do not lie as it wants them to. `surface` corrects the layers
 * that the surface cuts, but for the outermost one (fill 0.59 on a lattice with h = 2 dp, the next 0.81):
 * with its own C that layer stirs after a minute. Inside, where particles are uneven, fill falls to 0.97. */
#include "wcsph/models/renormalise.h"
#include "wcsph/passes/pass.h"

enum {
  correction_READS = READS_POSITION,
  correction_ROWS = 0,
  correction_ROWS_FROM = 0,
  correction_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS,
  correction_SUMS = 6, /* M */
  correction_EXCHANGED = 0,
  correction_IN_H = 0,
  correction_FINDS = 0,
  correction_CHECKED = 0,
  correction_SELF = 0,
  correction_WRITES = BUFFER_INDEX_CORRECTION,
  correction_WRITTEN = 2,
  correction_ADDS = 0,
};

#define correction_IN_PLANE      0xb /* xx, yy, xy */
#define correction_UNCOMPENSATED 1
#define correction_SPARES_WALLS  1

PASS_INLINE bool correction_spares_walls(const struct wcsph_law *law) {
  return repulsion_of(law->boundary);
}

PASS_INLINE struct pair_gap correction_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                               const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void correction_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                                 const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                                 const real_t *row_j, struct pass_terms *terms) {
  (void)i, (void)j, (void)row_i, (void)row_j;
  real_t vf = law->vf_factor * kernel_f(law->kernel, gap->q);
  if (kind == PAIR_FLUID_WALL && correction_spares_walls(law)) vf = lane_set(0.0f);
  const real_t weight = sum_term(-vf, law->quanta_weight, law->summation);
  renormalise_moments(gap, weight, terms->i);
  renormalise_moments(gap, weight, terms->j);
  terms->most = lane_set(0.0f);
}

PASS_INLINE float correction_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_weight;
}

PASS_INLINE real_t correction_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                     const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  const real_t zero = lane_set(0.0f), one = lane_set(1.0f);
  real_t inverse[6];
  const mask_t known = renormalise_invert(law, sums, inverse);
  const real_t fill = renormalise_filled(law, sums);
  real_t share = fill * 2.5f;
  share = lane_min(share * share, one);
  if (law->reverse > 0.0f) {
    const bool surface = law->reverse > 2.0f;
    share = lane_max(lane_min((fill - (surface ? 0.65f : 0.85f)) * 10.0f, one), zero);
    if (surface) share = share * lane_max(lane_min((0.95f - fill) * 50.0f, one), zero);
  }
  share = lane_select(known, share, zero);
  for (int k = 0; k < 3; k++) {
    out[k] = share * (inverse[k] - one);
    out[4 + k] = share * inverse[3 + k];
  }
  out[3] = fill, out[7] = zero;
  return zero;
}

#endif
