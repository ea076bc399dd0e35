/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_DIFFUSION_MOLTENI_H
#define WCSPH_MODELS_DIFFUSION_MOLTENI_H
/* Molteni & Colagrossi (2009): drho_i/dt = 2 delta h c0 sum (rho_j - rho_i) (-r.grad W) / (r^2 + eta^2)
 * m/rho, rho the mean of the pair. */
#include "wcsph/models/pair_gap.h"

static inline real_t diffusion_molteni(const struct wcsph_law *law, const struct pair_gap *gap,
                                       const struct pair_side *i, const struct pair_side *j, real_t f) {
  (void)law;
  return (j->d - i->d) * (gap->r2 * f) * gap->inv;
}

#endif
