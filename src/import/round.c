/* SPDX-License-Identifier: BSD-3-Clause */
/* Cylinders, spheres and ellipsoids. */
#include <math.h>
#include <string.h>

#include "case/motion.h"
#include "import/forms.h"
#include "util/error.h"

static const double no_offset[] = {0};
static const double reach = PEN_REACH;

struct round {
  double centre[3], axis[3], half[3], length, radius;
  double hollow; /* within it there is nothing; below 0: nowhere */
};

static bool inside_cylinder(const void *solid, const double x[3]) {
  const struct round *s = solid;
  double way[3];
  for (int a = 0; a < 3; a++) way[a] = x[a] - s->centre[a];
  const double along = dot3(way, s->axis), across = dot3(way, way) - along * along, slack = 1e-6 * s->radius;
  return along >= -1e-6 * s->length && along <= (1 + 1e-6) * s->length &&
         across < pow(s->radius - slack, 2) && across > s->hollow * fabs(s->hollow);
}

/* Between the surface and one that is `hollow` of it. */
static bool inside_ellipsoid(const void *solid, const double x[3]) {
  const struct round *s = solid;
  double sum = 0;
  for (int a = 0; a < 3; a++) sum += pow((x[a] - s->centre[a]) / s->half[a], 2);
  return sum < 1 - 1e-6 && sum > s->hollow * fabs(s->hollow);
}

static int plot_loose(struct pen *p, const double x[3]) {
  struct sketch *l = p->sketch;
  double at[3];
  pen_place(p, x, at);
  TRY(sketch_spend(l, 1));
  if (!p->group || !pen_reaches(p, at)) return STATUS_OK;
  if (l->dimensions == 2) {
    if (fabs(at[1] - l->low[1]) > 0.5 * l->dp) return STATUS_OK;
    at[1] = l->low[1];
  }
  for (int a = 0; a < 3; a++)
    if (at[a] < l->low[a] - 0.5 * l->dp || at[a] > l->low[a] + (l->count[a] - 0.5) * l->dp) return STATUS_OK;
  return sketch_add_loose(l, at, p->group);
}

/* A circle of points, `spacing` apart or nearer. */
static int draw_ring(struct pen *p, const double centre[3], const double u[3], const double v[3],
                     double radius, double spacing) {
  const double count = fmax(1, ceil(2 * M_PI * radius / spacing - 1e-6));
  TRY(sketch_spend(p->sketch, count));
  for (double i = 0; i < count; i++) {
    const double c = cos(2 * M_PI * i / count) * radius, s = sin(2 * M_PI * i / count) * radius;
    double x[3];
    for (int a = 0; a < 3; a++) x[a] = centre[a] + u[a] * c + v[a] * s;
    TRY(plot_loose(p, x));
  }
  return STATUS_OK;
}

/* Two directions across a third. */
static void make_basis(const double n[3], double u[3], double v[3]) {
  const double helper[3] = {fabs(n[0]) < 0.6, fabs(n[0]) >= 0.6, 0};
  cross3(n, helper, u);
  const double size = sqrt(dot3(u, u));
  for (int a = 0; a < 3; a++) u[a] /= size;
  cross3(n, u, v);
}

/* dp before the matrix. */
static double pace(const struct pen *p) {
  double most = 0;
  for (int k = 0; k < 3; k++)
    most = fmax(most, sqrt(p->matrix[0][k] * p->matrix[0][k] + p->matrix[1][k] * p->matrix[1][k] +
                           p->matrix[2][k] * p->matrix[2][k]));
  return p->sketch->dp / fmax(most, 1e-300);
}

static int draw_disc(struct pen *p, const double centre[3], const double u[3], const double v[3],
                     double radius) {
  const double step = pace(p);
  for (double r = radius; r > 0.25 * step; r -= step) TRY(draw_ring(p, centre, u, v, r, step));
  return plot_loose(p, centre);
}

/* Particles on no nodes: rings along the axis, and discs in them where it is filled or has an end. */
static int draw_loose_cylinder(struct pen *p, const struct round *s, unsigned long hidden, bool filled) {
  const double step = p->sketch->dp, levels = fmax(1, ceil(s->length / step - 1e-6));
  double u[3], v[3];
  make_basis(s->axis, u, v);
  for (double i = 0; i <= levels; i++) {
    double centre[3];
    for (int a = 0; a < 3; a++) centre[a] = s->centre[a] + s->axis[a] * s->length * (i / levels);
    const bool cap = (i == 0 && !(hidden & 1)) || (i == levels && !(hidden & 2));
    if (cap || filled)
      TRY(draw_disc(p, centre, u, v, s->radius));
    else if (!(hidden & 4))
      TRY(draw_ring(p, centre, u, v, s->radius, step));
  }
  return STATUS_OK;
}

enum { SIDES = 48 };

static int draw_cap(struct pen *p, const struct round *s, bool far) {
  double corner[SIDES][3], u[3], v[3];
  make_basis(s->axis, u, v);
  for (int i = 0; i < SIDES; i++) {
    const double angle = 2 * M_PI * (i + 0.5) / SIDES, c = s->radius * cos(angle), r = s->radius * sin(angle);
    for (int a = 0; a < 3; a++)
      corner[i][a] = s->centre[a] + (far ? s->length : 0) * s->axis[a] + c * u[a] + r * v[a];
  }
  return pen_polygon(p, (const double(*)[3])corner, SIDES);
}

static int draw_cylinder(struct pen *p, struct round *s, unsigned long hidden, bool filled,
                         const double low[3], const double high[3]) {
  const double radius = s->radius, beside = pen_has_faces(p) || !filled ? reach * pace(p) : 0;
  s->hollow = filled ? -1 : radius - beside;
  s->radius += beside;
  if (filled || !(hidden & 4)) TRY(pen_solid(p, inside_cylinder, s, low, high));
  s->radius = radius;
  if (p->mode == PEN_SOLID && filled) return STATUS_OK;
  if (!(hidden & 1)) TRY(draw_cap(p, s, false));
  if (!(hidden & 2)) TRY(draw_cap(p, s, true));
  return STATUS_OK;
}

/* In 2-D, where the cylinder lies across the plane, it is a disc in it. */
static int draw_loose_disc(struct pen *p, const struct round *s) {
  struct round flat = *s;
  double u[3], v[3], a[3];
  make_basis(s->axis, u, v);
  pen_place(p, s->centre, a);
  flat.centre[1] += p->sketch->low[1] - a[1];
  return draw_disc(p, flat.centre, u, v, s->radius);
}

int form_cylinder(struct pen *p, const double a[3], const double b[3], double radius, unsigned long hidden,
                  const double *offsets, int offset_count) {
  const bool whole = !(hidden & ~1ul);
  hidden >>= 1; /* faces count from 1 */
  if (offset_count == 0) offsets = no_offset, offset_count = 1;
  for (int k = 0; k < offset_count; k++) {
    struct round s = {.radius = radius + offsets[k]};
    for (int i = 0; i < 3; i++) s.centre[i] = a[i], s.axis[i] = b[i] - a[i];
    s.length = sqrt(dot3(s.axis, s.axis));
    CHECK(s.length > 0, STATUS_USAGE, "both points of its axis are the same");
    if (!(s.radius > 0)) continue;
    for (int i = 0; i < 3; i++) s.axis[i] /= s.length;
    if (p->loose && p->sketch->dimensions == 2) {
      TRY(draw_loose_disc(p, &s));
      continue;
    }
    double low[3], high[3];
    for (int i = 0; i < 3; i++) {
      low[i] = fmin(a[i], b[i]) - s.radius - pace(p);
      high[i] = fmax(a[i], b[i]) + s.radius + pace(p);
    }
    TRY(p->loose ? draw_loose_cylinder(p, &s, hidden, whole && pen_has_inside(p))
                 : draw_cylinder(p, &s, hidden, whole && pen_has_inside(p), low, high));
  }
  return STATUS_OK;
}

/* Circles of latitude. */
static int draw_loose_ellipsoid(struct pen *p, const struct round *s) {
  const double step = pace(p), largest = fmax(s->half[0], fmax(s->half[1], s->half[2]));
  const double levels = fmax(2, ceil(M_PI * largest / step - 1e-6));
  for (double i = 0; i <= levels; i++) {
    const double c = cos(M_PI * i / levels), r = sin(M_PI * i / levels);
    const double u[3] = {s->half[0], 0, 0}, v[3] = {0, s->half[1], 0};
    const double centre[3] = {s->centre[0], s->centre[1], s->centre[2] + s->half[2] * c};
    TRY(draw_ring(p, centre, u, v, r, step / fmax(s->half[0], s->half[1])));
  }
  return STATUS_OK;
}

int form_ellipsoid(struct pen *p, const double centre[3], const double half[3], const double *offsets,
                   int offset_count) {
  if (offset_count == 0) offsets = no_offset, offset_count = 1;
  for (int k = 0; k < offset_count; k++) {
    struct round s;
    double low[3], high[3];
    bool any = true;
    for (int a = 0; a < 3; a++) {
      s.centre[a] = centre[a];
      s.half[a] = half[a] + offsets[k];
      low[a] = centre[a] - s.half[a], high[a] = centre[a] + s.half[a];
      any &= s.half[a] > 0;
    }
    if (!any) continue;
    if (p->loose) {
      struct round shell = s;
      do {
        TRY(draw_loose_ellipsoid(p, &shell));
        for (int a = 0; a < 3; a++) shell.half[a] -= p->sketch->dp;
      } while (pen_has_inside(p) && shell.half[0] > 0 && shell.half[1] > 0 && shell.half[2] > 0);
      continue;
    }
    const double beside = pen_has_faces(p) ? reach * pace(p) : 0,
                 least = fmin(s.half[0], fmin(s.half[1], s.half[2]));
    s.hollow = pen_has_inside(p) ? -1 : (least - beside) / (least + beside);
    for (int a = 0; a < 3; a++) s.half[a] += beside, low[a] -= beside, high[a] += beside;
    TRY(pen_solid(p, inside_ellipsoid, &s, low, high));
  }
  return STATUS_OK;
}

/* Of a body of revolution: `length` is half of its axis, `radius` half of its width. */
static bool inside_spheroid(const void *solid, const double x[3]) {
  const struct round *s = solid;
  double way[3];
  for (int a = 0; a < 3; a++) way[a] = x[a] - s->centre[a];
  const double along = dot3(way, s->axis), across = fmax(0, dot3(way, way) - along * along);
  const double sum = pow(along / s->length, 2) + across / pow(s->radius, 2);
  return sum < 1 - 1e-6 && sum > s->hollow * fabs(s->hollow);
}

/* Rings along the axis, no farther apart than dp. */
static int draw_loose_spheroid(struct pen *p, const struct round *s) {
  const double step = pace(p), levels = fmax(2, ceil(M_PI * s->length / step - 1e-6));
  double u[3], v[3];
  make_basis(s->axis, u, v);
  for (double i = 0; i <= levels; i++) {
    const double c = cos(M_PI * i / levels) * s->length, r = sin(M_PI * i / levels) * s->radius;
    double centre[3];
    for (int a = 0; a < 3; a++) centre[a] = s->centre[a] + s->axis[a] * c;
    TRY(draw_ring(p, centre, u, v, r, step));
  }
  return STATUS_OK;
}

static int draw_spheroid(struct pen *p, struct round *s) {
  if (p->loose) {
    do {
      TRY(draw_loose_spheroid(p, s));
      s->length -= p->sketch->dp, s->radius -= p->sketch->dp;
    } while (pen_has_inside(p) && s->radius > 0);
    return STATUS_OK;
  }
  const double beside = pen_has_faces(p) ? reach * pace(p) : 0;
  double low[3], high[3];
  s->hollow = pen_has_inside(p) ? -1 : (s->radius - beside) / (s->radius + beside);
  s->length += beside, s->radius += beside;
  for (int a = 0; a < 3; a++) low[a] = s->centre[a] - s->length, high[a] = s->centre[a] + s->length;
  return pen_solid(p, inside_spheroid, s, low, high);
}

int form_spheroid(struct pen *p, const double a[3], const double b[3], double radius, const double *offsets,
                  int offset_count) {
  double half = 0;
  if (offset_count == 0) offsets = no_offset, offset_count = 1;
  for (int k = 0; k < 3; k++) half += 0.25 * (b[k] - a[k]) * (b[k] - a[k]);
  half = sqrt(half);
  CHECK(half < radius, STATUS_USAGE, "the foci are %g m apart, and the radius is %g m; expected a larger one",
        2 * half, radius);
  for (int k = 0; k < offset_count; k++) {
    struct round s = {.length = radius + offsets[k],
                      .radius = sqrt(radius * radius - half * half) + offsets[k],
                      .axis = {1, 0, 0}};
    for (int i = 0; i < 3; i++) {
      s.centre[i] = 0.5 * (a[i] + b[i]);
      if (half > 0) s.axis[i] = 0.5 * (b[i] - a[i]) / half;
    }
    if (s.radius > 0) TRY(draw_spheroid(p, &s));
  }
  return STATUS_OK;
}
