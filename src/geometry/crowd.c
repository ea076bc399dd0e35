/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/motion.h"
#include "geometry/air.h"
#include "util/error.h"

/* Distances within which particles push each other apart: those of a layer, and what stays where a layer
 * ends, so that it keeps off as far; others; how much farther neighbours are listed. Numbers of steps: in
 * all, of walls and fluid, between two returns of wall particles to their layers, and between two searches
 * for neighbours. How far a step goes. */
#define PUSH_LAYER 1.5
#define PUSH_OTHER 1.0
#define PUSH_SLACK 0.5
#define CLEAR      1.0
enum { ROUNDS = 8, STEPS_WALLS = 60, STEPS_KEPT = 4, STEPS_PLANE = 200, STEPS_SPACE = 80, STEPS_KNOWN = 10 };
#define PUSH_GAIN 0.5
#define PUSH_MOST 0.1
/* How far fluid may come in between looks at surfaces, and what moves it that is even. */
#define OFF_SLACK 0.03
#define STILL     0.002

int crowd_add(struct crowd *k, const double x[3], size_t body, uint32_t layer) {
  if (k->count == k->room) {
    k->room = 2 * k->room + 1024;
    double(*more)[3] = realloc(k->x, k->room * sizeof *more);
    if (more) k->x = more;
    uint32_t *bodies = realloc(k->body, k->room * sizeof *bodies);
    if (bodies) k->body = bodies;
    uint32_t *layers = realloc(k->layer, k->room * sizeof *layers);
    if (layers) k->layer = layers;
    CHECK(more && bodies && layers, STATUS_FAILED, "not enough memory for the layers of walls");
  }
  memcpy(k->x[k->count], x, sizeof *k->x);
  k->body[k->count] = (uint32_t)body;
  k->layer[k->count++] = layer;
  return STATUS_OK;
}

void crowd_free(struct crowd *k) {
  free(k->x);
  free(k->body);
  free(k->layer);
}

struct neighbour {
  uint32_t other;
  float shift[3]; /* whole periods */
};

struct neighbours {
  size_t *begin;
  struct neighbour *items;
  size_t room;
};

/* The neighbours within `range` of each particle that moves. */
static int look_around(struct neighbours *n, const struct crowd *k, const struct lattice *l, double range) {
  struct cells g = {0};
  size_t count = 0;
  TRY(cells_make(&g, (const double(*)[3])k->x, k->count, range));
  int status = STATUS_OK;
  for (size_t i = 0; i < k->movers && status == STATUS_OK; i++) {
    double shift[27][3];
    const int times = cells_images(l, k->x[i], range, shift);
    n->begin[i] = count;
    for (int t = 0; t < times; t++) {
      double x[3];
      for (int a = 0; a < 3; a++) x[a] = k->x[i][a] + shift[t][a];
      struct cell_rows r = cells_about(&g, x, range);
      while (status == STATUS_OK && cells_next(&g, &r))
        for (size_t j = r.first; j < r.end; j++) {
          const uint32_t other = g.items[j].particle;
          double way[3];
          for (int a = 0; a < 3; a++) way[a] = x[a] - k->x[other][a];
          if (other == i || dot3(way, way) > range * range) continue;
          if (count == n->room) {
            struct neighbour *more = realloc(n->items, (2 * n->room + 1024) * sizeof *more);
            if (!more) {
              status = error_set(STATUS_FAILED, "not enough memory for the layers of walls");
              break;
            }
            n->items = more, n->room = 2 * n->room + 1024;
          }
          n->items[count++] =
              (struct neighbour){other, {(float)shift[t][0], (float)shift[t][1], (float)shift[t][2]}};
        }
    }
  }
  n->begin[k->movers] = count;
  free(g.items);
  return status;
}

/* What pushes those that move: of walls (1 - r / range) of each; of fluid the sum of the gradients of
 * Wendland's kernel, which vanishes where particles are even (Sun et al. 2017, Comput. Methods Appl. Mech.
 * Eng. 315, 25-49). */
static void push_of(const struct followed *w, const struct crowd *k, const struct neighbours *n, size_t i,
                    double push[3]) {
  const int dimensions = w->l->dimensions;
  const double pi = 3.14159265358979323846, h = CROWD_FLUID / 2.0,
               norm = dimensions == 2 ? 7.0 / (4.0 * pi * h * h) : 21.0 / (16.0 * pi * h * h * h);
  double even[3] = {0}, apart[3] = {0};
  for (size_t j = n->begin[i]; j < n->begin[i + 1]; j++) {
    const struct neighbour *o = &n->items[j];
    double way[3];
    for (int a = 0; a < 3; a++) way[a] = k->x[i][a] + (double)o->shift[a] - k->x[o->other][a];
    const double r = sqrt(dot3(way, way)), q = r / h, tail = fmax(1.0 - 0.5 * q, 0.0),
                 cube = tail * tail * tail;
    const bool fixed = o->other >= k->movers, kept = k->layer[i] < (uint32_t)w->deep;
    const bool far = !k->fluid && (fixed ? kept : k->layer[o->other] == k->layer[i]);
    const double near = fmax(1.0 - r / (far ? PUSH_LAYER : PUSH_OTHER), 0.0);
    if (!(r > 1e-6)) continue;
    for (int a = 0; a < 3; a++) {
      even[a] += norm * 5.0 * q * cube * way[a] / r;
      apart[a] += near * way[a] / r;
    }
  }
  memcpy(push, k->fluid ? even : apart, sizeof even);
}

bool crowd_keep_in_layer(const struct followed *w, double x[3], size_t wall, uint32_t layer) {
  const double wanted = layer + 0.5;
  double off = INFINITY, at[3] = {x[0], x[1], x[2]};
  for (int round = 0; round < ROUNDS; round++) { /* at an edge to one face after the other */
    struct foot f;
    if (!followed_foot(w, at, w->deep + 2.0, wall, &f) || !(f.distance > 1e-6)) break;
    if (f.side <= 0.0 && fabs(f.distance - wanted) < off && w->pieces[f.piece].follows)
      off = fabs(f.distance - wanted), memcpy(x, at, sizeof at);
    if (off < 1e-9) break;
    for (int a = 0; a < 3; a++) {
      const double in = f.side > 0.0 ? f.at[a] - at[a] : at[a] - f.at[a];
      at[a] = f.at[a] + wanted * in / f.distance;
    }
  }
  return off < INFINITY;
}

void crowd_keep_off(const struct followed *w, const struct filled *b, const double from[3], double x[3],
                    double *clear) {
  struct foot f;
  int32_t at[3];
  *clear -= sqrt((x[0] - from[0]) * (x[0] - from[0]) + (x[1] - from[1]) * (x[1] - from[1]) +
                 (x[2] - from[2]) * (x[2] - from[2]));
  if (*clear < 0.5 - OFF_SLACK) {
    *clear = followed_foot(w, x, CLEAR, FOOT_ANY, &f) ? f.distance : CLEAR;
    if (*clear < 0.5 && *clear > 1e-6) {
      for (int a = 0; a < 3; a++) {
        const double out = f.side > 0.0 ? x[a] - f.at[a] : f.at[a] - x[a];
        x[a] = f.at[a] + 0.5 * out / f.distance;
      }
      *clear = 0.5;
    }
  }
  for (int a = 0; a < 3; a++) at[a] = (int32_t)floor(x[a] + 0.5);
  if (!lattice_is_image(w->l, at) && !filled_covers(b, at)) memcpy(x, from, 3 * sizeof *x);
}

/* Back in its layer, or where it was in it; behind the layers anywhere inside. */
static void keep_inside(const struct followed *w, const struct crowd *k, size_t i, double kept[3],
                        double x[3]) {
  struct foot f;
  bool in = k->layer[i] < (uint32_t)w->deep
                ? crowd_keep_in_layer(w, x, k->body[i], k->layer[i])
                : !followed_foot(w, x, w->deep + 2.0, k->body[i], &f) || f.side <= 0.0;
  memcpy(in ? kept : x, in ? x : kept, 3 * sizeof *x);
}

int crowd_push_apart(const struct followed *w, const struct filled *bodies, struct crowd *k) {
  struct neighbours n = {.begin = calloc(k->movers + 2, sizeof *n.begin)};
  double(*next)[3] = malloc((k->movers + 1) * sizeof *next), *clear = calloc(k->movers + 1, sizeof *clear);
  double(*kept)[3] = malloc((k->movers + 1) * sizeof *kept);
  const int steps = !k->fluid ? STEPS_WALLS : w->l->dimensions == 2 ? STEPS_PLANE : STEPS_SPACE;
  int status = n.begin && next && clear && kept
                   ? STATUS_OK
                   : error_set(STATUS_FAILED, "not enough memory for the layers of walls");
  if (status == STATUS_OK) memcpy(kept, k->x, k->movers * sizeof *kept);
  double most = INFINITY; /* that one moved, squared */
  for (int step = 0; step < steps && status == STATUS_OK; step++) {
    const bool last = step == steps - 1 || most < STILL * STILL;
    most = 0.0;
    if (step % STEPS_KNOWN == 0)
      status = look_around(&n, k, w->l, (k->fluid ? CROWD_FLUID : PUSH_LAYER) + PUSH_SLACK);
#pragma omp parallel for schedule(dynamic, 256) reduction(max : most)
    for (size_t i = 0; i < (status == STATUS_OK ? k->movers : 0); i++) {
      double push[3];
      push_of(w, k, &n, i, push);
      const double size = sqrt(dot3(push, push)),
                   gain = PUSH_GAIN * size > PUSH_MOST ? PUSH_MOST / size : PUSH_GAIN;
      for (int a = 0; a < 3; a++) next[i][a] = k->x[i][a] + gain * push[a];
      if (k->fluid) {
        if (last) clear[i] = 0.0; /* what is left of the slack goes */
        crowd_keep_off(w, &bodies[k->body[i]], k->x[i], next[i], &clear[i]);
        air_keep_out(w, bodies, next[i]);
      } else if (step % STEPS_KEPT == STEPS_KEPT - 1)
        keep_inside(w, k, i, kept[i], next[i]);
      double way = 0.0;
      for (int a = 0; a < 3; a++) way += (next[i][a] - k->x[i][a]) * (next[i][a] - k->x[i][a]);
      most = fmax(most, way);
    }
    if (status == STATUS_OK) memcpy(k->x, next, k->movers * sizeof *next);
    if (last) break;
  }
  free(next);
  free(clear);
  free(kept);
  free(n.begin);
  free(n.items);
  return status;
}
