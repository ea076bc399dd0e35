/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_EXPONENT_H
#define LANE_EXPONENT_H
/* Exponential, logarithm and hyperbolic functions in double, one value at a time, from operations that are
 * exact to the last digit everywhere (lane/sine.h). Relative errors are below 1e-15 times 1 + |x|
 * (tests/lane/test_exponent.c). */
#include <stdint.h>

/* 2^k, -1022 <= k <= 1023. */
static inline double power_of_two(int k) {
  const uint64_t bits = (uint64_t)(k + 1023) << 52;
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

/* exp(x); 0 below -700, and what it is at 700 above. */
static inline double exponential(double x) {
  if (x < -700.0) return 0.0;
  if (x > 700.0) x = 700.0;
  const double turns = x * 1.4426950408889634;
  const int k = (int)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
  const double r = (x - k * 0x1.62e42fee00000p-1) - k * 0x1.a39ef35793c76p-33; /* ln 2 in two parts */
  double series = 1.0;
  for (int n = 16; n >= 1; n--) series = 1.0 + r / (double)n * series;
  return series * power_of_two(k);
}

/* ln(x) of a normal x > 0: the exponent, and the series of the inverse hyperbolic tangent for the rest. */
static inline double logarithm(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  int k = (int)(bits >> 52 & 0x7ff) - 1023;
  bits = (bits & 0x000fffffffffffff) | 0x3ff0000000000000;
  double m;
  __builtin_memcpy(&m, &bits, sizeof m);
  if (m > 1.4142135623730951) m *= 0.5, k++;
  const double z = (m - 1.0) / (m + 1.0), z2 = z * z;
  double series = 0.0;
  for (int n = 23; n >= 1; n -= 2) series = 1.0 / (double)n + z2 * series;
  return 2.0 * z * series + k * 0.6931471805599453;
}

/* sinh, near 0 as a series, which loses no digit to the difference. */
static inline double hyperbolic_sine(double x) {
  if (x > -0.5 && x < 0.5) {
    double series = 1.0;
    for (int n = 14; n >= 2; n -= 2) series = 1.0 + x * x / (double)(n * (n + 1)) * series;
    return x * series;
  }
  const double e = exponential(x);
  return 0.5 * (e - 1.0 / e);
}

static inline double hyperbolic_cosine(double x) {
  const double e = exponential(x < 0.0 ? -x : x);
  return 0.5 * (e + 1.0 / e);
}

static inline double hyperbolic_tangent(double x) {
  if (x > 20.0) return 1.0;
  if (x < -20.0) return -1.0;
  return hyperbolic_sine(x) / hyperbolic_cosine(x);
}

#endif
