/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/sketch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

int sketch_open(struct sketch *l, const double low[3], const double high[3], const double *reference,
                double dp) {
  double nodes = 1;
  *l = (struct sketch){.dp = dp, .dimensions = low[1] == high[1] ? 2 : 3};
  for (int a = 0; a < 3; a++) {
    const bool flat = a == 1 && l->dimensions == 2;
    CHECK(high[a] >= low[a], STATUS_USAGE, "pointmax is below pointmin along %c", "xyz"[a]);
    l->low[a] = low[a];
    if (reference && !flat) l->low[a] = reference[a] + ceil((low[a] - reference[a]) / dp - 1e-6) * dp;
    const double count =
        flat ? 1 : fmax(1, ceil((high[a] - l->low[a]) / dp - 1e-6)); /* none on pointmax itself */
    nodes *= count;
    CHECK(nodes <= SKETCH_NODES_MOST, STATUS_USAGE,
          "more than %g nodes at dp = %g m; expected a smaller definition or a larger dp", SKETCH_NODES_MOST,
          dp);
    l->count[a] = (int)count;
  }
  l->node = calloc((size_t)nodes, sizeof *l->node);
  CHECK(l->node, STATUS_FAILED, "not enough memory for %.0f nodes", nodes);
  return STATUS_OK;
}

int sketch_widen(struct sketch *l, int by) {
  struct sketch wide = *l;
  double nodes = 1;
  int margin[3];
  for (int a = 0; a < 3; a++) {
    margin[a] = a == 1 && l->dimensions == 2 ? 0 : by;
    wide.low[a] -= margin[a] * l->dp;
    nodes *= wide.count[a] += 2 * margin[a];
  }
  CHECK(nodes <= SKETCH_NODES_MOST, STATUS_USAGE, "more than %g nodes with the layers of walls",
        SKETCH_NODES_MOST);
  wide.node = calloc((size_t)nodes, sizeof *wide.node);
  CHECK(wide.node, STATUS_FAILED, "not enough memory for %.0f nodes", nodes);
  for (int k = 0; k < l->count[2]; k++)
    for (int j = 0; j < l->count[1]; j++) {
      const int from[3] = {0, j, k}, to[3] = {margin[0], j + margin[1], k + margin[2]};
      memcpy(wide.node + sketch_index(&wide, to), l->node + sketch_index(l, from),
             (size_t)l->count[0] * sizeof *l->node);
    }
  free(l->node);
  *l = wide;
  return STATUS_OK;
}

void sketch_free(struct sketch *l) {
  free(l->node);
  free(l->groups);
  free(l->loose);
  *l = (struct sketch){0};
}

int sketch_spend(struct sketch *l, double work) {
  l->work += work;
  CHECK(l->work <= SKETCH_WORK_MOST, STATUS_USAGE, "draws more than %g nodes; expected a larger dp",
        SKETCH_WORK_MOST);
  return STATUS_OK;
}

int sketch_group(struct sketch *l, bool bound, int mk, uint16_t *group) {
  for (size_t i = 0; i < l->group_count; i++)
    if (l->groups[i].bound == bound && l->groups[i].mk == mk) {
      *group = (uint16_t)(i + 1);
      return STATUS_OK;
    }
  CHECK(l->group_count < 65000, STATUS_USAGE, "more than 65000 numbers mk");
  if ((l->group_count & (l->group_count - 1)) == 0) {
    struct group *more = reallocarray(l->groups, l->group_count ? 2 * l->group_count : 1, sizeof *more);
    CHECK(more, STATUS_FAILED, "not enough memory for groups");
    l->groups = more;
  }
  l->groups[l->group_count++] = (struct group){.bound = bound, .mk = mk};
  *group = (uint16_t)l->group_count;
  return STATUS_OK;
}

size_t sketch_index(const struct sketch *l, const int at[3]) {
  return (size_t)at[0] + (size_t)l->count[0] * ((size_t)at[1] + (size_t)l->count[1] * (size_t)at[2]);
}

bool sketch_nearest(const struct sketch *l, const double x[3], int at[3]) {
  for (int a = 0; a < 3; a++) {
    const double k = floor((x[a] - l->low[a]) / l->dp + 0.5 + 1e-7);
    if (!(k >= 0 && k < l->count[a])) return false;
    at[a] = (int)k;
  }
  return true;
}

void sketch_place(const struct sketch *l, const int at[3], double x[3]) {
  for (int a = 0; a < 3; a++) x[a] = l->low[a] + at[a] * l->dp;
}

size_t sketch_nodes(const struct sketch *l) {
  return (size_t)l->count[0] * (size_t)l->count[1] * (size_t)l->count[2];
}

/* The nodes near a particle on no node: all, or those of fluid, which are void then. */
static void take_near(struct sketch *l, const double x[3], bool fluid) {
  double low[3], high[3];
  struct span s;
  for (int a = 0; a < 3; a++) low[a] = x[a] - SKETCH_NEAR * l->dp, high[a] = x[a] + SKETCH_NEAR * l->dp;
  sketch_span(l, low, high, &s);
  for (int k = s.low[2]; k <= s.high[2]; k++)
    for (int j = s.low[1]; j <= s.high[1]; j++)
      for (int i = s.low[0]; i <= s.high[0]; i++) {
        const int at[3] = {i, j, k};
        double place[3], square = 0;
        uint16_t *node = &l->node[sketch_index(l, at)];
        sketch_place(l, at, place);
        for (int a = 0; a < 3; a++) square += pow(place[a] - x[a], 2);
        if (square >= pow(SKETCH_NEAR * l->dp, 2)) continue;
        if (!fluid)
          *node = SKETCH_TAKEN;
        else if (*node && *node != SKETCH_TAKEN && !l->groups[*node - 1].bound)
          *node = 0;
      }
}

int sketch_add_loose(struct sketch *l, const double x[3], uint16_t group) {
  take_near(l, x, false);
  if ((l->loose_count & (l->loose_count - 1)) == 0) {
    struct loose *more = reallocarray(l->loose, l->loose_count ? 2 * l->loose_count : 1, sizeof *more);
    CHECK(more, STATUS_FAILED, "not enough memory for particles");
    l->loose = more;
  }
  l->loose[l->loose_count] = (struct loose){.group = group};
  memcpy(l->loose[l->loose_count++].x, x, sizeof l->loose->x);
  return STATUS_OK;
}

/* Particles on no node by the cell that they are in, for finding those beside a place. */
struct beside {
  size_t mask, *head, *next; /* lists, SIZE_MAX ends them */
  double cell;               /* m */
};

static size_t beside_slot(const struct beside *b, const double x[3], const int shift[3]) {
  uint64_t key = 0;
  for (int a = 0; a < 3; a++)
    key = (key ^ (uint64_t)((int64_t)floor(x[a] / b->cell) + shift[a])) * 0x9e3779b97f4a7c15u;
  return (size_t)(key >> 32) & b->mask;
}

/* Whether one of another group is nearer than the cell is wide, or one of its own than half of that. */
static bool beside_any(const struct sketch *l, const struct beside *b, const struct loose *p) {
  for (int k = 0; k < 27; k++) {
    const int shift[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
    for (size_t i = b->head[beside_slot(b, p->x, shift)]; i != SIZE_MAX; i = b->next[i]) {
      const struct loose *q = &l->loose[i];
      double square = 0;
      for (int a = 0; a < 3; a++) square += pow(p->x[a] - q->x[a], 2);
      if (square < pow(q->group == p->group ? 0.5 * b->cell : b->cell, 2)) return true;
    }
  }
  return false;
}

int sketch_thin_loose(struct sketch *l) {
  static const int none[3] = {0};
  struct beside b = {.mask = 1, .cell = 0.5 * l->dp};
  size_t kept = 0;
  if (!l->loose_count) return STATUS_OK;
  while (b.mask < l->loose_count) b.mask *= 2;
  b.head = malloc(b.mask * sizeof *b.head);
  b.next = malloc(l->loose_count * sizeof *b.next);
  bool *gone = calloc(l->loose_count, sizeof *gone);
  const bool room = b.head && b.next && gone;
  for (size_t i = 0; room && i < b.mask; i++) b.head[i] = SIZE_MAX;
  b.mask--;
  for (size_t i = l->loose_count; room && i-- > 0;) {
    gone[i] = beside_any(l, &b, &l->loose[i]);
    if (gone[i]) continue;
    const size_t slot = beside_slot(&b, l->loose[i].x, none);
    b.next[i] = b.head[slot], b.head[slot] = i;
  }
  for (size_t i = 0; room && i < l->loose_count; i++)
    if (!gone[i]) l->loose[kept++] = l->loose[i];
  if (room) l->loose_count = kept;
  free(b.head);
  free(b.next);
  free(gone);
  CHECK(room, STATUS_FAILED, "not enough memory for particles");
  return STATUS_OK;
}

void sketch_count(struct sketch *l) {
  const size_t nodes = sketch_nodes(l);
  for (size_t i = 0; i < l->group_count; i++) l->groups[i].nodes = 0;
  for (size_t i = 0; i < l->loose_count; i++)
    if (l->groups[l->loose[i].group - 1].bound) take_near(l, l->loose[i].x, true);
  for (size_t i = 0; i < nodes; i++)
    if (l->node[i] == SKETCH_TAKEN) l->node[i] = 0;
  for (size_t i = 0; i < nodes; i++)
    if (l->node[i]) l->groups[l->node[i] - 1].nodes++;
  for (size_t i = 0; i < l->loose_count; i++) l->groups[l->loose[i].group - 1].nodes++;
}

void sketch_span(const struct sketch *l, const double *low, const double *high, struct span *s) {
  for (int a = 0; a < 3; a++) {
    s->low[a] = 0;
    s->high[a] = l->count[a] - 1;
    if (!low || (a == 1 && l->dimensions == 2)) continue;
    const double first = ceil((low[a] - l->low[a]) / l->dp - 1e-6);
    const double last = floor((high[a] - l->low[a]) / l->dp + 1e-6);
    if (first > 0) s->low[a] = first < l->count[a] ? (int)first : l->count[a];
    if (last < s->high[a]) s->high[a] = last >= 0 ? (int)last : -1;
  }
}

bool sketch_is(const struct sketch *l, size_t index, const struct target *t) {
  const uint16_t group = l->node[index];
  if (group == SKETCH_TAKEN) return false;
  const struct group *g = group ? &l->groups[group - 1] : NULL;
  const bool is = !g         ? t->empty
                  : g->bound ? t->bound && (t->mk_bound < 0 || t->mk_bound == g->mk)
                             : t->fluid && (t->mk_fluid < 0 || t->mk_fluid == g->mk);
  return is != t->border;
}

static double span_nodes(const struct span *s) {
  double nodes = 1;
  for (int a = 0; a < 3; a++) nodes *= s->high[a] >= s->low[a] ? s->high[a] - s->low[a] + 1 : 0;
  return nodes;
}

/* The neighbour across a face; false outside the span. */
static bool step(const struct span *s, const int at[3], int face, int next[3]) {
  memcpy(next, at, 3 * sizeof *next);
  next[face / 2] += face % 2 ? 1 : -1;
  return next[face / 2] >= s->low[face / 2] && next[face / 2] <= s->high[face / 2];
}

/* Whether the node is to be filled; if so it is marked, so that none is filled twice. */
static bool claim(struct sketch *l, const int at[3], const struct target *t, const uint16_t *within,
                  uint16_t group, uint8_t *seen) {
  const size_t i = sketch_index(l, at);
  if (within && !within[i]) return false;
  if (seen[i / 8] >> i % 8 & 1 || !sketch_is(l, i, t)) return false;
  seen[i / 8] |= (uint8_t)(1u << i % 8);
  l->node[i] = group;
  return true;
}

static int flood(struct sketch *l, const int seed[3], const struct span *s, const struct target *t,
                 const uint16_t *within, uint16_t group, uint8_t *seen) {
  size_t room = 1024, count = 1;
  int(*stack)[3] = malloc(room * sizeof *stack);
  CHECK(stack, STATUS_FAILED, "not enough memory to fill");
  memcpy(stack[0], seed, sizeof *stack);
  while (count > 0) {
    int at[3], next[3];
    memcpy(at, stack[--count], sizeof at);
    if (count + 6 > room) {
      int(*more)[3] = reallocarray(stack, 2 * room, sizeof *stack);
      if (!more) {
        free(stack);
        return error_set(STATUS_FAILED, "not enough memory to fill");
      }
      stack = more;
      room *= 2;
    }
    for (int face = 0; face < 6; face++)
      if (step(s, at, face, next) && claim(l, next, t, within, group, seen))
        memcpy(stack[count++], next, sizeof next);
  }
  free(stack);
  return STATUS_OK;
}

int sketch_fill(struct sketch *l, const double seed[3], const struct span *s, const struct target *t,
                const uint16_t *within, uint16_t group) {
  int at[3];
  const double place[3] = {seed[0], l->dimensions == 2 ? l->low[1] : seed[1], seed[2]};
  TRY(sketch_spend(l, span_nodes(s)));
  CHECK(sketch_nearest(l, place, at), STATUS_USAGE, "the point (%g, %g, %g) lies outside the definition",
        seed[0], seed[1], seed[2]);
  for (int a = 0; a < 3; a++)
    if (at[a] < s->low[a] || at[a] > s->high[a]) return STATUS_OK;
  uint8_t *seen = calloc(sketch_nodes(l) / 8 + 1, 1);
  CHECK(seen, STATUS_FAILED, "not enough memory to fill");
  const int status =
      claim(l, at, t, within, group, seen) ? flood(l, at, s, t, within, group, seen) : STATUS_OK;
  free(seen);
  return status;
}

/* The next node of a span, x fastest; false behind the last. */
static bool next_node(const struct span *s, int at[3]) {
  for (int a = 0; a < 3; a++) {
    if (++at[a] <= s->high[a]) return true;
    at[a] = s->low[a];
  }
  return false;
}

int sketch_redraw(struct sketch *l, const struct span *s, const struct target *t, uint16_t group) {
  int at[3];
  TRY(sketch_spend(l, span_nodes(s)));
  if (span_nodes(s) == 0) return STATUS_OK;
  memcpy(at, s->low, sizeof at);
  do {
    const size_t i = sketch_index(l, at);
    if (sketch_is(l, i, t)) l->node[i] = group;
  } while (next_node(s, at));
  return STATUS_OK;
}

/* Ways to the nodes across faces, edges and corners, of those that go in the given directions only. */
struct ways {
  int way[26][3], count;
};

static void find_ways(unsigned directions, struct ways *ways) {
  ways->count = 0;
  for (int k = 0; k < 27; k++) {
    const int way[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
    bool in = k != 13;
    for (int a = 0; a < 3; a++) in &= way[a] == 0 || directions >> (2 * a + (way[a] > 0)) & 1;
    if (in) memcpy(ways->way[ways->count++], way, sizeof way);
  }
}

static bool beside(const struct sketch *l, const struct span *s, const int at[3], const struct target *border,
                   const struct ways *ways) {
  for (int k = 0; k < ways->count; k++) {
    int next[3];
    bool in = true;
    for (int a = 0; a < 3; a++) {
      next[a] = at[a] + ways->way[k][a];
      in &= next[a] >= s->low[a] && next[a] <= s->high[a];
    }
    if (in && sketch_is(l, sketch_index(l, next), border)) return true;
  }
  return false;
}

int sketch_redraw_near(struct sketch *l, const struct span *s, const struct target *t,
                       const struct target *border, unsigned directions, int times, uint16_t group) {
  const size_t nodes = sketch_nodes(l);
  struct span all;
  struct ways ways;
  find_ways(directions, &ways);
  sketch_span(l, NULL, NULL, &all);
  uint8_t *chosen = calloc(nodes / 8 + 1, 1);
  CHECK(chosen, STATUS_FAILED, "not enough memory to draw");
  int status = STATUS_OK;
  for (int k = 0; k < times && status == STATUS_OK && span_nodes(s) > 0; k++) {
    int at[3];
    status = sketch_spend(l, (2 + ways.count) * span_nodes(s) + (double)nodes);
    memset(chosen, 0, nodes / 8 + 1);
    memcpy(at, s->low, sizeof at);
    do {
      const size_t i = sketch_index(l, at);
      if (sketch_is(l, i, t) && beside(l, &all, at, border, &ways)) chosen[i / 8] |= (uint8_t)(1u << i % 8);
    } while (next_node(s, at));
    memcpy(at, s->low, sizeof at);
    do {
      const size_t i = sketch_index(l, at);
      if (chosen[i / 8] >> i % 8 & 1) l->node[i] = group;
    } while (next_node(s, at));
  }
  free(chosen);
  return status;
}
