/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_CONDUCT_PHASES_H
#define WCSPH_PASSES_CONDUCT_PHASES_H
/* As conduct.h, where phases have conductivities k and heat capacities rho c of their own (Cleary & Monaghan
 * 1999, eq. 28): between two particles acts 2 k_i k_j/(k_i + k_j), which makes temperature and flux
 * continuous where conductivity jumps; a wall conducts as its neighbour does. Sums are over the material's
 * heat capacity, so that what one gets another loses; the finished one is over the particle's own. Rows
 * `warming` of fluid, of sweeps/phase_heat.h: behind dT/dt the conductivity over the material's, and the
 * material's heat capacity of a volume over its own. */
#include "wcsph/passes/conduct.h"

enum {
  conduct_phases_READS = conduct_READS,
  conduct_phases_ROWS = 2, /* `heat`, `warming` */
  conduct_phases_ROWS_FROM = BUFFER_INDEX_HEAT,
  conduct_phases_MEETS = conduct_MEETS,
  conduct_phases_SUMS = conduct_SUMS,
  conduct_phases_EXCHANGED = 1,
  conduct_phases_IN_H = 0,
  conduct_phases_FINDS = 1,
  conduct_phases_CHECKED = 1,
  conduct_phases_SELF = 1,
  conduct_phases_WRITES = BUFFER_INDEX_WARMING,
  conduct_phases_WRITTEN = 1,
  conduct_phases_ADDS = 1, /* what stands behind dT/dt stays */
};

#define conduct_phases_measure conduct_measure
#define conduct_phases_quanta  conduct_quanta

PASS_INLINE void conduct_phases_pair(const struct wcsph_law *law, enum pair_kind kind,
                                     const struct pair_gap *gap, const struct pair_side *i,
                                     const struct pair_side *j, const real_t *row_i, const real_t *row_j,
                                     struct pass_terms *terms) {
  const bool wall = kind == PAIR_FLUID_WALL;
  const real_t mean =
      lane_bounded_quotient(2.0f * (row_i[5] * row_j[5]), lane_max(row_i[5] + row_j[5], lane_set(1e-30f)));
  const real_t conductivity = wall ? lane_select(row_j[3] > 0.0f, row_i[5], lane_set(1.0f)) : mean;
  conduct_pair(law, kind, gap, i, j, row_i, row_j, terms);
  terms->i[0] = conductivity * terms->i[0]; /* a flux from a wall comes whole, whatever conducts it */
}

PASS_INLINE real_t conduct_phases_finish(const struct wcsph_law *law, mask_t fluid,
                                         const struct pair_side *me, const real_t sums[], real_t out[]) {
  (void)me;
  const real_t gained = law->conduct * sums[0];
  out[0] = lane_select(fluid, gained * out[2], gained);
  return lane_set(0.0f);
}

#endif
