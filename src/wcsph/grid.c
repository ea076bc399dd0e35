/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/grid.h"

#include <stdlib.h>
#include <string.h>

#include "util/error.h"

int grid_allocate(struct grid *g, const struct wcsph_state *s) {
  memset(g, 0, sizeof *g);
  memcpy(g->cells, s->cells, sizeof g->cells);
  memcpy(g->periodic, s->periodic, sizeof g->periodic);
  g->total = g->cells[0] * g->cells[1] * g->cells[2];
  g->wall_start = calloc((size_t)g->total + 1, sizeof *g->wall_start);
  g->fluid_start = calloc((size_t)g->total + 1, sizeof *g->fluid_start);
  if (g->wall_start && g->fluid_start) return STATUS_OK;
  grid_free(g);
  return error_set(STATUS_FAILED, "no memory for a grid of %u cells", g->total);
}

void grid_free(struct grid *g) {
  free(g->wall_start);
  free(g->fluid_start);
  free(g->order);
  memset(g, 0, sizeof *g);
}

void grid_sort(struct grid *g, const struct position *pos, uint32_t begin, uint32_t end, uint32_t *start) {
  memset(start, 0, ((size_t)g->total + 1) * sizeof *start);
  for (uint32_t i = begin; i < end; i++) start[grid_cell(g, &pos[i]) + 1]++;
  start[0] = begin;
  for (uint32_t c = 0; c < g->total; c++) start[c + 1] += start[c];
  for (uint32_t i = end; i-- > begin;) /* from behind, so that start[c + 1] ends as the cell's begin */
    g->order[--start[grid_cell(g, &pos[i]) + 1]] = i;
  for (uint32_t c = 0; c < g->total; c++) start[c] = start[c + 1];
  start[g->total] = end;
}

bool grid_step(const struct grid *g, int axis, uint32_t from, int step, uint32_t *to) {
  int64_t n = g->cells[axis], cell = (int64_t)from + step;
  if (cell < 0 || cell >= n) {
    if (!g->periodic[axis]) return false;
    cell += cell < 0 ? n : -n;
  }
  *to = (uint32_t)cell;
  return true;
}

int grid_around(const struct grid *g, const struct position *p, uint32_t around[GRID_AROUND]) {
  uint32_t home[3] = {state_cell(p->x, g->cells[0]), state_cell(p->y, g->cells[1]),
                      state_cell(p->z, g->cells[2])};
  uint32_t cell[3];
  int n = 0;
  for (int dz = -grid_reach[2]; dz <= grid_reach[2]; dz++) {
    if (!grid_step(g, 2, home[2], dz, &cell[2])) continue;
    for (int dy = -grid_reach[1]; dy <= grid_reach[1]; dy++) {
      if (!grid_step(g, 1, home[1], dy, &cell[1])) continue;
      for (int dx = -grid_reach[0]; dx <= grid_reach[0]; dx++)
        if (grid_step(g, 0, home[0], dx, &cell[0])) around[n++] = grid_index(g, cell);
    }
  }
  return n;
}
