/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

static int32_t cell_along(const struct cells *g, double x) {
  return (int32_t)floor(x / g->width);
}

int64_t cells_key(const struct cells *g, const double x[3]) {
  return site_key((const int32_t[3]){cell_along(g, x[0]), cell_along(g, x[1]), cell_along(g, x[2])});
}

void cells_free(struct cells *g) {
  free(g->items);
  free(g->begin);
  *g = (struct cells){0};
}

/* The cell, or its row, in `begin`. */
static size_t cell_number(const struct cells *g, const int32_t at[3]) {
  const size_t row = (size_t)(at[2] - g->low[2]) * (size_t)g->side[1] + (size_t)(at[1] - g->low[1]);
  return g->along ? row * (size_t)g->side[0] + (size_t)(at[0] - g->low[0]) : row;
}

/* Where the cells, or if they are far more than items their rows, begin, so that none is searched for. Few
 * items that are far apart do without. */
static int find_begins(struct cells *g) {
  int32_t high[3] = {INT32_MIN, INT32_MIN, INT32_MIN}, at[3];
  size_t all = 1;
  for (int a = 0; a < 3; a++) g->low[a] = INT32_MAX;
  for (size_t i = 0; i < g->count; i++) {
    site_of(g->items[i].key, at);
    for (int a = 0; a < 3; a++)
      g->low[a] = at[a] < g->low[a] ? at[a] : g->low[a], high[a] = at[a] > high[a] ? at[a] : high[a];
  }
  if (g->count == 0 || g->count >= UINT32_MAX) return STATUS_OK;
  for (int a = 0; a < 3; a++) g->side[a] = high[a] - g->low[a] + 1;
  const size_t rows = (size_t)g->side[1] * (size_t)g->side[2], most = 16 * g->count + 4096;
  g->along = (size_t)g->side[0] * rows <= most;
  all = g->along ? (size_t)g->side[0] * rows : rows;
  if (all > most) return STATUS_OK;
  CHECK(g->begin = calloc(all + 1, sizeof *g->begin), STATUS_FAILED,
        "not enough memory for the layers of walls");
  for (size_t i = 0; i < g->count; i++) {
    site_of(g->items[i].key, at);
    g->begin[cell_number(g, at) + 1]++;
  }
  for (size_t i = 0; i < all; i++) g->begin[i + 1] += g->begin[i];
  return STATUS_OK;
}

int cells_make(struct cells *g, const double (*x)[3], size_t count, double width) {
  cells_free(g);
  *g = (struct cells){.items = malloc((count + 1) * sizeof *g->items), .count = count, .width = width};
  CHECK(g->items, STATUS_FAILED, "not enough memory for the layers of walls");
  for (size_t i = 0; i < count; i++) g->items[i] = (struct site_item){cells_key(g, x[i]), (uint32_t)i};
  qsort(g->items, count, sizeof *g->items, site_compare);
  return find_begins(g);
}

static size_t from_key(const struct cells *g, int64_t key, size_t low, size_t high) {
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (g->items[middle].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

size_t cells_from(const struct cells *g, int64_t key) {
  return from_key(g, key, 0, g->count);
}

struct cell_rows cells_about(const struct cells *g, const double x[3], double reach) {
  struct cell_rows r = {.y = 0};
  for (int a = 0; a < 3; a++) r.low[a] = cell_along(g, x[a] - reach), r.high[a] = cell_along(g, x[a] + reach);
  r.y = r.low[1] - 1, r.z = r.low[2];
  return r;
}

static bool is_side(const struct cells *g, int axis, int32_t at) {
  return at >= g->low[axis] && at - g->low[axis] < g->side[axis];
}

bool cells_next(const struct cells *g, struct cell_rows *r) {
  if (++r->y > r->high[1]) r->y = r->low[1], r->z++;
  if (r->z > r->high[2]) return false;
  const int64_t from = site_key((const int32_t[3]){r->low[0], r->y, r->z});
  const int64_t last = site_key((const int32_t[3]){r->high[0], r->y, r->z});
  size_t first = 0, stop = g->count;
  if (g->begin) {
    const int32_t row = r->low[0] > g->low[0] ? r->low[0] : g->low[0], end = g->low[0] + g->side[0] - 1,
                  high = r->high[0] < end ? r->high[0] : end;
    r->first = r->end = 0;
    if (row > high || !is_side(g, 1, r->y) || !is_side(g, 2, r->z)) return true;
    first = g->begin[cell_number(g, (const int32_t[3]){row, r->y, r->z})];
    stop = g->begin[cell_number(g, (const int32_t[3]){high, r->y, r->z}) + 1];
  }
  r->first = first, r->end = stop;
  if (g->begin && g->along) return true;
  r->first = from_key(g, from, first, stop);
  r->end = from_key(g, last + 1, r->first, stop);
  return true;
}

int cells_images(const struct lattice *l, const double x[3], double reach, double shift[27][3]) {
  int count = 1;
  memset(shift[0], 0, sizeof shift[0]);
  for (int a = 0; a < l->dimensions; a++) {
    const double period = (double)l->count[a];
    if (!l->periodic[a]) continue;
    const int before = count;
    for (int way = -1; way <= 1; way += 2) {
      const double to = x[a] + way * period;
      if (to < -0.5 - reach || to > period - 0.5 + reach) continue;
      for (int k = 0; k < before; k++) {
        memcpy(shift[count], shift[k], sizeof shift[k]);
        shift[count++][a] += way * period;
      }
    }
  }
  return count;
}
