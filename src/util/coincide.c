/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/coincide.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "util/error.h"

/* A place stands in each cell that the box of side 2 near around it touches: mostly in one. */
enum { CELL_NEARS = 16, CELLS_MOST = 8 };

struct entry {
  uint64_t cell; /* a hash: others with the same number cost a comparison */
  size_t place;
};

static uint64_t mix(uint64_t h, int64_t k) {
  h = (h ^ (uint64_t)k) * UINT64_C(0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

static double around(double x, double period) {
  return period > 0.0 ? x - period * floor(x / period) : x;
}

/* The cells of a place; how many. */
static size_t cells_of(uint64_t cells[CELLS_MOST], const double x[3], double near, const double period[3]) {
  int64_t ends[3][2];
  size_t count = 0;
  for (int a = 0; a < 3; a++)
    for (int k = 0; k < 2; k++)
      ends[a][k] = (int64_t)floor(around(x[a] + (k ? near : -near), period[a]) / (CELL_NEARS * near));
  for (int k = 0; k < CELLS_MOST; k++) {
    uint64_t h = 0;
    bool again = false;
    for (int a = 0; a < 3; a++) {
      again |= (k >> a & 1) && ends[a][0] == ends[a][1];
      h = mix(h, ends[a][k >> a & 1]);
    }
    if (!again) cells[count++] = h;
  }
  return count;
}

static int compare_coincide(const void *a, const void *b) {
  const struct entry *p = a, *q = b;
  if (p->cell != q->cell) return p->cell < q->cell ? -1 : 1;
  return (p->place > q->place) - (p->place < q->place);
}

static bool are_near(const double a[3], const double b[3], double near, const double period[3]) {
  double square = 0.0;
  for (int k = 0; k < 3; k++) {
    double d = a[k] - b[k];
    if (period[k] > 0.0) d -= period[k] * nearbyint(d / period[k]);
    square += d * d;
  }
  return square < near * near;
}

static int fill_coincide(struct entry **entries, size_t *filled, const double (*x)[3], size_t count,
                         double near, const double period[3]) {
  size_t room = 0;
  for (size_t i = 0; i < count; i++) {
    uint64_t cells[CELLS_MOST];
    const size_t n = cells_of(cells, x[i], near, period);
    if (*filled + n > room) {
      room = 2 * room + count + CELLS_MOST;
      struct entry *more = reallocarray(*entries, room, sizeof *more);
      CHECK(more, STATUS_FAILED, "not enough memory to compare %zu places", count);
      *entries = more;
    }
    for (size_t k = 0; k < n; k++) (*entries)[(*filled)++] = (struct entry){cells[k], i};
  }
  return STATUS_OK;
}

int coincide_find(const double (*x)[3], size_t count, double near, const double period[3], size_t *first,
                  size_t *second) {
  struct entry *entries = NULL;
  size_t filled = 0;
  *first = *second = count;
  const int status = fill_coincide(&entries, &filled, x, count, near, period);
  if (status == STATUS_OK && filled) qsort(entries, filled, sizeof *entries, compare_coincide);
  for (size_t i = 0; i < filled && status == STATUS_OK; i++)
    for (size_t k = i + 1; k < filled && entries[k].cell == entries[i].cell; k++) {
      const size_t p = entries[i].place, q = entries[k].place;
      if (q >= *second) break;
      if (!are_near(x[p], x[q], near, period)) continue;
      *first = p, *second = q;
    }
  free(entries);
  return status;
}
