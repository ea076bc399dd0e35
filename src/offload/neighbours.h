/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_NEIGHBOURS_H
#define OFFLOAD_NEIGHBOURS_H
/* Rows of cells around a place: cells of a row follow each other in memory, so a row is one range of
 * particles, or two where it wraps around a periodic axis. Of each row only the cells that the reach touches.
 */
#include "physics/scalar.h"
#include "wcsph/grid.h"

struct offload_rows {
  const struct grid *grid;
  const uint32_t *start; /* grid->fluid_start or wall_start */
  int home[3];           /* cell */
  float inside[3];       /* place in it, 0 to 1 */
  float side[3];         /* of a cell, m */
  float reach2;          /* m^2 */
  int dy, dz, part;      /* where the walk stands */
};

static inline void rows_around(struct offload_rows *r, const struct grid *g, const struct wcsph_law *law,
                               float reach, const uint32_t *start, const struct position *p) {
  const uint32_t x[3] = {p->x, p->y, p->z};
  r->grid = g;
  r->start = start;
  for (int a = 0; a < 3; a++) {
    uint64_t cells = (uint64_t)x[a] * g->cells[a];
    r->home[a] = (int)(cells >> 32);
    r->inside[a] = (float)(uint32_t)cells * 0x1p-32f;
    r->side[a] = law->quantum[a] * (0x1p32f / (float)g->cells[a]);
  }
  r->reach2 = reach * reach * 1.0001f; /* more than rounding can cost */
  r->dy = -g->reach[1];
  r->dz = -g->reach[2];
  r->part = 0;
}

/* From a place inside a cell to the near face of another, `step` cells away; m. */
static inline float rows_gap(float inside, int step, float side) {
  float cells = step > 0 ? (float)step - inside : inside - (float)(step + 1);
  return step == 0 ? 0.0f : cells * side;
}

/* The particles of row dy, dz; part 1 is what wraps. */
static inline void rows_range(const struct offload_rows *r, uint32_t *begin, uint32_t *end) {
  const struct grid *g = r->grid;
  const float gap_y = rows_gap(r->inside[1], r->dy, r->side[1]),
              gap_z = rows_gap(r->inside[2], r->dz, r->side[2]);
  const float left = r->reach2 - (gap_y * gap_y + gap_z * gap_z);
  uint32_t y, z;
  *begin = *end = 0;
  if (!(left > 0.0f) || !grid_step(g, 1, (uint32_t)r->home[1], r->dy, &y) ||
      !grid_step(g, 2, (uint32_t)r->home[2], r->dz, &z))
    return;
  const float half = lane_sqrt(left) / r->side[0];
  const int cells = (int)g->cells[0], first = (int)((z * g->cells[1] + y) * g->cells[0]);
  int low = (int)(r->inside[0] - half - 1.0f), high = (int)(r->inside[0] + half); /* down, and up to */
  low = r->home[0] + (low > -g->reach[0] ? low : -g->reach[0]);
  high = r->home[0] + (high < g->reach[0] ? high : g->reach[0]);
  if (r->part == 1) {
    if (low >= 0 && high < cells) return;
    if (low < 0)
      low += cells, high = cells - 1;
    else
      low = 0, high -= cells;
  }
  *begin = r->start[first + (low > 0 ? low : 0)];
  *end = r->start[first + (high < cells ? high : cells - 1) + 1];
}

/* The next range of particles, perhaps an empty one; false after the last. */
static inline bool rows_next(struct offload_rows *r, uint32_t *begin, uint32_t *end) {
  const struct grid *g = r->grid;
  if (r->dz > g->reach[2]) return false;
  rows_range(r, begin, end);
  if (g->periodic[0] && r->part == 0) {
    r->part = 1;
    return true;
  }
  r->part = 0;
  if (++r->dy > g->reach[1]) {
    r->dy = -g->reach[1];
    r->dz++;
  }
  return true;
}

#endif
