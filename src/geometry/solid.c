/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/solid.h"

#include <math.h>

/* Sites farther out than this do not fit a run; shapes that reach there have too many sites. */
static const double far_out = 2e9;

static const struct interval nothing = {INFINITY, -INFINITY};

struct interval lattice_clip(const struct lattice *l, int axis, double low, double high) {
  if (axis >= l->dimensions) return (struct interval){0, 0};
  double first = l->periodic[axis] ? 0 : -far_out;
  double last = l->periodic[axis] ? (double)l->count[axis] - 1 : far_out;
  return (struct interval){fmin(fmax(low, first), last + 1), fmax(fmin(high, last), first - 1)};
}

static void set_bounds(struct solid *s, const struct lattice *l, int axis, double low, double high) {
  struct interval sites = lattice_clip(l, axis, ceil(low), floor(high));
  s->first[axis] = s->end[axis] = 0;
  if (!(sites.low <= sites.high)) return;
  s->first[axis] = (int64_t)sites.low;
  s->end[axis] = (int64_t)sites.high + 1;
}

struct solid solid_box(const struct lattice *l, const double low[3], const double high[3], int layers,
                       unsigned open) {
  struct solid s = {.kind = SOLID_BOX};
  for (int a = 0; a < 3; a++) {
    int below = open & FACE_X_LOW << 2 * a ? 0 : layers;
    int above = open & FACE_X_HIGH << 2 * a ? 0 : layers;
    set_bounds(&s, l, a, ceil(low[a] - SHAPE_TOLERANCE) - below, ceil(high[a] - SHAPE_TOLERANCE) - 1 + above);
  }
  return s;
}

struct solid solid_ball(const struct lattice *l, const double centre[3], double radius) {
  struct solid s = {.kind = SOLID_BALL, .radius = radius};
  for (int a = 0; a < 3; a++) {
    s.centre[a] = centre[a];
    set_bounds(&s, l, a, centre[a] - radius, centre[a] + radius);
  }
  return s;
}

/* Set the axis from p to q, `extra` longer at both ends, and the bounds with the radius around it. */
static void set_axis(struct solid *s, const struct lattice *l, const double p[3], const double q[3],
                     double extra) {
  double d[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
  double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  s->length = length + 2 * extra;
  for (int a = 0; a < 3; a++) {
    s->axis[a] = length > 0 ? d[a] / length : 0;
    s->centre[a] = p[a] - extra * s->axis[a];
    double other = s->centre[a] + s->length * s->axis[a];
    set_bounds(s, l, a, fmin(s->centre[a], other) - s->radius, fmax(s->centre[a], other) + s->radius);
  }
}

struct solid solid_cylinder(const struct lattice *l, const double base[3], const double top[3], double radius,
                            double extra) {
  struct solid s = {.kind = SOLID_CYLINDER, .radius = radius};
  set_axis(&s, l, base, top, extra);
  if (s.axis[0] == 0 && s.axis[1] == 0 && s.axis[2] == 0) s.radius = -1;
  return s;
}

struct solid solid_capsule(const struct lattice *l, const double p[3], const double q[3], double radius) {
  struct solid s = {.kind = SOLID_CAPSULE, .radius = radius};
  set_axis(&s, l, p, q, 0);
  return s;
}

struct solid solid_slab(const struct lattice *l, const double point[3], const double normal[3], double depth,
                        int margin) {
  double size = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  struct solid s = {.kind = SOLID_SLAB, .length = depth};
  for (int a = 0; a < 3; a++) {
    s.centre[a] = point[a];
    s.axis[a] = size > 0 ? normal[a] / size : 0;
    set_bounds(&s, l, a, -margin, (double)l->count[a] - 1 + margin);
  }
  return s;
}

/* Keep of the interval what satisfies slope x <= limit. */
static void clip_half_space(struct interval *x, double slope, double limit) {
  if (fabs(slope) < 1e-13) {
    if (limit < 0) *x = nothing;
  } else if (slope > 0) {
    x->high = fmin(x->high, limit / slope);
  } else {
    x->low = fmax(x->low, limit / slope);
  }
}

static struct interval ball_row(const double centre[3], double radius, double y, double z) {
  double dy = y - centre[1], dz = z - centre[2];
  double square = radius * radius - dy * dy - dz * dz;
  if (radius < 0 || square < 0) return nothing;
  return (struct interval){centre[0] - sqrt(square), centre[0] + sqrt(square)};
}

/* |w - (w.d) d| <= radius and 0 <= w.d <= length, for w from one end to the site. With w = (x, dy, dz)
 * the first is a quadratic inequality in x. */
static struct interval cylinder_row(const struct solid *s, double y, double z) {
  const double *d = s->axis;
  double dy = y - s->centre[1], dz = z - s->centre[2], along = dy * d[1] + dz * d[2];
  if (s->radius < 0 || s->length < 0) return nothing;
  double u[3] = {1 - d[0] * d[0], -d[0] * d[1], -d[0] * d[2]};
  double v[3] = {-along * d[0], dy - along * d[1], dz - along * d[2]};
  double a = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  double b = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  double c = v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - s->radius * s->radius;
  struct interval x = {-INFINITY, INFINITY};
  if (a > 1e-13) {
    if (b * b < a * c) return nothing;
    x.low = (-b - sqrt(b * b - a * c)) / a;
    x.high = (-b + sqrt(b * b - a * c)) / a;
  } else if (c > 0) {
    return nothing;
  }
  clip_half_space(&x, d[0], s->length - along);
  clip_half_space(&x, -d[0], along);
  x.low += s->centre[0];
  x.high += s->centre[0];
  return x;
}

/* Convex, so its row is what its three parts' rows span. */
static struct interval capsule_row(const struct solid *s, double y, double z) {
  double end[3];
  for (int a = 0; a < 3; a++) end[a] = s->centre[a] + s->length * s->axis[a];
  struct interval p = ball_row(s->centre, s->radius, y, z), q = ball_row(end, s->radius, y, z);
  struct interval x = {fmin(p.low, q.low), fmax(p.high, q.high)};
  if (!(s->length > 0)) return x;
  struct interval m = cylinder_row(s, y, z);
  if (!(m.low <= m.high)) return x;
  return (struct interval){fmin(x.low, m.low), fmax(x.high, m.high)};
}

static struct interval slab_row(const struct solid *s, double y, double z) {
  double height = (y - s->centre[1]) * s->axis[1] + (z - s->centre[2]) * s->axis[2];
  struct interval x = {-INFINITY, INFINITY};
  clip_half_space(&x, s->axis[0], SHAPE_TOLERANCE - height);
  clip_half_space(&x, -s->axis[0], s->length - SHAPE_TOLERANCE + height);
  x.low += s->centre[0];
  x.high += s->centre[0];
  return x;
}

struct interval solid_row(const struct solid *s, double y, double z) {
  struct interval x = {-INFINITY, INFINITY};
  switch (s->kind) {
  case SOLID_BOX:
    break;
  case SOLID_BALL:
    x = ball_row(s->centre, s->radius, y, z);
    break;
  case SOLID_CYLINDER:
    x = cylinder_row(s, y, z);
    break;
  case SOLID_CAPSULE:
    x = capsule_row(s, y, z);
    break;
  case SOLID_SLAB:
    x = slab_row(s, y, z);
    break;
  }
  x.low = fmax(x.low, (double)s->first[0]);
  x.high = fmin(x.high, (double)s->end[0] - 1);
  /* In place of infinities, which do not convert to integers. */
  return x.low <= x.high ? x : (struct interval){0, -1};
}

/* By some of its rows: what a slab cuts from the domain has no short formula. */
static double slab_volume(const struct solid *s) {
  enum { SAMPLES = 64 };
  double height = (double)(s->end[1] - s->first[1]), depth = (double)(s->end[2] - s->first[2]), sum = 0;
  for (int k = 0; k < SAMPLES; k++)
    for (int j = 0; j < SAMPLES; j++) {
      double y = (double)s->first[1] + height * (j + 0.5) / SAMPLES;
      double z = (double)s->first[2] + depth * (k + 0.5) / SAMPLES;
      struct interval x = solid_row(s, y, z);
      sum += fmax(0, x.high - x.low);
    }
  return sum * height * depth / (SAMPLES * SAMPLES);
}

double solid_volume(const struct solid *s, const struct lattice *l) {
  double r = fmax(s->radius, 0), length = fmax(s->length, 0);
  bool flat = l->dimensions == 2;
  if (s->kind == SOLID_BALL) return flat ? M_PI * r * r : 4 * M_PI / 3 * r * r * r;
  if (s->kind == SOLID_CYLINDER) return flat ? 2 * r * length : M_PI * r * r * length;
  if (s->kind == SOLID_SLAB) return slab_volume(s);
  double sites = 1;
  for (int a = 0; a < 3; a++) sites *= (double)(s->end[a] - s->first[a]);
  return sites;
}
