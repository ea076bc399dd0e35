/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/face.h"

#include <math.h>

static const struct flat_face no_face = {.axis = -1};

size_t face_count(const struct shape *s, int dimensions) {
  switch (shape_form(s)) {
  case SHAPE_BOX:
    return 2 * (size_t)dimensions;
  case SHAPE_PLANE:
    return 1;
  case SHAPE_CYLINDER:
    return 2;
  case SHAPE_POLYGON:
    return s->vertex_count;
  default:
    return 0;
  }
}

/* Where the sites end that a shape covers up to a surface at x: of those on the surface the shape has the
 * one (`closed`), or they belong to what lies above it, as shape.h says. */
static double built_at(const struct lattice *l, int axis, double x, bool closed_below) {
  const double a = (x - l->low[axis]) / l->dp - 0.5;
  const double first_above = closed_below ? floor(a + SHAPE_TOLERANCE) + 1 : ceil(a - SHAPE_TOLERANCE);
  return l->low[axis] + first_above * l->dp;
}

/* The face at x, which goes on without bounds. */
static struct flat_face face_at(const struct lattice *l, int axis, int side, double x, bool closed) {
  struct flat_face f = {.axis = axis, .side = side, .asked = x};
  f.built = built_at(l, axis, x, closed && side > 0);
  for (int a = 0; a < 3; a++) f.low[a] = -INFINITY, f.high[a] = INFINITY;
  return f;
}

static struct flat_face box_face(const struct shape *s, const struct lattice *l, size_t index) {
  const int axis = (int)index / 2, side = index % 2 ? 1 : -1;
  if (s->open >> index & 1) return no_face;
  struct flat_face f = face_at(l, axis, side, side > 0 ? s->high[axis] : s->low[axis], false);
  for (int a = 0; a < l->dimensions; a++)
    if (a != axis) f.low[a] = s->low[a], f.high[a] = s->high[a];
  return f;
}

/* The only axis along which a vector points; -1 if there is none. */
static int only_axis(const double v[3]) {
  int axis = -1;
  for (int a = 0; a < 3; a++) {
    if (v[a] == 0) continue;
    if (axis >= 0) return -1;
    axis = a;
  }
  return axis;
}

static struct flat_face cylinder_face(const struct shape *s, const struct lattice *l, size_t index) {
  const double along[3] = {s->top[0] - s->base[0], s->top[1] - s->base[1], s->top[2] - s->base[2]};
  const int axis = only_axis(along);
  if (axis < 0) return no_face;
  const double *end = index ? s->top : s->base;
  struct flat_face f = face_at(l, axis, (along[axis] > 0) == (index == 1) ? 1 : -1, end[axis], true);
  for (int a = 0; a < 3; a++)
    if (a != axis) f.low[a] = end[a] - s->radius, f.high[a] = end[a] + s->radius;
  return f;
}

/* Which side of an edge the polygon is on: where a point a hair beside its middle is inside, by the even-odd
 * rule. */
static int polygon_side(const struct shape *s, int axis, const double middle[2]) {
  const double y = middle[1], x = middle[0], hair = 1e-9 * (1 + fabs(middle[axis]));
  const double p[2] = {axis == 0 ? x + hair : x, axis == 1 ? y + hair : y};
  return shape_polygon_holds(s, p) ? -1 : 1;
}

static struct flat_face polygon_face(const struct shape *s, const struct lattice *l, size_t index) {
  const double *p = s->vertices[index], *q = s->vertices[(index + 1) % s->vertex_count];
  const int axis = p[0] == q[0] ? 0 : p[1] == q[1] ? 1 : -1;
  if (axis < 0 || p[1 - axis] == q[1 - axis]) return no_face;
  const double middle[2] = {0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])};
  struct flat_face f = face_at(l, axis, polygon_side(s, axis, middle), p[axis], false);
  f.low[1 - axis] = fmin(p[1 - axis], q[1 - axis]);
  f.high[1 - axis] = fmax(p[1 - axis], q[1 - axis]);
  return f;
}

struct flat_face face_get(const struct shape *s, const struct lattice *l, size_t index) {
  int axis;
  switch (shape_form(s)) {
  case SHAPE_BOX:
    return box_face(s, l, index);
  case SHAPE_PLANE:
    axis = only_axis(s->normal);
    if (axis < 0) return no_face;
    return face_at(l, axis, s->normal[axis] > 0 ? 1 : -1, s->point[axis], true);
  case SHAPE_CYLINDER:
    return cylinder_face(s, l, index);
  case SHAPE_POLYGON:
    return polygon_face(s, l, index);
  default:
    return no_face;
  }
}

bool face_is_moved(const struct flat_face *f, const struct lattice *l) {
  return f->axis >= 0 && fabs(f->built - f->asked) > 1e-4 * l->dp;
}

/* Within what ten digits of input are off by. */
static bool lies_on(const struct flat_face *f, const struct lattice *l, const double place[3]) {
  const double slack = 1e-4 * l->dp;
  bool on = f->axis >= 0 && fabs(place[f->axis] - f->asked) <= slack;
  for (int a = 0; a < l->dimensions && on; a++)
    if (a != f->axis) on = place[a] >= f->low[a] - slack && place[a] <= f->high[a] + slack;
  return on;
}

bool face_place(const struct body *b, const struct lattice *l, double place[3]) {
  const double asked[3] = {place[0], place[1], place[2]};
  bool any = false;
  for (size_t i = 0; i < b->shape_count; i++)
    for (size_t k = 0; k < face_count(&b->shapes[i], l->dimensions); k++) {
      const struct flat_face f = face_get(&b->shapes[i], l, k);
      if (!lies_on(&f, l, asked)) continue;
      place[f.axis] = f.built;
      any = true;
    }
  return any;
}

int gauge_face_axis(const struct scene *c, const struct gauge *g) {
  struct lattice lattice;
  lattice_set(&lattice, c);
  const struct body *b = g->wall >= 0 ? &c->walls[g->wall] : NULL;
  for (size_t i = 0; b && i < b->shape_count; i++)
    for (size_t k = 0; k < face_count(&b->shapes[i], lattice.dimensions); k++) {
      const struct flat_face f = face_get(&b->shapes[i], &lattice, k);
      if (lies_on(&f, &lattice, g->at)) return f.axis;
    }
  return -1;
}

bool gauge_place(const struct scene *c, const struct gauge *g, double place[3]) {
  struct lattice lattice;
  for (int a = 0; a < 3; a++) place[a] = g->at[a];
  if (!gauge_can_stand_on(g->kind) || g->wall < 0) return true;
  lattice_set(&lattice, c);
  return face_place(&c->walls[g->wall], &lattice, place);
}
