/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_CARRY_H
#define WCSPH_PASSES_CARRY_H
/* What a particle that is shifted owes to velocity and density, which it should have of the place where it
 * comes (Sun et al. 2019, of a transport velocity Adami, Hu & Adams 2013): s.grad u and s.grad rho, s the
 * shift, of the bounded gradient g in `rate`, with s = -D g, g.sum V (u_j - u_i) grad W,   g.sum V (d_j -
 * d_i) grad W. In the continuum that is what their terms, div(rho u s) - rho u div s and div(rho s) - rho div
 * s, come to; of a uniform flow it is zero, also among uneven particles, where the difference of their sums
 * is not. Writes `carried`, for the sweep of that name. */
#include "wcsph/passes/pass.h"

enum {
  carry_READS = READS_STATE,
  carry_ROWS = 1,
  carry_ROWS_FROM = BUFFER_INDEX_RATE,
  carry_MEETS = FLUID_FROM_FLUID,
  carry_SUMS = 4, /* of u over c0, and of d; in 1/m for it is times h */
  carry_EXCHANGED = 0,
  carry_IN_H = 0,
  carry_FINDS = 0,
  carry_CHECKED = 0,
  carry_SELF = 0,
  carry_WRITES = BUFFER_INDEX_CARRIED,
  carry_WRITTEN = 1,
  carry_ADDS = 0,
};

#define carry_SPARES_FLUID 1

/* What is not shifted owes nothing. */
PASS_INLINE bool carry_spares_fluid(const struct wcsph_law *law, const float rows[]) {
  (void)law;
  return rows[0] == 0.0f && rows[1] == 0.0f && rows[2] == 0.0f;
}

PASS_INLINE struct pair_gap carry_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                          const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void carry_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                            const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                            const real_t *row_j, struct pass_terms *terms) {
  (void)kind;
  const real_t weight = sum_term((law->h * law->vf_factor) * kernel_f(law->kernel, gap->q),
                                 law->quanta_gradient, law->summation);
  const real_t of_i = weight * ((row_i[0] * gap->dx + row_i[1] * gap->dy) + row_i[2] * gap->dz);
  const real_t of_j = weight * ((row_j[0] * gap->dx + row_j[1] * gap->dy) + row_j[2] * gap->dz);
  const float per_c0 = 1.0f / law->c0;
  const real_t change[4] = {per_c0 * (j->u - i->u), per_c0 * (j->v - i->v), per_c0 * (j->w - i->w),
                            j->d - i->d};
  for (int k = 0; k < 4; k++) terms->i[k] = change[k] * of_i, terms->j[k] = change[k] * of_j;
  terms->most = lane_set(0.0f);
}

PASS_INLINE float carry_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_gradient;
}

PASS_INLINE real_t carry_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  for (int a = 0; a < 3; a++) out[a] = sums[a] * (law->c0 * law->inv_h);
  out[3] = sums[3] * law->inv_h;
  return lane_set(0.0f);
}

#endif
