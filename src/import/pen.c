/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/pen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

enum { X, Y, Z, MOVED };
static const double reach = PEN_REACH;

void pen_reset(struct pen *p) {
  memset(p->matrix, 0, sizeof p->matrix);
  for (int a = 0; a < 3; a++) p->matrix[a][a] = 1;
}

/* A new transformation is applied before the earlier ones: matrix = matrix m. */
static void follow(struct pen *p, const double m[3][4]) {
  double out[3][4];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4; k++) {
      out[i][k] = k == MOVED ? p->matrix[i][MOVED] : 0;
      for (int j = 0; j < 3; j++) out[i][k] += p->matrix[i][j] * m[j][k];
    }
  memcpy(p->matrix, out, sizeof out);
}

void pen_move(struct pen *p, const double by[3]) {
  const double m[3][4] = {{1, 0, 0, by[X]}, {0, 1, 0, by[Y]}, {0, 0, 1, by[Z]}};
  follow(p, m);
}

void pen_scale(struct pen *p, const double by[3]) {
  const double m[3][4] = {{by[X], 0, 0, 0}, {0, by[Y], 0, 0}, {0, 0, by[Z], 0}};
  follow(p, m);
}

void pen_right_handed(double axis[3]) {
  for (int a = 0; a < 3; a++) axis[a] = -axis[a];
}

/* Right-handed. */
static int rotate(struct pen *p, double degrees, const double a[3], const double axis[3]) {
  const double length = sqrt(axis[X] * axis[X] + axis[Y] * axis[Y] + axis[Z] * axis[Z]);
  const double c = cos(degrees * M_PI / 180), s = sin(degrees * M_PI / 180);
  double m[3][4];
  if (degrees == 0) return STATUS_OK;
  CHECK(length > 0, STATUS_USAGE, "an axis without length");
  const double n[3] = {axis[X] / length, axis[Y] / length, axis[Z] / length};
  const double cross[3][3] = {{0, -n[Z], n[Y]}, {n[Z], 0, -n[X]}, {-n[Y], n[X], 0}};
  for (int i = 0; i < 3; i++) {
    m[i][MOVED] = a[i];
    for (int k = 0; k < 3; k++) {
      m[i][k] = (i == k) * c + s * cross[i][k] + (1 - c) * n[i] * n[k];
      m[i][MOVED] -= m[i][k] * a[k];
    }
  }
  follow(p, m);
  return STATUS_OK;
}

int pen_rotate(struct pen *p, double degrees, const double a[3], const double axis[3]) {
  double right[3];
  memcpy(right, axis, sizeof right);
  pen_right_handed(right);
  return rotate(p, degrees, a, right);
}

int pen_turn(struct pen *p, const double degrees[3], const char *axes, bool intrinsic,
             const double centre[3]) {
  CHECK(strlen(axes) == 3 && strspn(axes, "XYZ") == 3, STATUS_USAGE,
        "axes=\"%.20s\"; expected three of X, Y and Z", axes);
  for (int i = 0; i < 3; i++) { /* the last one is the first that a place meets */
    const int k = intrinsic ? i : 2 - i;
    const double axis[3] = {axes[k] == 'X', axes[k] == 'Y', axes[k] == 'Z'};
    TRY(rotate(p, degrees[k], centre, axis));
  }
  return STATUS_OK;
}

bool pen_has_faces(const struct pen *p) {
  return p->mode == PEN_FACE || p->mode == PEN_FULL;
}

bool pen_has_inside(const struct pen *p) {
  return p->mode == PEN_SOLID || p->mode == PEN_FULL;
}

void pen_place(const struct pen *p, const double x[3], double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = p->matrix[i][X] * x[X] + p->matrix[i][Y] * x[Y] + p->matrix[i][Z] * x[Z] + p->matrix[i][MOVED];
}

bool pen_reaches(const struct pen *p, const double x[3]) {
  bool in = true;
  for (int i = 0; i < p->halves; i++) {
    const double *n = p->half[i].n;
    in &= n[X] * x[X] + n[Y] * x[Y] + n[Z] * x[Z] >= p->half[i].reach - 1e-6 * p->sketch->dp;
  }
  return in && !p->off;
}

void pen_paint(struct pen *p, const int at[3]) {
  const size_t i = sketch_index(p->sketch, at);
  bool ground = p->grounds == 0;
  double x[3];
  for (int k = 0; k < p->grounds; k++) ground |= sketch_is(p->sketch, i, &p->ground[k]);
  sketch_place(p->sketch, at, x);
  if (ground && pen_reaches(p, x)) p->sketch->node[i] = p->group;
}

/* A place behind the matrix. */
static void plot(struct pen *p, const double x[3]) {
  int at[3];
  if (sketch_nearest(p->sketch, x, at)) pen_paint(p, at);
}

int pen_point(struct pen *p, const double x[3]) {
  double at[3];
  pen_place(p, x, at);
  TRY(sketch_spend(p->sketch, 1));
  plot(p, at);
  return STATUS_OK;
}

static double length_of(const double v[3]) {
  return sqrt(v[X] * v[X] + v[Y] * v[Y] + v[Z] * v[Z]);
}

/* Directions of a plane that has a corner at o; false if it has none. */
static bool find_normal(const double (*x)[3], int count, double n[3]) {
  memset(n, 0, 3 * sizeof *n);
  for (int i = 0; i < count; i++) { /* Newell: twice the area, whatever the corners */
    const double *a = x[i], *b = x[(i + 1) % count];
    for (int c = 0; c < 3; c++)
      n[c] += (a[(c + 1) % 3] - x[0][(c + 1) % 3]) * (b[(c + 2) % 3] - x[0][(c + 2) % 3]) -
              (a[(c + 2) % 3] - x[0][(c + 2) % 3]) * (b[(c + 1) % 3] - x[0][(c + 1) % 3]);
  }
  const double size = length_of(n);
  for (int c = 0; c < 3 && size > 0; c++) n[c] /= size;
  return size > 0;
}

static int largest_of(const double v[3]) {
  const double most = fmax(fabs(v[X]), fmax(fabs(v[Y]), fabs(v[Z])));
  return fabs(v[X]) == most ? X : fabs(v[Y]) == most ? Y : Z;
}

static bool is_along_axis(const double n[3]) {
  return fmax(fabs(n[X]), fmax(fabs(n[Y]), fabs(n[Z]))) > 1 - 1e-9;
}

/* Whether a place in a polygon's plane is in it, seen along `axis`; places within `slack` of an edge are. */
static bool within(const double (*x)[3], int count, int axis, const double at[3], double slack) {
  const int s = (axis + 1) % 3, t = (axis + 2) % 3;
  bool in = false;
  for (int i = 0, k = count - 1; i < count; k = i++) {
    const double *a = x[i], *b = x[k];
    if ((a[t] > at[t]) != (b[t] > at[t]) && at[s] < a[s] + (b[s] - a[s]) * (at[t] - a[t]) / (b[t] - a[t]))
      in = !in;
    const double way[2] = {b[s] - a[s], b[t] - a[t]}, to[2] = {at[s] - a[s], at[t] - a[t]};
    const double square = way[0] * way[0] + way[1] * way[1];
    const double part = square > 0 ? fmin(1, fmax(0, (way[0] * to[0] + way[1] * to[1]) / square)) : 0;
    if (hypot(to[0] - part * way[0], to[1] - part * way[1]) <= slack) return true;
  }
  return in;
}

/* Nodes near a flat polygon, behind the matrix: along an axis the nearest ones to each of its points, edges
 * too; else those within `reach` of its plane. */
static int stamp(struct pen *p, const double (*x)[3], int count, const double n[3]) {
  struct sketch *l = p->sketch;
  const double most = fmax(fabs(n[X]), fmax(fabs(n[Y]), fabs(n[Z])));
  const int axis = largest_of(n), s = (axis + 1) % 3, t = (axis + 2) % 3;
  const bool along = is_along_axis(n);
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int i = 0; i < count; i++)
    for (int a = 0; a < 3; a++) low[a] = fmin(low[a], x[i][a]), high[a] = fmax(high[a], x[i][a]);
  for (int a = 0; a < 3; a++) low[a] -= 0.6 * l->dp, high[a] += 0.6 * l->dp;
  struct span span;
  if (l->dimensions == 2 && (low[Y] > l->low[Y] || high[Y] < l->low[Y])) return STATUS_OK;
  sketch_span(l, low, high, &span);
  for (int a = 0; a < 3; a++)
    if (span.high[a] < span.low[a]) return STATUS_OK;
  TRY(sketch_spend(l, (span.high[s] - span.low[s] + 1.0) * (span.high[t] - span.low[t] + 1.0) * (count + 2)));
  for (int i = span.low[s]; i <= span.high[s]; i++)
    for (int k = span.low[t]; k <= span.high[t]; k++) {
      int at[3] = {0};
      double place[3];
      at[s] = i, at[t] = k;
      sketch_place(l, at, place);
      /* Along this line the plane is at `middle`. */
      const double middle =
          x[0][axis] - ((place[s] - x[0][s]) * n[s] + (place[t] - x[0][t]) * n[t]) / n[axis];
      const double half = along ? 0.5 * l->dp : reach * l->dp / most;
      const double q = (middle - l->low[axis]) / l->dp;
      const double first = along ? floor(q + 0.5 + 1e-7) : ceil(q - half / l->dp - 1e-7);
      const double last = along ? first : floor(q + half / l->dp + 1e-7);
      for (double j = fmax(first, 0); j <= last && j < l->count[axis]; j++) {
        at[axis] = (int)j;
        sketch_place(l, at, place);
        const double off = (place[axis] - middle) * n[axis]; /* from the plane, along its normal */
        for (int a = 0; a < 3; a++) place[a] -= off * n[a];
        if (within(x, count, axis, place, 1e-6 * l->dp)) pen_paint(p, at);
      }
    }
  return STATUS_OK;
}

/* A line: likewise, of an edge along an axis the nearest nodes. */
static int stroke(struct pen *p, const double a[3], const double b[3]) {
  struct sketch *l = p->sketch;
  const double way[3] = {b[X] - a[X], b[Y] - a[Y], b[Z] - a[Z]}, length = length_of(way);
  const double count = fmax(1, ceil(length / l->dp * 4));
  int axes = 0;
  for (int c = 0; c < 3; c++) axes += fabs(way[c]) > 1e-9 * length;
  TRY(sketch_spend(l, 27 * (count + 1)));
  for (double i = 0; i <= count; i++) {
    double x[3];
    int at[3];
    for (int c = 0; c < 3; c++) x[c] = a[c] + way[c] * (i / count);
    if (axes <= 1) {
      plot(p, x);
      continue;
    }
    for (int c = 0; c < 3; c++) {
      const double k = floor((x[c] - l->low[c]) / l->dp + 0.5);
      at[c] = k < -2 ? -2 : k > l->count[c] + 1 ? l->count[c] + 1 : (int)k;
    }
    for (int k = 0; k < 27; k++) {
      const int node[3] = {at[0] + k % 3 - 1, at[1] + k / 3 % 3 - 1, at[2] + k / 9 - 1};
      double place[3], to[3], off[3];
      bool in = true;
      for (int c = 0; c < 3; c++) in &= node[c] >= 0 && node[c] < l->count[c];
      if (!in) continue;
      sketch_place(l, node, place);
      for (int c = 0; c < 3; c++) to[c] = place[c] - a[c];
      const double part = (to[X] * way[X] + to[Y] * way[Y] + to[Z] * way[Z]) / (length * length);
      for (int c = 0; c < 3; c++) off[c] = to[c] - part * way[c];
      if (part >= -1e-9 && part <= 1 + 1e-9 && length_of(off) <= reach * l->dp) pen_paint(p, node);
    }
  }
  return STATUS_OK;
}

/* Whether a node alone joins what is open on one side of a wall with what is open on another: of the nodes
 * around it, across `axis`, that are not of a wall, some beside it are reached from others through it alone.
 */
static bool is_gap(const struct sketch *l, const int at[3], int axis) {
  static const int ring[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
  bool open[8];
  int runs = 0;
  for (int k = 0; k < 8; k++) {
    int node[3];
    memcpy(node, at, sizeof node);
    open[k] = true;
    for (int c = 0; c < 2; c++) {
      const int across = (axis + 1 + c) % 3;
      node[across] += ring[k][c];
      open[k] &= node[across] >= 0 && node[across] < l->count[across];
    }
    const uint16_t group = open[k] ? l->node[sketch_index(l, node)] : 0;
    open[k] &= !group || (group != SKETCH_TAKEN && !l->groups[group - 1].bound);
  }
  for (int k = 0; k < 8; k += 2) /* a node across a face begins what the one before it does not reach */
    runs += open[k] && !(open[(k + 7) % 8] && open[(k + 6) % 8]);
  return runs > 1;
}

/* Below a valley, and above a ridge, nodes are beyond both of its sides: of those nearest to the edges of a
 * slanted face the ones are drawn through which fluid would run. */
static int hem(struct pen *p, const double (*x)[3], int count) {
  struct sketch *l = p->sketch;
  if (p->off || !p->group || !l->groups[p->group - 1].bound) return STATUS_OK;
  for (int i = 0; i < count; i++) {
    const double *a = x[i], *b = x[(i + 1) % count];
    const double way[3] = {b[X] - a[X], b[Y] - a[Y], b[Z] - a[Z]};
    const double points = fmax(1, ceil(4 * length_of(way) / l->dp));
    const int axis = largest_of(way);
    TRY(sketch_spend(l, 9 * (points + 1)));
    for (double k = 0; k <= points; k++) {
      const double place[3] = {a[X] + k / points * way[X], a[Y] + k / points * way[Y],
                               a[Z] + k / points * way[Z]};
      int at[3];
      if (!sketch_nearest(l, place, at)) continue;
      const uint16_t group = l->node[sketch_index(l, at)];
      const bool wall = group && (group == SKETCH_TAKEN || l->groups[group - 1].bound);
      if (!wall && is_gap(l, at, axis)) pen_paint(p, at);
    }
  }
  return STATUS_OK;
}

int pen_line(struct pen *p, const double a[3], const double b[3]) {
  double from[3], to[3];
  pen_place(p, a, from);
  pen_place(p, b, to);
  return stroke(p, from, to);
}

/* A polygon along an axis, whose edges are rounded to nodes with it. */
static int snap(const struct pen *p, double (*x)[3], int count, const double n[3]) {
  for (int a = 0; a < 3; a++) {
    if (fabs(n[a]) > 1 - 1e-9) continue;
    for (int i = 0; i < count; i++)
      x[i][a] = p->sketch->low[a] +
                floor((x[i][a] - p->sketch->low[a]) / p->sketch->dp + 0.5 + 1e-7) * p->sketch->dp;
  }
  return STATUS_OK;
}

int pen_polygon(struct pen *p, const double (*corner)[3], int count) {
  double(*x)[3] = calloc((size_t)count + 1, sizeof *x), n[3];
  CHECK(x, STATUS_FAILED, "not enough memory for a face");
  bool box = count == 4; /* a rectangle along the axes goes to the nearest nodes as a whole */
  for (int i = 0; i < count; i++) pen_place(p, corner[i], x[i]);
  int status = STATUS_OK;
  if (!find_normal((const double(*)[3])x, count, n)) {
    for (int i = 0; i < count && status == STATUS_OK; i++) status = stroke(p, x[i], x[(i + 1) % count]);
  } else {
    for (int i = 0; i < count && box; i++) {
      int axes = 0;
      for (int a = 0; a < 3; a++) axes += fabs(x[(i + 1) % 4][a] - x[i][a]) > 1e-9 * p->sketch->dp;
      box = axes <= 1;
    }
    if (box) status = snap(p, x, count, n);
    if (status == STATUS_OK) status = stamp(p, (const double(*)[3])x, count, n);
    if (status == STATUS_OK && !is_along_axis(n)) status = hem(p, (const double(*)[3])x, count);
  }
  free(x);
  return status;
}

int pen_triangle(struct pen *p, const double a[3], const double b[3], const double c[3]) {
  double corner[3][3];
  memcpy(corner[0], a, sizeof *corner);
  memcpy(corner[1], b, sizeof *corner);
  memcpy(corner[2], c, sizeof *corner);
  return pen_polygon(p, (const double(*)[3])corner, 3);
}

int pen_parallelogram(struct pen *p, const double o[3], const double u[3], const double v[3]) {
  double corner[4][3];
  for (int a = 0; a < 3; a++) {
    corner[0][a] = o[a], corner[1][a] = o[a] + u[a];
    corner[2][a] = o[a] + u[a] + v[a], corner[3][a] = o[a] + v[a];
  }
  return pen_polygon(p, (const double(*)[3])corner, 4);
}

/* The inverse of the linear part; false if there is none. */
static bool invert(const struct pen *p, double out[3][3]) {
  double by[3][3], determinant = 0;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      by[k][i] = p->matrix[(i + 1) % 3][(k + 1) % 3] * p->matrix[(i + 2) % 3][(k + 2) % 3] -
                 p->matrix[(i + 1) % 3][(k + 2) % 3] * p->matrix[(i + 2) % 3][(k + 1) % 3];
  for (int k = 0; k < 3; k++) determinant += p->matrix[0][k] * by[k][0];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) out[i][k] = by[i][k] / determinant;
  return determinant != 0 && isfinite(1 / determinant);
}

int pen_solid(struct pen *p, pen_inside *inside, const void *solid, const double low[3],
              const double high[3]) {
  double least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY},
         inverse[3][3];
  for (int corner = 0; corner < 8; corner++) {
    double x[3], at[3];
    for (int a = 0; a < 3; a++) x[a] = corner >> a & 1 ? high[a] : low[a];
    pen_place(p, x, at);
    for (int a = 0; a < 3; a++) least[a] = fmin(least[a], at[a]), most[a] = fmax(most[a], at[a]);
  }
  struct sketch *l = p->sketch;
  struct span s;
  if (!invert(p, inverse)) return STATUS_OK; /* flat: its faces are drawn */
  if (l->dimensions == 2 && (least[Y] > l->low[Y] + 0.5 * l->dp || most[Y] < l->low[Y] - 0.5 * l->dp))
    return STATUS_OK;
  sketch_span(l, least, most, &s);
  for (int a = 0; a < 3; a++)
    if (s.high[a] < s.low[a]) return STATUS_OK;
  TRY(sketch_spend(l, (s.high[0] - s.low[0] + 1.0) * (s.high[1] - s.low[1] + 1.0) *
                          (s.high[2] - s.low[2] + 1.0)));
  for (int k = s.low[2]; k <= s.high[2]; k++)
    for (int j = s.low[1]; j <= s.high[1]; j++)
      for (int i = s.low[0]; i <= s.high[0]; i++) {
        const int at[3] = {i, j, k};
        double x[3], y[3] = {0};
        sketch_place(l, at, x);
        for (int a = 0; a < 3; a++)
          for (int b = 0; b < 3; b++) y[a] += inverse[a][b] * (x[b] - p->matrix[b][MOVED]);
        if (inside(solid, y)) pen_paint(p, at);
      }
  return STATUS_OK;
}
