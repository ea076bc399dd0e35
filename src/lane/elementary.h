/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_ELEMENTARY_H
#define LANE_ELEMENTARY_H
/* Cosine, exponential and logarithm over the lane type, from operations that are exact to the last digit
 * everywhere. Relative errors are a few units of the last digit (tests/lane/test_elementary.c). */
#include "lane/lane.h"

static inline int_t real_bits(real_t x) {
  int_t i;
  __builtin_memcpy(&i, &x, sizeof i);
  return i;
}

/* The nearest whole number, halves away from zero; |x| < 2^31. */
static inline int_t real_nearest(real_t x) {
  return lane_to_int(x + lane_select(x < 0.0f, lane_set(-0.5f), lane_set(0.5f)));
}

/* 1 - cos(2 pi turns) = 2 sin^2(pi turns), |turns| < 2^31, which is small without cancellation where it is
 * small: whole turns are taken away, which is exact, then Taylor's series of the sine. */
static inline real_t real_wave(real_t turns) {
  const real_t rest = turns - lane_from_int(real_nearest(turns)); /* |rest| <= 1/2 */
  const real_t x = 3.14159265f * rest, x2 = x * x;
  real_t series = 1.0f - x2 * (1.0f / 156.0f);
  series = 1.0f - x2 * (1.0f / 110.0f) * series;
  series = 1.0f - x2 * (1.0f / 72.0f) * series;
  series = 1.0f - x2 * (1.0f / 42.0f) * series;
  series = 1.0f - x2 * (1.0f / 20.0f) * series;
  series = 1.0f - x2 * (1.0f / 6.0f) * series;
  const real_t sine = x * series;
  return 2.0f * (sine * sine);
}

/* cos(2 pi turns), to 6e-7. */
static inline real_t real_cosine_of_turns(real_t turns) {
  return 1.0f - real_wave(turns);
}

/* exp(x); 0 below -87, infinity above 88. */
static inline real_t real_exp(real_t x) {
  const real_t bounded = lane_max(lane_min(x, lane_set(88.0f)), lane_set(-87.0f));
  const int_t k = real_nearest(bounded * 1.44269504f);
  const real_t n = lane_from_int(k);
  const real_t r = (bounded - n * 0.693359375f) - n * -2.12194440e-4f; /* ln 2 in two parts (Cody & Waite) */
  real_t series = 1.0f + r * (1.0f / 7.0f);
  series = 1.0f + r * (1.0f / 6.0f) * series;
  series = 1.0f + r * (1.0f / 5.0f) * series;
  series = 1.0f + r * (1.0f / 4.0f) * series;
  series = 1.0f + r * (1.0f / 3.0f) * series;
  series = 1.0f + r * (1.0f / 2.0f) * series;
  series = 1.0f + r * series;
  const real_t y = series * lane_bits_to_real((k + 127) << 23);
  return lane_select(x < -87.0f, lane_set(0.0f), lane_select(x > 88.0f, lane_set(__builtin_inff()), y));
}

/* ln(x) for normal x > 0: the exponent, and the series of the inverse hyperbolic tangent for the rest. */
static inline real_t real_log(real_t x) {
  const int_t bits = real_bits(x), exponent = (bits >> 23) - 127;
  const real_t whole = lane_bits_to_real((bits & 0x007fffff) | 0x3f800000); /* in [1, 2) */
  const mask_t large = whole > 1.41421356f;
  const real_t m = lane_select(large, 0.5f * whole, whole);
  const real_t e = lane_from_int(exponent) + lane_select(large, lane_set(1.0f), lane_set(0.0f));
  const real_t z = (m - 1.0f) / (m + 1.0f), z2 = z * z;
  const real_t series =
      1.0f + z2 * ((1.0f / 3.0f) + z2 * ((1.0f / 5.0f) + z2 * ((1.0f / 7.0f) + z2 * (1.0f / 9.0f))));
  return 2.0f * z * series + e * 0.693147181f;
}

/* The angle of (x, y) to the x axis, -pi to pi; 0 of the origin: the inverse tangent of the smaller over the
 * larger by a polynomial for up to tan(pi/8) (Moshier, Cephes). To 4e-7. */
static inline real_t real_angle(real_t y, real_t x) {
  const real_t zero = lane_set(0.0f), high = lane_max(lane_abs(x), lane_abs(y)),
               low = lane_min(lane_abs(x), lane_abs(y));
  const real_t t = low / lane_max(high, lane_set(1e-30f));
  const mask_t large = t > 0.41421356f;
  const real_t a = lane_select(large, (t - 1.0f) / (t + 1.0f), t), z = a * a;
  real_t series = 8.05374449538e-2f * z - 1.38776856032e-1f;
  series = series * z + 1.99777106478e-1f;
  series = series * z - 3.33329491539e-1f;
  real_t angle = (series * z) * a + a;
  angle = angle + lane_select(large, lane_set(0.785398163f), zero);
  angle = lane_select(lane_abs(y) > lane_abs(x), 1.57079633f - angle, angle);
  angle = lane_select(x < 0.0f, 3.14159265f - angle, angle);
  return lane_select(y < 0.0f, -angle, angle);
}

#endif
