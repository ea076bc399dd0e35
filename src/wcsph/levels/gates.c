/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/levels/gates.h"

#include <math.h>
#include <stdlib.h>

#include "util/error.h"

/* The extent of squares along an axis, in which the domain ends. */
static double begin_of(const struct gate *g, const struct case_domain *d, int a) {
  return fmax(g->low[a], d->low[a]);
}
static double end_of(const struct gate *g, const struct case_domain *d, int a) {
  return fmin(g->high[a], d->high[a]);
}

static void make_face(struct gate *g, int face, struct square *to) {
  const int axis = face / 2;
  const bool highest = face % 2;
  const double side = (highest ? 1.0 : -1.0) * (g->inner ? 1.0 : -1.0);
  const uint32_t *n = g->across[face];
  for (uint32_t i = 0; i < n[0] * n[1] * n[2]; i++) {
    const uint32_t at[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
    struct square *s = &to[i];
    *s = (struct square){.due = 0.0};
    for (int a = 0; a < 3; a++) s->place[a] = g->from_place[a] + (at[a] + 0.5) * g->dp;
    s->place[axis] = highest ? g->high[axis] : g->low[axis];
    s->inward[axis] = side;
  }
}

static int make_gate(struct gate *g, const struct scene *c) {
  const int n = c->dimensions;
  uint32_t counts[3] = {1, 1, 1};
  for (int a = 0; a < 3; a++) {
    g->from_place[a] = a < n ? begin_of(g, &c->domain, a) : -0.5 * g->dp;
    if (a < n) counts[a] = (uint32_t)fmax(0.0, round((end_of(g, &c->domain, a) - g->from_place[a]) / g->dp));
  }
  for (int face = 0; face < 6; face++) {
    const int axis = face / 2;
    const double at = face % 2 ? g->high[axis] : g->low[axis];
    g->first[face] = g->count;
    if (axis >= n || isinf(at) || at <= c->domain.low[axis] || at >= c->domain.high[axis]) continue;
    for (int a = 0; a < 3; a++) g->across[face][a] = a == axis ? 1 : counts[a];
    g->count += g->across[face][0] * g->across[face][1] * g->across[face][2];
  }
  g->squares = calloc((size_t)g->count + 1, sizeof *g->squares);
  CHECK(g->squares, STATUS_FAILED, "no memory for the faces of levels");
  for (int face = 0; face < 6; face++)
    if (g->across[face][0]) make_face(g, face, g->squares + g->first[face]);
  return STATUS_OK;
}

int gates_open(struct gate **gates, size_t *count, const struct resolved *levels, int level_count,
               const struct scene *c) {
  *gates = calloc(2 * (size_t)level_count, sizeof **gates);
  *count = 2 * (size_t)(level_count - 1);
  CHECK(*gates, STATUS_FAILED, "no memory for the faces of levels");
  for (int k = 1; k < level_count; k++) {
    const struct resolved *l = &levels[k];
    struct gate *outer = &(*gates)[2 * (k - 1)], *inner = outer + 1;
    *outer = (struct gate){.of = k, .from = l->around, .dp = l->dp};
    *inner = (struct gate){.of = l->around, .from = k, .dp = levels[l->around].dp, .inner = true};
    for (int a = 0; a < 3; a++) {
      outer->low[a] = l->low[a] - l->ring, outer->high[a] = l->high[a] + l->ring;
      inner->low[a] = l->low[a] + l->inner, inner->high[a] = l->high[a] - l->inner;
    }
    TRY(make_gate(outer, c));
    TRY(make_gate(inner, c));
  }
  return STATUS_OK;
}

void gates_close(struct gate *gates, size_t count) {
  for (size_t k = 0; gates && k < count; k++) free(gates[k].squares);
  free(gates);
}

/* The face through which a place is farthest beyond the gate, or of an inner one least. */
static int face_of(const struct gate *g, const double place[3]) {
  int best = -1;
  double most = -INFINITY;
  for (int face = 0; face < 6; face++) {
    const int a = face / 2;
    if (!g->across[face][0]) continue;
    const double out = face % 2 ? place[a] - g->high[a] : g->low[a] - place[a];
    if (out > most) most = out, best = face;
  }
  return best;
}

uint32_t gate_square(const struct gate *g, const double place[3]) {
  const int face = face_of(g, place);
  if (face < 0) return g->count;
  const uint32_t *n = g->across[face];
  uint32_t at[3];
  for (int a = 0; a < 3; a++) {
    const double x = (place[a] - g->from_place[a]) / g->dp;
    at[a] = x <= 0.0 ? 0 : x >= (double)n[a] ? n[a] - 1 : (uint32_t)x;
  }
  at[face / 2] = 0;
  return g->first[face] + at[0] + n[0] * (at[1] + n[1] * at[2]);
}

void gate_note_gone(struct gate *g, const double place[3]) {
  const uint32_t i = gate_square(g, place);
  g->went++;
  if (i < g->count) g->squares[i].due += 1.0;
}

/* ---- faces ---- */

static void find_shared(struct gate *g, const struct gate *face) {
  for (uint32_t i = 0; i < g->count; i++) g->squares[i].shared = gate_square(face, g->squares[i].place);
}

int faces_open(struct gate **faces, struct gate *gates, const struct resolved *levels, int level_count,
               const struct scene *c) {
  *faces = calloc((size_t)level_count, sizeof **faces);
  CHECK(*faces, STATUS_FAILED, "no memory for the faces of levels");
  for (int k = 1; k < level_count; k++) {
    const struct resolved *l = &levels[k];
    struct gate *face = &(*faces)[k - 1];
    *face = (struct gate){.of = k, .from = l->around, .dp = levels[l->around].dp};
    for (int a = 0; a < 3; a++) face->low[a] = l->low[a], face->high[a] = l->high[a];
    TRY(make_gate(face, c));
    find_shared(&gates[2 * (k - 1)], face);
    find_shared(&gates[2 * (k - 1) + 1], face);
  }
  return STATUS_OK;
}
