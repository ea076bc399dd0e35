/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CPU_REACT_H
#define CPU_REACT_H
/* Adding the sums of a cluster and of its neighbours to a thread's accumulator; for the files that are
 * compiled once an instruction set. */
#include "cpu/wcsph.h"
#include "lane/sum.h"

#define INLINE  static inline __attribute__((always_inline))
#define FLATTEN __attribute__((flatten)) /* take in every formula: a call would go through memory */

/* An accumulator has all rows of four sums of a particle side by side. The r-th of the first particle; from
 * there on it is every `rows`-th. */
INLINE struct vec4 *row_of(struct vec4 *sums, int r, enum summation mode) {
  return sums + r * cpu_sum_records(mode);
}

/* Four sums of a centre over its neighbours, in every lane. `few` takes the terms; where it is compensated,
 * `all` takes what they came to. */
struct centre_sums {
  struct sum few[4], all[4];
};

INLINE void centre_clear(struct centre_sums *s, enum summation mode) {
  for (int c = 0; c < 4; c++) {
    sum_clear_few(&s->few[c], mode);
    if (sum_of_few(mode) != mode) s->all[c] = (struct sum){.value = lane_set(0.0f), .rest = lane_set(0.0f)};
  }
}

/* After SUM_FEW terms at most. */
INLINE void settle(struct centre_sums *s, enum summation mode) {
  for (int c = 0; sum_of_few(mode) != mode && c < 4; c++) {
    sum_add(&s->all[c], s->few[c].value, mode);
    sum_clear_few(&s->few[c], mode);
  }
}

/* The sums, when all terms are there and settled. */
INLINE const struct sum *settled(const struct centre_sums *s, enum summation mode) {
  return sum_of_few(mode) != mode ? s->all : s->few;
}

#if LANES == 1
/* Add a sum to that of one component of a particle; that of a few terms has no compensation. */
INLINE void react_component(void *row, int component, const struct sum *share, bool few,
                            enum summation mode) {
  float *value = (float *)row + component, *rest = value + 4;
  if (mode == SUM_FIXED) {
    wide_t *quanta = (wide_t *)row + component;
    *quanta = lane_wide_add(*quanta, share->quanta);
    return;
  }
  if (mode == SUM_DOUBLE) {
    wide_t *sum = (wide_t *)row + component;
    *sum = lane_double_add(*sum, share->quanta);
    return;
  }
  struct sum s = {.value = *value, .rest = mode != SUM_PLAIN ? *rest : 0.0f};
  sum_add(&s, share->value, mode);
  if (mode != SUM_PLAIN && !few) sum_add(&s, -share->rest, mode);
  *value = s.value;
  if (mode != SUM_PLAIN) *rest = s.rest;
}

INLINE void react(struct vec4 *sums, int rows, const uint32_t *j, const struct sum share[4],
                  enum summation mode) {
  void *row = lane_record(sums, 16 / CPU_ENTRY * cpu_sum_records(mode) * rows, 0, *j);
  for (int c = 0; c < 4; c++) react_component(row, c, &share[c], true, mode);
}

INLINE void react_two(struct vec4 *sums, int rows, const uint32_t *j, const struct sum share[8]) {
  react(sums, rows, j, share, SUM_PLAIN);
  react(sums + 1, rows, j, share + 4, SUM_PLAIN);
}

INLINE void collect(struct vec4 *sums, int rows, uint32_t i, const struct sum centre[4],
                    enum summation mode) {
  void *row = (char *)sums + (size_t)i * 16 * (size_t)(cpu_sum_records(mode) * rows);
  for (int c = 0; c < 4; c++) react_component(row, c, &centre[c], false, mode);
}
#else
/* Add the shares of a vector of neighbours to their sums, record by record. Neighbours of a cluster are
 * distinct, but for the filler, which gets nothing. */
INLINE wide_t react_add(wide_t a, wide_t b, enum summation mode) {
  return mode == SUM_FIXED ? lane_wide_add(a, b) : lane_double_add(a, b);
}

INLINE void react_wide(struct vec4 *sums, int rows, const uint32_t *j, struct sum share[4],
                       enum summation mode) {
  const int scale = 16 / CPU_ENTRY * cpu_sum_records(mode) * rows;
  wide_t s[4] = {share[0].quanta, share[1].quanta, share[2].quanta, share[3].quanta};
  lane_transpose4_wide(&s[0], &s[1], &s[2], &s[3]);
  lane_part_out_wide(react_add(lane_join_wide(sums, scale, j), s[0], mode), sums, scale, j);
  lane_part_out_wide(react_add(lane_join_wide(sums, scale, j + 1), s[1], mode), sums, scale, j + 1);
  lane_part_out_wide(react_add(lane_join_wide(sums, scale, j + 2), s[2], mode), sums, scale, j + 2);
  lane_part_out_wide(react_add(lane_join_wide(sums, scale, j + 3), s[3], mode), sums, scale, j + 3);
}

INLINE void react_part(struct vec4 *sums, int rows, const uint32_t *j, real_t share, enum summation mode) {
  const int scale = 16 / CPU_ENTRY * cpu_sum_records(mode) * rows;
  struct sum s;
  if (mode == SUM_PLAIN) {
    lane_part_out(lane_join(sums, scale, 0, j) + share, sums, scale, 0, j);
  } else {
    lane_join2(sums, scale, j, &s.value, &s.rest);
    sum_add(&s, share, mode);
    lane_part_out2(s.value, s.rest, sums, scale, j);
  }
}

INLINE void react(struct vec4 *sums, int rows, const uint32_t *j, struct sum share[4], enum summation mode) {
  if (mode == SUM_FIXED || mode == SUM_DOUBLE) {
    react_wide(sums, rows, j, share, mode);
    return;
  }
  real_t s[4] = {share[0].value, share[1].value, share[2].value, share[3].value};
  lane_transpose4(&s[0], &s[1], &s[2], &s[3]);
  react_part(sums, rows, j, s[0], mode);
  react_part(sums, rows, j + 1, s[1], mode);
  react_part(sums, rows, j + 2, s[2], mode);
  react_part(sums, rows, j + 3, s[3], mode);
}

/* The same of two records side by side, plain sums: eight at a time take half of the loads and stores. Rows
 * are of an even number of records, so that no two stand across a boundary of theirs. */
INLINE void react_two(struct vec4 *sums, int rows, const uint32_t *j, const struct sum share[8]) {
  const int scale = 16 / CPU_ENTRY * rows;
  real_t a[4], b[4];
  for (int c = 0; c < 4; c++) a[c] = share[c].value, b[c] = share[4 + c].value;
  lane_transpose4(&a[0], &a[1], &a[2], &a[3]);
  lane_transpose4(&b[0], &b[1], &b[2], &b[3]);
  for (int k = 0; k < 4; k++) {
    real_t first, second;
    lane_join2(sums, scale, j + k, &first, &second);
    lane_part_out2(first + a[k], second + b[k], sums, scale, j + k);
  }
}

/* Add a centre's sums to its own row. */
INLINE void collect(struct vec4 *sums, int rows, uint32_t i, const struct sum centre[4],
                    enum summation mode) {
  const int records = cpu_sum_records(mode);
  struct sum4 total = sum_collect(centre, mode), mine = {0};
  lane_vec4 *own = (lane_vec4 *)sums + (size_t)i * (size_t)(records * rows);
  mine.value = own[0];
  if (records == 2) mine.rest = own[1];
  sum4_merge(&mine, &total, mode);
  own[0] = mine.value;
  if (records == 2) own[1] = mine.rest;
}

/* Add what an accumulator has of particle i, which is left zero. */
INLINE void take_found(struct vec4 *sums, int rows, uint32_t i, struct sum4 *total, enum summation mode) {
  const int records = cpu_sum_records(mode);
  const lane_vec4 zero = {0};
  lane_vec4 *own = (lane_vec4 *)sums + (size_t)i * (size_t)(records * rows);
  struct sum4 found = {.value = own[0], .rest = zero};
  if (records == 2) {
    found.rest = own[1];
    own[1] = zero;
  }
  sum4_merge(total, &found, mode);
  own[0] = zero;
}
#endif

#endif
