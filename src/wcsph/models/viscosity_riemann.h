/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_VISCOSITY_RIEMANN_H
#define WCSPH_MODELS_VISCOSITY_RIEMANN_H
/* What a linear Riemann solver dissipates, limited (Zhang, Hu & Adams 2017): particles that approach each
 * other at U = -u.r/|r| get a_i = -sum m/rho beta U grad W, beta = min(3 U, c0), rho the mean of the pair: of
 * second order where the flow is smooth, c0 at an impact. Its part in continuity is density_diffusion ferrari
 * with delta 1. r/(r^2 + eta^2) stands for 1/|r|. With an `onset` o beta is min(3 U min(1, U/(o c0)), c0), so
 * that waves, in which particles approach slowly, lose to it what is of third order: the factor is chosen
 * here. */
#include "wcsph/models/pair_gap.h"

/* beta, of U dissipation. */
static inline real_t riemann_beta(const struct wcsph_law *law, real_t approach) {
  const real_t begun = lane_min(law->riemann_onset * approach, lane_set(1.0f));
  return lane_min(law->riemann_slope * approach * begun, lane_set(law->riemann_most));
}

static inline struct viscous viscosity_riemann(const struct wcsph_law *law, const struct pair_gap *gap,
                                               const struct pair_side *i, const struct pair_side *j,
                                               real_t ur, real_t f) {
  (void)i, (void)j, (void)f;
  const real_t closing = lane_min(ur * gap->inv, lane_set(0.0f)) * gap->q;
  const real_t beta = riemann_beta(law, -(closing * gap->ratios));
  return (struct viscous){.has_r = true, .along_r = closing * beta};
}

#endif
