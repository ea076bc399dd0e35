/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PHYSICS_LANE_DOUBLE_H
#define PHYSICS_LANE_DOUBLE_H
/* Sums in double precision: a wide_t whose 64 bits a lane are doubles. What moves wide_t moves these too. */
#include "physics/lane.h"

#if LANES == 1

static inline wide_t lane_double_bits(double x) {
  wide_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline double lane_double_of(wide_t bits) {
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}
static inline wide_t lane_double(real_t x) {
  return lane_double_bits((double)x);
}
static inline wide_t lane_double_add(wide_t a, wide_t b) {
  return lane_double_bits(lane_double_of(a) + lane_double_of(b));
}
static inline wide_t lane_double_subtract(wide_t a, wide_t b) {
  return lane_double_bits(lane_double_of(a) - lane_double_of(b));
}
static inline real_t lane_from_double(wide_t v) {
  return (float)lane_double_of(v);
}

#else

typedef double lane_doubles __attribute__((vector_size(4 * LANES), may_alias));
typedef double lane_double2 __attribute__((vector_size(16), may_alias));
typedef float lane_half __attribute__((vector_size(2 * LANES), may_alias));

static inline wide_t lane_double(real_t x) {
  lane_half half[2];
  memcpy(half, &x, sizeof half);
  return (wide_t){(long_t) __builtin_convertvector(half[0], lane_doubles),
                  (long_t) __builtin_convertvector(half[1], lane_doubles)};
}
static inline wide_t lane_double_add(wide_t a, wide_t b) {
  return (wide_t){(long_t)((lane_doubles)a.low + (lane_doubles)b.low),
                  (long_t)((lane_doubles)a.high + (lane_doubles)b.high)};
}
static inline wide_t lane_double_subtract(wide_t a, wide_t b) {
  return (wide_t){(long_t)((lane_doubles)a.low - (lane_doubles)b.low),
                  (long_t)((lane_doubles)a.high - (lane_doubles)b.high)};
}
/* The nearest floats. */
static inline real_t lane_from_double(wide_t v) {
  const lane_half half[2] = {__builtin_convertvector((lane_doubles)v.low, lane_half),
                             __builtin_convertvector((lane_doubles)v.high, lane_half)};
  real_t x;
  memcpy(&x, half, sizeof x);
  return x;
}
/* The sum over the lanes. */
static inline double lane_double_total(wide_t v) {
  const lane_doubles both = (lane_doubles)v.low + (lane_doubles)v.high;
  double total = 0.0;
  for (int l = 0; l < LANES / 2; l++) total += both[l];
  return total;
}

#endif
#endif
