/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_DIFFUSION_BREZZI_H
#define WCSPH_MODELS_DIFFUSION_BREZZI_H
/* Ferrand et al. (2017), after Brezzi & Pitkaranta (1984), the form of paper 002: drho/dt = rho tau div(grad
 * P / rho - g), drho_i/dt = 2 tau sum ((P_i - P_j) / rho - g.r) m F, rho the mean of the pair. tau is the
 * time step there; here delta h / c0, so that the rate does not depend on the step. */
#include "wcsph/models/pair_gap.h"

/* P/rho0 in the unit of momentum terms. */
static inline real_t brezzi_pressure(const struct wcsph_law *law, const struct pair_side *side) {
  if (law->formulation != FORMULATION_MASS) return side->term;
  const real_t ratio = 1.0f + side->d;
  return side->term * (ratio * ratio);
}

static inline real_t diffusion_brezzi(const struct wcsph_law *law, const struct pair_gap *gap,
                                      const struct pair_side *i, const struct pair_side *j, real_t f) {
  const real_t per_ratio = gap->inv * (gap->r2 + PAIR_ETA2); /* 4 delta c0 / ratios */
  const real_t difference = law->per_sound2 * (brezzi_pressure(law, j) - brezzi_pressure(law, i));
  return f * (difference * per_ratio + (0.5f * law->dissipation) * pair_at_rest(law, gap));
}

#endif
