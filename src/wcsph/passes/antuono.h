/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_ANTUONO_H
#define WCSPH_PASSES_ANTUONO_H
/* Density diffusion of delta-SPH (Antuono et al. 2010, eqs. 2 to 4): Molteni and Colagrossi's, of which the
 * force pass adds up sum (d_j - d_i) ..., with the difference less that of a linear field,
 *   1/2 (grad d_i + grad d_j) . (x_j - x_i),
 * which this pass takes out of the fluid's d(rho/rho0)/dt in `rate`. A wall continues the gradient of its
 * neighbour. */
#include "wcsph/passes/pass.h"

enum {
  antuono_READS = READS_STATE,
  antuono_ROWS = 1,
  antuono_ROWS_FROM = BUFFER_INDEX_GRADIENT,
  antuono_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS,
  antuono_SUMS = 1, /* law->unit_rate */
  antuono_EXCHANGED = 1,
  antuono_IN_H = 1,
  antuono_FINDS = 0,
  antuono_CHECKED = 0,
  antuono_SELF = 0,
  antuono_WRITES = BUFFER_INDEX_RATE,
  antuono_WRITTEN = 1,
  antuono_ADDS = 1,
};

#define antuono_JOINED_TO 3

PASS_INLINE struct pair_gap antuono_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                            const struct pair_side *i, const struct pair_side *j) {
  return pair_measure(law, dx, dy, dz, i->d, j->d);
}

PASS_INLINE void antuono_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                              const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                              const real_t *row_j, struct pass_terms *terms) {
  (void)i, (void)j;
  if (kind == PAIR_FLUID_WALL) row_j = row_i;
  const real_t slope =
      ((row_i[0] + row_j[0]) * gap->dx + (row_i[1] + row_j[1]) * gap->dy) + (row_i[2] + row_j[2]) * gap->dz;
  real_t f = sum_term(kernel_f(law->kernel, gap->q), law->quanta_rate, law->summation);
  if (kind == PAIR_FLUID_WALL && law->boundary != BOUNDARY_DUMMY) f = lane_set(0.0f);
  terms->i[0] = -((0.5f * law->h * slope) * (gap->r2 * f) * gap->inv); /* as diffusion_molteni */
  terms->most = lane_set(0.0f);
}

PASS_INLINE float antuono_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_rate;
}

PASS_INLINE real_t antuono_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                  const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  out[3] = out[3] + sums[0] * law->unit_rate;
  return lane_set(0.0f);
}

#endif
