/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_DIFFUSION_FERRARI_H
#define WCSPH_MODELS_DIFFUSION_FERRARI_H
/* Ferrari et al. (2009), the dissipation of Rusanov's flux: drho_i/dt = delta sum c (rho_j - rho_i) (-r.grad
 * W) / |r| m/rho, rho the mean of the pair and c the larger speed of sound, c0 (rho/rho0)^((gamma - 1)/2).
 * Theirs is delta = 1. */
#include "wcsph/models/pair_gap.h"

static inline real_t diffusion_ferrari(const struct wcsph_law *law, const struct pair_gap *gap,
                                       const struct pair_side *i, const struct pair_side *j, real_t f) {
  const real_t ratio = 1.0f + lane_max(i->d, j->d);
  real_t c2 = lane_set(1.0f); /* (c/c0)^2 */
  for (float k = 0.5f; k < law->sound_power; k += 1.0f) c2 = c2 * ratio;
  const real_t strength =
      0.5f * lane_bounded_sqrt(c2) * (gap->inv * (gap->r2 + PAIR_ETA2)); /* 2 delta c / ratios */
  return (j->d - i->d) * (gap->q * f) * strength;
}

#endif
