/* SPDX-License-Identifier: BSD-3-Clause */
/* Paper 000, sections 4.1, 4.4 and 4.5.3: what the order of cells in memory is worth to a pass over a list of
 * neighbours and to the edge between two devices, and what lists of particles of several types are. A pass of
 * its own, on one thread, so that orders can be tried that the program has not. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/sheet.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"

enum { IN_A_CELL = 8, TYPES = 3, AROUND_MOST = 27 * IN_A_CELL, REPEATS = 5, AXES = 3, NEAREST = 10 };

/* Particles on a jittered lattice in a box of 4 x 2 x 1 cubes of cells; a cell is as wide as the reach, 1. */
struct crowd {
  int n[AXES];
  uint32_t count;
  float (*at)[4]; /* [count] place, and the type as a number */
};

/* How particles stand in memory. */
struct arrangement {
  const char *name;
  int axes[AXES]; /* of the cell's number: from the fastest to the slowest */
  bool morton, scattered;
  bool typed;  /* in a cell, by type */
  int lists;   /* of types: 1, all in one; 2, fluid and others; 3, one each */
  int nearest; /* so many of the neighbours alone; 0: all within reach */
  const char *published;
  double over;
};
static const struct arrangement arrangements[] = {
    {.name = "length, width, height", .axes = {0, 1, 2}, .lists = 1, .published = "1.3 at most", .over = 1.3},
    {.name = "length, height, width", .axes = {0, 2, 1}, .lists = 1},
    {.name = "width, length, height", .axes = {1, 0, 2}, .lists = 1},
    {.name = "width, height, length", .axes = {1, 2, 0}, .lists = 1, .published = "1", .over = 1},
    {.name = "height, length, width", .axes = {2, 0, 1}, .lists = 1},
    {.name = "height, width, length", .axes = {2, 1, 0}, .lists = 1},
    {.name = "Morton", .morton = true, .lists = 1},
    {.name = "not sorted", .scattered = true, .lists = 1},
    {.name = "types: mixed, one list", .morton = true, .lists = 1},
    {.name = "types: sorted, one list", .morton = true, .typed = true, .lists = 1},
    {.name = "types: sorted, two lists", .morton = true, .typed = true, .lists = 2},
    {.name = "types: sorted, three", .morton = true, .typed = true, .lists = 3},
    {.name = "types: mixed, 10 nearest", .morton = true, .lists = 1, .nearest = NEAREST}};
enum { ORDERS = 8 }; /* of them; the others are held against one list of mixed types */
enum { ARRANGEMENTS = sizeof arrangements / sizeof *arrangements };

/* A list of neighbours: of particle i those of kind k in [end[i][k - 1], end[i][k]), or from end[i - 1] on.
 */
struct listed {
  uint32_t (*end)[TYPES];
  uint32_t *entry;
  size_t entries;
};

static uint32_t scatter(uint32_t x) { /* the finaliser of MurmurHash3 */
  x = (x ^ x >> 16) * 0x85ebca6bu;
  x = (x ^ x >> 13) * 0xc2b2ae35u;
  return x ^ x >> 16;
}

static int make_crowd(struct crowd *c, uint64_t particles) {
  const int side = (int)fmax(2.0, round(cbrt((double)particles / (8.0 * IN_A_CELL))));
  *c = (struct crowd){.n = {4 * side, 2 * side, side}};
  CHECK(side <= 128, STATUS_USAGE, "--particles: expected at most %d", 8 * IN_A_CELL * 128 * 128 * 128);
  c->count = (uint32_t)(8 * side * side * side) * IN_A_CELL;
  c->at = malloc(c->count * sizeof *c->at);
  CHECK(c->at, STATUS_FAILED, "no memory for %u particles", c->count);
  for (uint32_t i = 0; i < c->count; i++) {
    uint32_t cell = i / IN_A_CELL;
    for (int a = 0; a < AXES; a++) {
      const uint32_t n = (uint32_t)c->n[a], half = i >> a & 1;
      const float jitter = 0x1p-32f * (float)scatter(3 * i + (uint32_t)a + 1);
      c->at[i][a] = (float)(cell % n) + 0.5f * ((float)half + 0.2f + 0.6f * jitter);
      cell /= n;
    }
    const uint32_t four = scatter(~i) % 4; /* half of them fluid */
    c->at[i][3] = four < 2 ? 0.0f : four == 2 ? 1.0f : 2.0f;
  }
  return STATUS_OK;
}

/* Bits of a number, two zeros between. */
static uint64_t spread_bits(uint32_t x) {
  uint64_t out = 0;
  for (int k = 0; k < 10; k++) out |= (uint64_t)(x >> k & 1) << 3 * k;
  return out;
}

static uint64_t number_of_cell(const struct crowd *c, const struct arrangement *a, const int cell[AXES]) {
  if (a->morton)
    return spread_bits((uint32_t)cell[0]) | spread_bits((uint32_t)cell[1]) << 1 |
           spread_bits((uint32_t)cell[2]) << 2;
  uint64_t number = 0;
  for (int k = AXES - 1; k >= 0; k--)
    number = number * (uint64_t)c->n[a->axes[k]] + (uint64_t)cell[a->axes[k]];
  return number;
}

static void cell_of(const float at[4], int cell[AXES]) {
  for (int a = 0; a < AXES; a++) cell[a] = (int)at[a];
}

static int by_number(const void *x, const void *y) {
  const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
  return (a > b) - (a < b);
}

/* The crowd in another order. */
static int arrange(struct crowd *to, const struct crowd *from, const struct arrangement *a) {
  uint64_t *key = malloc(from->count * sizeof *key); /* the cell, the type, the particle */
  *to = *from;
  to->at = malloc(from->count * sizeof *to->at);
  if (key && to->at) {
    for (uint32_t i = 0; i < from->count; i++) {
      int cell[AXES];
      cell_of(from->at[i], cell);
      const uint64_t number = a->scattered ? scatter(i) >> 2 : number_of_cell(from, a, cell);
      key[i] = number << 34 | (a->typed ? (uint64_t)from->at[i][3] << 32 : 0) | i;
    }
    qsort(key, from->count, sizeof *key, by_number);
    for (uint32_t i = 0; i < from->count; i++) memcpy(to->at[i], from->at[(uint32_t)key[i]], sizeof *to->at);
  }
  const bool made = key && to->at;
  free(key);
  CHECK(made, STATUS_FAILED, "no memory for %u particles", from->count);
  return STATUS_OK;
}

static float distance2(const float *a, const float *b) {
  float sum = 0.0f;
  for (int k = 0; k < AXES; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

/* Which of the lists a type is in. */
static int list_of(const struct arrangement *a, float type) {
  const int t = (int)type;
  return a->lists == 1 ? 0 : a->lists == 2 ? t > 0 : t;
}

/* Particles by cell: those of cell k are inside[begin[k]] to inside[begin[k + 1]], as they stand in memory.
 */
struct inside {
  uint32_t *begin, *particle;
};

static size_t place_of(const struct crowd *c, const int cell[AXES]) {
  return ((size_t)cell[2] * (size_t)c->n[1] + (size_t)cell[1]) * (size_t)c->n[0] + (size_t)cell[0];
}

static void fill_inside(struct inside *s, const struct crowd *c, size_t cells) {
  for (int turn = 0; turn < 2; turn++) {
    for (uint32_t i = c->count; i-- > 0;) {
      int cell[AXES];
      cell_of(c->at[i], cell);
      const size_t place = place_of(c, cell);
      if (turn == 0) s->begin[place]++;
      if (turn == 1) s->particle[--s->begin[place]] = i;
    }
    for (size_t k = 0; k < cells && turn == 0; k++) s->begin[k + 1] += s->begin[k];
  }
}

static uint32_t list_one(struct listed *l, const struct crowd *c, const struct inside *s,
                         const struct arrangement *a, uint32_t i, uint32_t at) {
  int cell[AXES], other[AXES];
  cell_of(c->at[i], cell);
  for (int list = 0; list < TYPES; list++) {
    for (int k = 0; k < 27 && list < a->lists; k++) {
      const int step[AXES] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
      bool there = true;
      for (int d = 0; d < AXES; d++)
        other[d] = cell[d] + step[d], there = there && other[d] >= 0 && other[d] < c->n[d];
      const size_t place = there ? place_of(c, other) : 0;
      for (uint32_t m = s->begin[place]; m < s->begin[place + 1] && there; m++) {
        const uint32_t j = s->particle[m];
        if (j == i || list_of(a, c->at[j][3]) != list || distance2(c->at[i], c->at[j]) >= 1.0f) continue;
        l->entry[at++] = j;
      }
    }
    l->end[i][list] = at;
  }
  return at;
}

static int list_all(struct listed *l, const struct crowd *c, const struct arrangement *a) {
  const size_t cells = (size_t)c->n[0] * (size_t)c->n[1] * (size_t)c->n[2];
  struct inside s = {calloc(cells + 1, sizeof *s.begin), malloc(c->count * sizeof *s.particle)};
  *l = (struct listed){.end = malloc(c->count * sizeof *l->end),
                       .entry = malloc((size_t)c->count * AROUND_MOST / 2 * sizeof *l->entry)};
  const bool made = s.begin && s.particle && l->end && l->entry;
  if (made) {
    uint32_t at = 0;
    fill_inside(&s, c, cells);
    for (uint32_t i = 0; i < c->count; i++) at = list_one(l, c, &s, a, i, at);
    l->entries = at;
  }
  free(s.begin);
  free(s.particle);
  CHECK(made, STATUS_FAILED, "no memory for the list of %u particles", c->count);
  return STATUS_OK;
}

/* A law for each type of neighbour. */
static float law_of(int type, float r2) {
  const float q = 1.0f - r2;
  return type == 0 ? q * q * q : type == 1 ? 0.5f * q * q : 0.25f * q;
}

static double pass_mixed(const struct crowd *c, const struct listed *l) {
  double all = 0.0;
  for (uint32_t i = 0, k = 0; i < c->count; i++) {
    float sum = 0.0f;
    for (; k < l->end[i][TYPES - 1]; k++) {
      const float *other = c->at[l->entry[k]];
      sum += law_of((int)other[3], distance2(c->at[i], other));
    }
    all += (double)sum;
  }
  return all;
}

/* Each list has a loop, which knows the law where the list has one type. */
static double pass_split(const struct crowd *c, const struct listed *l, bool three) {
  double all = 0.0;
  for (uint32_t i = 0, k = 0; i < c->count; i++) {
    float sum = 0.0f;
    for (; k < l->end[i][0]; k++) sum += law_of(0, distance2(c->at[i], c->at[l->entry[k]]));
    for (; k < l->end[i][1]; k++) {
      const float *other = c->at[l->entry[k]];
      sum += law_of(three ? 1 : (int)other[3], distance2(c->at[i], other));
    }
    for (; k < l->end[i][2]; k++) sum += law_of(2, distance2(c->at[i], c->at[l->entry[k]]));
    all += (double)sum;
  }
  return all;
}

/* Of the neighbours the nearest alone: kept in order as they are met. */
static double pass_nearest(const struct crowd *c, const struct listed *l) {
  double all = 0.0;
  for (uint32_t i = 0, k = 0; i < c->count; i++) {
    float near[NEAREST + 1], sum = 0.0f;
    uint32_t which[NEAREST + 1];
    int kept = 0;
    for (; k < l->end[i][TYPES - 1]; k++) {
      const float r2 = distance2(c->at[i], c->at[l->entry[k]]);
      int at = kept;
      for (; at > 0 && near[at - 1] > r2; at--) near[at] = near[at - 1], which[at] = which[at - 1];
      near[at] = r2, which[at] = l->entry[k];
      if (kept < NEAREST) kept++;
    }
    for (int n = 0; n < kept; n++) sum += law_of((int)c->at[which[n]][3], near[n]);
    all += (double)sum;
  }
  return all;
}

struct found {
  double seconds, sum, away; /* of a pass; in memory, particles between two neighbours, mean */
  size_t entries;
  uint32_t pieces; /* of memory, in which the cells of an edge lie */
};

/* Cells across the length, where two devices would meet. */
static int count_pieces(uint32_t *pieces, const struct crowd *c, const struct arrangement *a) {
  const size_t cells = (size_t)c->n[0] * (size_t)c->n[1] * (size_t)c->n[2];
  uint64_t *key = malloc(cells * sizeof *key);
  CHECK(key, STATUS_FAILED, "no memory for %zu cells", cells);
  for (size_t k = 0; k < cells; k++) {
    const int cell[AXES] = {(int)(k % (size_t)c->n[0]), (int)(k / (size_t)c->n[0] % (size_t)c->n[1]),
                            (int)(k / (size_t)c->n[0] / (size_t)c->n[1])};
    key[k] = number_of_cell(c, a, cell) << 1 | (cell[0] == c->n[0] / 2);
  }
  qsort(key, cells, sizeof *key, by_number);
  *pieces = 0;
  for (size_t k = 0; k < cells; k++) *pieces += (key[k] & 1) && !(k > 0 && key[k - 1] & 1);
  if (a->scattered) *pieces = (uint32_t)(c->n[1] * c->n[2]) * IN_A_CELL; /* each particle is one */
  free(key);
  return STATUS_OK;
}

static int measure_order(struct found *f, const struct crowd *as_made, const struct arrangement *a,
                         uint64_t repeats) {
  struct crowd c = {0};
  struct listed l = {0};
  int status = arrange(&c, as_made, a);
  if (status == STATUS_OK) status = list_all(&l, &c, a);
  *f = (struct found){.seconds = INFINITY, .entries = l.entries};
  for (uint64_t k = 0; k < repeats && status == STATUS_OK; k++) {
    const double began = clock_now();
    f->sum = a->nearest      ? pass_nearest(&c, &l)
             : a->lists == 1 ? pass_mixed(&c, &l)
                             : pass_split(&c, &l, a->lists == 3);
    f->seconds = fmin(f->seconds, clock_now() - began);
  }
  for (uint32_t i = 0, k = 0; i < c.count && status == STATUS_OK; i++)
    for (; k < l.end[i][TYPES - 1]; k++) f->away += fabs((double)l.entry[k] - (double)i) / (double)l.entries;
  if (status == STATUS_OK) status = count_pieces(&f->pieces, as_made, a);
  free(c.at);
  free(l.end);
  free(l.entry);
  return status;
}

static const struct sheet_column columns[] = {{"order", "from fastest to slowest", NULL, 0},
                                              {"nanoseconds", "ns a pair", "%.3f", 0},
                                              {"over_best", "over best, mixed", "%.2f", 0},
                                              {"away", "rows away", "%.0f", 0},
                                              {"pieces", "pieces an edge", "%.0f", 0},
                                              {"published", "published", NULL, 0},
                                              {0}};

static int put_order(const struct ladder_request *q, const struct arrangement *a, const struct found *f,
                     double best, uint32_t particles) {
  json_t *row = json_pack("{s:s, s:I, s:f, s:f, s:f, s:I, s:I, s:f, s:s, s:s}", "order", a->name, "particles",
                          (json_int_t)particles, "nanoseconds", 1e9 * f->seconds / (double)f->entries,
                          "over_best", f->seconds / best, "away", f->away, "pieces", (json_int_t)f->pieces,
                          "pairs", (json_int_t)f->entries, "sum", f->sum, "published",
                          a->published ? a->published : "", "execution", "scalar code, 1 thread");
  if (row && a->over > 0.0) json_object_set_new(row, "published_over", json_real(a->over));
  return sheet_add(q, columns, row);
}

int order_climb(const struct ladder_request *q) {
  struct crowd c = {0};
  struct found found[ARRANGEMENTS];
  double best = INFINITY; /* of orders */
  TRY(sheet_needs(q, "cpu"));
  int status = make_crowd(&c, q->particles ? q->particles : 200000);
  for (int k = 0; k < ARRANGEMENTS && status == STATUS_OK; k++) {
    status = measure_order(&found[k], &c, &arrangements[k], q->steps ? q->steps : REPEATS);
    if (k < ORDERS) best = fmin(best, found[k].seconds);
  }
  if (status == STATUS_OK && q->prints)
    log_say("Paper 000, sections 4.1, 4.4, 4.5.3: %u particles of three types in a box of 4 x 2 x 1, a pass "
            "over a "
            "list; up to 30 %% by the order of axes, there on several GPUs, where the longest axis is best "
            "the slowest",
            c.count);
  if (status == STATUS_OK) sheet_head(q, columns);
  for (int k = 0; k < ARRANGEMENTS && status == STATUS_OK; k++)
    status = put_order(q, &arrangements[k], &found[k], k < ORDERS ? best : found[ORDERS].seconds, c.count);
  free(c.at);
  return status;
}
