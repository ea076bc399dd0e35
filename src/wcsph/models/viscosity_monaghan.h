/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_VISCOSITY_MONAGHAN_H
#define WCSPH_MODELS_VISCOSITY_MONAGHAN_H
/* Cleary (1998), Monaghan (2005), eq. 9 of paper 002 with K = dimensions + 2:
 * a_i = sum m 2 K rho0 nu / (rho_i rho_j) (u.r / r^2) r F. It keeps angular momentum. */
#include "wcsph/models/pair_gap.h"

/* h^2: u.r and r are 0 together, but not their quotient. Takes 10^-8 off a particle dp away. */
#define MONAGHAN_ETA2 1e-9f

static inline struct viscous viscosity_monaghan(const struct wcsph_law *law, const struct pair_gap *gap,
                                                const struct pair_side *i, const struct pair_side *j,
                                                real_t ur, real_t f) {
  (void)f;
  const real_t ratio_i = 1.0f + i->d, ratio_j = 1.0f + j->d;
  const real_t approach = lane_bounded_quotient(ur, (gap->r2 + MONAGHAN_ETA2) * (ratio_i * ratio_j));
  return (struct viscous){.has_r = true, .along_r = law->drag_r * approach};
}

#endif
