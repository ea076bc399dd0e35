/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_MIRRORED_H
#define WCSPH_PASSES_MIRRORED_H
/* The fluid at the points opposite to wall particles, as modified dynamic boundary conditions want it
 * (English, Dominguez, Vacondio et al. 2022, after Liu & Liu 2006): a straight line through what the kernel
 * sees there, weighted with V W, of which passes/fit.h adds up the moments. Writes {P, Pa; u, v, w, m/s} and
 * {grad P times h, Pa; the share of the kernel that fluid fills}; mirrored_wall makes a wall's row of them.
 */
#include "wcsph/models/renormalise.h"
#include "wcsph/passes/fit.h"

enum {
  mirrored_READS = READS_STATE,
  mirrored_ROWS = 0,
  mirrored_ROWS_FROM = 0,
  mirrored_MEETS = POINTS_FROM_FLUID | POINTS_OF_WALLS,
  mirrored_SUMS = FIT_SUMS,
  mirrored_EXCHANGED = 0,
  mirrored_IN_H = 0,
  mirrored_FINDS = 0,
  mirrored_CHECKED = 0,
  mirrored_SELF = 0,
  mirrored_WRITES = BUFFER_INDEX_VELOCITY,
  mirrored_WRITTEN = 2,
  mirrored_ADDS = 0,
};

/* Of the kernel: with less of it a line is noise, and the mean with the weight of water is taken; with none
 * there is no fluid. */
#define MIRRORED_LEAST 0.2f
#define MIRRORED_NONE  1e-6f
/* What a pivot of the covariance of places, h^2, has to be more than: on a line of particles it is 0. */
#define MIRRORED_FLAT 0.01f

#define mirrored_IN_PLANE      fit_IN_PLANE
#define mirrored_UNCOMPENSATED 1

#define mirrored_measure fit_measure
#define mirrored_pair    fit_pair
#define mirrored_quanta  fit_quanta

/* The inverse of a covariance, xx, yy, zz, xy, xz, yz; false where fluid lies on a line or a plane. */
PASS_INLINE mask_t mirrored_invert(const real_t c[6], real_t inverse[6]) {
  const real_t one = lane_set(1.0f);
  real_t cofactor[6];
  const real_t det = symmetric_cofactors(c, cofactor), minor = cofactor[2];
  const mask_t tells =
      (c[0] > MIRRORED_FLAT) & (minor > MIRRORED_FLAT * c[0]) & (det > MIRRORED_FLAT * minor);
  const real_t per = one / lane_select(tells, det, one);
  for (int k = 0; k < 6; k++) inverse[k] = cofactor[k] * per;
  return tells;
}

PASS_INLINE real_t mirrored_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                   const real_t sums[], real_t out[]) {
  (void)fluid, (void)me;
  const real_t zero = lane_set(0.0f), one = lane_set(1.0f), share = sums[FIT_WEIGHT];
  const mask_t near = share > MIRRORED_NONE;
  const real_t per = one / lane_select(near, share, one);
  const real_t *place = &sums[FIT_PLACE], *square = &sums[FIT_SQUARES];
  const real_t x = place[0] * per, y = place[1] * per, z = place[2] * per;
  const bool deep = law->dimensions == 3;
  const float weight = law->eos[0] > 0.0f ? law->rho0 * law->h : 0.0f; /* phases differ */
  const real_t c[6] = {square[0] * per - x * x,
                       square[1] * per - y * y,
                       deep ? square[2] * per - z * z : one,
                       square[3] * per - x * y,
                       deep ? square[4] * per - x * z : zero,
                       deep ? square[5] * per - y * z : zero};
  real_t inverse[6];
  const mask_t tells = mirrored_invert(c, inverse) & (share > MIRRORED_LEAST);
  for (int q = 0; q < 4; q++) {
    const real_t *of = &sums[FIT_VALUES + 4 * q];
    const real_t mean = of[0] * per;
    const real_t wx = of[1] * per - x * mean, wy = of[2] * per - y * mean,
                 wz = deep ? of[3] * per - z * mean : zero;
    real_t slope[3] = {(inverse[0] * wx + inverse[3] * wy) + inverse[4] * wz,
                       (inverse[3] * wx + inverse[1] * wy) + inverse[5] * wz,
                       (inverse[4] * wx + inverse[5] * wy) + inverse[2] * wz};
    for (int a = 0; a < 3; a++) {
      slope[a] = lane_select(tells, slope[a], lane_set(q == 0 ? weight * law->gravity[a] : 0.0f));
      if (q == 0) out[4 + a] = lane_select(near, slope[a], zero);
    }
    out[q] = lane_select(near, mean - ((slope[0] * x + slope[1] * y) + slope[2] * z), zero);
  }
  out[7] = share;
  return zero;
}

/* Pa: of several phases, over whose equations of state a wall's pressure is no density, what it is over. */
PASS_INLINE float mirrored_stiffness(const struct wcsph_law *law) {
  return law->rho0 * (law->c0 * law->c0);
}

/* A wall particle's row: pressure along the line to it, `way` from the point, h; and the velocity that is
 * opposite to the fluid's about the wall's own, `moves`, m/s, as far as law->mirror says. Where
 * there is a free surface a wall does not pull, and away from fluid it is at rest at the background pressure.
 */
PASS_INLINE void mirrored_wall(const struct wcsph_law *law, const real_t at[8], const real_t way[3],
                               const real_t moves[3], real_t row[4]) {
  const real_t zero = lane_set(0.0f);
  const mask_t near = at[7] > MIRRORED_NONE;
  const real_t p = at[0] + ((way[0] * at[4] + way[1] * at[5]) + way[2] * at[6]);
  for (int a = 0; a < 3; a++)
    row[a] = lane_select(near, (1.0f + law->mirror) * moves[a] - law->mirror * at[1 + a], zero);
  const real_t pressing = lane_max(p, lane_set(law->background + law->wall_pull));
  const real_t d = law->eos[0] > 0.0f ? eos_density(law, pressing)
                                      : (pressing - law->background) / mirrored_stiffness(law);
  row[3] = lane_select(near, d, zero);
}

#endif
