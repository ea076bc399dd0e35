/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_NEIGHBOURS_H
#define OFFLOAD_NEIGHBOURS_H
/* Rows of cells around a place: cells of a row follow each other in memory, so a row is one range of cells
 * and of particles, or two where it wraps around a periodic axis. Of each row only the cells that the reach
 * touches. */
#include "lane/scalar.h"
#include "particles/grid.h"

struct offload_rows {
  int cells[3], reach[3]; /* of the grid */
  bool periodic[3];
  int home[3];         /* cell */
  float inside[3];     /* place in it, 0 to 1 */
  float side[3];       /* of a cell, m */
  float reach2, per_x; /* m^2; 1/m: cells a metre along x */
  int dy, dz, part;    /* where the walk stands; part 1 is what wraps */
};

static inline void rows_around(struct offload_rows *r, const struct grid *g, const float quantum[3],
                               float reach, const struct position *p) {
  const uint32_t x[3] = {p->x, p->y, p->z};
  for (int a = 0; a < 3; a++) {
    uint64_t at = (uint64_t)x[a] * g->cells[a];
    r->cells[a] = (int)g->cells[a];
    r->reach[a] = g->reach[a];
    r->periodic[a] = g->periodic[a];
    r->home[a] = (int)(at >> 32);
    r->inside[a] = (float)(uint32_t)at * 0x1p-32f;
    r->side[a] = quantum[a] * lane_bounded_quotient(0x1p32f, (float)g->cells[a]);
  }
  r->per_x = lane_bounded_quotient(1.0f, r->side[0]);
  r->reach2 = reach * reach * 1.0001f; /* more than rounding can cost */
  r->dy = -r->reach[1];
  r->dz = -r->reach[2];
  r->part = 0;
}

/* From a place inside a cell to the near face of another, `step` cells away; m. */
static inline float rows_gap(float inside, int step, float side) {
  float cells = step > 0 ? (float)step - inside : inside - (float)(step + 1);
  return step == 0 ? 0.0f : cells * side;
}

/* Cell of an axis, wrapped; false if there is none. */
static inline bool rows_cell(const struct offload_rows *r, int axis, int step, int *cell) {
  int n = r->cells[axis];
  *cell = r->home[axis] + step;
  if (*cell >= 0 && *cell < n) return true;
  *cell += *cell < 0 ? n : -n;
  return r->periodic[axis];
}

/* Cells [begin, end) of row dy, dz; none if it is out of reach. */
static inline void rows_range(const struct offload_rows *r, uint32_t *begin, uint32_t *end) {
  const float gap_y = rows_gap(r->inside[1], r->dy, r->side[1]);
  const float gap_z = rows_gap(r->inside[2], r->dz, r->side[2]);
  const float left = r->reach2 - (gap_y * gap_y + gap_z * gap_z);
  int y, z;
  *begin = *end = 0;
  if (!(left > 0.0f) || !rows_cell(r, 1, r->dy, &y) || !rows_cell(r, 2, r->dz, &z)) return;
  const float half = lane_bounded_sqrt(left) * r->per_x;
  const int cells = r->cells[0], first = (z * r->cells[1] + y) * cells;
  int low = (int)(r->inside[0] - half - 1.0f), high = (int)(r->inside[0] + half); /* down, and up to */
  low = r->home[0] + (low > -r->reach[0] ? low : -r->reach[0]);
  high = r->home[0] + (high < r->reach[0] ? high : r->reach[0]);
  if (r->part == 1) {
    if (low >= 0 && high < cells) return;
    if (low < 0)
      low += cells, high = cells - 1;
    else
      low = 0, high -= cells;
  }
  *begin = (uint32_t)(first + (low > 0 ? low : 0));
  *end = (uint32_t)(first + (high < cells ? high + 1 : cells));
}

/* The next cells, perhaps none; false after the last. Their particles are start[begin] to start[end]. */
static inline bool rows_next(struct offload_rows *r, uint32_t *begin, uint32_t *end) {
  if (r->dz > r->reach[2]) return false;
  rows_range(r, begin, end);
  if (r->periodic[0] && r->part == 0) {
    r->part = 1;
    return true;
  }
  r->part = 0;
  if (++r->dy > r->reach[1]) {
    r->dy = -r->reach[1];
    r->dz++;
  }
  return true;
}

#endif
