/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_COLUMN_H
#define OFFLOAD_COLUMN_H
/* The neighbour list on the device: one column per particle, four neighbours a row. */
#include <stddef.h>

#include "lane/scalar.h"
#include "particles/grid.h"

/* Four neighbours: what a thread writes and reads of its column at once. A column's last one is filled up
 * with the particle itself, on which no law has an effect. */
struct offload_quad {
  _Alignas(16) uint32_t j[4];
};

/* One type's part of a particle's column while it is searched. */
struct column {
  struct offload_quad *next;  /* the row to write */
  ptrdiff_t step;             /* to the one after it */
  struct offload_quad latest; /* neighbours, the last one behind */
  uint32_t count;
  uint32_t inside; /* how many of them are inside the support */
};

static inline void column_put(struct column *c, uint32_t j, uint32_t rows) {
  c->latest = (struct offload_quad){{c->latest.j[1], c->latest.j[2], c->latest.j[3], j}};
  if (++c->count % 4 > 0) return;
  if (c->count > 4 * rows) return; /* what does not fit is counted */
  *c->next = c->latest;
  c->next += c->step;
}

/* How many rows it takes. */
static inline uint32_t column_end(struct column *c, uint32_t self, uint32_t rows) {
  while (c->count % 4 > 0) column_put(c, self, rows);
  return c->count / 4;
}

/* Which of [begin, end) are in reach. */
static inline void column_search(struct column *c, const struct position *pos, uint32_t begin, uint32_t end,
                                 const struct position *at, uint32_t self, const float quantum[3],
                                 float reach2, float support2, uint32_t rows) {
  for (uint32_t j = begin; j < end; j++) {
    const struct position p = pos[j];
    float dx = lane_from_int((int32_t)(at->x - p.x)) * quantum[0];
    float dy = lane_from_int((int32_t)(at->y - p.y)) * quantum[1];
    float dz = lane_from_int((int32_t)(at->z - p.z)) * quantum[2];
    float r2 = (dx * dx + dy * dy) + dz * dz;
    if (!(r2 < reach2) || j == self) continue;
    c->inside += r2 < support2;
    column_put(c, j, rows);
  }
}

#endif
