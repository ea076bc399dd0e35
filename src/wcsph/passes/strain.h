/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_STRAIN_H
#define WCSPH_PASSES_STRAIN_H
/* The symmetric part of the velocity's gradient, D, as passes/shear.h has it, for passes/limited.h: along a
 * line e velocity changes by e.D e. Writes the fluid's `strain`, {xx, yy, zz, 2 xy}, {2 xz, 2 yz, 0, 0}, 1/s.
 */
#include "wcsph/passes/shear.h"

enum {
  strain_READS = shear_READS,
  strain_ROWS = shear_ROWS,
  strain_ROWS_FROM = shear_ROWS_FROM,
  strain_MEETS = shear_MEETS,
  strain_SUMS = shear_SUMS,
  strain_EXCHANGED = shear_EXCHANGED,
  strain_IN_H = shear_IN_H,
  strain_FINDS = 0,
  strain_CHECKED = 0,
  strain_SELF = 0,
  strain_WRITES = BUFFER_INDEX_STRAIN,
  strain_WRITTEN = 2,
  strain_ADDS = 0,
};

#define strain_IN_PLANE      shear_IN_PLANE
#define strain_UNCOMPENSATED 1
#define strain_SPARES_WALLS  1

#define strain_spares_walls shear_spares_walls
#define strain_measure      shear_measure
#define strain_pair         shear_pair
#define strain_quanta       shear_quanta

PASS_INLINE real_t strain_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  shear_rates(law, sums, out);
  out[6] = out[7] = lane_set(0.0f);
  return lane_set(0.0f);
}

#endif
