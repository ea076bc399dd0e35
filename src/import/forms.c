/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/forms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

static const double no_offset[] = {0};
static const double reach = PEN_REACH;

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static bool has_faces(const struct pen *p) {
  return p->mode == PEN_FACE || p->mode == PEN_FULL;
}

static bool has_inside(const struct pen *p) {
  return p->mode == PEN_SOLID || p->mode == PEN_FULL;
}

/* ---- boxes ---- */

struct box {
  double low[3], high[3];
};

static bool inside_box(const void *solid, const double x[3]) {
  const struct box *b = solid;
  for (int a = 0; a < 3; a++) {
    const double slack = 1e-6 * (b->high[a] - b->low[a]) + 1e-12;
    if (x[a] <= b->low[a] + slack || x[a] >= b->high[a] - slack) return false; /* its faces are drawn apart */
  }
  return true;
}

static int draw_box_face(struct pen *p, const struct box *b, int face) {
  const int axis = face / 2, i = (axis + 1) % 3, k = (axis + 2) % 3;
  double o[3], u[3] = {0}, v[3] = {0};
  memcpy(o, b->low, sizeof o);
  if (face % 2) o[axis] = b->high[axis];
  u[i] = b->high[i] - b->low[i];
  v[k] = b->high[k] - b->low[k];
  if (p->mode != PEN_WIRE) return pen_parallelogram(p, o, u, v);
  double corner[4][3];
  for (int a = 0; a < 3; a++) {
    corner[0][a] = o[a], corner[1][a] = o[a] + u[a];
    corner[2][a] = o[a] + u[a] + v[a], corner[3][a] = o[a] + v[a];
  }
  for (int c = 0; c < 4; c++) TRY(pen_line(p, corner[c], corner[(c + 1) % 4]));
  return STATUS_OK;
}

int form_box(struct pen *p, const double low[3], const double size[3], bool solid, unsigned faces,
             const double *offsets, int offset_count) {
  struct box b;
  for (int a = 0; a < 3; a++) {
    b.low[a] = fmin(low[a], low[a] + size[a]);
    b.high[a] = fmax(low[a], low[a] + size[a]);
  }
  if (offset_count == 0) offsets = no_offset, offset_count = 1;
  for (int i = 0; i < offset_count; i++) {
    struct box layer = b;
    bool any = true;
    for (int a = 0; a < 3; a++) {
      layer.low[a] -= offsets[i];
      layer.high[a] += offsets[i];
      any &= layer.high[a] >= layer.low[a];
    }
    if (!any) continue;
    if (solid && has_inside(p)) TRY(pen_solid(p, inside_box, &layer, layer.low, layer.high));
    if (solid && p->mode == PEN_SOLID) continue;
    for (int face = 0; face < 6; face++)
      if ((solid ? BOX_ALL : faces) >> face & 1) TRY(draw_box_face(p, &layer, face));
  }
  return STATUS_OK;
}

/* ---- prisms and pyramids ---- */

struct prism {
  const double (*base)[3];
  int count;
  double along[3];                 /* from base to top */
  double u[3], v[3], n[3], length; /* in its plane; across it; height along n */
};

/* Of a way along: base and top are the same polygon. */
static bool is_extruded(const double (*base)[3], const double (*top)[3], int count, double along[3]) {
  double size = 0, off = 0;
  for (int a = 0; a < 3; a++) along[a] = top[0][a] - base[0][a];
  for (int i = 0; i < count; i++)
    for (int a = 0; a < 3; a++) {
      off = fmax(off, fabs(top[i][a] - base[i][a] - along[a]));
      size = fmax(size, fabs(top[i][a] - base[0][a]));
    }
  return off <= 1e-9 * size;
}

static bool inside_prism(const void *solid, const double x[3]) {
  const struct prism *s = solid;
  double way[3], at[2], on_base[3];
  for (int a = 0; a < 3; a++) way[a] = x[a] - s->base[0][a];
  const double part = dot(way, s->n) / s->length;
  if (part < -1e-6 || part > 1 + 1e-6) return false;
  for (int a = 0; a < 3; a++) on_base[a] = way[a] - part * s->along[a];
  at[0] = dot(on_base, s->u), at[1] = dot(on_base, s->v);
  bool in = false;
  for (int i = 0, k = s->count - 1; i < s->count; k = i++) {
    double a[2] = {0}, b[2] = {0};
    for (int c = 0; c < 3; c++) {
      a[0] += (s->base[i][c] - s->base[0][c]) * s->u[c], a[1] += (s->base[i][c] - s->base[0][c]) * s->v[c];
      b[0] += (s->base[k][c] - s->base[0][c]) * s->u[c], b[1] += (s->base[k][c] - s->base[0][c]) * s->v[c];
    }
    if ((a[1] > at[1]) != (b[1] > at[1]) && at[0] < a[0] + (b[0] - a[0]) * (at[1] - a[1]) / (b[1] - a[1]))
      in = !in;
  }
  return in;
}

static void grow(double low[3], double high[3], const double (*corner)[3], int count) {
  for (int i = 0; i < count; i++)
    for (int a = 0; a < 3; a++) {
      low[a] = fmin(low[a], corner[i][a]);
      high[a] = fmax(high[a], corner[i][a]);
    }
}

static int fill_extruded(struct pen *p, const double (*base)[3], const double (*top)[3], int count,
                         const double along[3]) {
  struct prism s = {.base = base, .count = count};
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  memcpy(s.along, along, sizeof s.along);
  for (int i = 1; i + 1 < count; i++) {
    double a[3], b[3], part[3];
    for (int c = 0; c < 3; c++) a[c] = base[i][c] - base[0][c], b[c] = base[i + 1][c] - base[0][c];
    cross(a, b, part);
    for (int c = 0; c < 3; c++) s.n[c] += part[c];
  }
  const double size = sqrt(dot(s.n, s.n));
  if (!(size > 0)) return STATUS_OK;
  for (int c = 0; c < 3; c++) s.n[c] /= size;
  s.length = dot(along, s.n);
  if (s.length == 0) return STATUS_OK;
  const double helper[3] = {fabs(s.n[0]) < 0.6, fabs(s.n[0]) >= 0.6, 0};
  cross(s.n, helper, s.u);
  const double across = sqrt(dot(s.u, s.u));
  for (int c = 0; c < 3; c++) s.u[c] /= across;
  cross(s.n, s.u, s.v);
  grow(low, high, base, count);
  grow(low, high, top, count);
  return pen_solid(p, inside_prism, &s, low, high);
}

/* What lies behind all of these planes. */
struct hull {
  double (*normal)[3], *reach;
  int count;
};

static bool inside_hull(const void *solid, const double x[3]) {
  const struct hull *h = solid;
  for (int i = 0; i < h->count; i++)
    if (dot(h->normal[i], x) > h->reach[i]) return false;
  return true;
}

/* The plane of three corners, turned away from `middle`; none if they lie on a line. */
static void add_plane(struct hull *h, const double *a, const double *b, const double *c,
                      const double middle[3]) {
  double u[3], v[3], n[3];
  for (int i = 0; i < 3; i++) u[i] = b[i] - a[i], v[i] = c[i] - a[i];
  cross(u, v, n);
  const double size = sqrt(dot(n, n));
  if (!(size > 0)) return;
  double *normal = h->normal[h->count];
  const double side = dot(n, a) - dot(n, middle) < 0 ? -1 : 1;
  for (int i = 0; i < 3; i++) normal[i] = side * n[i] / size;
  h->reach[h->count++] = dot(normal, a) + 1e-9 * sqrt(size);
}

/* A convex body of `faces` faces, of each three corners. */
static int fill_hull(struct pen *p, const double (*corner)[3], int corners, int (*face)[3], int faces) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY},
         middle[3] = {0};
  struct hull h = {.normal = calloc((size_t)faces, sizeof *h.normal),
                   .reach = calloc((size_t)faces, sizeof *h.reach)};
  int status = h.normal && h.reach ? STATUS_OK : error_set(STATUS_FAILED, "not enough memory");
  grow(low, high, corner, corners);
  for (int i = 0; i < corners; i++)
    for (int a = 0; a < 3; a++) middle[a] += corner[i][a] / corners;
  for (int i = 0; i < faces && status == STATUS_OK; i++)
    add_plane(&h, corner[face[i][0]], corner[face[i][1]], corner[face[i][2]], middle);
  if (status == STATUS_OK && h.count) status = pen_solid(p, inside_hull, &h, low, high);
  free(h.normal);
  free(h.reach);
  return status;
}

static int fill_frustum(struct pen *p, const double (*base)[3], const double (*top)[3], int count) {
  double(*corner)[3] = calloc(2 * (size_t)count, sizeof *corner);
  int(*face)[3] = calloc((size_t)count + 2, sizeof *face);
  int status = corner && face ? STATUS_OK : error_set(STATUS_FAILED, "not enough memory");
  for (int i = 0; i < count && status == STATUS_OK; i++) {
    memcpy(corner[i], base[i], sizeof *corner);
    memcpy(corner[count + i], top[i], sizeof *corner);
    const int three[3] = {i, (i + 1) % count, count + i};
    memcpy(face[i + 2], three, sizeof three);
  }
  if (status == STATUS_OK) {
    const int ends[2][3] = {{0, 1, 2}, {count, count + 1, count + 2}};
    memcpy(face, ends, sizeof ends);
    status = fill_hull(p, (const double(*)[3])corner, 2 * count, face, count + 2);
  }
  free(corner);
  free(face);
  return status;
}

static bool is_shown(unsigned long hidden, int face) {
  return face > 62 || !(hidden >> face & 1);
}

static int draw_face(struct pen *p, const double (*corner)[3], int count) {
  if (p->mode != PEN_WIRE) return pen_polygon(p, corner, count);
  for (int i = 0; i < count; i++) TRY(pen_line(p, corner[i], corner[(i + 1) % count]));
  return STATUS_OK;
}

int form_prism(struct pen *p, const double (*base)[3], const double (*top)[3], int count,
               unsigned long hidden) {
  double along[3];
  const bool whole = !(hidden & ~1ul);
  if (whole && has_inside(p)) {
    if (is_extruded(base, top, count, along))
      TRY(fill_extruded(p, base, top, count, along));
    else
      TRY(fill_frustum(p, base, top, count));
  }
  if (whole && p->mode == PEN_SOLID) return STATUS_OK;
  if (is_shown(hidden, 1)) TRY(draw_face(p, base, count));
  if (is_shown(hidden, 2)) TRY(draw_face(p, top, count));
  for (int i = 0; i < count; i++) {
    const int k = (i + 1) % count;
    double side[4][3];
    memcpy(side[0], base[i], sizeof *side);
    memcpy(side[1], base[k], sizeof *side);
    memcpy(side[2], top[k], sizeof *side);
    memcpy(side[3], top[i], sizeof *side);
    if (is_shown(hidden, i + 3)) TRY(draw_face(p, (const double(*)[3])side, 4));
  }
  return STATUS_OK;
}

int form_pyramid(struct pen *p, const double (*corner)[3], int count, unsigned long hidden) {
  const int sides = count - 1;
  const bool whole = !(hidden & ~1ul);
  int face[FORM_CORNERS_MOST][3] = {{1, 2, 3}};
  for (int i = 0; i < sides; i++)
    face[i + 1][0] = 0, face[i + 1][1] = 1 + i, face[i + 1][2] = 1 + (i + 1) % sides;
  if (whole && has_inside(p)) TRY(fill_hull(p, corner, count, face, sides + 1));
  if (whole && p->mode == PEN_SOLID) return STATUS_OK;
  if (is_shown(hidden, 1)) TRY(draw_face(p, corner + 1, sides));
  for (int i = 0; i < sides; i++) {
    double side[3][3];
    for (int k = 0; k < 3; k++) memcpy(side[k], corner[face[i + 1][k]], sizeof *side);
    if (is_shown(hidden, i + 2)) TRY(draw_face(p, (const double(*)[3])side, 3));
  }
  return STATUS_OK;
}

/* ---- sheets ---- */

/* The way along, moved aside so that its segments keep their distance (mitred). */
static int move_aside(double (*out)[3], const double (*corner)[3], int count, const double along[3],
                      double offset) {
  double before[3] = {0};
  for (int i = 0; i < count; i++) {
    double after[3] = {0}, way[3];
    for (int k = i; k + 1 < count; k++) { /* corners may stand twice */
      for (int a = 0; a < 3; a++) way[a] = corner[k + 1][a] - corner[k][a];
      cross(way, along, after);
      const double size = sqrt(dot(after, after));
      for (int a = 0; a < 3 && size > 0; a++) after[a] /= size;
      if (size > 0) break;
    }
    const bool first = dot(before, before) == 0, last = dot(after, after) == 0;
    double between[3];
    for (int a = 0; a < 3; a++) between[a] = (first ? 0 : before[a]) + (last ? 0 : after[a]);
    const double *side = last ? before : after;
    const double part = dot(between, side);
    for (int a = 0; a < 3; a++)
      out[i][a] = corner[i][a] + (part > 0.1 ? between[a] / part : side[a]) * offset;
    if (!last) memcpy(before, after, sizeof before);
  }
  return STATUS_OK;
}

int form_sheet(struct pen *p, const double (*corner)[3], int count, const double along[3],
               const double *offsets, int offset_count) {
  double(*moved)[3] = calloc((size_t)count, sizeof *moved);
  CHECK(moved, STATUS_FAILED, "not enough memory");
  if (offset_count == 0) offsets = no_offset, offset_count = 1;
  int status = STATUS_OK;
  for (int k = 0; k < offset_count && status == STATUS_OK; k++) {
    status = move_aside(moved, corner, count, along, offsets[k]);
    for (int i = 0; i + 1 < count && status == STATUS_OK; i++) {
      double way[3];
      for (int a = 0; a < 3; a++) way[a] = moved[i + 1][a] - moved[i][a];
      status = pen_parallelogram(p, moved[i], along, way);
    }
  }
  free(moved);
  return status;
}

/* ---- round ones ---- */

struct round {
  double centre[3], axis[3], half[3], length, radius;
  double hollow; /* within it there is nothing; below 0: nowhere */
};

static bool inside_cylinder(const void *solid, const double x[3]) {
  const struct round *s = solid;
  double way[3];
  for (int a = 0; a < 3; a++) way[a] = x[a] - s->centre[a];
  const double along = dot(way, s->axis), across = dot(way, way) - along * along, slack = 1e-6 * s->radius;
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
  if (p->off || !p->group) return STATUS_OK;
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
  cross(n, helper, u);
  const double size = sqrt(dot(u, u));
  for (int a = 0; a < 3; a++) u[a] /= size;
  cross(n, u, v);
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
  const double radius = s->radius, beside = has_faces(p) || !filled ? reach * pace(p) : 0;
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
    s.length = sqrt(dot(s.axis, s.axis));
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
    TRY(p->loose ? draw_loose_cylinder(p, &s, hidden, whole && has_inside(p))
                 : draw_cylinder(p, &s, hidden, whole && has_inside(p), low, high));
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
      } while (has_inside(p) && shell.half[0] > 0 && shell.half[1] > 0 && shell.half[2] > 0);
      continue;
    }
    const double beside = has_faces(p) ? reach * pace(p) : 0,
                 least = fmin(s.half[0], fmin(s.half[1], s.half[2]));
    s.hollow = has_inside(p) ? -1 : (least - beside) / (least + beside);
    for (int a = 0; a < 3; a++) s.half[a] += beside, low[a] -= beside, high[a] += beside;
    TRY(pen_solid(p, inside_ellipsoid, &s, low, high));
  }
  return STATUS_OK;
}
