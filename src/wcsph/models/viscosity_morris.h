/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_VISCOSITY_MORRIS_H
#define WCSPH_MODELS_VISCOSITY_MORRIS_H
/* Morris et al. (1997): a_i = sum m (mu_i + mu_j) r.grad W / (rho_i rho_j r^2) u, mu = rho0 nu. r.grad W /
 * r^2 is F, finite at r = 0: their eta^2 beside r^2 would only take 1 to 2 % off the viscosity. */
#include "wcsph/models/pair_gap.h"

static inline struct viscous viscosity_morris(const struct wcsph_law *law, const struct pair_gap *gap,
                                              const struct pair_side *i, const struct pair_side *j, real_t ur,
                                              real_t f) {
  (void)gap, (void)ur;
  real_t ratio_i = 1.0f + i->d, ratio_j = 1.0f + j->d;
  return (struct viscous){.has_u = true,
                          .along_u = law->drag_u * lane_bounded_quotient(f, ratio_i * ratio_j)};
}

#endif
