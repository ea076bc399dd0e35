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
#define ONE_PLACE  1e-6 /* what is nearer has no way apart */
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

/* Where one is, and its layer, or that it stays. */
struct place {
  double x[3];
  uint32_t layer;
};
#define STAYS UINT32_MAX

/* Of a particle those from begin[i] to begin[i + 1] - 1, and the image of the particle that they are near, a
 * digit an axis: 0 a period below, 1 where it is, 2 a period above. NULL: all have that where it is. */
struct neighbours {
  size_t *begin;
  struct place *places; /* in the order of cells, in which neighbours are near each other */
  uint32_t *rank;       /* where those that move are among them */
  uint32_t *other;      /* among them, too */
  uint8_t *image;
  double shift[27][3];
  size_t room;
};

static uint8_t image_of(const double shift[3]) {
  int image = 0;
  for (int a = 2; a >= 0; a--) image = 3 * image + (shift[a] > 0.0) - (shift[a] < 0.0) + 1;
  return (uint8_t)image;
}

/* Room for so many more. */
static int make_room(struct neighbours *n, size_t count, size_t more) {
  if (count + more <= n->room) return STATUS_OK;
  n->room = 2 * (count + more) + 1024;
  uint32_t *other = realloc(n->other, n->room * sizeof *other);
  if (other) n->other = other;
  uint8_t *image = n->image ? realloc(n->image, n->room) : NULL;
  if (image) n->image = image;
  CHECK(other && (image || !n->image), STATUS_FAILED, "not enough memory for the layers of walls");
  return STATUS_OK;
}

static int order_places(struct neighbours *n, const struct cells *g, const struct crowd *k) {
  if (!n->places) n->places = malloc((g->count + 1) * sizeof *n->places);
  CHECK(n->places, STATUS_FAILED, "not enough memory for the layers of walls");
  for (size_t j = 0; j < g->count; j++) {
    const uint32_t i = g->items[j].particle;
    memcpy(n->places[j].x, k->x[i], sizeof *k->x);
    n->places[j].layer = i < k->movers ? k->layer[i] : STAYS;
    if (i < k->movers) n->rank[i] = (uint32_t)j;
  }
  return STATUS_OK;
}

/* The neighbours within `range` of each particle that moves. */
static int look_around(struct neighbours *n, const struct crowd *k, const struct lattice *l, double range) {
  struct cells g = {0};
  size_t count = 0;
  TRY(cells_make(&g, (const double(*)[3])k->x, k->count, range));
  int status = order_places(n, &g, k);
  for (size_t i = 0; i < k->movers && status == STATUS_OK; i++) {
    double shift[27][3];
    const int times = cells_images(l, k->x[i], range, shift);
    n->begin[i] = count;
    for (int t = 0; t < times && status == STATUS_OK; t++) {
      const uint8_t image = image_of(shift[t]);
      double x[3];
      for (int a = 0; a < 3; a++) x[a] = k->x[i][a] + shift[t][a];
      struct cell_rows r = cells_about(&g, x, range);
      while (status == STATUS_OK && cells_next(&g, &r)) {
        status = make_room(n, count, r.end - r.first);
        for (size_t j = status == STATUS_OK ? r.first : r.end; j < r.end; j++) {
          double way[3];
          for (int a = 0; a < 3; a++) way[a] = x[a] - n->places[j].x[a];
          n->other[count] = (uint32_t)j;
          if (n->image) n->image[count] = image;
          count += g.items[j].particle != i && dot3(way, way) <= range * range;
        }
      }
    }
  }
  n->begin[k->movers] = count;
  cells_free(&g);
  return status;
}

/* Neighbours that push a particle: the ways from them, and within what distance they do. So many at a time,
 * so that roots and divisions are vectors; sums go one by one in the order of the list. */
enum { GROUP = 32 };
struct group {
  double way[3][GROUP], r2[GROUP], range[GROUP];
  int count;
};

/* Those from list entry *j on that are within their range, but for rounding, and not at the same place. */
static inline void take_group(const struct neighbours *n, size_t i, bool kept, bool fluid, bool images,
                              size_t *j, struct group *g) {
  const struct place own = n->places[n->rank[i]];
  int count = 0;
  for (; *j < n->begin[i + 1] && count < GROUP; ++*j) {
    const struct place *o = &n->places[n->other[*j]];
    double way[3], range = CROWD_FLUID;
    for (int a = 0; a < 3; a++) {
      way[a] = own.x[a] + (images ? n->shift[n->image[*j]][a] : 0.0) - o->x[a];
      g->way[a][count] = way[a];
    }
    if (!fluid) range = (o->layer == STAYS ? kept : o->layer == own.layer) ? PUSH_LAYER : PUSH_OTHER;
    const double r2 = dot3(way, way);
    g->r2[count] = r2, g->range[count] = range;
    count += (r2 < range * range * (1.0 + 1e-9)) & (r2 > ONE_PLACE * ONE_PLACE);
  }
  g->count = count;
}

/* The larger of x and 0, without a comparison, which no vectors are made of. */
static double above_zero(double x) {
  return 0.5 * (x + fabs(x));
}

/* Of walls (1 - r / range) of each; of fluid the gradients of Wendland's kernel, whose sum vanishes where
 * particles are even (Sun et al. 2017, Comput. Methods Appl. Mech. Eng. 315, 25-49). */
static void weigh_apart(struct group *g) {
  for (int p = 0; p < g->count; p++) {
    const double r = sqrt(g->r2[p]), near = above_zero(1.0 - r / g->range[p]);
    for (int a = 0; a < 3; a++) g->way[a][p] = near * g->way[a][p] / r;
  }
}

static void weigh_even(struct group *g, double norm, double h) {
  for (int p = 0; p < g->count; p++) {
    const double r = sqrt(g->r2[p]), q = r / h, tail = above_zero(1.0 - 0.5 * q);
    const double weight = norm * q * (tail * tail * tail);
    for (int a = 0; a < 3; a++) g->way[a][p] = weight * g->way[a][p] / r;
  }
}

/* What pushes one that moves. */
static void push_of(const struct followed *w, const struct crowd *k, const struct neighbours *n, size_t i,
                    double push[3]) {
  const double pi = 3.14159265358979323846, h = CROWD_FLUID / 2.0,
               norm = w->l->dimensions == 2 ? 7.0 / (4.0 * pi * h * h) : 21.0 / (16.0 * pi * h * h * h);
  const bool kept = k->layer[i] < (uint32_t)w->deep;
  struct group g;
  for (int a = 0; a < 3; a++) push[a] = 0.0;
  for (size_t j = n->begin[i]; j < n->begin[i + 1];) {
    if (k->fluid && !n->image)
      take_group(n, i, kept, true, false, &j, &g);
    else
      take_group(n, i, kept, k->fluid, n->image, &j, &g);
    if (k->fluid)
      weigh_even(&g, norm * 5.0, h);
    else
      weigh_apart(&g);
    for (int p = 0; p < g.count; p++)
      for (int a = 0; a < 3; a++) push[a] += g.way[a][p];
  }
}

bool crowd_keep_in_layer(const struct followed *w, double x[3], size_t wall, uint32_t layer, double *least) {
  const double wanted = layer + 0.5;
  double off = INFINITY, at[3] = {x[0], x[1], x[2]};
  struct foot_search s = {.least = *least, .most = w->deep + 2.0, .wall = wall, .also = wall};
  for (int round = 0; round < ROUNDS; round++) { /* at an edge to one face after the other */
    struct foot f;
    if (!followed_search(w, at, &s, &f) || !(f.distance > 1e-6)) break;
    if (f.side <= 0.0 && fabs(f.distance - wanted) < off && w->pieces[f.piece].follows)
      off = fabs(f.distance - wanted), memcpy(x, at, sizeof at), *least = s.nearest;
    if (off < 1e-9) break;
    s.least = s.nearest - fabs(f.distance - wanted);
    if (f.side > 0.0) s.least = 0.0;
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

static double distance(const double x[3], const double y[3]) {
  const double way[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
  return sqrt(dot3(way, way));
}

/* Back in its layer, or where it was in it; behind the layers anywhere inside. *least: how far the surface of
 * its wall is from where it was kept. */
static void keep_inside(const struct followed *w, const struct crowd *k, size_t i, double kept[3],
                        double x[3], double *least) {
  struct foot f;
  double off = *least - distance(x, kept);
  bool in = k->layer[i] < (uint32_t)w->deep
                ? crowd_keep_in_layer(w, x, k->body[i], k->layer[i], &off)
                : !followed_foot(w, x, w->deep + 2.0, k->body[i], &f) || f.side <= 0.0;
  if (in) *least = off;
  memcpy(in ? kept : x, in ? x : kept, 3 * sizeof *x);
}

int crowd_push_apart(const struct followed *w, const struct filled *bodies, struct crowd *k) {
  struct neighbours n = {.begin = calloc(k->movers + 2, sizeof *n.begin),
                         .rank = malloc((k->movers + 1) * sizeof *n.rank)};
  double(*next)[3] = malloc((k->movers + 1) * sizeof *next), *clear = calloc(k->movers + 1, sizeof *clear);
  struct air_beside *beside = calloc(k->movers + 1, sizeof *beside);
  double(*kept)[3] = malloc((k->movers + 1) * sizeof *kept);
  for (int i = 0; i < 27; i++) /* floats, as what is sought by them */
    for (int a = 0, digit = i; a < 3; a++, digit /= 3)
      n.shift[i][a] = (double)(float)((digit % 3 - 1) * (double)w->l->count[a]);
  const bool periodic = w->l->periodic[0] || w->l->periodic[1] || w->l->periodic[2];
  if (periodic) n.image = malloc(1);
  const int steps = !k->fluid ? STEPS_WALLS : w->l->dimensions == 2 ? STEPS_PLANE : STEPS_SPACE;
  int status = n.begin && n.rank && next && clear && kept && beside && (n.image || !periodic)
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
        air_keep_out(w, bodies, next[i], &beside[i]);
      } else if (step % STEPS_KEPT == STEPS_KEPT - 1)
        keep_inside(w, k, i, kept[i], next[i], &clear[i]);
      double way = 0.0;
      for (int a = 0; a < 3; a++) way += (next[i][a] - k->x[i][a]) * (next[i][a] - k->x[i][a]);
      most = fmax(most, way);
    }
    if (status == STATUS_OK) memcpy(k->x, next, k->movers * sizeof *next);
    for (size_t i = 0; i < (status == STATUS_OK ? k->movers : 0); i++)
      memcpy(n.places[n.rank[i]].x, next[i], sizeof *next);
    if (last) break;
  }
  free(next);
  free(clear);
  free(kept);
  free(beside);
  free(n.rank);
  free(n.places);
  free(n.begin);
  free(n.other);
  free(n.image);
  return status;
}
