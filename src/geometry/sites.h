/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_SITES_H
#define GEOMETRY_SITES_H
/* The lattice sites of wall particles, by wall, to find which of them are neighbours. */
#include "geometry/particles.h"

struct site_item {
  int64_t key;
  uint32_t particle;
};

struct sites {
  struct site_item *items; /* of each wall by keys, from begin[wall] to begin[wall + 1] */
  size_t *begin;           /* [walls + 1] */
};

/* A site, or a cell of anything else, as a number that grows with x, then y, then z: 21 bits an axis, and
 * neighbours differ by SITE_STEP of the axis. */
enum { SITE_BITS = 21, SITE_HALF = 1 << (SITE_BITS - 1) };
#define SITE_STEP(axis) ((int64_t)1 << (axis)*SITE_BITS)

static inline int64_t site_key(const int32_t at[3]) {
  return ((int64_t)at[2] + SITE_HALF) * SITE_STEP(2) + ((int64_t)at[1] + SITE_HALF) * SITE_STEP(1) +
         (at[0] + SITE_HALF);
}
static inline void site_of(int64_t key, int32_t at[3]) {
  for (int a = 0; a < 3; a++) at[a] = (int32_t)(key >> a * SITE_BITS & (2 * SITE_HALF - 1)) - SITE_HALF;
}

/* For qsort: by keys, then by particles. */
int site_compare(const void *a, const void *b);

/* Sort by keys and leave one item of each: how many. */
size_t sites_unique(struct site_item *items, size_t count);

/* STATUS_FAILED without memory. The caller frees, also after a failure. */
int sites_make(struct sites *s, const struct scene *c, const struct particles *p);
void sites_free(struct sites *s);

/* Whether one of the items [first, end) has the key. */
bool sites_hold(const struct sites *s, size_t first, size_t end, int64_t key);

#endif
