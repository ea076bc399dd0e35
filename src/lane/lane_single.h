/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_LANE_SINGLE_H
#define LANE_LANE_SINGLE_H
/* What lane.h has of lists and records for vectors, for LANES 1: so that code over lanes also runs one
 * particle at a time, to show what lanes are worth. */
#include "lane/lane_base.h"
#if LANES == 1

static inline real_t lane_bits_to_real(int_t i) {
  real_t x;
  __builtin_memcpy(&x, &i, sizeof x);
  return x;
}
static inline int_t lane_real_to_bits(real_t x) {
  int_t i;
  __builtin_memcpy(&i, &x, sizeof i);
  return i;
}
static inline float lane_max_across(real_t x) {
  return x;
}

/* Part `part`, four words, of the row at entry x scale bytes. */
static inline void *lane_record(const void *base, int scale, int part, uint32_t entry) {
  return (char *)(uintptr_t)base + (size_t)entry * (size_t)scale + 16 * part;
}
static inline void lane_gather4(const void *base, int scale, int part, const uint32_t entry[], real_t *a,
                                real_t *b, real_t *c, real_t *d) {
  float row[4];
  __builtin_memcpy(row, lane_record(base, scale, part, *entry), sizeof row);
  *a = row[0], *b = row[1], *c = row[2], *d = row[3];
}
static inline void lane_pad(const uint32_t *entries, uint32_t count, uint32_t other, uint32_t *out) {
  *out = count > 0 ? *entries : other;
}
static inline void lane_compress_ints(int_t v, unsigned bits, uint32_t *out) {
  (void)bits;
  *out = (uint32_t)v;
}
static inline unsigned lane_compress(uint32_t first, uint32_t step, unsigned bits, uint32_t *out) {
  *out = first * step;
  return bits;
}

#endif
#endif
