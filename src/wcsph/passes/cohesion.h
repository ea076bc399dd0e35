/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_COHESION_H
#define WCSPH_PASSES_COHESION_H
/* Surface tension as a force between pairs (models/cohesion.h; Tartakovsky & Panchenko 2016): particles of
 * one phase attract each other, those of two do not. Walls attract the material 1 + cos(angle)/2 times as
 * strongly as it does itself, and the other phase 1 - cos(angle)/2 times: Young's law takes the difference of
 * the two alone, and at 90 degrees a wall is to each phase what it is to itself. Adds to the `rate` of all
 * particles, as passes/phases.h does, which stands behind it and divides by the masses. */
#include "wcsph/models/cohesion.h"
#include "wcsph/passes/pass.h"

enum {
  cohesion_READS = READS_POSITION,
  cohesion_ROWS = 1,
  cohesion_ROWS_FROM = BUFFER_INDEX_PHASE,
  cohesion_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS | WALLS_FROM_FLUID,
  cohesion_SUMS = 3,
  cohesion_EXCHANGED = 3,
  cohesion_IN_H = 1,
  cohesion_FINDS = 1, /* nothing but whether sums overflow: passes/phases.h finds the acceleration */
  cohesion_CHECKED = 1,
  cohesion_SELF = 0,
  cohesion_WRITES = BUFFER_INDEX_RATE,
  cohesion_WRITTEN = 1,
  cohesion_ADDS = 1,
};

PASS_INLINE struct pair_gap cohesion_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                             const struct pair_side *i, const struct pair_side *j) {
  (void)law, (void)i, (void)j;
  return pass_between(1.0f, dx, dy, dz);
}

PASS_INLINE void cohesion_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                               const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                               const real_t *row_j, struct pass_terms *terms) {
  (void)i, (void)j;
  const real_t zero = lane_set(0.0f);
  const real_t pull =
      sum_term(law->tension * cohesion_pull(law, gap->q), law->quanta_acceleration, law->summation);
  const mask_t material = row_i[2] == 0.0f, same = row_i[2] == row_j[2];
  const real_t wetted = 1.0f + lane_select(material, lane_set(law->wetting), lane_set(-law->wetting));
  const real_t share = kind == PAIR_FLUID_WALL ? wetted : lane_select(same, lane_set(1.0f), zero);
  const real_t along = -(share * pull);
  terms->i[0] = along * gap->dx;
  terms->i[1] = along * gap->dy;
  terms->i[2] = along * gap->dz;
  terms->most = zero;
}

PASS_INLINE float cohesion_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_acceleration;
}

PASS_INLINE real_t cohesion_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                   const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  for (int a = 0; a < 3; a++) out[a] = out[a] + sums[a] * law->unit_acceleration;
  return lane_set(0.0f);
}

#endif
