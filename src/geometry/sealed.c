/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/sealed.h"

#include <stdlib.h>

#include "util/error.h"

struct sealed_stretch {
  uint64_t row;
  int32_t first, end;
  size_t part;         /* another stretch of the same part, and so on to one that is its own */
  uint64_t fluid;      /* sites of fluid in it */
  int32_t fluid_first; /* the first of them, -1: there are none */
};

/* More rows than this are too many to look at. */
static const double rows_most = 0x1p25;

static size_t part_of(struct sealed *s, size_t i) {
  while (s->items[i].part != i) i = s->items[i].part = s->items[s->items[i].part].part;
  return i;
}

static void join_regions(struct sealed *s, size_t a, size_t b) {
  a = part_of(s, a), b = part_of(s, b);
  if (a < b)
    s->items[b].part = a;
  else
    s->items[a].part = b;
}

/* The stretches [from, end) of one row with those of another, where they are beside each other. */
static void join_rows(struct sealed *s, size_t a, size_t a_end, size_t b, size_t b_end) {
  while (a < a_end && b < b_end) {
    const struct sealed_stretch *p = &s->items[a], *q = &s->items[b];
    if (p->first < q->end && q->first < p->end) join_regions(s, a, b);
    if (p->end < q->end)
      a++;
    else
      b++;
  }
}

/* The domain without its walls. */
static int find_free(struct runs *free_sites, const struct lattice *l, const struct runs *walls) {
  for (int32_t z = 0; z < l->count[2]; z++)
    for (int32_t y = 0; y < l->count[1]; y++)
      TRY(runs_append(free_sites, runs_row(y, z), 0, (int32_t)l->count[0]));
  return runs_combine(free_sites, walls, RUNS_DIFFERENCE);
}

static void join_all(struct sealed *s, const struct lattice *l, const size_t *begin) {
  const size_t rows = (size_t)l->count[1], planes = (size_t)l->count[2];
  for (size_t z = 0; z < planes; z++)
    for (size_t y = 0; y < rows; y++) {
      const size_t row = z * rows + y;
      const size_t above = y + 1 < rows ? row + 1 : z * rows, behind = z + 1 < planes ? row + rows : y;
      if (y + 1 < rows || l->periodic[1])
        join_rows(s, begin[row], begin[row + 1], begin[above], begin[above + 1]);
      if (z + 1 < planes || l->periodic[2])
        join_rows(s, begin[row], begin[row + 1], begin[behind], begin[behind + 1]);
      if (!l->periodic[0] || begin[row] == begin[row + 1]) continue;
      const size_t last = begin[row + 1] - 1;
      if (s->items[begin[row]].first == 0 && s->items[last].end == l->count[0])
        join_regions(s, begin[row], last);
    }
}

static int take_sealed(struct sealed *s, const struct lattice *l, const struct runs *free_sites) {
  const size_t rows = (size_t)l->count[1] * (size_t)l->count[2];
  size_t *begin = malloc((rows + 1) * sizeof *begin), at = 0;
  s->items = calloc(free_sites->count + 1, sizeof *s->items);
  s->count = free_sites->count;
  for (size_t i = 0; s->items && i < s->count; i++) {
    const struct run *r = &free_sites->items[i];
    s->items[i] = (struct sealed_stretch){
        .row = r->row, .first = r->first, .end = r->end, .part = i, .fluid_first = -1};
  }
  for (size_t row = 0; s->items && begin && row <= rows; row++) {
    const uint64_t key = runs_row((int32_t)(row % (size_t)l->count[1]), (int32_t)(row / (size_t)l->count[1]));
    while (at < s->count && s->items[at].row < key) at++;
    begin[row] = row < rows ? at : s->count;
  }
  if (s->items && begin) join_all(s, l, begin);
  free(begin);
  return s->items && begin ? STATUS_OK
                           : error_set(STATUS_FAILED, "not enough memory to look for water that is cut off");
}

int sealed_find(struct sealed *s, const struct lattice *l, const struct runs *walls) {
  struct runs free_sites = {0};
  *s = (struct sealed){0};
  if (!walls->count || (double)l->count[1] * (double)l->count[2] > rows_most) return STATUS_OK;
  int status = find_free(&free_sites, l, walls);
  if (status == STATUS_OK) status = take_sealed(s, l, &free_sites);
  runs_free(&free_sites);
  if (status != STATUS_OK) {
    free(s->items);
    s->items = NULL;
  }
  return status;
}

/* The stretch that a site is in; `count` if it is in none. */
static size_t find_sealed(const struct sealed *s, uint64_t row, int32_t x) {
  size_t low = 0, high = s->count;
  while (low < high) {
    const size_t mid = (low + high) / 2;
    if (s->items[mid].row < row || (s->items[mid].row == row && s->items[mid].end <= x))
      low = mid + 1;
    else
      high = mid;
  }
  return low < s->count && s->items[low].row == row && s->items[low].first <= x ? low : s->count;
}

void sealed_add(struct sealed *s, const struct runs *fluid) {
  for (size_t i = 0; i < fluid->count; i++) {
    const struct run *r = &fluid->items[i];
    const size_t at = find_sealed(s, r->row, r->first);
    if (at == s->count) continue;
    if (s->items[at].fluid_first < 0) s->items[at].fluid_first = r->first;
    s->items[at].fluid += (uint64_t)(r->end - r->first);
  }
}

void sealed_judge(struct sealed *s, const struct lattice *l) {
  size_t most = 0;
  if (!s->items) return;
  for (size_t i = 0; i < s->count;
       i++) /* the fluid of a part to its first stretch, which joins keep the least */
    if (part_of(s, i) != i) s->items[part_of(s, i)].fluid += s->items[i].fluid;
  for (size_t i = 0; i < s->count; i++) {
    if (s->items[i].part != i || !s->items[i].fluid) continue;
    s->parts++;
    if (s->items[i].fluid > s->items[most].fluid || s->items[most].part != most) most = i;
  }
  bool placed = false;
  for (size_t i = 0; i < s->count && s->parts > 1; i++) {
    const struct sealed_stretch *t = &s->items[i];
    if (part_of(s, i) == most) continue;
    if (t->part == i) s->sites += t->fluid;
    if (placed || t->fluid_first < 0) continue;
    placed = true;
    s->at[0] = lattice_position(l, 0, t->fluid_first);
    s->at[1] = lattice_position(l, 1, runs_y(t->row));
    s->at[2] = lattice_position(l, 2, runs_z(t->row));
  }
}

static bool part_has_fluid(const struct sealed *s, size_t i) {
  while (s->items[i].part != i) i = s->items[i].part;
  return s->items[i].fluid > 0;
}

bool sealed_has_fluid(const struct sealed *s, const int32_t site[3]) {
  const size_t i = s->items ? find_sealed(s, runs_row(site[1], site[2]), site[0]) : s->count;
  return i < s->count && part_has_fluid(s, i);
}

int sealed_reach(const struct sealed *s, struct runs *reach) {
  for (size_t i = 0; s->items && i < s->count; i++)
    if (part_has_fluid(s, i)) TRY(runs_append(reach, s->items[i].row, s->items[i].first, s->items[i].end));
  return STATUS_OK;
}

void sealed_free(struct sealed *s) {
  free(s->items);
  s->items = NULL;
}
