/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_NEIGHBOURS_H
#define OFFLOAD_NEIGHBOURS_H
/* Rows of cells around a particle: cells of a row follow each other in memory, so a row is one range of
 * particles, or two where it wraps around a periodic axis. */
#include "wcsph/grid.h"

struct offload_rows {
  const struct grid *grid;
  const uint32_t *start; /* grid->fluid_start or wall_start */
  int home[3];
  int next, count; /* of 2 (2 reach[1] + 1) (2 reach[2] + 1) ranges */
};

static inline void rows_around(struct offload_rows *r, const struct grid *g, const uint32_t *start,
                               const struct position *p) {
  r->grid = g;
  r->start = start;
  r->home[0] = (int)state_cell(p->x, g->cells[0]);
  r->home[1] = (int)state_cell(p->y, g->cells[1]);
  r->home[2] = (int)state_cell(p->z, g->cells[2]);
  r->next = 0;
  r->count = 2 * (2 * g->reach[1] + 1) * (2 * g->reach[2] + 1);
}

/* The next range of particles, perhaps an empty one; false after the last. */
static inline bool rows_next(struct offload_rows *r, uint32_t *begin, uint32_t *end) {
  const struct grid *g = r->grid;
  *begin = *end = 0;
  if (r->next >= r->count) return false;
  int row = r->next / 2, wrapped = r->next % 2, wide = 2 * g->reach[1] + 1, cells = (int)g->cells[0];
  r->next++;
  uint32_t y, z;
  if (!grid_step(g, 1, (uint32_t)r->home[1], row % wide - g->reach[1], &y)) return true;
  if (!grid_step(g, 2, (uint32_t)r->home[2], row / wide - g->reach[2], &z)) return true;
  int low = r->home[0] - g->reach[0], high = r->home[0] + g->reach[0];
  if (wrapped) {
    if (!g->periodic[0] || (low >= 0 && high < cells)) return true;
    if (low < 0)
      low += cells, high = cells - 1;
    else
      low = 0, high -= cells;
  }
  uint32_t first = (z * g->cells[1] + y) * g->cells[0];
  *begin = r->start[first + (uint32_t)(low > 0 ? low : 0)];
  *end = r->start[first + (uint32_t)(high < cells ? high : cells - 1) + 1];
  return true;
}

#endif
