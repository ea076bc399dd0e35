/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/segments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/shape.h"
#include "util/error.h"

/* In spacings: how far beside a boundary it is asked whether there is a wall; within how much two segments
 * are one; how far from a segment its particle may stand. */
#define BESIDE 1e-3
#define SAME   0.25
#define FAR    3.0

struct found {
  const struct amphi_case *c;
  struct segment *all;
  size_t count, room;
};

static bool in_outline(const struct shape *s, const double x[2]) {
  switch (s->kind) {
  case SHAPE_BOX:
    return x[0] > s->low[0] && x[0] < s->high[0] && x[1] > s->low[1] && x[1] < s->high[1];
  case SHAPE_SPHERE:
    return hypot(x[0] - s->centre[0], x[1] - s->centre[1]) < s->radius;
  case SHAPE_PLANE:
    return (x[0] - s->point[0]) * s->normal[0] + (x[1] - s->point[1]) * s->normal[1] < 0.0;
  default:
    return shape_polygon_holds(s, x);
  }
}

/* Outside an open face of a box there is no shell. */
static bool is_past_open_face(const struct shape *s, const double x[2]) {
  bool past = false;
  for (int a = 0; a < 2 && s->kind == SHAPE_BOX; a++) {
    past = past || ((s->open & (1u << (2 * a))) && x[a] < s->low[a]);
    past = past || ((s->open & (2u << (2 * a))) && x[a] > s->high[a]);
  }
  return past;
}

static bool in_walls(const struct amphi_case *c, const double x[2]) {
  for (size_t k = 0; k < c->wall_count; k++) {
    bool in = false;
    for (size_t j = 0; j < c->walls[k].shape_count; j++) {
      const struct shape *s = &c->walls[k].shapes[j];
      const bool inside = in_outline(s, x);
      if (s->cut)
        in = in && !inside;
      else if (s->fill == FILL_SHELL_OUTSIDE)
        in = in || (!inside && !is_past_open_face(s, x));
      else
        in = in || inside;
    }
    if (in) return true;
  }
  return false;
}

static bool in_domain(const struct amphi_case *c, const double x[2]) {
  for (int a = 0; a < 2; a++)
    if (x[a] < c->domain.low[a] || x[a] > c->domain.high[a]) return false;
  return true;
}

static bool is_there(const struct found *f, const struct segment *one) {
  for (size_t i = 0; i < f->count; i++) {
    const struct segment *s = &f->all[i];
    if (hypot(s->middle[0] - one->middle[0], s->middle[1] - one->middle[1]) < SAME * f->c->dp &&
        s->normal[0] * one->normal[0] + s->normal[1] * one->normal[1] > 0.9)
      return true;
  }
  return false;
}

/* One from p to q, if there is a wall on one side alone. */
static int add(struct found *f, const double p[2], const double q[2]) {
  const double length = hypot(q[0] - p[0], q[1] - p[1]), beside = BESIDE * f->c->dp;
  struct segment one = {.middle = {0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])},
                        .normal = {(p[1] - q[1]) / length, (q[0] - p[0]) / length},
                        .length = length};
  double left[2], right[2];
  for (int a = 0; a < 2; a++) {
    left[a] = one.middle[a] + beside * one.normal[a];
    right[a] = one.middle[a] - beside * one.normal[a];
  }
  const bool wall_left = in_walls(f->c, left);
  if (wall_left == in_walls(f->c, right) || !in_domain(f->c, wall_left ? right : left)) return STATUS_OK;
  for (int a = 0; a < 2 && wall_left; a++) one.normal[a] = -one.normal[a];
  if (is_there(f, &one)) return STATUS_OK;
  if (f->count == f->room) {
    f->room = 2 * f->room + 64;
    struct segment *more = realloc(f->all, f->room * sizeof *more);
    CHECK(more, STATUS_FAILED, "no memory for the segments of walls");
    f->all = more;
  }
  f->all[f->count++] = one;
  return STATUS_OK;
}

/* A straight boundary in pieces that are about a spacing long. */
static int add_line(struct found *f, const double p[2], const double q[2]) {
  const double length = hypot(q[0] - p[0], q[1] - p[1]);
  const int pieces = (int)fmax(1.0, floor(length / f->c->dp + 0.5));
  for (int k = 0; k < pieces && length > 0.0; k++) {
    double from[2], to[2];
    for (int a = 0; a < 2; a++) {
      from[a] = p[a] + (q[a] - p[a]) * k / pieces;
      to[a] = p[a] + (q[a] - p[a]) * (k + 1) / pieces;
    }
    TRY(add(f, from, to));
  }
  return STATUS_OK;
}

/* Tangents, whose middles are on the circle. */
static int add_round(struct found *f, const struct shape *s) {
  const double pi = 3.14159265358979323846;
  const int pieces = (int)fmax(6.0, floor(2.0 * pi * s->radius / f->c->dp + 0.5));
  const double turn = 2.0 * pi / pieces, far = s->radius / cos(0.5 * turn);
  for (int k = 0; k < pieces; k++) {
    const double a = turn * k, b = turn * (k + 1);
    TRY(add(f, (const double[2]){s->centre[0] + far * cos(a), s->centre[1] + far * sin(a)},
            (const double[2]){s->centre[0] + far * cos(b), s->centre[1] + far * sin(b)}));
  }
  return STATUS_OK;
}

/* As far as the domain reaches; the point is one of its ends. */
static int add_plane(struct found *f, const struct shape *s) {
  const struct amphi_case *c = f->c;
  const double size = hypot(s->normal[0], s->normal[1]);
  double far = 0.0;
  for (int corner = 0; corner < 4; corner++)
    far = fmax(far, hypot((corner & 1 ? c->domain.high[0] : c->domain.low[0]) - s->point[0],
                          (corner & 2 ? c->domain.high[1] : c->domain.low[1]) - s->point[1]));
  far = c->dp * ceil(far / c->dp);
  for (int way = -1; way <= 1; way += 2)
    TRY(add_line(f, s->point,
                 (const double[2]){s->point[0] - way * far * s->normal[1] / size,
                                   s->point[1] + way * far * s->normal[0] / size}));
  return STATUS_OK;
}

static int add_shape(struct found *f, const struct shape *s) {
  switch (s->kind) {
  case SHAPE_BOX: {
    const double x[2] = {s->low[0], s->high[0]}, y[2] = {s->low[1], s->high[1]};
    const double corners[4][2] = {{x[0], y[0]}, {x[1], y[0]}, {x[1], y[1]}, {x[0], y[1]}};
    for (int k = 0; k < 4; k++) TRY(add_line(f, corners[k], corners[(k + 1) % 4]));
    return STATUS_OK;
  }
  case SHAPE_SPHERE:
    return add_round(f, s);
  case SHAPE_PLANE:
    return add_plane(f, s);
  case SHAPE_POLYGON:
    for (size_t i = 0; i < s->vertex_count; i++)
      TRY(add_line(f, s->vertices[i], s->vertices[(i + 1) % s->vertex_count]));
    return STATUS_OK;
  default:
    return STATUS_OK; /* case/check_walls.c */
  }
}

/* ---- whose they are ---- */

struct place {
  double x[2];
  size_t row;
};

static int by_x(const void *a, const void *b) {
  const struct place *p = a, *q = b;
  if (p->x[0] != q->x[0]) return p->x[0] < q->x[0] ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

/* Give it to the nearest particle behind it that has none. */
static int give(struct segment *of, const struct place *places, size_t count, const struct amphi_case *c,
                const struct segment *one) {
  const double far = FAR * c->dp;
  double x[2], best = far;
  size_t low = 0, high = count, row = SIZE_MAX;
  for (int a = 0; a < 2; a++) x[a] = one->middle[a] - 0.5 * c->dp * one->normal[a];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (places[middle].x[0] < x[0] - far)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < count && places[low].x[0] < x[0] + far; low++) {
    const double away = hypot(places[low].x[0] - x[0], places[low].x[1] - x[1]);
    if (away < best && of[places[low].row].length == 0.0) best = away, row = places[low].row;
  }
  CHECK(row != SIZE_MAX, STATUS_USAGE,
        "%s: boundary.model: semi_analytical walls need a particle for each dp of their surface, and at (%g, "
        "%g) m "
        "there is none left; expected thicker walls",
        c->path, one->middle[0], one->middle[1]);
  of[row] = *one;
  return STATUS_OK;
}

int segments_find(struct segment **of, const struct amphi_case *c, const struct particles *p) {
  struct found f = {.c = c};
  struct place *places = malloc((p->wall_count + 1) * sizeof *places);
  *of = calloc(p->wall_count + 1, sizeof **of);
  int status = places && *of ? STATUS_OK : error_set(STATUS_FAILED, "no memory for the segments of walls");
  for (size_t k = 0; k < c->wall_count; k++)
    for (size_t j = 0; status == STATUS_OK && j < c->walls[k].shape_count; j++)
      status = add_shape(&f, &c->walls[k].shapes[j]);
  for (size_t i = 0; status == STATUS_OK && i < p->wall_count; i++)
    places[i] = (struct place){{p->position[i][0], p->position[i][1]}, i};
  if (status == STATUS_OK) qsort(places, p->wall_count, sizeof *places, by_x);
  for (size_t i = 0; status == STATUS_OK && i < f.count; i++)
    status = give(*of, places, p->wall_count, c, &f.all[i]);
  free(places);
  free(f.all);
  return status;
}
