/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_KERNEL_WENDLAND4_H
#define WCSPH_MODELS_KERNEL_WENDLAND4_H
/* Wendland C4 (Wendland 1995; Dehnen & Aly 2012), radius 2 h: W = n/h^dim (1 - q/2)^6 (35/12 q^2 + 3 q + 1),
 * n = 9/(4 pi) in 2-D, 495/(256 pi) in 3-D; F = (1/r) dW/dr = -14/3 n/h^(dim+2) (1 - q/2)^5 (1 + 5/2 q). */
#include "lane/lane.h"

/* W without n/h^dim. */
static inline real_t wendland4_w(real_t q) {
  real_t t = lane_max(1.0f - 0.5f * q, lane_set(0.0f));
  real_t t3 = t * t * t;
  return t3 * t3 * (1.0f + q * (3.0f + 35.0f / 12.0f * q));
}

/* F without -14/3 n/h^(dim+2). */
static inline real_t wendland4_f(real_t q) {
  real_t t = lane_max(1.0f - 0.5f * q, lane_set(0.0f));
  real_t t2 = t * t;
  return t2 * t2 * t * (1.0f + 2.5f * q);
}

#endif
