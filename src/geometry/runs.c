/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/runs.h"

#include <stdlib.h>

#include "util/error.h"

int runs_append(struct runs *r, uint64_t row, int32_t first, int32_t end) {
  if (first >= end) return STATUS_OK;
  if (r->count == r->capacity) {
    size_t capacity = r->capacity ? 2 * r->capacity : 256;
    struct run *items = reallocarray(r->items, capacity, sizeof *items);
    CHECK(items, STATUS_FAILED, "not enough memory for %zu runs of lattice sites", capacity);
    r->items = items;
    r->capacity = capacity;
  }
  r->items[r->count++] = (struct run){.row = row, .first = first, .end = end};
  r->sites += (uint64_t)((int64_t)end - first);
  return STATUS_OK;
}

bool runs_hold(const struct runs *r, uint64_t row, int32_t x) {
  size_t low = 0, high = r->count;
  while (low < high) { /* the first that ends behind x */
    const size_t mid = (low + high) / 2;
    if (r->items[mid].row < row || (r->items[mid].row == row && r->items[mid].end <= x))
      low = mid + 1;
    else
      high = mid;
  }
  return low < r->count && r->items[low].row == row && r->items[low].first <= x;
}

void runs_free(struct runs *r) {
  free(r->items);
  *r = (struct runs){0};
}

/* Walks over the places where a set begins or stops to cover sites. */
struct walk {
  const struct run *at, *stop;
  bool inside;
};

static int32_t walk_place(const struct walk *w) {
  return w->inside ? w->at->end : w->at->first;
}

/* Does w's next change come before row and x? At the same place both walks must turn together. */
static bool walk_before(const struct walk *w, uint64_t row, int32_t x) {
  return w->at->row != row ? w->at->row < row : walk_place(w) < x;
}

static void walk_turn(struct walk *w, uint64_t row, int32_t x) {
  if (w->at == w->stop || w->at->row != row || walk_place(w) != x) return;
  w->inside = !w->inside;
  if (!w->inside) w->at++;
}

static bool covered(enum runs_operation operation, bool in_a, bool in_b) {
  switch (operation) {
  case RUNS_UNION:
    return in_a || in_b;
  case RUNS_DIFFERENCE:
    return in_a && !in_b;
  case RUNS_INTERSECTION:
    return in_a && in_b;
  }
  return false;
}

int runs_combine(struct runs *a, const struct runs *b, enum runs_operation operation) {
  struct runs out = {0};
  struct walk wa = {.at = a->items, .stop = a->items ? a->items + a->count : NULL};
  struct walk wb = {.at = b->items, .stop = b->items ? b->items + b->count : NULL};
  bool in = false;
  int32_t first = 0;
  while (wa.at != wa.stop || wb.at != wb.stop) {
    const struct walk *next = wa.at == wa.stop ? &wb : &wa;
    if (next == &wa && wb.at != wb.stop && walk_before(&wb, wa.at->row, walk_place(&wa))) next = &wb;
    uint64_t row = next->at->row;
    int32_t x = walk_place(next);
    walk_turn(&wa, row, x);
    walk_turn(&wb, row, x);
    bool now = covered(operation, wa.inside, wb.inside);
    if (now && !in) first = x;
    int status = in && !now ? runs_append(&out, row, first, x) : STATUS_OK;
    if (status != STATUS_OK) {
      runs_free(&out);
      return status;
    }
    in = now;
  }
  runs_free(a);
  *a = out;
  return STATUS_OK;
}
