/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/made.h"

#include <math.h>
#include <stdlib.h>

#include "lane/sine.h"
#include "util/error.h"

/* How far a chord may be inside of a circle, in spacings. */
static const double SAGITTA = 0.01;

/* Axes across the one that a profile stands on. */
static void axes_of(const struct shape *s, int axis[3]) {
  axis[2] = s->along;
  axis[0] = axis[2] == 0 ? 1 : 0;
  axis[1] = axis[2] == 2 ? 1 : 2;
}

static int add_at(struct surface *out, const int axis[3], double u, double v, double w) {
  double x[3];
  x[axis[0]] = u, x[axis[1]] = v, x[axis[2]] = w;
  return surface_add_vertex(out, x);
}

static int add_quad(struct surface *out, uint32_t a, uint32_t b, uint32_t c, uint32_t d, size_t face) {
  TRY(surface_add_facet(out, a, b, c, face));
  return surface_add_facet(out, a, c, d, face);
}

/* ---- a polygon in triangles ---- */

static double turn_at(const double a[2], const double b[2], const double c[2]) {
  return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
}

/* Corners that are left of a polygon, anticlockwise. */
struct ring {
  const double (*at)[2];
  uint32_t *corner;
  size_t count;
};

static bool is_ear(const struct ring *r, size_t i) {
  const size_t before = (i + r->count - 1) % r->count, after = (i + 1) % r->count;
  const double *a = r->at[r->corner[before]], *b = r->at[r->corner[i]], *c = r->at[r->corner[after]];
  const double turn = turn_at(a, b, c);
  for (size_t k = 0; k < r->count && turn > 0.0; k++) {
    const double *p = r->at[r->corner[k]];
    if (k == before || k == i || k == after) continue;
    if (turn_at(a, b, p) >= 0.0 && turn_at(b, c, p) >= 0.0 && turn_at(c, a, p) >= 0.0) return false;
  }
  return turn >= 0.0;
}

/* Both ends of a prism whose rings of corners are 0 .. count - 1 and count .. 2 count - 1. A corner between
 * two on one line makes a facet without area, so that the sides close. */
static int add_ends(struct surface *out, struct ring *r, size_t count) {
  while (r->count > 2) {
    size_t i = 0;
    while (i < r->count && !is_ear(r, i)) i++;
    CHECK(i < r->count, STATUS_USAGE, "the line through its vertices crosses itself");
    const uint32_t a = r->corner[(i + r->count - 1) % r->count], b = r->corner[i],
                   c = r->corner[(i + 1) % r->count], top = (uint32_t)count;
    TRY(surface_add_facet(out, c, b, a, 1));
    TRY(surface_add_facet(out, top + a, top + b, top + c, 2));
    for (r->count--; i < r->count; i++) r->corner[i] = r->corner[i + 1];
  }
  return STATUS_OK;
}

static bool is_clockwise(const struct shape *s) {
  double area = 0.0;
  for (size_t i = 0; i < s->vertex_count; i++) {
    const double *p = s->vertices[i], *q = s->vertices[(i + 1) % s->vertex_count];
    area += (p[0] - s->vertices[0][0]) * (q[1] - s->vertices[0][1]) -
            (q[0] - s->vertices[0][0]) * (p[1] - s->vertices[0][1]);
  }
  return area < 0.0;
}

static int extrude(struct surface *out, const struct shape *s) {
  const size_t n = s->vertex_count;
  int axis[3];
  axes_of(s, axis);
  for (int top = 0; top < 2; top++)
    for (size_t i = 0; i < n; i++)
      TRY(add_at(out, axis, s->vertices[i][0], s->vertices[i][1], top ? s->to : s->from));
  uint32_t *corner = calloc(n, sizeof *corner);
  CHECK(corner, STATUS_FAILED, "no memory for a polygon of %zu vertices", n);
  const bool turned = is_clockwise(s);
  for (size_t i = 0; i < n; i++) corner[i] = (uint32_t)(turned ? n - 1 - i : i);
  int status = STATUS_OK;
  for (size_t i = 0; i < n && status == STATUS_OK; i++) {
    const uint32_t a = corner[i], b = corner[(i + 1) % n], top = (uint32_t)n;
    status = add_quad(out, a, b, top + b, top + a, 3 + i);
  }
  struct ring ring = {(const double(*)[2])s->vertices, corner, n};
  if (status == STATUS_OK) status = add_ends(out, &ring, n);
  free(corner);
  return status;
}

/* Round an axis in so many parts that a chord is near its arc; corners are so far out that the volume is that
 * of circles. */
static int revolve(struct surface *out, const struct shape *s, double dp) {
  double largest = 0.0;
  int axis[3];
  axes_of(s, axis);
  for (size_t i = 0; i < s->vertex_count; i++) largest = fmax(largest, s->vertices[i][0]);
  const uint32_t n = 8 * (uint32_t)ceil(M_PI * sqrt(largest / (2.0 * SAGITTA * dp)) / 8.0);
  const double angle = 2.0 * M_PI / n, wider = sqrt(angle / sine_of_turns(1.0 / n));
  for (size_t i = 0; i < s->vertex_count; i++)
    for (uint32_t k = 0; k < n; k++) {
      const double r = wider * s->vertices[i][0];
      TRY(add_at(out, axis, r * cosine_of_turns((double)k / n), r * sine_of_turns((double)k / n),
                 s->vertices[i][1]));
    }
  for (size_t i = 0; i < s->vertex_count; i++)
    for (uint32_t k = 0; k < n; k++) {
      const uint32_t p = (uint32_t)i * n, q = (uint32_t)((i + 1) % s->vertex_count) * n, next = (k + 1) % n;
      TRY(add_quad(out, p + k, q + k, q + next, p + next, 1 + i));
    }
  return STATUS_OK;
}

/* Corner number of a box about its middle: which corner, and the face that it is on, by its axis. Without a
 * bevel the three of a corner are at one place. */
static uint32_t corner_of(int corner, int axis) {
  return (uint32_t)(3 * corner + axis);
}

static int make_box(struct surface *out, const struct shape *s) {
  for (int corner = 0; corner < 8; corner++)
    for (int face = 0; face < 3; face++) {
      double x[3];
      for (int a = 0; a < 3; a++) {
        const double half = 0.5 * (s->high[a] - s->low[a]) - (a == face ? 0.0 : s->bevel);
        x[a] = corner >> a & 1 ? half : -half;
      }
      TRY(surface_add_vertex(out, x));
    }
  for (int a = 0; a < 3; a++) {
    const int u = (a + 1) % 3, v = (a + 2) % 3;
    for (int up = 0; up < 2; up++) { /* faces; anticlockwise from outside where `up` */
      const int base = up << a, c[4] = {base, base | 1 << u, base | 1 << u | 1 << v, base | 1 << v};
      uint32_t k[4];
      for (int i = 0; i < 4; i++) k[i] = corner_of(c[up ? i : 3 - i], a);
      TRY(add_quad(out, k[0], k[1], k[2], k[3], 1));
    }
    for (int edge = 0; edge < 4; edge++) { /* bevels along the axis, between faces of u and v */
      const int low = (edge & 1) << u | (edge >> 1) << v, high = low | 1 << a;
      const bool even = (edge & 1) == edge >> 1;
      const uint32_t k[4] = {corner_of(low, even ? u : v), corner_of(low, even ? v : u),
                             corner_of(high, even ? v : u), corner_of(high, even ? u : v)};
      TRY(add_quad(out, k[0], k[1], k[2], k[3], 2));
    }
  }
  for (int corner = 0; corner < 8; corner++) {
    const bool even = ((corner & 1) + (corner >> 1 & 1) + (corner >> 2 & 1)) % 2;
    TRY(surface_add_facet(out, corner_of(corner, 0), corner_of(corner, even ? 1 : 2),
                          corner_of(corner, even ? 2 : 1), 3));
  }
  return STATUS_OK;
}

int made_surface(struct surface *out, const struct shape *s, double dp) {
  switch (s->kind) {
  case SHAPE_EXTRUSION:
    return extrude(out, s);
  case SHAPE_REVOLUTION:
    return revolve(out, s, dp);
  case SHAPE_BOX:
    return make_box(out, s);
  default:
    return surface_read(out, s->file);
  }
}
