/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_GRID_H
#define TRANSPORT_GRID_H
/* The periodic grid of a transported scalar. Arrays over it hold x fastest, then y, then z. */
#include <stddef.h>
#include <stdint.h>

struct transport_grid {
  int dimensions;    /* 1 to 3 */
  int32_t n[3];      /* points an axis; 1 beyond the dimensions */
  double low[3];     /* m, corner of the box; points are in the middle of cells */
  double spacing[3]; /* m, between points */
};

static inline size_t grid_size(const struct transport_grid *g) {
  return (size_t)g->n[0] * (size_t)g->n[1] * (size_t)g->n[2];
}

static inline double grid_volume(const struct transport_grid *g) {
  double volume = 1.0;
  for (int a = 0; a < g->dimensions; a++) volume *= g->spacing[a];
  return volume; /* of a cell, m^dimensions */
}

/* Point i along an axis, m. */
static inline double grid_coordinate(const struct transport_grid *g, int axis, int32_t i) {
  return g->low[axis] + ((double)i + 0.5) * g->spacing[axis];
}

/* The lines of an axis in an array of any order of axes: point i of line l is at
 * line_start(&lines, l) + i * stride, and lines are numbered as their first points come in the array. */
struct transport_lines {
  int32_t n, stride; /* points of a line, and how far they are apart */
  int32_t count;     /* lines */
};

static inline int32_t line_start(const struct transport_lines *lines, int32_t l) {
  return l / lines->stride * (lines->stride * lines->n) + l % lines->stride;
}

/* In the grid's own order. */
static inline struct transport_lines grid_lines(const struct transport_grid *g, int axis) {
  int32_t stride = 1;
  for (int a = 0; a < axis; a++) stride *= g->n[a];
  return (struct transport_lines){g->n[axis], stride, (int32_t)(grid_size(g) / (size_t)g->n[axis])};
}

#endif
