/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_SURFACE_H
#define WCSPH_PASSES_SURFACE_H
/* Shifting at free surfaces (as Sun et al. 2017 have it): by the fill f of a particle's support, which
 * passes/shift.h left in `rate` and which is 1 inside, the shift of a particle is left as it is (f > 0.9 and
 * h |grad f| < 0.015), has no part across the surface, along the gradient of f (f > 0.55), or is none.
 * Theirs asks for the least eigenvalue of the moments; f is the mean one, which needs no root and no matrix.
 * The bound on grad f, which is for 2-D alone, reaches the two layers beneath a surface whose supports it
 * barely cuts: they would be shifted towards it for good, and pressure, which drives them back, would leave
 * the fluid expanded. In 3-D it halves that at most, and impacts are twice as noisy. Writes `rate`. */
#include "wcsph/passes/pass.h"

enum {
  surface_READS = READS_POSITION,
  surface_ROWS = 1,
  surface_ROWS_FROM = BUFFER_INDEX_RATE,
  surface_MEETS = FLUID_FROM_FLUID,
  surface_SUMS = 3, /* V (f_j - f_i) grad W, times the number of dimensions, 1/m */
  surface_EXCHANGED = 0,
  surface_IN_H = 0,
  surface_FINDS = 0,
  surface_CHECKED = 0,
  surface_SELF = 0,
  surface_WRITES = BUFFER_INDEX_RATE,
  surface_WRITTEN = 1,
  surface_ADDS = 1,
};

#define surface_SPARES_FLUID 1

/* In 3-D the fill alone says that a particle is inside, where its shift stays. */
PASS_INLINE bool surface_spares_fluid(const struct wcsph_law *law, const float rows[]) {
  return law->dimensions == 3 && rows[3] > 0.9f * 3.0f;
}

PASS_INLINE struct pair_gap surface_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                            const struct pair_side *i, const struct pair_side *j) {
  (void)i, (void)j;
  return pass_between(law->inv_h, dx, dy, dz);
}

PASS_INLINE void surface_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                              const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                              const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)i, (void)j;
  const real_t slope = sum_term((law->vf_factor * kernel_f(law->kernel, gap->q)) * (row_j[3] - row_i[3]),
                                law->quanta_gradient, law->summation);
  terms->i[0] = terms->j[0] = slope * gap->dx;
  terms->i[1] = terms->j[1] = slope * gap->dy;
  terms->i[2] = terms->j[2] = slope * gap->dz;
  terms->most = lane_set(0.0f);
}

PASS_INLINE float surface_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_gradient;
}

PASS_INLINE real_t surface_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                  const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  const real_t zero = lane_set(0.0f), full = lane_set((float)law->dimensions);
  const real_t across2 = (sums[0] * sums[0] + sums[1] * sums[1]) + sums[2] * sums[2];
  const mask_t known = across2 > 1e-6f * (law->inv_h * law->inv_h);
  const real_t inv = 1.0f / lane_select(known, across2, lane_set(1.0f));
  const real_t along = ((out[0] * sums[0] + out[1] * sums[1]) + out[2] * sums[2]) * inv;
  const float bound = law->dimensions == 2 ? 0.015f : 100.0f; /* what no gradient reaches */
  const real_t steepest = (bound * law->inv_h) * full;
  const mask_t inside = (out[3] > 0.9f * full) & (across2 < steepest * steepest),
               near = out[3] > 0.55f * full;
  for (int a = 0; a < 3; a++) {
    const real_t slid = lane_select(known, out[a] - along * sums[a], zero);
    out[a] = lane_select(inside, out[a], lane_select(near, slid, zero));
  }
  return zero; /* the fill stays, for neighbours may not have read it yet */
}

#endif
