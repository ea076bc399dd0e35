/* SPDX-License-Identifier: BSD-3-Clause */
/* Layers on the dry side of walls. With mDBC the surface of a wall of points is half way to the nearest empty
 * sites, so that of a plate with fluid on one side the far half takes no pressure: it wants twice the layers
 * that the kernel reaches. The standard scheme's want as many as that. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

/* Of each node: what it is, ways from the open side in fifths of dp, and the wall that a way came through. */
enum { INNER, WALL, OUTER };
enum { UNREACHED, REACHED, BEHIND };
enum { FAR = 255, STEP_FACE = 5, STEP_EDGE = 7, STEP_CORNER = 9 };

struct field {
  struct sketch *l;
  uint8_t *kind, *through, *around;
  uint16_t *wall;
  size_t *queue[FAR + 1];
  size_t count[FAR + 1], room[FAR + 1];
  int low[3], high[3]; /* where layers may be */
};

static void close_field(struct field *f) {
  free(f->kind);
  free(f->through);
  free(f->around);
  free(f->wall);
  for (int d = 0; d <= FAR; d++) free(f->queue[d]);
}

static int push(struct field *f, int distance, size_t node) {
  if (f->count[distance] == f->room[distance]) {
    const size_t room = f->room[distance] ? 2 * f->room[distance] : 256;
    size_t *more = reallocarray(f->queue[distance], room, sizeof *more);
    CHECK(more, STATUS_FAILED, "not enough memory for layers");
    f->queue[distance] = more, f->room[distance] = room;
  }
  f->queue[distance][f->count[distance]++] = node;
  return STATUS_OK;
}

static void place_of(const struct sketch *l, size_t i, int at[3]) {
  at[0] = (int)(i % (size_t)l->count[0]);
  at[1] = (int)(i / (size_t)l->count[0] % (size_t)l->count[1]);
  at[2] = (int)(i / (size_t)l->count[0] / (size_t)l->count[1]);
}

static bool is_wall(const struct sketch *l, size_t i) {
  const uint16_t group = l->node[i];
  return group && (group == SKETCH_TAKEN || l->groups[group - 1].bound);
}

/* Fluid stands in the layers behind a face, as deep as `depth`, and comes to what is right before it. No way
 * leads from one to the other. */
static int reach_face(struct field *f, const struct import_face *face, double depth) {
  const struct sketch *l = f->l;
  const double before = 1.8 * l->dp; /* no diagonal step gets over it */
  double low[3], high[3];
  struct span s;
  int at[3];
  for (int a = 0; a < 3; a++) {
    const double half = (face->half[0] + l->dp) * fabs(face->side[0][a]) +
                        (face->half[1] + l->dp) * fabs(face->side[1][a]) + l->dp,
                 back = -depth * face->normal[a], front = before * face->normal[a];
    low[a] = face->centre[a] + fmin(back, front) - half, high[a] = face->centre[a] + fmax(back, front) + half;
  }
  sketch_span(l, low, high, &s);
  for (at[2] = s.low[2]; at[2] <= s.high[2]; at[2]++)
    for (at[1] = s.low[1]; at[1] <= s.high[1]; at[1]++)
      for (at[0] = s.low[0]; at[0] <= s.high[0]; at[0]++) {
        const size_t i = sketch_index(l, at);
        double x[3], along = 0, across[2] = {0};
        sketch_place(l, at, x);
        for (int a = 0; a < 3; a++) {
          along += (x[a] - face->centre[a]) * face->normal[a];
          for (int k = 0; k < 2; k++) across[k] += (x[a] - face->centre[a]) * face->side[k][a];
        }
        if (is_wall(l, i) || fabs(across[0]) > face->half[0] + 0.6 * l->dp ||
            fabs(across[1]) > face->half[1] + 0.6 * l->dp)
          continue;
        if (along <= 0 && along > -depth) f->around[i] = BEHIND;
        if (along > 0 && along < before && f->around[i] == UNREACHED) TRY(push(f, 0, i));
      }
  return STATUS_OK;
}

/* What fluid can come to without passing through a wall: in `around`. */
static int reach_nodes(const struct import *m, struct field *f, int layers) {
  const struct sketch *l = f->l;
  const double depth = (faces_layers(m) + layers) * l->dp;
  memset(f->around, UNREACHED, sketch_nodes(l));
  for (size_t k = 0; k < m->face_count; k++) TRY(reach_face(f, &m->faces[k], depth));
  for (size_t i = 0; i < sketch_nodes(l); i++)
    if (l->node[i] && !is_wall(l, i)) TRY(push(f, 0, i));
  while (f->count[0]) {
    const size_t i = f->queue[0][--f->count[0]];
    int at[3];
    if (f->around[i] != UNREACHED) continue;
    f->around[i] = REACHED;
    place_of(l, i, at);
    for (int k = 0; k < 6; k++) {
      int next[3] = {at[0], at[1], at[2]};
      next[k / 2] += k % 2 ? 1 : -1;
      if (next[k / 2] < f->low[k / 2] || next[k / 2] > f->high[k / 2]) continue;
      const size_t to = sketch_index(l, next);
      if (f->around[to] == UNREACHED && !is_wall(l, to)) TRY(push(f, 0, to));
    }
  }
  return STATUS_OK;
}

/* Nodes one above the other: the highest that is not void, -1: none is; whether fluid comes to one of them.
 */
struct column {
  int top;
  bool reached, ceiling;
};

/* A wall that is as high as a ceiling beside it belongs to it. */
static bool is_ceiling(const struct field *f, const struct column *c, size_t k, int beside) {
  const size_t layer = (size_t)f->l->count[0] * (size_t)f->l->count[1], top = k + (size_t)c[k].top * layer;
  if (c[k].top < 0 || c[k].top + 1 >= f->l->count[2] || abs(c[k].top - beside) > 1) return false;
  return is_wall(f->l, top) && f->around[top + layer] == UNREACHED;
}

/* Walls over what fluid comes to that it cannot get over, and those beside them. */
static int find_ceilings(struct field *f, struct column *c) {
  const size_t nx = (size_t)f->l->count[0], layer = nx * (size_t)f->l->count[1];
  for (size_t k = 0; k < layer; k++)
    if (c[k].reached && is_ceiling(f, c, k, c[k].top)) TRY(push(f, 0, k));
  while (f->count[0]) {
    const size_t k = f->queue[0][--f->count[0]];
    if (c[k].ceiling) continue;
    c[k].ceiling = true;
    const size_t beside[4] = {k % nx ? k - 1 : k, k % nx + 1 < nx ? k + 1 : k, k >= nx ? k - nx : k,
                              k + nx < layer ? k + nx : k};
    for (int b = 0; b < 4; b++)
      if (!c[beside[b]].ceiling && is_ceiling(f, c, beside[b], c[k].top)) TRY(push(f, 0, beside[b]));
  }
  return STATUS_OK;
}

/* Outside is what has nothing below it, beneath floors and beside walls, and what is above ceilings. */
static int find_kinds(const struct import *m, struct field *f, int layers) {
  const struct sketch *l = f->l;
  const size_t layer = (size_t)l->count[0] * (size_t)l->count[1], nodes = sketch_nodes(l);
  struct column *column = calloc(layer, sizeof *column);
  CHECK(column, STATUS_FAILED, "not enough memory for layers");
  for (size_t k = 0; k < layer; k++) column[k].top = -1;
  int status = reach_nodes(m, f, layers);
  for (size_t i = 0; i < nodes && status == STATUS_OK; i++) {
    struct column *c = &column[i % layer];
    if (l->node[i]) c->top = (int)(i / layer);
    c->reached |= f->around[i] != UNREACHED;
    f->kind[i] = is_wall(l, i) ? WALL : c->top >= 0 ? INNER : OUTER;
  }
  if (status == STATUS_OK) status = find_ceilings(f, column);
  for (size_t i = 0; i < nodes && status == STATUS_OK; i++)
    if (column[i % layer].ceiling && (int)(i / layer) > column[i % layer].top) f->kind[i] = OUTER;
  free(column);
  return status;
}

/* One step from a node to a neighbour of it, if this is nearer. */
static int spread(struct field *f, size_t from, size_t to, int distance, bool walls, int most) {
  uint8_t *way = walls ? f->through : f->around;
  const bool passes =
      walls ? f->kind[to] == WALL || (f->kind[to] == OUTER && f->kind[from] != INNER) : f->kind[to] == OUTER;
  if (!passes || distance > most || distance >= way[to]) return STATUS_OK;
  way[to] = (uint8_t)distance;
  if (walls) f->wall[to] = f->kind[to] == WALL ? f->l->node[to] : f->wall[from];
  return push(f, distance, to);
}

static int visit(struct field *f, size_t i, int distance, bool walls, int most) {
  const struct sketch *l = f->l;
  int at[3];
  place_of(l, i, at);
  for (int k = 0; k < 27; k++) {
    static const int steps[] = {0, STEP_FACE, STEP_EDGE, STEP_CORNER};
    const int way[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
    int next[3];
    bool in = k != 13;
    for (int a = 0; a < 3; a++) {
      next[a] = at[a] + way[a];
      in &= next[a] >= f->low[a] && next[a] <= f->high[a];
    }
    const int step = steps[abs(way[0]) + abs(way[1]) + abs(way[2])];
    if (in) TRY(spread(f, i, sketch_index(l, next), distance + step, walls, most));
  }
  return STATUS_OK;
}

/* Ways from what is inside: through walls and on, or around them. */
static int measure_layers(struct field *f, bool walls, int most) {
  const size_t nodes = sketch_nodes(f->l);
  uint8_t *way = walls ? f->through : f->around;
  memset(way, FAR, nodes);
  for (size_t i = 0; i < nodes; i++) {
    if (f->kind[i] != INNER) continue;
    way[i] = 0;
    TRY(visit(f, i, 0, walls, most));
  }
  for (int d = 1; d <= most; d++) {
    for (size_t k = 0; k < f->count[d]; k++)
      if (way[f->queue[d][k]] == d) TRY(visit(f, f->queue[d][k], d, walls, most));
    f->count[d] = 0;
  }
  return STATUS_OK;
}

static int find_floating(const struct import *m, struct xml_node *casedef, bool *floats) {
  for (size_t g = 0; g < m->sketch.group_count; g++) {
    struct xml_node *n;
    TRY(body_find(m, casedef, m->sketch.groups[g].mk, &n));
    floats[g] = n;
  }
  return STATUS_OK;
}

/* Nodes that are nearer through a wall than around it become of the wall. */
static int fill_layers(struct import *m, struct field *f, struct xml_node *casedef, int most, size_t *added) {
  bool *floats = calloc(m->sketch.group_count + 1, sizeof *floats);
  CHECK(floats, STATUS_FAILED, "not enough memory for layers");
  const int status = find_floating(m, casedef, floats);
  for (size_t i = 0; i < sketch_nodes(f->l) && status == STATUS_OK; i++) {
    const uint16_t group = f->wall[i];
    if (f->kind[i] != OUTER || f->through[i] > most || f->through[i] >= f->around[i]) continue;
    if (!group || group == SKETCH_TAKEN || floats[group - 1] || structures_have(m, group)) continue;
    f->l->node[i] = group;
    ++*added;
  }
  free(floats);
  return status;
}

/* Whether a wall is thinner than `layers` with open space on both sides, where none can be added. */
static bool is_thin(const struct field *f, size_t i, int layers) {
  const struct sketch *l = f->l;
  int at[3];
  place_of(l, i, at);
  for (int a = 0; a < 3; a++) {
    int node[3] = {at[0], at[1], at[2]}, thick = 0;
    if (at[a] == 0) continue;
    node[a]--;
    if (f->kind[sketch_index(l, node)] != INNER) continue;
    for (node[a]++; node[a] < l->count[a] && f->kind[sketch_index(l, node)] == WALL; node[a]++) thick++;
    if (node[a] < l->count[a] && f->kind[sketch_index(l, node)] == INNER && thick < layers) return true;
  }
  return false;
}

static const char *kind_of_walls(const struct import *m) {
  return m->standard ? "" : "mDBC: ";
}

/* Groups that have such walls. */
static void note_thin(struct import *m, const struct field *f, struct xml_node *at, int layers) {
  uint16_t last = 0;
  for (size_t i = 0; i < sketch_nodes(f->l); i++) {
    const uint16_t group = f->kind[i] == WALL ? f->l->node[i] : 0;
    char name[32];
    if (!group || group == SKETCH_TAKEN || group == last || !is_thin(f, i, layers)) continue;
    last = group;
    import_note(m, NOTE_CHANGED, at,
                "%s%s has less than %d layers between open space on both sides: fluid may get through",
                kind_of_walls(m), import_name(&m->sketch.groups[group - 1], name), layers);
  }
}

static int open_field(struct import *m, struct field *f, int layers) {
  struct sketch *l = &m->sketch;
  int first[3] = {l->count[0], l->count[1], l->count[2]}, last[3] = {-1, -1, -1};
  for (size_t i = 0; i < sketch_nodes(l); i++) {
    int at[3];
    place_of(l, i, at);
    for (int a = 0; a < 3 && l->node[i]; a++)
      first[a] = first[a] < at[a] ? first[a] : at[a], last[a] = last[a] > at[a] ? last[a] : at[a];
  }
  TRY(sketch_widen(l, layers));
  for (int a = 0; a < 3; a++) {
    const int by = a == 1 && l->dimensions == 2 ? 0 : layers;
    f->low[a] = m->periodic[a] ? first[a] + by : 0;
    f->high[a] = m->periodic[a] ? last[a] + by : l->count[a] - 1;
  }
  const size_t nodes = sketch_nodes(l);
  f->l = l;
  f->kind = malloc(nodes), f->through = malloc(nodes), f->around = malloc(nodes);
  f->wall = calloc(nodes, sizeof *f->wall);
  CHECK(f->kind && f->through && f->around && f->wall, STATUS_FAILED, "not enough memory for layers");
  return sketch_spend(l, 60.0 * (double)nodes);
}

int layers_add(struct import *m, struct xml_node *casedef, struct xml_node *at) {
  const int reach = (int)ceil(2 * m->ratio), layers = m->standard ? reach : 2 * reach + 1,
            most = layers * STEP_FACE;
  struct field f = {0};
  size_t added = 0;
  if (m->periodic[2]) return STATUS_OK;
  int status = open_field(m, &f, layers);
  if (status == STATUS_OK) status = find_kinds(m, &f, layers);
  if (status == STATUS_OK) status = measure_layers(&f, true, most);
  if (status == STATUS_OK) status = measure_layers(&f, false, most);
  if (status == STATUS_OK) status = fill_layers(m, &f, casedef, most, &added);
  if (status == STATUS_OK) note_thin(m, &f, at, reach);
  close_field(&f);
  TRY(status);
  sketch_count(&m->sketch);
  if (added)
    import_note(m, NOTE_CHANGED, at, "%s%zu particles of walls are added on their dry side, to %d layers%s",
                kind_of_walls(m), added, layers,
                m->standard ? "" : ", of which the half next to the fluid takes its pressure");
  return STATUS_OK;
}
