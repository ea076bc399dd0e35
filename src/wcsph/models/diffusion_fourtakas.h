/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_DIFFUSION_FOURTAKAS_H
#define WCSPH_MODELS_DIFFUSION_FOURTAKAS_H
/* Fourtakas et al. (2019): Molteni & Colagrossi's of what differs from water at rest, here in its linear
 * form. */
#include "wcsph/models/pair_gap.h"

/* By how much rho/rho0 of j is above that of i, beyond water at rest. */
static inline real_t fourtakas_difference(const struct wcsph_law *law, const struct pair_gap *gap,
                                          const struct pair_side *i, const struct pair_side *j) {
  return (j->d - i->d) + pair_at_rest(law, gap);
}

static inline real_t diffusion_fourtakas(const struct wcsph_law *law, const struct pair_gap *gap,
                                         const struct pair_side *i, const struct pair_side *j, real_t f) {
  return fourtakas_difference(law, gap, i, j) * (gap->r2 * f) * gap->inv;
}

#endif
