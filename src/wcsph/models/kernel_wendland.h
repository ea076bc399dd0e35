/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_KERNEL_WENDLAND_H
#define WCSPH_MODELS_KERNEL_WENDLAND_H
/* Wendland C2 (Wendland 1995), radius 2 h: W = n/h^dim (1 - q/2)^4 (2 q + 1), q = r/h,
 * n = 7/(4 pi) in 2-D, 21/(16 pi) in 3-D; F = (1/r) dW/dr = -5/8 n/h^(dim+2) (2 - q)^3. */
#include "lane/lane.h"

/* W without n/h^dim. */
static inline real_t wendland_w(real_t q) {
  real_t t = lane_max(1.0f - 0.5f * q, lane_set(0.0f));
  real_t t2 = t * t;
  return t2 * t2 * (2.0f * q + 1.0f);
}

/* F without -5/8 n/h^(dim+2). */
static inline real_t wendland_f(real_t q) {
  real_t t = lane_max(2.0f - q, lane_set(0.0f));
  return t * t * t;
}

#endif
