/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_DIFFUSION_FOURTAKAS_H
#define WCSPH_MODELS_DIFFUSION_FOURTAKAS_H
/* Fourtakas et al. (2019): Molteni & Colagrossi's of what differs from water at rest, here in its linear
 * form. */
#include "wcsph/models/pair_gap.h"

static inline real_t diffusion_fourtakas(const struct wcsph_law *law, const struct pair_gap *gap,
                                         const struct pair_side *i, const struct pair_side *j, real_t f) {
  real_t difference = (j->d - i->d) + pair_at_rest(law, gap);
  return difference * (gap->r2 * f) * gap->inv;
}

#endif
