/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/opening_face.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "case/motion.h"
#include "geometry/shape.h"
#include "util/error.h"

static void scaled(const double v[3], double factor, double out[3]) {
  for (int a = 0; a < 3; a++) out[a] = v[a] * factor;
}

static void find_axes(struct opening_face *f, const struct scene *c, const struct opening *o) {
  const int axis = opening_axis(o);
  double up[3] = {0}, along;
  scaled(o->normal, 1.0 / sqrt(dot3(o->normal, o->normal)), f->axes[0]);
  if (c->dimensions == 2)
    up[2] = 1.0;
  else if (o->shape == OPENING_POLYGON)
    memcpy(up, o->up, sizeof up);
  else if (axis >= 0)
    up[(axis + 2) % 3] = 1.0;
  else
    up[fabs(f->axes[0][2]) > 0.9 ? 0 : 2] = 1.0;
  along = dot3(up, f->axes[0]);
  for (int a = 0; a < 3; a++) up[a] -= along * f->axes[0][a];
  scaled(up, 1.0 / sqrt(dot3(up, up)), f->axes[2]);
  cross3(f->axes[2], f->axes[0], f->axes[1]);
}

/* How far the shape reaches across and up from a point of it, m. */
static void find_edges(const struct scene *c, const struct opening *o, const struct opening_face *f,
                       double point[3], double edges[2][2]) {
  for (int a = 0; a < 3; a++)
    point[a] = o->shape == OPENING_BOX ? 0.5 * (o->low[a] + o->high[a]) : o->point[a];
  for (int k = 0; k < 2; k++) {
    double *e = edges[k], low[3], high[3];
    e[0] = INFINITY, e[1] = -INFINITY;
    if (o->shape == OPENING_CIRCLE) e[0] = -o->radius, e[1] = o->radius;
    for (size_t i = 0; o->shape == OPENING_POLYGON && i < o->vertex_count; i++)
      e[0] = fmin(e[0], o->vertices[i][k]), e[1] = fmax(e[1], o->vertices[i][k]);
    if (o->shape != OPENING_BOX && o->shape != OPENING_PLANE) continue;
    for (int a = 0; a < 3; a++) {
      low[a] = (o->shape == OPENING_BOX ? o->low[a] : c->domain.low[a]) - point[a];
      high[a] = (o->shape == OPENING_BOX ? o->high[a] : c->domain.high[a]) - point[a];
    }
    const double at[2] = {dot3(low, f->axes[k + 1]), dot3(high, f->axes[k + 1])};
    e[0] = fmin(at[0], at[1]), e[1] = fmax(at[0], at[1]);
  }
}

/* Whole squares between the edges: those of the lattice across an axis, else counted from the middle. */
static void find_squares(struct opening_face *f, const struct scene *c, bool aligned, const double point[3],
                         double edges[2][2]) {
  struct lattice l;
  lattice_set(&l, c);
  memcpy(f->centre, point, sizeof f->centre);
  for (int k = 0; k < 2; k++) {
    const double *t = f->axes[k + 1];
    double middle = 0.5 * (edges[k][0] + edges[k][1]);
    f->count[k] = (int)fmax(1.0, round((edges[k][1] - edges[k][0]) / c->dp));
    if (k == 1 && c->dimensions == 2) {
      f->count[k] = 1, middle = 0.0;
    } else if (aligned) {
      int axis = 0;
      while (t[axis] == 0.0) axis++;
      const double low = point[axis] + fmin(t[axis] * edges[k][0], t[axis] * edges[k][1]) - l.low[axis];
      const double high = point[axis] + fmax(t[axis] * edges[k][0], t[axis] * edges[k][1]) - l.low[axis];
      const double first = ceil(low / c->dp - 0.5 - SHAPE_TOLERANCE),
                   last = floor(high / c->dp - 0.5 + SHAPE_TOLERANCE);
      f->count[k] = last >= first ? (int)(last - first) + 1 : 0;
      middle = t[axis] * (l.low[axis] + 0.5 * (first + last + 1.0) * c->dp - point[axis]);
    }
    for (int a = 0; a < 3; a++) f->centre[a] += middle * t[a];
    for (int e = 0; e < 2; e++) f->edges[k][e] = edges[k][e] - middle;
  }
  for (int a = 0; aligned && a < c->dimensions; a++)
    if (f->axes[0][a] != 0.0) f->centre[a] = l.low[a] + round((f->centre[a] - l.low[a]) / c->dp) * c->dp;
}

static bool is_in_polygon(const struct opening *o, double x, double y) {
  bool in = false;
  for (size_t i = 0, j = o->vertex_count - 1; i < o->vertex_count; j = i++) {
    const double *a = o->vertices[i], *b = o->vertices[j];
    if ((a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]) in = !in;
  }
  return in;
}

static bool covers(const struct scene *c, const struct opening *o, const struct opening_face *f,
                   const double point[3], int site) {
  double place[3];
  opening_face_place(f, c, site, 0.0, place);
  for (int a = 0; a < 3; a++) place[a] -= point[a];
  const double x = dot3(place, f->axes[1]), y = dot3(place, f->axes[2]);
  const double reach = o->radius + SHAPE_TOLERANCE * c->dp;
  if (o->shape == OPENING_CIRCLE) return x * x + y * y <= reach * reach;
  return o->shape != OPENING_POLYGON || is_in_polygon(o, x, y);
}

/* Of the shape itself. */
static double area_of(const struct scene *c, const struct opening *o, double edges[2][2]) {
  double twice = 0.0;
  if (o->shape == OPENING_CIRCLE) return c->dimensions == 2 ? 2.0 * o->radius : M_PI * o->radius * o->radius;
  if (o->shape != OPENING_POLYGON)
    return (edges[0][1] - edges[0][0]) * (c->dimensions == 2 ? 1.0 : edges[1][1] - edges[1][0]);
  for (size_t i = 0, j = o->vertex_count - 1; i < o->vertex_count; j = i++)
    twice += o->vertices[j][0] * o->vertices[i][1] - o->vertices[i][0] * o->vertices[j][1];
  return 0.5 * fabs(twice);
}

int opening_face_make(struct opening_face *f, const struct scene *c, const struct opening *o) {
  double point[3], edges[2][2];
  *f = (struct opening_face){.layers = o->layers};
  find_axes(f, c, o);
  find_edges(c, o, f, point, edges);
  find_squares(f, c, opening_axis(o) >= 0 && o->shape != OPENING_POLYGON, point, edges);
  const int sites = f->count[0] * f->count[1];
  f->open = calloc((size_t)sites + 1, sizeof *f->open);
  CHECK(f->open, STATUS_FAILED, "no memory for an open boundary");
  for (int s = 0; s < sites; s++) {
    f->open[s] = covers(c, o, f, point, s);
    if (f->open[s]) f->built += c->dimensions == 2 ? c->dp : c->dp * c->dp;
  }
  f->asked = o->shape == OPENING_PLANE ? f->built : area_of(c, o, edges);
  return STATUS_OK;
}

void opening_face_free(struct opening_face *f) {
  free(f->open);
  f->open = NULL;
}

void opening_face_box(const struct opening_face *f, const struct scene *c, double low[3], double high[3]) {
  double half[3] = {0};
  for (int a = 0; a < 3; a++) {
    low[a] = INFINITY, high[a] = -INFINITY;
    for (int k = 1; k < c->dimensions; k++) half[a] += 0.5 * c->dp * fabs(f->axes[k][a]);
  }
  for (int s = 0; s < f->count[0] * f->count[1]; s++) {
    double place[3];
    opening_face_place(f, c, s, 0.0, place);
    for (int a = 0; f->open[s] && a < 3; a++) {
      low[a] = fmin(low[a], place[a] - half[a]);
      high[a] = fmax(high[a], place[a] + half[a]);
    }
  }
}

void opening_face_place(const struct opening_face *f, const struct scene *c, int site, double depth,
                        double place[3]) {
  const double x = (site % f->count[0] + 0.5 - 0.5 * f->count[0]) * c->dp,
               y = (site / f->count[0] + 0.5 - 0.5 * f->count[1]) * c->dp;
  for (int a = 0; a < 3; a++) {
    place[a] = f->centre[a] + x * f->axes[1][a] - depth * f->axes[0][a];
    if (f->count[1] > 1 || c->dimensions == 3) place[a] += y * f->axes[2][a];
  }
}

void opening_face_before(const struct opening_face *f, double distance, double place[3]) {
  for (int a = 0; a < 3; a++) place[a] = f->centre[a] + distance * f->axes[0][a];
}

void opening_face_along(const struct opening_face *f, const double place[3], double along[3]) {
  double r[3];
  for (int a = 0; a < 3; a++) r[a] = place[a] - f->centre[a];
  for (int k = 0; k < 3; k++) along[k] = dot3(r, f->axes[k]);
}

static bool is_behind(const struct opening_face *f, double dp, const double place[3]) {
  double along[3];
  opening_face_along(f, place, along);
  const int x = (int)floor(along[1] / dp + 0.5 * f->count[0]),
            y = (int)floor(along[2] / dp + 0.5 * f->count[1]);
  return along[0] <= 0.0 && along[0] >= -f->layers * dp && x >= 0 && x < f->count[0] && y >= 0 &&
         y < f->count[1] && f->open[y * f->count[0] + x];
}

/* Lowest and highest sites of the box around the layers. */
static void find_box(const struct opening_face *f, const struct scene *c, const struct lattice *l,
                     int32_t low[3], int32_t high[3]) {
  for (int corner = 0; corner < 8; corner++) {
    const int x = corner & 1 ? f->count[0] - 1 : 0, y = corner & 2 ? f->count[1] - 1 : 0;
    double place[3];
    int32_t site[3];
    opening_face_place(f, c, y * f->count[0] + x, corner & 4 ? f->layers * c->dp : 0.0, place);
    shape_site(site, l, place);
    for (int a = 0; a < 3; a++) {
      low[a] = corner == 0 || site[a] - 1 < low[a] ? site[a] - 1 : low[a];
      high[a] = corner == 0 || site[a] + 1 > high[a] ? site[a] + 1 : high[a];
    }
  }
  for (int a = c->dimensions; a < 3; a++) low[a] = high[a] = 0;
}

static int find_sites(struct runs *out, const struct opening_face *f, const struct scene *c,
                      const struct lattice *l) {
  int32_t low[3], high[3];
  if (f->count[0] < 1 || f->count[1] < 1) return STATUS_OK;
  find_box(f, c, l, low, high);
  for (int32_t z = low[2]; z <= high[2]; z++)
    for (int32_t y = low[1]; y <= high[1]; y++)
      for (int32_t x = low[0]; x <= high[0]; x++) {
        const double place[3] = {lattice_position(l, 0, x), lattice_position(l, 1, y),
                                 lattice_position(l, 2, z)};
        if (is_behind(f, c->dp, place)) TRY(runs_append(out, runs_row(y, z), x, x + 1));
      }
  return STATUS_OK;
}

int opening_sites(struct runs *out, const struct amphi_case *c, const struct lattice *l, size_t opening) {
  struct opening_face f;
  struct runs sites = {0};
  int status = opening_face_make(&f, &c->scene, &c->openings[opening]);
  if (status == STATUS_OK) status = find_sites(&sites, &f, &c->scene, l);
  if (status == STATUS_OK) status = runs_combine(out, &sites, RUNS_UNION);
  runs_free(&sites);
  opening_face_free(&f);
  return status;
}

int openings_sites(struct runs *out, const struct amphi_case *c, const struct lattice *l) {
  for (size_t k = 0; k < c->opening_count; k++) TRY(opening_sites(out, c, l, k));
  return STATUS_OK;
}
