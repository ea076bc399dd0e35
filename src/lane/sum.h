/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_SUM_H
#define LANE_SUM_H
/* Sums under the case's `summation`:
 *   plain  floats, in the order of the loop;
 *   kahan  compensated after Kahan (1965). The compensation of a lane stays in that lane; merging two sums
 *          compensates again;
 *   fixed  every contribution is rounded to a whole number of quanta, and whole numbers are added. No order
 *          matters then, so all backends, lanes and threads have the same bits;
 *   neumaier  compensated after Neumaier (1974; Klein 2006 calls it Kahan-Babuska): the error of every
 * addition is kept apart and added at the end, which also serves where terms exceed the sum; double the same
 * floats, added in double precision. The quanta of a quantity are in law->quanta: powers of two, so that
 * going to quanta and back is exact. */
#include "lane/lane.h"
#include "lane/lane_double.h"
#include "lane/summation.h"

/* fixed: a quantity's own scale (wcsph/start/derive.c) is 2^44 quanta, or down to half of that. A
 * contribution that reaches 2^51 or a sum that reaches 2^62 is an overflow. */
#define SUM_SCALE_BITS 44
#define SUM_TERM_LIMIT 0x1p51f
#define SUM_LIMIT      0x1p62f

struct sum {
  union {
    struct {
      real_t value;
      real_t rest; /* kahan, neumaier: what `value` has too much */
    };
    wide_t quanta; /* fixed; double: its bits */
  };
};

/* A contribution as the sum takes it: under fixed in quanta, `scale` of which are one unit. */
static inline real_t sum_term(real_t term, float scale, enum summation mode) {
  return mode == SUM_FIXED ? term * scale : term;
}

/* fixed: the larger of `load` and a contribution in quanta; below SUM_TERM_LIMIT all is well. */
static inline real_t sum_load(real_t load, real_t term) {
  return lane_max_abs(term, load);
}

/* value + term for a float or a vector; rest is the compensation. */
#define SUM_COMPENSATED(value, rest, term)                                                                   \
  do {                                                                                                       \
    __typeof__(value) y_ = (term) - (rest);                                                                  \
    __typeof__(value) t_ = (value) + y_;                                                                     \
    (rest) = (t_ - (value)) - y_;                                                                            \
    (value) = t_;                                                                                            \
  } while (0)

/* The same after Neumaier. Knuth's two-sum gives the error that his comparison of magnitudes gives, exactly.
 */
#define SUM_KEEPING(value, rest, term)                                                                       \
  do {                                                                                                       \
    const __typeof__(value) x_ = (term), t_ = (value) + x_, v_ = t_ - (value);                               \
    (rest) = (rest) - (((value) - (t_ - v_)) + (x_ - v_));                                                   \
    (value) = t_;                                                                                            \
  } while (0)

/* Add a contribution that sum_term has made. */
static inline void sum_add(struct sum *s, real_t term, enum summation mode) {
  if (mode == SUM_FIXED)
    s->quanta = lane_wide_add(s->quanta, lane_round(term));
  else if (mode == SUM_DOUBLE)
    s->quanta = lane_double_add(s->quanta, lane_double(term));
  else if (mode == SUM_NEUMAIER)
    SUM_KEEPING(s->value, s->rest, term);
  else if (mode == SUM_KAHAN)
    SUM_COMPENSATED(s->value, s->rest, term);
  else
    s->value += term;
}

/* Add a term to a sum over the lanes too, of which only the total counts: fixed need not keep lanes apart. */
static inline void sum_add_all(struct sum *s, real_t term, enum summation mode) {
  if (mode == SUM_FIXED)
    s->quanta = lane_wide_gather_round(s->quanta, term);
  else
    sum_add(s, term, mode);
}

/* How a sum of at most SUM_FEW terms is made: without compensation, since what rounding takes from so few
 * does not grow with the neighbours. Compensated sums may take their terms by so many. */
enum { SUM_FEW = 4 };
static inline enum summation sum_of_few(enum summation mode) {
  return mode == SUM_KAHAN || mode == SUM_NEUMAIER ? SUM_PLAIN : mode;
}

/* Nothing yet; a sum of few has no compensation. */
static inline void sum_clear_few(struct sum *s, enum summation mode) {
  if (mode == SUM_FIXED || mode == SUM_DOUBLE)
    s->quanta = (wide_t){0};
  else
    s->value = lane_set(0.0f);
}

/* Both at once, with opposite signs: what i gets and what its neighbour j gets. */
static inline void sum_exchange(struct sum *i, struct sum *j, real_t term, enum summation mode) {
  if (mode == SUM_FIXED) {
    const wide_t quanta = lane_round(term);
    i->quanta = lane_wide_gather(i->quanta, quanta);
    j->quanta = lane_wide_subtract(j->quanta, quanta);
  } else if (mode == SUM_DOUBLE) {
    const wide_t wide = lane_double(term);
    i->quanta = lane_double_add(i->quanta, wide);
    j->quanta = lane_double_subtract(j->quanta, wide);
  } else {
    sum_add_all(i, term, mode);
    j->value = j->value - term;
  }
}

/* The finished sum in its unit, rounded once. */
static inline real_t sum_value(const struct sum *s, float scale, enum summation mode) {
  if (mode == SUM_DOUBLE) return lane_from_double(s->quanta);
  if (mode == SUM_NEUMAIER) return s->value - s->rest;
  return mode == SUM_FIXED ? lane_from_wide(s->quanta) * (1.0f / scale) : s->value;
}

/* Add a finished sum to another. */
static inline void sum_merge(struct sum *s, const struct sum *other, enum summation mode) {
  if (mode == SUM_FIXED) {
    s->quanta = lane_wide_add(s->quanta, other->quanta);
  } else if (mode == SUM_DOUBLE) {
    s->quanta = lane_double_add(s->quanta, other->quanta);
  } else if (mode == SUM_NEUMAIER) {
    SUM_KEEPING(s->value, s->rest, other->value);
    s->rest = s->rest + other->rest;
  } else if (mode == SUM_KAHAN) {
    SUM_COMPENSATED(s->value, s->rest, other->value);
    SUM_COMPENSATED(s->value, s->rest, -other->rest);
  } else {
    s->value = s->value + other->value;
  }
}

/* fixed: as sum_load, for a finished sum. */
static inline real_t sum_total_load(real_t load, const struct sum *s) {
  return lane_max_abs(lane_from_wide(s->quanta) * (SUM_TERM_LIMIT / SUM_LIMIT), load);
}

#if LANES > 1
/* Four sums as one record, as accumulators in memory hold them. */
struct sum4 {
  union {
    struct {
      lane_vec4 value, rest;
    };
    lane_long2 quanta[2];
  };
};

/* Add a finished sum to another. */
static inline void sum4_merge(struct sum4 *s, const struct sum4 *other, enum summation mode) {
  if (mode == SUM_FIXED) {
    s->quanta[0] += other->quanta[0];
    s->quanta[1] += other->quanta[1];
  } else if (mode == SUM_KAHAN) {
    SUM_COMPENSATED(s->value, s->rest, other->value);
    SUM_COMPENSATED(s->value, s->rest, -other->rest);
  } else if (mode == SUM_NEUMAIER) {
    SUM_KEEPING(s->value, s->rest, other->value);
    s->rest += other->rest;
  } else if (mode == SUM_DOUBLE) {
    for (int k = 0; k < 2; k++)
      s->quanta[k] = (lane_long2)((lane_double2)s->quanta[k] + (lane_double2)other->quanta[k]);
  } else {
    s->value += other->value;
  }
}

/* fixed: the finished sums in quanta, rounded once. */
static inline lane_vec4 sum4_quanta(const struct sum4 *s) {
  return (lane_vec4){(float)s->quanta[0][0], (float)s->quanta[0][1], (float)s->quanta[1][0],
                     (float)s->quanta[1][1]};
}

/* The finished sums in their units. */
static inline lane_vec4 sum4_value(const struct sum4 *s, lane_vec4 scale, enum summation mode) {
  if (mode == SUM_DOUBLE) {
    const lane_double2 a = (lane_double2)s->quanta[0], b = (lane_double2)s->quanta[1];
    return (lane_vec4){(float)a[0], (float)a[1], (float)b[0], (float)b[1]};
  }
  if (mode == SUM_NEUMAIER) return s->value - s->rest;
  if (mode != SUM_FIXED) return s->value;
  return sum4_quanta(s) * (1.0f / scale);
}

/* fixed: as sum_load, for four finished sums. */
static inline float sum4_total_load(float load, const struct sum4 *s) {
  const lane_vec4 quanta = sum4_quanta(s) * (SUM_TERM_LIMIT / SUM_LIMIT);
  for (int k = 0; k < 4; k++) load = __builtin_fabsf(quanta[k]) > load ? __builtin_fabsf(quanta[k]) : load;
  return load;
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
  if (mode == SUM_FIXED) {
    return (struct sum4){.quanta = {{lane_wide_total(s[0].quanta), lane_wide_total(s[1].quanta)},
                                    {lane_wide_total(s[2].quanta), lane_wide_total(s[3].quanta)}}};
  }
  if (mode == SUM_DOUBLE) {
    const lane_double2 low = {lane_double_total(s[0].quanta), lane_double_total(s[1].quanta)};
    const lane_double2 high = {lane_double_total(s[2].quanta), lane_double_total(s[3].quanta)};
    return (struct sum4){.quanta = {(lane_long2)low, (lane_long2)high}};
  }
  real_t v[4] = {s[0].value, s[1].value, s[2].value, s[3].value};
  real_t r[4] = {s[0].rest, s[1].rest, s[2].rest, s[3].rest};
  lane_transpose4(&v[0], &v[1], &v[2], &v[3]);
  if (mode != SUM_PLAIN) lane_transpose4(&r[0], &r[1], &r[2], &r[3]);
  SUM_FOLD(v[0], r[0], v[1], r[1], mode);
  SUM_FOLD(v[2], r[2], v[3], r[3], mode);
  SUM_FOLD(v[0], r[0], v[2], r[2], mode);
  struct sum4 out = {.value = lane_part(v[0], 0), .rest = lane_part(r[0], 0)};
  for (int p = 1; p < LANES / 4; p++)
    SUM_FOLD(out.value, out.rest, lane_part(v[0], p), lane_part(r[0], p), mode);
  return out;
}
#endif

#endif
