/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_VISCOSITY_ARTIFICIAL_H
#define WCSPH_MODELS_VISCOSITY_ARTIFICIAL_H
/* Monaghan (1992), while approaching: a_i = sum m alpha c0 h (u.r / (r^2 + eta^2)) / rho r F, rho the mean of
 * the pair. */
#include "wcsph/models/pair_gap.h"

static inline struct viscous viscosity_artificial(const struct wcsph_law *law, const struct pair_gap *gap,
                                                  const struct pair_side *i, const struct pair_side *j,
                                                  real_t ur, real_t f) {
  (void)law, (void)i, (void)j, (void)f;
  return (struct viscous){.has_r = true, .along_r = lane_min(ur * gap->inv, lane_set(0.0f))};
}

#endif
