/* SPDX-License-Identifier: BSD-3-Clause */
#include "parts/cut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

static int node_of(const struct cut *c, const struct position *p) {
  const uint32_t cell[3] = {position_cell(p->x, c->cells[0]), position_cell(p->y, c->cells[1]),
                            position_cell(p->z, c->cells[2])};
  int k = 0;
  while (c->nodes[k].child[0]) k = c->nodes[k].child[cell[c->nodes[k].axis] >= c->nodes[k].at];
  return k;
}

int cut_owner(const struct cut *c, const struct position *p) {
  return c->nodes[node_of(c, p)].first;
}

/* The first position of a cell, quanta; of the one behind the last 2^32. */
static uint64_t cell_begin(uint32_t cell, uint32_t cells) {
  return (((uint64_t)cell << 32) + cells - 1) / cells;
}

void cut_box(const struct cut *c, int part, struct row_box *box) {
  const struct cut_node *n = c->leaves[part];
  for (int a = 0; a < 3; a++) {
    const uint64_t low = cell_begin(n->low[a], c->cells[a]), high = cell_begin(n->high[a], c->cells[a]);
    const uint32_t *below = c->more[part][0], *above = c->more[part][1];
    const uint64_t wide = high - low + 2 * (uint64_t)c->reach[a] + below[a] + above[a];
    box->low[a] = (uint32_t)low - c->reach[a] - below[a];
    box->wide[a] = wide < UINT32_MAX ? (uint32_t)wide : UINT32_MAX;
  }
}

/* How far beyond a box from `low` on the places around x reach, below and above; of two ways around an axis,
 * which may be a ring, the shorter. */
static void find_need(uint32_t low, uint64_t wide, uint32_t x, uint32_t margin, uint64_t need[2]) {
  const uint32_t depth = x - low, below = low - x, above = x - (uint32_t)(low + wide - 1);
  need[0] = need[1] = 0;
  if (depth < wide) {
    const uint64_t room = wide - 1 - depth;
    need[0] = depth < margin ? margin - depth : 0;
    need[1] = room < margin ? margin - room : 0;
  } else if (below <= above) {
    need[0] = (uint64_t)below + margin;
  } else {
    need[1] = (uint64_t)above + margin;
  }
}

void cut_look_at(const struct cut *c, int part, const struct position *p, const uint32_t margin[3],
                 uint32_t more[2][3]) {
  const struct cut_node *n = c->leaves[part];
  const uint32_t x[3] = {p->x, p->y, p->z};
  for (int a = 0; a < 3; a++) {
    const uint64_t low = cell_begin(n->low[a], c->cells[a]), high = cell_begin(n->high[a], c->cells[a]);
    uint64_t need[2];
    find_need((uint32_t)low, high - low, x[a], margin[a], need);
    for (int side = 0; side < 2; side++)
      if (need[side] > more[side][a])
        more[side][a] = need[side] < UINT32_MAX ? (uint32_t)need[side] : UINT32_MAX;
  }
}

void cut_extend(struct cut *c, const uint32_t (*more)[2][3]) {
  memset(c->most, 0, sizeof c->most);
  memcpy(c->more, more, (size_t)c->parts * sizeof *more);
  for (int part = 0; part < c->parts; part++)
    for (int side = 0; side < 2; side++)
      for (int a = 0; a < 3; a++)
        if (more[part][side][a] > c->most[a]) c->most[a] = more[part][side][a];
}

bool cut_near(const struct cut *c, int part, const struct position *p) {
  const uint32_t x[3] = {p->x, p->y, p->z};
  struct row_box box;
  cut_box(c, part, &box);
  for (int a = 0; a < 3; a++)
    if (box.wide[a] != UINT32_MAX && x[a] - box.low[a] >= box.wide[a]) return false;
  return true;
}

bool cut_meets(const struct cut *c, int part, const struct row_box *box) {
  const struct cut_node *n = c->leaves[part];
  for (int a = 0; a < 3; a++) {
    const uint64_t low = cell_begin(n->low[a], c->cells[a]), high = cell_begin(n->high[a], c->cells[a]);
    const uint32_t ahead = (uint32_t)low - box->low[a], behind = box->low[a] - (uint32_t)low;
    if (box->wide[a] != UINT32_MAX && ahead >= box->wide[a] && behind >= high - low) return false;
  }
  return true;
}

void cut_own(const struct cut *c, int part, uint32_t low[3], uint32_t high[3]) {
  const struct cut_node *n = c->leaves[part];
  for (int a = 0; a < 3; a++) {
    const uint64_t end = cell_begin(n->high[a], c->cells[a]);
    low[a] = (uint32_t)cell_begin(n->low[a], c->cells[a]);
    high[a] = end < UINT32_MAX ? (uint32_t)end : UINT32_MAX;
  }
}

void cut_inside(const struct cut *c, int part, uint32_t low[3], uint32_t high[3]) {
  const struct cut_node *n = c->leaves[part];
  for (int a = 0; a < 3; a++) {
    const bool whole = n->low[a] == 0 && n->high[a] == c->cells[a];
    const uint64_t reach = (uint64_t)c->reach[a] + c->most[a];
    const uint64_t begin = cell_begin(n->low[a], c->cells[a]) + reach;
    const uint64_t end = cell_begin(n->high[a], c->cells[a]);
    low[a] = whole ? 0 : begin < UINT32_MAX ? (uint32_t)begin : UINT32_MAX;
    high[a] = whole ? UINT32_MAX : end > reach ? (uint32_t)(end - reach) : 0;
  }
}

/* ---- making one ---- */

/* Work by cell coordinate, along each axis, of the nodes [first, last). */
struct histogram {
  uint64_t *work;
  size_t stride, at[3];
  int first, last;
};

static uint64_t *histogram_of(const struct histogram *h, int node, int axis) {
  return h->work + (size_t)(node - h->first) * h->stride + h->at[axis];
}

static int histogram_take(struct histogram *h, const struct cut *c, const struct cut_rows rows[ROW_KINDS],
                          cut_sum *sum) {
  for (int a = 0; a < 3; a++) h->at[a] = h->stride, h->stride += c->cells[a];
  const size_t words = (size_t)(h->last - h->first) * h->stride;
  h->work = calloc(words, sizeof *h->work);
  uint64_t failed = !h->work;
  if (sum) sum(&failed, 1);
  CHECK(!failed, STATUS_FAILED, "no memory to cut the domain");
  for (int kind = 0; kind < ROW_KINDS; kind++)
    for (uint32_t i = 0; i < rows[kind].count; i++) {
      const struct position *p = &rows[kind].places[i];
      const int node = node_of(c, p);
      const uint32_t x[3] = {p->x, p->y, p->z};
      if (node < h->first || p->mark == MARK_HALO) continue; /* a leaf; another's */
      for (int a = 0; a < 3; a++)
        histogram_of(h, node, a)[position_cell(x[a], c->cells[a])] += rows[kind].weight;
    }
  if (sum) sum(h->work, words);
  return STATUS_OK;
}

/* A face, and what it costs: how far off the share of work below it is, and copies of what lies within
 * reach of it, which cost about half as much as own rows. */
struct cut_face {
  uint32_t at;
  double cost;
};

/* The face that leaves nearest to `share` of the work below it; what needs copies is so many cells deep. */
static struct cut_face best_face(const struct cut_node *n, const uint64_t *work, int axis, double share,
                                 double depth) {
  double all = 0.0, below = 0.0, least = INFINITY;
  struct cut_face best = {.at = n->low[axis] + (n->high[axis] - n->low[axis]) / 2};
  for (uint32_t k = n->low[axis]; k < n->high[axis]; k++) all += (double)work[k];
  for (uint32_t k = n->low[axis] + 1; k < n->high[axis] && all > 0.0; k++) {
    below += (double)work[k - 1];
    if (fabs(below - share * all) >= least) continue;
    least = fabs(below - share * all);
    best = (struct cut_face){k, least + 0.25 * depth * ((double)work[k - 1] + (double)work[k])};
  }
  return best;
}

static int split(struct cut *c, int k, const struct histogram *h, const double *speed) {
  struct cut_node *n = &c->nodes[k];
  double before = 0.0, all = 0.0;
  struct cut_face best = {.cost = INFINITY};
  for (int part = n->first; part < n->first + n->count; part++) {
    all += speed[part];
    if (part < n->first + n->count / 2) before += speed[part];
  }
  for (int a = 0; a < 3; a++) {
    if (n->high[a] - n->low[a] < 2) continue;
    const double depth = 0x1p-32 * c->reach[a] * c->cells[a];
    const struct cut_face face = best_face(n, histogram_of(h, k, a), a, before / all, depth);
    if (face.cost < best.cost) best = face, n->axis = a;
  }
  CHECK(best.cost < INFINITY, STATUS_USAGE, "%d parts are more than the domain's cells can be cut into",
        c->parts);
  n->at = best.at;
  for (int side = 0; side < 2; side++) {
    struct cut_node *child = &c->nodes[c->node_count];
    *child = *n;
    child->child[0] = child->child[1] = 0;
    child->first = n->first + (side ? n->count / 2 : 0);
    child->count = side ? n->count - n->count / 2 : n->count / 2;
    (side ? child->low : child->high)[n->axis] = n->at;
    n->child[side] = c->node_count++;
  }
  return STATUS_OK;
}

/* Rows that a pair of particles can need: they meet at the end of two paths, and the list's skin nearer. */
static void find_reach(struct cut *c, const struct wcsph_state *s, float support) {
  const double far = 1.001 * ((double)support + (double)s->skin + 2.0 * (double)s->path);
  for (int a = 0; a < 3; a++) {
    const double quanta = far / s->quantum[a] + 2.0;
    c->reach[a] = quanta < 0x1p31 ? (uint32_t)quanta : UINT32_MAX;
  }
}

/* Cells, or quarters of them, so that a cut can leave as much on both sides as there is; not for many parts,
 * whose sums over layers would take much memory. */
static void find_cells(struct cut *c, const struct wcsph_state *geometry) {
  enum { FEW_PARTS = 64, MANY_CELLS = 8 };
  for (int a = 0; a < 3; a++) {
    const uint32_t cells = geometry->cells[a];
    c->cells[a] = c->parts <= FEW_PARTS && cells >= MANY_CELLS ? 4 * cells : cells;
  }
}

int cut_make(struct cut *c, const struct wcsph_state *geometry, float support, int parts,
             const struct cut_rows rows[ROW_KINDS], const double *speed, cut_sum *sum) {
  *c = (struct cut){.parts = parts, .node_count = 1};
  CHECK(parts <= CUT_PARTS_MOST, STATUS_USAGE, "%d parts; expected at most %d", parts, CUT_PARTS_MOST);
  find_cells(c, geometry);
  find_reach(c, geometry, support);
  c->nodes[0].count = parts;
  memcpy(c->nodes[0].high, c->cells, sizeof c->cells);
  for (int first = 0, last = 1; first < last; first = last, last = c->node_count) {
    struct histogram h = {.first = first, .last = last};
    int status = histogram_take(&h, c, rows, sum);
    for (int k = first; k < last && status == STATUS_OK; k++)
      if (c->nodes[k].count > 1) status = split(c, k, &h, speed);
    free(h.work);
    TRY(status);
  }
  for (int k = 0; k < c->node_count; k++)
    if (!c->nodes[k].child[0]) c->leaves[c->nodes[k].first] = &c->nodes[k];
  return STATUS_OK;
}
