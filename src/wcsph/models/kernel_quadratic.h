/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_KERNEL_QUADRATIC_H
#define WCSPH_MODELS_KERNEL_QUADRATIC_H
/* Quadratic (Johnson, Stryk & Beissel 1996), radius 2 h: W = n/h^dim (1 - q/2)^2, n = 3/(2 pi) in 2-D,
 * 15/(16 pi) in 3-D; F = (1/r) dW/dr = -1/2 n/h^(dim+2) (2 - q) / q. The force between two particles grows
 * up to contact, so that they do not clump, and F does not stay finite; nearer than h/32, where its
 * direction is next to none, it stays what it is there. */
#include "lane/lane.h"

/* W without n/h^dim. */
static inline real_t quadratic_w(real_t q) {
  real_t t = lane_max(1.0f - 0.5f * q, lane_set(0.0f));
  return t * t;
}

/* F without -1/2 n/h^(dim+2). */
static inline real_t quadratic_f(real_t q) {
  real_t t = lane_max(2.0f - q, lane_set(0.0f));
  return lane_bounded_quotient(t, lane_max(q, lane_set(0.03125f)));
}

#endif
