/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTICLES_GRID_H
#define PARTICLES_GRID_H
/* The cell grid on the host: which particles are in which cell, each kind apart. grid_reach cells
 * are at least support + skin wide, so all neighbours of a particle are in the cells up to so many away, also
 * while particles move up to half the skin. */
#include <stdbool.h>
#include <stdint.h>

#include "particles/position.h"

/* Cells that span support + skin along x, y, z. Cells of a row follow each other in memory, so narrow ones
 * along x cost a search nothing, and particles that follow each other are close in space. */
static const int grid_reach[3] = {4, 2, 2};
enum { GRID_AROUND = 9 * 5 * 5 };

enum { GRID_KINDS = 2 }; /* a method's kinds of particles, at most */

struct grid {
  uint32_t cells[3];
  bool periodic[3];
  bool along_y; /* planes of rows lie side by side along y, not along z */
  int reach[3]; /* cells that span support + skin */
  uint32_t total;
  uint32_t *start[GRID_KINDS]; /* [total + 1] by kind: positions in `order`, or particles if that is NULL */
  uint32_t *order;             /* particles by cell; NULL: particles themselves are sorted */
};

/* So many cells along each axis; STATUS_FAILED without memory. */
int grid_allocate(struct grid *g, const uint32_t cells[3], const bool periodic[3]);
void grid_free(struct grid *g);

/* Particles [begin, end) into `order` by cell: a counting sort, which keeps their order within a cell. */
void grid_sort(struct grid *g, const struct position *pos, uint32_t begin, uint32_t end, uint32_t *start);

static inline uint32_t grid_index(const struct grid *g, const uint32_t cell[3]) {
  return (g->along_y ? cell[1] * g->cells[2] + cell[2] : cell[2] * g->cells[1] + cell[1]) * g->cells[0] +
         cell[0];
}

/* The axis along which planes of rows lie side by side, and the one along which rows do. */
static inline int grid_outer(const struct grid *g) {
  return g->along_y ? 1 : 2;
}
static inline int grid_middle(const struct grid *g) {
  return g->along_y ? 2 : 1;
}

static inline uint32_t grid_cell(const struct grid *g, const struct position *p) {
  uint32_t cell[3] = {position_cell(p->x, g->cells[0]), position_cell(p->y, g->cells[1]),
                      position_cell(p->z, g->cells[2])};
  return grid_index(g, cell);
}

/* A cell's coordinate moved by `step`, wrapped on a periodic axis; false if there is no such cell. */
static inline bool grid_step(const struct grid *g, int axis, uint32_t from, int step, uint32_t *to) {
  int64_t n = g->cells[axis], cell = (int64_t)from + step;
  if (cell < 0 || cell >= n) {
    if (!g->periodic[axis]) return false;
    cell += cell < 0 ? n : -n;
  }
  *to = (uint32_t)cell;
  return true;
}

/* The cells around and including that of p; returns how many. */
static inline int grid_around(const struct grid *g, const struct position *p, uint32_t around[GRID_AROUND]) {
  uint32_t home[3] = {position_cell(p->x, g->cells[0]), position_cell(p->y, g->cells[1]),
                      position_cell(p->z, g->cells[2])};
  uint32_t cell[3];
  int n = 0;
  for (int dz = -g->reach[2]; dz <= g->reach[2]; dz++) {
    if (!grid_step(g, 2, home[2], dz, &cell[2])) continue;
    for (int dy = -g->reach[1]; dy <= g->reach[1]; dy++) {
      if (!grid_step(g, 1, home[1], dy, &cell[1])) continue;
      for (int dx = -g->reach[0]; dx <= g->reach[0]; dx++)
        if (grid_step(g, 0, home[0], dx, &cell[0])) around[n++] = grid_index(g, cell);
    }
  }
  return n;
}

#endif
