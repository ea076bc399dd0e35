/* SPDX-License-Identifier: BSD-3-Clause */
#include "particles/grid.h"

#include <stdlib.h>
#include <string.h>

#include "util/error.h"

int grid_allocate(struct grid *g, const uint32_t cells[3], const bool periodic[3]) {
  memset(g, 0, sizeof *g);
  memcpy(g->cells, cells, sizeof g->cells);
  memcpy(g->periodic, periodic, sizeof g->periodic);
  memcpy(g->reach, grid_reach, sizeof g->reach);
  g->total = g->cells[0] * g->cells[1] * g->cells[2];
  bool complete = true;
  for (int kind = 0; kind < GRID_KINDS; kind++)
    complete = (g->start[kind] = calloc((size_t)g->total + 1, sizeof(uint32_t))) && complete;
  if (complete) return STATUS_OK;
  grid_free(g);
  return error_set(STATUS_FAILED, "no memory for a grid of %u cells", g->total);
}

void grid_free(struct grid *g) {
  for (int kind = 0; kind < GRID_KINDS; kind++) free(g->start[kind]);
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
