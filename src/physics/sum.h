/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PHYSICS_SUM_H
#define PHYSICS_SUM_H
/* Sums under the case's `summation`: plain, or compensated after Kahan (1965). The compensation of a
 * lane stays in that lane; merging two sums compensates again. */
#include "case/case.h"
#include "physics/lane.h"

struct sum {
  real_t value;
  real_t rest; /* kahan: what `value` has too much */
};

/* One addition for every type that has a value and a rest. */
#define SUM_ADD(s, term, mode)                                                                               \
  do {                                                                                                       \
    if ((mode) == SUM_PLAIN) {                                                                               \
      (s)->value += (term);                                                                                  \
    } else {                                                                                                 \
      __typeof__((s)->value) y_ = (term) - (s)->rest;                                                        \
      __typeof__((s)->value) t_ = (s)->value + y_;                                                           \
      (s)->rest = (t_ - (s)->value) - y_;                                                                    \
      (s)->value = t_;                                                                                       \
    }                                                                                                        \
  } while (0)

static inline void sum_add(struct sum *s, real_t term, enum summation mode) {
  SUM_ADD(s, term, mode);
}

#if LANES > 1
/* Four sums as one record, as accumulators in memory hold them. */
struct sum4 {
  lane_vec4 value, rest;
};

/* Add a finished sum to another. */
static inline void sum4_merge(struct sum4 *s, lane_vec4 value, lane_vec4 rest, enum summation mode) {
  SUM_ADD(s, value, mode);
  if (mode != SUM_PLAIN) SUM_ADD(s, -rest, mode);
}

/* a + b into a; what rounding lost goes to the rest (Knuth's two-sum, exact for any a, b). */
#define SUM_FOLD(a, a_rest, b, b_rest, mode)                                                                 \
  do {                                                                                                       \
    __typeof__(a) s_ = (a) + (b);                                                                            \
    if ((mode) != SUM_PLAIN) {                                                                               \
      __typeof__(a) v_ = s_ - (a);                                                                           \
      (a_rest) = ((a_rest) + (b_rest)) - (((a) - (s_ - v_)) + ((b)-v_));                                     \
    }                                                                                                        \
    (a) = s_;                                                                                                \
  } while (0)

/* All lanes of four sums into one record, as a tree. */
static inline struct sum4 sum_collect(const struct sum s[4], enum summation mode) {
  real_t v[4] = {s[0].value, s[1].value, s[2].value, s[3].value};
  real_t r[4] = {s[0].rest, s[1].rest, s[2].rest, s[3].rest};
  lane_transpose4(&v[0], &v[1], &v[2], &v[3]);
  if (mode != SUM_PLAIN) lane_transpose4(&r[0], &r[1], &r[2], &r[3]);
  SUM_FOLD(v[0], r[0], v[1], r[1], mode);
  SUM_FOLD(v[2], r[2], v[3], r[3], mode);
  SUM_FOLD(v[0], r[0], v[2], r[2], mode);
  struct sum4 out = {lane_part(v[0], 0), lane_part(r[0], 0)};
  for (int p = 1; p < LANES / 4; p++)
    SUM_FOLD(out.value, out.rest, lane_part(v[0], p), lane_part(r[0], p), mode);
  return out;
}
#endif

#endif
