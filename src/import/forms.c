/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/forms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/motion.h"
#include "util/error.h"

static const double no_offset[] = {0};

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
    if (solid && pen_has_inside(p)) TRY(pen_solid(p, inside_box, &layer, layer.low, layer.high));
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
  const double part = dot3(way, s->n) / s->length;
  if (part < -1e-6 || part > 1 + 1e-6) return false;
  for (int a = 0; a < 3; a++) on_base[a] = way[a] - part * s->along[a];
  at[0] = dot3(on_base, s->u), at[1] = dot3(on_base, s->v);
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
    cross3(a, b, part);
    for (int c = 0; c < 3; c++) s.n[c] += part[c];
  }
  const double size = sqrt(dot3(s.n, s.n));
  if (!(size > 0)) return STATUS_OK;
  for (int c = 0; c < 3; c++) s.n[c] /= size;
  s.length = dot3(along, s.n);
  if (s.length == 0) return STATUS_OK;
  const double helper[3] = {fabs(s.n[0]) < 0.6, fabs(s.n[0]) >= 0.6, 0};
  cross3(s.n, helper, s.u);
  const double across = sqrt(dot3(s.u, s.u));
  for (int c = 0; c < 3; c++) s.u[c] /= across;
  cross3(s.n, s.u, s.v);
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
    if (dot3(h->normal[i], x) > h->reach[i]) return false;
  return true;
}

/* The plane of three corners, turned away from `middle`; none if they lie on a line. */
static void add_plane(struct hull *h, const double *a, const double *b, const double *c,
                      const double middle[3]) {
  double u[3], v[3], n[3];
  for (int i = 0; i < 3; i++) u[i] = b[i] - a[i], v[i] = c[i] - a[i];
  cross3(u, v, n);
  const double size = sqrt(dot3(n, n));
  if (!(size > 0)) return;
  double *normal = h->normal[h->count];
  const double side = dot3(n, a) - dot3(n, middle) < 0 ? -1 : 1;
  for (int i = 0; i < 3; i++) normal[i] = side * n[i] / size;
  h->reach[h->count++] = dot3(normal, a) + 1e-9 * sqrt(size);
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
  if (whole && pen_has_inside(p)) {
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
  if (whole && pen_has_inside(p)) TRY(fill_hull(p, corner, count, face, sides + 1));
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
      cross3(way, along, after);
      const double size = sqrt(dot3(after, after));
      for (int a = 0; a < 3 && size > 0; a++) after[a] /= size;
      if (size > 0) break;
    }
    const bool first = dot3(before, before) == 0, last = dot3(after, after) == 0;
    double between[3];
    for (int a = 0; a < 3; a++) between[a] = (first ? 0 : before[a]) + (last ? 0 : after[a]);
    const double *side = last ? before : after;
    const double part = dot3(between, side);
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
