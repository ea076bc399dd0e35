/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_KERNEL_CUBIC_H
#define WCSPH_MODELS_KERNEL_CUBIC_H
/* Cubic spline (Monaghan & Lattanzio 1985), radius 2 h: W = n/h^dim (1 - 3/2 q^2 + 3/4 q^3) for
 * q < 1, n/h^dim (2 - q)^3 / 4 for q < 2; n = 10/(7 pi) in 2-D, 1/pi in 3-D.
 * F = (1/r) dW/dr = n/h^(dim+2) (-3 + 9/4 q) and -3/4 n/h^(dim+2) (2 - q)^2 / q: the division by q
 * happens only where q >= 1, never by a small distance. */
#include "lane/lane.h"

/* W without n/h^dim. */
static inline real_t cubic_w(real_t q) {
  real_t t = lane_max(2.0f - q, lane_set(0.0f));
  return lane_select(q < 1.0f, 1.0f - q * q * (1.5f - 0.75f * q), 0.25f * (t * t * t));
}

/* F without -3/4 n/h^(dim+2). */
static inline real_t cubic_f(real_t q) {
  real_t t = lane_max(2.0f - q, lane_set(0.0f));
  return lane_select(q < 1.0f, 4.0f - 3.0f * q, lane_bounded_quotient(t * t, lane_max(q, lane_set(1.0f))));
}

#endif
