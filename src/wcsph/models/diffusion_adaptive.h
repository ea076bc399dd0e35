/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_DIFFUSION_ADAPTIVE_H
#define WCSPH_MODELS_DIFFUSION_ADAPTIVE_H
/* Fourtakas et al.'s, three tenths as strong where density differs little from that of water at rest, so that
 * waves lose little to it. It has its full strength where a pair's rho/rho0 differs by 0.1 %: with a speed of
 * sound of ten times the flow's that is a pressure of a tenth of rho u^2, as between particles in a steep
 * front. The numbers are chosen here. */
#include "wcsph/models/diffusion_fourtakas.h"

#define ADAPTIVE_LEAST 0.3f
#define ADAPTIVE_SLOPE 700.0f

static inline real_t diffusion_adaptive(const struct wcsph_law *law, const struct pair_gap *gap,
                                        const struct pair_side *i, const struct pair_side *j, real_t f) {
  const real_t difference = fourtakas_difference(law, gap, i, j);
  const real_t strength =
      lane_min(lane_set(ADAPTIVE_LEAST) + lane_set(ADAPTIVE_SLOPE) * lane_abs(difference), lane_set(1.0f));
  return (difference * strength) * (gap->r2 * f) * gap->inv;
}

#endif
