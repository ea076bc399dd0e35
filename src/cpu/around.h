/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CPU_AROUND_H
#define CPU_AROUND_H
/* The rows of cells around a cluster, for WCSPH: the particles of a row are contiguous in memory. */
#include "cpu/search.h"

enum { ROWS_MAX = GRID_AROUND };

/* Cells of a cluster: [x, x + more] in one row. */
struct home {
  uint32_t cell[3];
  int more;
};

/* Append the particles of cells [low, high] of a row; the caller keeps them inside the grid. */
static inline int add_cells(const struct grid *g, const uint32_t *start, uint32_t low, uint32_t high,
                            const uint32_t at[3], struct row *rows) {
  uint32_t row = grid_index(g, (const uint32_t[3]){0, at[1], at[2]});
  *rows = (struct row){start[row + low], start[row + high + 1]};
  return rows->begin < rows->end;
}

/* Append the particles of cells x - before .. x + more + after of a row, in two parts where it wraps. */
static inline int add_row(const struct grid *g, const uint32_t *start, const struct home *home, int before,
                          int after, const uint32_t at[3], struct row *rows) {
  int64_t low = (int64_t)home->cell[0] - before, high = (int64_t)home->cell[0] + home->more + after;
  int64_t cells = g->cells[0], last = cells - 1;
  int n = add_cells(g, start, (uint32_t)(low > 0 ? low : 0), (uint32_t)(high < last ? high : last), at, rows);
  if (!g->periodic[0]) return n;
  if (low < 0) n += add_cells(g, start, (uint32_t)(low + cells), (uint32_t)last, at, rows + n);
  if (high > last) n += add_cells(g, start, 0, (uint32_t)(high - cells), at, rows + n);
  return n;
}

/* All rows around it. */
static inline int rows_around(const struct grid *g, const uint32_t *start, const struct home *home,
                              struct row rows[ROWS_MAX]) {
  const int outer = grid_outer(g), middle = grid_middle(g);
  uint32_t at[3] = {0};
  int n = 0;
  for (int d = -g->reach[outer]; d <= g->reach[outer]; d++)
    for (int dm = -g->reach[middle]; dm <= g->reach[middle]; dm++)
      if (grid_step(g, outer, home->cell[outer], d, &at[outer]) &&
          grid_step(g, middle, home->cell[middle], dm, &at[middle]))
        n += add_row(g, start, home, g->reach[0], g->reach[0], at, rows + n);
  return n;
}

#endif
