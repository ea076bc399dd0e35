/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/leak.h"

#include <stdlib.h>

#include "case/case.h"
#include "util/error.h"

/* Sites of a row between walls, at one height. Water comes to some of them, falls from there if it can, then
 * spreads over all, falls from the rest, and stays when all below is full. */
struct stretch {
  int32_t first, end;
  int32_t wet_first, wet_end; /* where water came */
  uint32_t from;              /* the stretch from which it came first */
  enum { DRY, CAME, SPREAD, FULL } state;
};

struct basin {
  const struct amphi_case *c;
  const struct lattice *l;
  const struct runs *walls;
  int axis, up;         /* along which gravity acts, and 1 where it points down */
  int32_t rows, levels; /* across x and gravity; along gravity */
  struct stretch *items;
  size_t count, capacity;
  size_t *begin;  /* [rows * levels + 1]: the stretches of each row */
  uint32_t *next; /* [count]: the queue of a level */
  uint32_t *queue;
  struct leak *leak;
};

/* More rows than this are too many to look at. */
static const double rows_most = 0x1p26;
static const uint32_t nobody = UINT32_MAX;

/* The other axis across x: y where gravity acts along z. */
static int other(const struct basin *b) {
  return b->axis == 2 ? 1 : 2;
}

/* Level 0 is at the bottom. */
static uint64_t row_key(const struct basin *b, int32_t row, int32_t level) {
  const int32_t height = b->up > 0 ? level : b->levels - 1 - level;
  return b->axis == 2 ? runs_row(row, height) : runs_row(height, row);
}

/* The first run of walls that ends behind x in the row, or behind the row. */
static size_t find_wall(const struct runs *r, uint64_t row, int32_t x) {
  size_t low = 0, high = r->count;
  while (low < high) {
    const size_t mid = (low + high) / 2;
    if (r->items[mid].row < row || (r->items[mid].row == row && r->items[mid].end <= x))
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

/* The first site from `x` on that is no wall, or `end`. */
static int32_t first_free(const struct runs *r, uint64_t row, int32_t x, int32_t end) {
  for (size_t i = find_wall(r, row, x);
       x < end && i < r->count && r->items[i].row == row && r->items[i].first <= x; i++)
    x = r->items[i].end;
  return x < end ? x : end;
}

static int add_stretch(struct basin *b, int32_t first, int32_t end) {
  if (first >= end) return STATUS_OK;
  if (b->count == b->capacity) {
    const size_t capacity = b->capacity ? 2 * b->capacity : 1024;
    struct stretch *items = reallocarray(b->items, capacity, sizeof *items);
    CHECK(items && capacity < nobody, STATUS_FAILED, "not enough memory to look for leaks");
    b->items = items;
    b->capacity = capacity;
  }
  b->items[b->count++] = (struct stretch){.first = first, .end = end, .from = nobody};
  return STATUS_OK;
}

static int find_stretches(struct basin *b) {
  const int32_t length = (int32_t)b->l->count[0];
  for (int32_t level = 0; level < b->levels; level++)
    for (int32_t row = 0; row < b->rows; row++) {
      const uint64_t key = row_key(b, row, level);
      int32_t x = 0;
      b->begin[(size_t)level * (size_t)b->rows + (size_t)row] = b->count;
      for (size_t i = find_wall(b->walls, key, 0); i < b->walls->count && b->walls->items[i].row == key;
           i++) {
        const struct run *w = &b->walls->items[i];
        TRY(add_stretch(b, x, w->first < length ? w->first : length));
        if (w->end > x) x = w->end;
        if (x >= length) break;
      }
      TRY(add_stretch(b, x, length));
    }
  b->begin[(size_t)b->levels * (size_t)b->rows] = b->count;
  return STATUS_OK;
}

/* ---- the way out ---- */

/* The level and row of a stretch. */
static size_t place_of(const struct basin *b, uint32_t s) {
  size_t low = 0, high = (size_t)b->levels * (size_t)b->rows;
  while (high - low > 1) {
    const size_t mid = (low + high) / 2;
    if (b->begin[mid] <= s)
      low = mid;
    else
      high = mid;
  }
  return low;
}

static void site_of(const struct basin *b, int64_t site[3], size_t place, int32_t x) {
  const int32_t level = (int32_t)(place / (size_t)b->rows), row = (int32_t)(place % (size_t)b->rows);
  site[0] = x;
  site[b->axis] = b->up > 0 ? level : b->levels - 1 - level;
  site[other(b)] = row;
}

static bool is_wall_at(const struct basin *b, const int64_t site[3]) {
  return runs_hold(b->walls, runs_row((int32_t)site[1], (int32_t)site[2]), (int32_t)site[0]);
}

/* How many sites there are between walls on both sides, along the axis where they are fewest. */
static int width_at(const struct basin *b, const int64_t site[3]) {
  int least = LEAK_OPEN;
  for (int a = 0; a < b->l->dimensions; a++) {
    int width = 1;
    for (int side = -1; side <= 1; side += 2) {
      int64_t at[3] = {site[0], site[1], site[2]};
      int steps = 0;
      for (at[a] += side; steps < LEAK_OPEN && !is_wall_at(b, at); at[a] += side) steps++;
      width += steps;
    }
    if (width < least) least = width;
  }
  return least;
}

static void to_metres(const struct basin *b, double x[3], const int64_t site[3]) {
  for (int a = 0; a < 3; a++) x[a] = lattice_position(b->l, a, (int32_t)site[a]);
}

/* Back to where the water was, looking for the narrowest place, and for where it left that. */
static void find_gap(struct basin *b, uint32_t s, int32_t x) {
  b->leak->width = LEAK_OPEN;
  for (; s != nobody; s = b->items[s].from) {
    const struct stretch *here = &b->items[s];
    const int32_t to = x < here->wet_first ? here->wet_first : x >= here->wet_end ? here->wet_end - 1 : x;
    const size_t place = place_of(b, s);
    for (int32_t at = x;; at += to > x ? 1 : -1) {
      int64_t site[3];
      site_of(b, site, place, at);
      const int width = width_at(b, site);
      if (width < b->leak->width) {
        b->leak->width = width;
        to_metres(b, b->leak->gap, site);
      }
      if (at == to) break;
    }
    if (here->from != nobody) {
      int64_t site[3];
      site_of(b, site, place, to);
      to_metres(b, b->leak->begun, site);
    }
    x = to;
  }
}

static void note_leak(struct basin *b, uint32_t s, int axis, int high, const int64_t site[3]) {
  b->leak->any = true;
  b->leak->face = 1 << (2 * axis + high);
  to_metres(b, b->leak->at, site);
  to_metres(b, b->leak->begun, site);
  find_gap(b, s, (int32_t)site[0]);
}

/* ---- pouring ---- */

enum { SHUT, OUT, GONE };

/* Whether water of a stretch stands at a face of the domain behind which there is no wall: OUT; GONE where
 * the face is open, and all that comes leaves. The face at the bottom counts before others, that at the top
 * not at all. */
static int look_at_faces(struct basin *b, uint32_t s, size_t place) {
  const struct stretch *t = &b->items[s];
  int64_t site[3];
  for (int k = 0; k < 6; k++) {
    const int a = (b->axis + k / 2) % 3, high = k % 2;
    if (a >= b->l->dimensions || b->l->periodic[a] || (a == b->axis && high == (b->up > 0))) continue;
    site_of(b, site, place, high ? t->end - 1 : t->first);
    if (site[a] != (high ? b->l->count[a] - 1 : 0)) continue;
    int64_t beyond[3] = {site[0], site[1], site[2]};
    beyond[a] += high ? 1 : -1;
    const uint64_t key = runs_row((int32_t)beyond[1], (int32_t)beyond[2]);
    const int32_t x = a == 0 ? (int32_t)beyond[0] : t->first, end = a == 0 ? x + 1 : t->end;
    const int32_t gap = first_free(b->walls, key, x, end);
    if (gap == end) continue;
    if (b->c->domain.open >> (2 * a + high) & 1) {
      b->leak->runs_out |= 1u << (2 * a + high);
      return GONE;
    }
    if (a != 0) site[0] = gap;
    note_leak(b, s, a, high, site);
    return OUT;
  }
  return SHUT;
}

static void enqueue(struct basin *b, uint32_t s, int32_t level) {
  b->next[s] = b->queue[level];
  b->queue[level] = s;
}

/* Water comes to [first, end) of a stretch; true if that is news. `lowest` is where the next thing happens.
 */
static bool wet(struct basin *b, uint32_t s, int32_t level, uint32_t from, int32_t first, int32_t end,
                int32_t *lowest) {
  struct stretch *t = &b->items[s];
  if (first < t->first) first = t->first;
  if (end > t->end) end = t->end;
  if (t->state > CAME || (t->state == CAME && first >= t->wet_first && end <= t->wet_end)) return false;
  if (t->state == DRY) {
    t->wet_first = first;
    t->wet_end = end;
    t->from = from;
    t->state = CAME;
    enqueue(b, s, level);
  }
  if (first < t->wet_first) t->wet_first = first;
  if (end > t->wet_end) t->wet_end = end;
  if (level < *lowest) *lowest = level;
  return true;
}

/* Water goes from [first, end) to what lies beside it in a row; true if it was not there. */
static bool flow(struct basin *b, uint32_t s, int32_t row, int32_t level, int32_t first, int32_t end,
                 int32_t *lowest) {
  bool news = false;
  if (level < 0 || level >= b->levels) return false;
  if (row < 0 || row >= b->rows) {
    if (!b->l->periodic[other(b)]) return false;
    row = row < 0 ? b->rows - 1 : 0;
  }
  const size_t place = (size_t)level * (size_t)b->rows + (size_t)row;
  size_t low = b->begin[place], high = b->begin[place + 1];
  const size_t stop = high;
  while (low < high) { /* the first that ends behind `first` */
    const size_t mid = (low + high) / 2;
    if (b->items[mid].end <= first)
      low = mid + 1;
    else
      high = mid;
  }
  for (; low < stop && b->items[low].first < end; low++)
    news |= wet(b, (uint32_t)low, level, s, first, end, lowest);
  return news;
}

static void flow_around(struct basin *b, uint32_t s, int32_t row, int32_t level, int32_t *lowest) {
  const int32_t first = b->items[s].first, end = b->items[s].end, length = (int32_t)b->l->count[0];
  flow(b, s, row - 1, level, first, end, lowest);
  flow(b, s, row + 1, level, first, end, lowest);
  flow(b, s, row, level + 1, first, end, lowest);
  if (!b->l->periodic[0]) return;
  if (first == 0) flow(b, s, row, level, length - 1, length, lowest);
  if (end == length) flow(b, s, row, level, 0, 1, lowest);
}

/* What water in a stretch does next; it returns the sites that it fills for good, and UINT64_MAX where it
 * gets out. */
static uint64_t move_on(struct basin *b, uint32_t s, int32_t *lowest) {
  struct stretch *t = &b->items[s];
  const size_t place = place_of(b, s);
  const int32_t level = (int32_t)(place / (size_t)b->rows), row = (int32_t)(place % (size_t)b->rows);
  const bool all = t->state == SPREAD;
  if (flow(b, s, row, level - 1, all ? t->first : t->wet_first, all ? t->end : t->wet_end, lowest)) {
    enqueue(b, s, level); /* when that is full */
    return 0;
  }
  if (!all) {
    t->state = SPREAD;
    enqueue(b, s, level);
    return 0;
  }
  t->state = FULL;
  if (look_at_faces(b, s, place) != SHUT) return UINT64_MAX;
  flow_around(b, s, row, level, lowest);
  return (uint64_t)(t->end - t->first);
}

static void pour(struct basin *b, const struct runs *fluid) {
  int32_t lowest = b->levels;
  for (int32_t k = 0; k < b->levels; k++) b->queue[k] = nobody;
  for (size_t i = 0; i < fluid->count; i++) {
    const struct run *r = &fluid->items[i];
    const int32_t y = runs_y(r->row), z = runs_z(r->row), height = b->axis == 2 ? z : y;
    flow(b, nobody, b->axis == 2 ? y : z, b->up > 0 ? height : b->levels - 1 - height, r->first, r->end,
         &lowest);
  }
  for (uint64_t left = fluid->sites; lowest < b->levels && left;) {
    const uint32_t s = b->queue[lowest];
    if (s == nobody) {
      lowest++;
      continue;
    }
    b->queue[lowest] = b->next[s];
    const uint64_t filled = move_on(b, s, &lowest);
    left -= filled < left ? filled : left;
  }
}

int leak_find(struct leak *leak, const struct amphi_case *c, const struct lattice *l,
              const struct runs *walls, const struct runs *fluid) {
  const int axis = case_gravity_axis(c);
  *leak = (struct leak){.runs_out = leak->runs_out};
  if (axis < 1 || l->periodic[axis] || !walls->count) return STATUS_OK;
  struct basin b = {
      .c = c, .l = l, .walls = walls, .axis = axis, .up = c->gravity[axis] < 0 ? 1 : -1, .leak = leak};
  const double rows = (double)l->count[1] * (double)l->count[2];
  if (rows > rows_most) return STATUS_OK;
  b.rows = (int32_t)l->count[other(&b)];
  b.levels = (int32_t)l->count[axis];
  b.begin = malloc(((size_t)rows + 1) * sizeof *b.begin);
  b.queue = malloc(((size_t)b.levels + 1) * sizeof *b.queue);
  int status = b.begin && b.queue ? find_stretches(&b)
                                  : error_set(STATUS_FAILED, "not enough memory to look for leaks");
  if (status == STATUS_OK) b.next = malloc((b.count + 1) * sizeof *b.next);
  if (status == STATUS_OK && !b.next)
    status = error_set(STATUS_FAILED, "not enough memory to look for leaks");
  if (status == STATUS_OK) pour(&b, fluid);
  free(b.items);
  free(b.begin);
  free(b.queue);
  free(b.next);
  return status;
}
