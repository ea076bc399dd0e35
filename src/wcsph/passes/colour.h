/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_COLOUR_H
#define WCSPH_PASSES_COLOUR_H
/* The gradient of the colour, which is 1 in other phases than a particle's own and 0 in its own (Hu & Adams
 * 2006): sum of V_j grad W over fluid j of other phases, V_j = V0 / (rho/rho0). Walls have none, so an
 * interface meets them at a right angle. Writes `interface`, 1/m. */
#include "wcsph/passes/pass.h"

enum {
  colour_READS = READS_STATE,
  colour_ROWS = 1,
  colour_ROWS_FROM = BUFFER_INDEX_PHASE,
  colour_MEETS = FLUID_FROM_FLUID,
  colour_SUMS = 3,
  colour_EXCHANGED = 0,
  colour_IN_H = 0,
  colour_FINDS = 0,
  colour_CHECKED = 0,
  colour_SELF = 0,
  colour_WRITES = BUFFER_INDEX_INTERFACE,
  colour_WRITTEN = 1,
  colour_ADDS = 0,
};

#define colour_HOT 1

PASS_INLINE struct pair_gap colour_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void colour_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  (void)kind;
  const real_t zero = lane_set(0.0f);
  const real_t f = law->vf_factor * kernel_f(law->kernel, gap->q);
  const real_t other = lane_select(row_i[2] == row_j[2], zero, f);
  const real_t to_i = lane_bounded_quotient(other, 1.0f + j->d),
               to_j = lane_bounded_quotient(other, 1.0f + i->d);
  const real_t d[3] = {gap->dx, gap->dy, gap->dz};
  for (int a = 0; a < 3; a++) {
    terms->i[a] = sum_term(to_i * d[a], law->quanta_gradient, law->summation);
    terms->j[a] = sum_term(-(to_j * d[a]), law->quanta_gradient, law->summation);
  }
  terms->most = zero;
}

PASS_INLINE float colour_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_gradient;
}

PASS_INLINE real_t colour_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  (void)law, (void)fluid, (void)me;
  for (int a = 0; a < 3; a++) out[a] = sums[a];
  out[3] = lane_set(0.0f);
  return out[3];
}

#endif
