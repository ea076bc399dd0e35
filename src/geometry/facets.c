/* SPDX-License-Identifier: BSD-3-Clause */
/* Shapes in space as trapezoids about a spacing wide. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/motion.h"
#include "geometry/segments.h"
#include "lane/sine.h"
#include "util/error.h"
#include "util/sort.h"

static const double pi = 3.14159265358979323846;

static int pieces_of(double length, double dp) {
  return (int)fmax(1.0, floor(length / dp + 0.5));
}

static double distance(const double p[3], const double q[3]) {
  const double way[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
  return sqrt(dot3(way, way));
}

/* One whose parallel sides go from p[0] to p[1] and from q[0] to q[1]; at most one has no length. */
static int add_trapezoid(struct segments_found *f, const double p[2][3], const double q[2][3], bool round) {
  const double bottom = distance(p[0], p[1]), top = distance(q[0], q[1]);
  struct segment one = {.taper = (bottom - top) / (bottom + top), .round = round};
  for (int a = 0; a < 3; a++) {
    const double low = 0.5 * (p[0][a] + p[1][a]), high = 0.5 * (q[0][a] + q[1][a]);
    one.along[a] = 0.25 * ((p[1][a] - p[0][a]) + (q[1][a] - q[0][a]));
    one.across[a] = 0.5 * (high - low);
    one.middle[a] = 0.5 * (high + low);
  }
  const double *u = one.along, *v = one.across;
  const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
  const double size = sqrt(dot3(n, n));
  if (!(size > 1e-12 * f->c->dp * f->c->dp)) return STATUS_OK;
  for (int a = 0; a < 3; a++) one.normal[a] = n[a] / size;
  one.length = 2.0 * sqrt(size);
  return segments_add(f, &one);
}

/* A parallelogram, from a corner along two sides, in so many pieces. */
static int add_parallelogram(struct segments_found *f, const double corner[3], const double u[3],
                             const double v[3], int across_u, int across_v, bool round) {
  for (int j = 0; j < across_v; j++)
    for (int i = 0; i < across_u; i++) {
      double p[2][3], q[2][3];
      for (int k = 0; k < 2; k++)
        for (int a = 0; a < 3; a++) {
          p[k][a] = corner[a] + u[a] * (i + k) / across_u + v[a] * j / across_v;
          q[k][a] = corner[a] + u[a] * (i + k) / across_u + v[a] * (j + 1) / across_v;
        }
      TRY(add_trapezoid(f, p, q, round));
    }
  return STATUS_OK;
}

/* ---- boxes ---- */

/* Where a box is cut along an axis: at its own faces and at those of other boxes, which may stand on it. The
 * caller frees. */
static double *find_cuts(const struct segments_found *f, const struct shape *s, int axis, size_t *count) {
  const struct scene *c = f->c;
  const double slack = 1e-6 * c->dp;
  size_t room = 2, n = 0, kept = 1;
  for (size_t k = 0; k < c->wall_count; k++) room += 2 * c->walls[k].shape_count;
  double *at = malloc(room * sizeof *at);
  if (!at) return NULL;
  at[n++] = s->low[axis], at[n++] = s->high[axis];
  for (size_t k = 0; k < c->wall_count; k++)
    for (size_t j = 0; j < c->walls[k].shape_count; j++)
      for (int side = 0; side < 2; side++) {
        const struct shape *o = &c->walls[k].shapes[j];
        const double x = side ? o->high[axis] : o->low[axis];
        if (shape_form(o) == SHAPE_BOX && x > s->low[axis] && x < s->high[axis]) at[n++] = x;
      }
  sort_doubles(at, n);
  for (size_t k = 1; k < n; k++)
    if (at[k] - at[kept - 1] > slack) at[kept++] = at[k];
  *count = kept;
  return at;
}

static int add_face(struct segments_found *f, int axis, double at, const double *cut[3],
                    const size_t cuts[3]) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  for (size_t j = 0; j + 1 < cuts[v]; j++)
    for (size_t i = 0; i + 1 < cuts[u]; i++) {
      double corner[3], along[3] = {0}, across[3] = {0};
      corner[axis] = at, corner[u] = cut[u][i], corner[v] = cut[v][j];
      along[u] = cut[u][i + 1] - cut[u][i], across[v] = cut[v][j + 1] - cut[v][j];
      TRY(add_parallelogram(f, corner, along, across, pieces_of(along[u], f->c->dp),
                            pieces_of(across[v], f->c->dp), false));
    }
  return STATUS_OK;
}

static int add_box(struct segments_found *f, const struct shape *s) {
  double *cut[3];
  size_t cuts[3] = {0};
  int status = STATUS_OK;
  for (int a = 0; a < 3; a++) cut[a] = find_cuts(f, s, a, &cuts[a]);
  if (!cut[0] || !cut[1] || !cut[2]) status = error_set(STATUS_FAILED, "no memory for the facets of walls");
  for (int a = 0; a < 3 && status == STATUS_OK; a++)
    for (int side = 0; side < 2 && status == STATUS_OK; side++)
      status =
          add_face(f, a, side ? s->high[a] : s->low[a], (const double *[3]){cut[0], cut[1], cut[2]}, cuts);
  for (int a = 0; a < 3; a++) free(cut[a]);
  return status;
}

/* ---- what is round, and planes ---- */

/* Two directions of length 1 across one, which need not be. */
static void find_across(const double n[3], double u[3], double v[3]) {
  int least = 0;
  double other[3] = {0};
  for (int a = 1; a < 3; a++)
    if (fabs(n[a]) < fabs(n[least])) least = a;
  other[least] = 1.0;
  const double x[3] = {other[1] * n[2] - other[2] * n[1], other[2] * n[0] - other[0] * n[2],
                       other[0] * n[1] - other[1] * n[0]};
  const double size = sqrt(dot3(x, x)), size_n = sqrt(dot3(n, n));
  for (int a = 0; a < 3; a++) u[a] = x[a] / size;
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    v[a] = (n[b] * u[c] - n[c] * u[b]) / size_n;
  }
}

/* Patches between circles of latitude, the middle of each on the sphere. */
static int add_sphere(struct segments_found *f, const struct shape *s) {
  const int rows = (int)fmax(4.0, floor(pi * s->radius / f->c->dp + 0.5));
  for (int j = 0; j < rows; j++) {
    /* Of both circles: how far from the axis, and along it. */
    const double across[2] = {sine_of_turns(0.5 * j / rows), sine_of_turns(0.5 * (j + 1) / rows)};
    const double height[2] = {cosine_of_turns(0.5 * j / rows), cosine_of_turns(0.5 * (j + 1) / rows)};
    const double around = 2.0 * pi * s->radius * sine_of_turns((0.5 * j + 0.25) / rows);
    const int count = (int)fmax(4.0, floor(around / f->c->dp + 0.5));
    const double half = cosine_of_turns(0.5 / count); /* of the middle of a chord */
    const double middle[2] = {0.5 * half * (across[0] + across[1]), 0.5 * (height[0] + height[1])};
    const double r = s->radius / sqrt(middle[0] * middle[0] + middle[1] * middle[1]);
    for (int i = 0; i < count; i++) {
      double p[2][3], q[2][3];
      for (int k = 0; k < 2; k++) {
        const double turns = (double)(i + k) / count, way[2] = {cosine_of_turns(turns), sine_of_turns(turns)};
        for (int a = 0; a < 3; a++) {
          p[k][a] = s->centre[a] + r * (a < 2 ? across[1] * way[a] : height[1]);
          q[k][a] = s->centre[a] + r * (a < 2 ? across[0] * way[a] : height[0]);
        }
      }
      TRY(add_trapezoid(f, p, q, true));
    }
  }
  return STATUS_OK;
}

/* Corner i of `count`, along an axis of which u and v are the components of two directions across. */
static double on_circle(int i, int count, double u, double v) {
  return cosine_of_turns((double)i / count) * u + sine_of_turns((double)i / count) * v;
}

/* A disc in rings, each a polygon of its area. */
static int add_disc(struct segments_found *f, const double centre[3], const double u[3], const double v[3],
                    double radius) {
  const int rings = pieces_of(radius, f->c->dp);
  for (int j = 0; j < rings; j++) {
    const double low = radius * j / rings, high = radius * (j + 1) / rings;
    const int count = (int)fmax(6.0, floor(pi * (low + high) / f->c->dp + 0.5));
    const double far = sqrt(2.0 * pi / count / sine_of_turns(1.0 / count));
    for (int i = 0; i < count; i++) {
      double p[2][3], q[2][3];
      for (int k = 0; k < 2; k++)
        for (int a = 0; a < 3; a++) {
          const double way = on_circle(i + k, count, u[a], v[a]);
          p[k][a] = centre[a] + far * high * way, q[k][a] = centre[a] + far * low * way;
        }
      TRY(add_trapezoid(f, p, q, false));
    }
  }
  return STATUS_OK;
}

static int add_cylinder(struct segments_found *f, const struct shape *s) {
  double axis[3], u[3], v[3];
  for (int a = 0; a < 3; a++) axis[a] = s->top[a] - s->base[a];
  find_across(axis, u, v);
  const int count = (int)fmax(6.0, floor(2.0 * pi * s->radius / f->c->dp + 0.5));
  const double far = s->radius / cosine_of_turns(0.5 / count);
  for (int i = 0; i < count; i++) {
    double corner[3], side[3];
    for (int a = 0; a < 3; a++) {
      const double p = far * on_circle(i, count, u[a], v[a]), q = far * on_circle(i + 1, count, u[a], v[a]);
      corner[a] = s->base[a] + p, side[a] = q - p;
    }
    TRY(add_parallelogram(f, corner, side, axis, 1, pieces_of(sqrt(dot3(axis, axis)), f->c->dp), true));
  }
  TRY(add_disc(f, s->base, u, v, s->radius));
  return add_disc(f, s->top, u, v, s->radius);
}

/* As far as the domain reaches. */
static int add_plane(struct segments_found *f, const struct shape *s) {
  const struct scene *c = f->c;
  double u[3], v[3], corner[3], far = 0.0;
  find_across(s->normal, u, v);
  for (int k = 0; k < 8; k++) {
    const double x[3] = {k & 1 ? c->domain.high[0] : c->domain.low[0],
                         k & 2 ? c->domain.high[1] : c->domain.low[1],
                         k & 4 ? c->domain.high[2] : c->domain.low[2]};
    far = fmax(far, distance(x, s->point));
  }
  const int half = (int)ceil(far / c->dp);
  for (int a = 0; a < 3; a++) {
    corner[a] = s->point[a] - half * c->dp * (u[a] + v[a]);
    u[a] *= 2.0 * half * c->dp, v[a] *= 2.0 * half * c->dp;
  }
  return add_parallelogram(f, corner, u, v, 2 * half, 2 * half, false);
}

/* ---- files ---- */

/* How far the sides of a piece may be askew, spacings; geometry/followed.c knows how far such a piece
 * reaches. */
#define ASKEW 1.5

/* A triangle in rows along its longest side. One that is slender or obtuse, whose pieces would be long, is
 * halved across that side first. */
static int add_triangle(struct segments_found *f, const double given[3][3]) {
  double corner[3][3];
  int longest = 0;
  for (int k = 1; k < 3; k++)
    if (distance(given[k], given[(k + 1) % 3]) > distance(given[longest], given[(longest + 1) % 3]))
      longest = k;
  for (int k = 0; k < 3; k++) memcpy(corner[k], given[(longest + k) % 3], sizeof corner[k]);
  double u[3], v[3];
  for (int a = 0; a < 3; a++) u[a] = corner[1][a] - corner[0][a], v[a] = corner[2][a] - corner[0][a];
  const double base = sqrt(dot3(u, u)), along = dot3(u, v) / base;
  const int rows = pieces_of(sqrt(fmax(0.0, dot3(v, v) - along * along)), f->c->dp);
  if (fmax(sqrt(dot3(v, v)), distance(corner[1], corner[2])) > ASKEW * f->c->dp * rows) {
    double half[3][3], middle[3];
    for (int a = 0; a < 3; a++) middle[a] = 0.5 * (corner[0][a] + corner[1][a]);
    memcpy(half, corner, sizeof half);
    memcpy(half[1], middle, sizeof middle);
    TRY(add_triangle(f, (const double(*)[3])half));
    memcpy(half, corner, sizeof half);
    memcpy(half[0], middle, sizeof middle);
    return add_triangle(f, (const double(*)[3])half);
  }
  for (int j = 0; j < rows; j++) {
    const double low = (double)j / rows, high = (double)(j + 1) / rows;
    const int pieces = pieces_of(base * (1.0 - 0.5 * (low + high)), f->c->dp);
    for (int i = 0; i < pieces; i++) {
      double p[2][3], q[2][3];
      for (int k = 0; k < 2; k++)
        for (int a = 0; a < 3; a++) {
          const double across = (double)(i + k) / pieces;
          p[k][a] = corner[0][a] + low * v[a] + (1.0 - low) * across * u[a];
          q[k][a] = corner[0][a] + high * v[a] + (1.0 - high) * across * u[a];
        }
      TRY(add_trapezoid(f, p, q, false));
    }
  }
  return STATUS_OK;
}

static int add_file(struct segments_found *f, const struct enclosed *e) {
  for (size_t i = 0; i < e->mesh.facets; i++) {
    double corner[3][3];
    for (int k = 0; k < 3; k++) mesh_place(corner[k], &e->lattice, e->mesh.vertex[e->mesh.facet[i][k]]);
    TRY(add_triangle(f, corner));
  }
  return STATUS_OK;
}

int facets_add_shape(struct segments_found *f, size_t j) {
  const struct shape *s = &f->c->walls[f->wall].shapes[j];
  switch (shape_form(s)) {
  case SHAPE_BOX:
    return add_box(f, s);
  case SHAPE_SPHERE:
    return add_sphere(f, s);
  case SHAPE_CYLINDER:
    return add_cylinder(f, s);
  case SHAPE_PLANE:
    return add_plane(f, s);
  case SHAPE_SURFACE:
    return add_file(f, segments_file(f, f->wall, j));
  default:
    return STATUS_OK; /* case/check_walls.c */
  }
}
