/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_RUNS_H
#define GEOMETRY_RUNS_H
/* Sets of lattice sites as runs along x, sorted by z, y, x and disjoint: memory scales with the surface
 * of a shape, and sets are added and cut in one sweep over both. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run {
  uint64_t row;       /* z and y, so that rows compare as numbers */
  int32_t first, end; /* sites first <= x < end */
};

struct runs {
  struct run *items;
  size_t count, capacity;
  uint64_t sites;
};

enum runs_operation { RUNS_UNION, RUNS_DIFFERENCE, RUNS_INTERSECTION };

/* Sign bits are turned so that unsigned order is the order of the signed coordinates. */
static inline uint64_t runs_row(int32_t y, int32_t z) {
  return (uint64_t)((uint32_t)z ^ 0x80000000u) << 32 | ((uint32_t)y ^ 0x80000000u);
}
static inline int32_t runs_y(uint64_t row) {
  return (int32_t)((uint32_t)row ^ 0x80000000u);
}
static inline int32_t runs_z(uint64_t row) {
  return (int32_t)((uint32_t)(row >> 32) ^ 0x80000000u);
}

/* Append a run behind all others; an empty one is left out. */
int runs_append(struct runs *r, uint64_t row, int32_t first, int32_t end);

/* a = a OPERATION b. On failure `a` is as it was. */
int runs_combine(struct runs *a, const struct runs *b, enum runs_operation operation);

/* Whether a site is in the set. */
bool runs_hold(const struct runs *r, uint64_t row, int32_t x);

void runs_free(struct runs *r);

#endif
