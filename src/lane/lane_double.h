/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_LANE_DOUBLE_H
#define LANE_LANE_DOUBLE_H
/* Sums in double precision: a wide_t whose 64 bits a lane are doubles. What moves wide_t moves these too. */
#include "lane/lane.h"

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

typedef double lane_doubles __attribute__((vector_size(8 * LANE_WIDE), may_alias));
typedef double lane_double2 __attribute__((vector_size(16), may_alias));
typedef float lane_floats __attribute__((vector_size(4 * LANE_WIDE), may_alias));

static inline wide_t lane_double(real_t x) {
  lane_floats part[LANE_PARTS];
  memcpy(part, &x, sizeof part);
  wide_t v;
  for (int k = 0; k < LANE_PARTS; k++) v.part[k] = (long_t) __builtin_convertvector(part[k], lane_doubles);
  return v;
}
static inline wide_t lane_double_add(wide_t a, wide_t b) {
  for (int k = 0; k < LANE_PARTS; k++)
    a.part[k] = (long_t)((lane_doubles)a.part[k] + (lane_doubles)b.part[k]);
  return a;
}
static inline wide_t lane_double_subtract(wide_t a, wide_t b) {
  for (int k = 0; k < LANE_PARTS; k++)
    a.part[k] = (long_t)((lane_doubles)a.part[k] - (lane_doubles)b.part[k]);
  return a;
}
/* The nearest floats. */
static inline real_t lane_from_double(wide_t v) {
  lane_floats part[LANE_PARTS];
  for (int k = 0; k < LANE_PARTS; k++)
    part[k] = __builtin_convertvector((lane_doubles)v.part[k], lane_floats);
  real_t x;
  memcpy(&x, part, sizeof x);
  return x;
}
/* The sum over the lanes. */
static inline double lane_double_total(wide_t v) {
  double total = 0.0;
  for (int l = 0; l < LANES; l++) total += ((lane_doubles)v.part[l / LANE_WIDE])[l % LANE_WIDE];
  return total;
}

#endif
#endif
