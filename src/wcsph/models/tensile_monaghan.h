/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_TENSILE_MONAGHAN_H
#define WCSPH_MODELS_TENSILE_MONAGHAN_H
/* Monaghan (2000): a repulsion R f^4, f = W(r)/W(dp), R = 0.2 |P|/rho^2 of each particle in tension, and
 * 0.01 (P_i/rho_i^2 + P_j/rho_j^2) where neither is, which keeps particles from lining up. */
#include "wcsph/models/kernel.h"
#include "wcsph/models/pair_gap.h"

static inline real_t tensile_monaghan(const struct wcsph_law *law, const struct pair_gap *gap,
                                      const struct pair_side *i, const struct pair_side *j) {
  const real_t zero = lane_set(0.0f), f = kernel_w(law->kernel, gap->q) * law->inv_w_spacing;
  const real_t pulls = 0.2f * (lane_max(-i->term, zero) + lane_max(-j->term, zero));
  const real_t presses = 0.01f * (i->term + j->term);
  const real_t r = lane_select(lane_min(i->term, j->term) > 0.0f, presses, pulls);
  return r * ((f * f) * (f * f));
}

#endif
