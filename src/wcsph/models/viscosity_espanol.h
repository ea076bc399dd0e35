/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_VISCOSITY_ESPANOL_H
#define WCSPH_MODELS_VISCOSITY_ESPANOL_H
/* Espanol & Revenga (2003): a_i = sum m rho0 / (rho_i rho_j) ((5/3 nu - zeta) u + K (nu/3 + zeta) (u.r / r^2)
 * r) F, zeta the bulk viscosity over rho0; K = 5 in 3-D, dimensions + 2, so that in 2-D it is the plane flow
 * of the same fluid. What acts along r is Monaghan's form, what acts along u Morris'. */
#include "wcsph/models/viscosity_monaghan.h"
#include "wcsph/models/viscosity_morris.h"

static inline struct viscous viscosity_espanol(const struct wcsph_law *law, const struct pair_gap *gap,
                                               const struct pair_side *i, const struct pair_side *j,
                                               real_t ur, real_t f) {
  struct viscous both = viscosity_monaghan(law, gap, i, j, ur, f);
  both.has_u = true;
  both.along_u = viscosity_morris(law, gap, i, j, ur, f).along_u;
  return both;
}

#endif
