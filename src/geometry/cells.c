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

int cells_make(struct cells *g, const double (*x)[3], size_t count, double width) {
  free(g->items);
  *g = (struct cells){malloc((count + 1) * sizeof *g->items), count, width};
  CHECK(g->items, STATUS_FAILED, "not enough memory for the layers of walls");
  for (size_t i = 0; i < count; i++) g->items[i] = (struct site_item){cells_key(g, x[i]), (uint32_t)i};
  qsort(g->items, count, sizeof *g->items, site_compare);
  return STATUS_OK;
}

size_t cells_from(const struct cells *g, int64_t key) {
  size_t low = 0, high = g->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (g->items[middle].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

struct cell_rows cells_about(const struct cells *g, const double x[3], double reach) {
  struct cell_rows r = {.y = 0};
  for (int a = 0; a < 3; a++) r.low[a] = cell_along(g, x[a] - reach), r.high[a] = cell_along(g, x[a] + reach);
  r.y = r.low[1] - 1, r.z = r.low[2];
  return r;
}

bool cells_next(const struct cells *g, struct cell_rows *r) {
  if (++r->y > r->high[1]) r->y = r->low[1], r->z++;
  if (r->z > r->high[2]) return false;
  r->first = cells_from(g, site_key((const int32_t[3]){r->low[0], r->y, r->z}));
  const int64_t last = site_key((const int32_t[3]){r->high[0], r->y, r->z});
  r->end = r->first;
  while (r->end < g->count && g->items[r->end].key <= last) r->end++;
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
