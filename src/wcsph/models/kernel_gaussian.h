/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_KERNEL_GAUSSIAN_H
#define WCSPH_MODELS_KERNEL_GAUSSIAN_H
/* Gaussian (Gingold & Monaghan 1977), cut off at 3 h and normalised over what is left (Molteni & Colagrossi
 * 2009): W = n/h^dim (e^(-q^2) - e^-9), n = 1/(pi (1 - 10 e^-9)) in 2-D and
 * 1/(pi^(3/2) erf(3) - 42 pi e^-9) in 3-D, so that W ends at 0 and its integral is one;
 * F = (1/r) dW/dr = -2 n/h^(dim+2) e^(-q^2), which ends at e^-9 of what it is at 0. */
#include "lane/elementary.h"

/* e^(-q^2) for q <= 3 and e^-9 beyond, to 1e-6: 2^y = 2^n 2^(y - n), n being y's nearest whole number, which
 * adding 1.5 x 2^23 leaves in the last bits. lane/elementary.h has exp for every x, at twice the price. */
static inline real_t gaussian_bell(real_t q) {
  const real_t y = -1.44269504f * lane_min(q * q, lane_set(9.0f)); /* 1 / ln 2 */
  const real_t shifted = y + 12582912.0f, r = y - (shifted - 12582912.0f);
  real_t series = 1.33335581e-3f + r * 1.54035304e-4f; /* (ln 2)^k / k! */
  series = 9.61812911e-3f + r * series;
  series = 5.55041087e-2f + r * series;
  series = 0.240226507f + r * series;
  series = 0.693147181f + r * series;
  series = 1.0f + r * series;
  const uint_t power = (uint_t)real_bits(shifted) << 23;
  return series * lane_bits_to_real((int_t)(power + 0x3f800000u));
}

/* W without n/h^dim. */
static inline real_t gaussian_w(real_t q) {
  const real_t w = gaussian_bell(q) - 1.23409804e-4f; /* e^-9 */
  return lane_select(q < 3.0f, lane_max(w, lane_set(0.0f)), lane_set(0.0f));
}

/* F without -2 n/h^(dim+2). */
static inline real_t gaussian_f(real_t q) {
  return lane_select(q < 3.0f, gaussian_bell(q), lane_set(0.0f));
}

#endif
