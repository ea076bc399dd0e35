/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_VISCOUS_BENEATH_H
#define WCSPH_PASSES_VISCOUS_BENEATH_H
/* What the viscous term lacks beneath a free surface, `gradient_correction: surface`: there a part of the
 * pairs that dissipate is missing, so that water to a depth of 0.8 dp (h = 2.45 dp) has no viscosity. The
 * pairs that are there act for those that are not, by 1/f of both together, f the filled share of a support
 * (passes/correction.h): opposite for i and j, and what all dissipate is that of full supports. No more than
 * twice, which a flat surface wants. Among fluid alone. A particle amid fluid takes no part, nor does what is
 * between it and others: up to UNEVEN supports differ there, too. Adds to the `rate` of the fluid. The
 * largest of rows is the square of its acceleration, m^2/s^4. */
#include "wcsph/models/viscosity.h"
#include "wcsph/passes/pass.h"

enum {
  viscous_beneath_READS = READS_STATE,
  viscous_beneath_ROWS = 1,
  viscous_beneath_ROWS_FROM = BUFFER_INDEX_CORRECTION,
  viscous_beneath_MEETS = FLUID_FROM_FLUID,
  viscous_beneath_SUMS = 3,
  viscous_beneath_EXCHANGED = 3,
  viscous_beneath_IN_H = 1,
  viscous_beneath_FINDS = 1,
  viscous_beneath_CHECKED = 1,
  viscous_beneath_SELF = 0,
  viscous_beneath_WRITES = BUFFER_INDEX_RATE,
  viscous_beneath_WRITTEN = 1,
  viscous_beneath_ADDS = 1,
};

#define viscous_beneath_SPARES_FLUID 1

#define VISCOUS_BENEATH_UNEVEN  0.004f
#define VISCOUS_BENEATH_SETS_IN 0.004f /* what both lack at least where a pair acts in full */

PASS_INLINE bool viscous_beneath_spares_fluid(const struct wcsph_law *law, const float rows[]) {
  (void)law;
  return rows[3] * (1.0f + VISCOUS_BENEATH_UNEVEN) >= 1.0f;
}

/* How much a particle's pairs lack, over what they have. */
PASS_INLINE real_t viscous_beneath_lack(const real_t *row) {
  const real_t zero = lane_set(0.0f);
  const real_t lack = 1.0f / lane_max(row[3], lane_set(0.5f)) - (1.0f + VISCOUS_BENEATH_UNEVEN);
  return lane_select(row[3] * (1.0f + VISCOUS_BENEATH_UNEVEN) < 1.0f, lane_max(lack, zero), zero);
}

PASS_INLINE struct pair_gap viscous_beneath_measure(const struct wcsph_law *law, real_t dx, real_t dy,
                                                    real_t dz, const struct pair_side *i,
                                                    const struct pair_side *j) {
  (void)law, (void)i, (void)j;
  return pass_between(1.0f, dx, dy, dz);
}

PASS_INLINE void viscous_beneath_pair(const struct wcsph_law *law, enum pair_kind kind,
                                      const struct pair_gap *gap, const struct pair_side *i,
                                      const struct pair_side *j, const real_t *row_i, const real_t *row_j,
                                      struct pass_terms *terms) {
  (void)kind;
  const real_t u = i->u - j->u, v = i->v - j->v, w = i->w - j->w;
  const real_t of_i = viscous_beneath_lack(row_i), of_j = viscous_beneath_lack(row_j);
  const real_t both = lane_min(lane_min(of_i, of_j) * (1.0f / VISCOUS_BENEATH_SETS_IN), lane_set(1.0f));
  const real_t share = (0.5f * both) * (of_i + of_j);
  const real_t f = share * sum_term(kernel_f(law->kernel, gap->q), law->quanta_acceleration, law->summation);
  const struct viscous viscous = viscosity_act(law, gap, i, j, (u * gap->dx + v * gap->dy) + w * gap->dz, f);
  const real_t along_r = viscous.has_r ? f * viscous.along_r : lane_set(0.0f);
  const real_t along_u = viscous.has_u ? viscous.along_u : lane_set(0.0f);
  terms->i[0] = along_r * gap->dx + along_u * u;
  terms->i[1] = along_r * gap->dy + along_u * v;
  terms->i[2] = along_r * gap->dz + along_u * w;
  terms->most = lane_set(0.0f);
}

PASS_INLINE float viscous_beneath_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_acceleration;
}

PASS_INLINE real_t viscous_beneath_finish(const struct wcsph_law *law, mask_t fluid,
                                          const struct pair_side *me, const real_t sums[], real_t out[]) {
  (void)me;
  for (int a = 0; a < 3; a++) out[a] = out[a] + sums[a] * law->unit_acceleration;
  return lane_select(fluid, (out[0] * out[0] + out[1] * out[1]) + out[2] * out[2], lane_set(0.0f));
}

#endif
