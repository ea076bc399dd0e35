/* SPDX-License-Identifier: BSD-3-Clause */
/* <drawbathymetry>: ground from measured heights, on a grid that may go on beyond them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/commands.h"
#include "io/file.h"
#include "util/error.h"
#include "util/text.h"

enum { LINES_MOST = 4000 };
#define GROUND_NODES_MOST 4e6

struct points {
  double (*x)[3];
  size_t count;
};

/* Heights over lines along x and y. */
struct ground {
  int count[2];
  double *line[2], *z; /* z: along x first */
};

static double *height(const struct ground *g, int i, int j) {
  return &g->z[(size_t)j * (size_t)g->count[0] + (size_t)i];
}

/* ---- the points ---- */

static int read_points(struct drawing *d, struct xml_node *n, struct points *p) {
  char path[PATH_MAX], *text = NULL;
  size_t length;
  TRY(import_file(d->m, n, "file", path));
  TRY(file_read(path, STATUS_USAGE, &text, &length));
  struct text t = {.path = path, .next = text};
  int status = STATUS_OK;
  for (char *line = text_line(&t); line && status == STATUS_OK; line = text_line(&t)) {
    double x[3];
    int found = 0;
    for (char *c = line; *c; c++)
      if (*c == ';' || *c == ',' || *c == '\t') *c = ' ';
    if (*line == '#' || text_is_blank(line)) continue;
    for (char *at = line; found < 3 && text_next_number(&at, &x[found]);) found++;
    if (found == 0 && p->count == 0) continue; /* a heading */
    if (found < 3) {
      status = import_fault(d->m, n, "%s:%zu: expected three numbers", path, t.line);
    } else {
      if ((p->count & (p->count - 1)) == 0) {
        double(*more)[3] = reallocarray(p->x, p->count ? 2 * p->count : 1, sizeof *more);
        if (more) p->x = more;
        if (!more) status = error_set(STATUS_FAILED, "not enough memory for the points of %s", path);
      }
      if (status == STATUS_OK) memcpy(p->x[p->count++], x, sizeof x);
    }
  }
  free(text);
  return status;
}

/* Moved, turned, scaled; those outside of <selection> are dropped. */
static int place_points(struct drawing *d, struct xml_node *n, struct points *p) {
  static const double origin[3] = {0};
  struct xml_node *move = xml_child(n, "move"), *turn = xml_child(n, "rotate"),
                  *scale = xml_child(n, "scale"), *select = xml_child(n, "selection"),
                  *from = xml_child(select, "point"), *extent = xml_child(select, "size");
  double v[3] = {1, 1, 1}, angles[3] = {0}, low[3] = {-INFINITY, -INFINITY, 0},
         size[3] = {INFINITY, INFINITY, 0};
  struct pen pen;
  pen_reset(&pen);
  if (scale) {
    TRY(import_vector(d->m, scale, false, v));
    pen_scale(&pen, v);
  }
  if (turn) TRY(drawing_angles(d, turn, angles));
  TRY(pen_turn(&pen, angles, "XYZ", false, origin));
  if (move) {
    TRY(import_vector(d->m, move, true, v));
    pen_move(&pen, v);
  }
  if (select) {
    if (!from || !extent) return import_fault(d->m, select, "<point> or <size> is missing");
    TRY(import_vector(d->m, from, true, low));
    TRY(import_vector(d->m, extent, true, size));
  }
  size_t kept = 0;
  for (size_t i = 0; i < p->count; i++) {
    double x[3];
    pen_place(&pen, p->x[i], x);
    if (x[0] < low[0] || x[0] - low[0] > size[0] || x[1] < low[1] || x[1] - low[1] > size[1]) continue;
    memcpy(p->x[kept++], x, sizeof x);
  }
  p->count = kept;
  return kept ? STATUS_OK : import_fault(d->m, n, "no point is left of the file");
}

/* ---- the grid ---- */

/* The mean of the points within a spacing, by 1/distance^2; without any the nearest one. */
static double measure_bathymetry(const struct points *p, double x, double y, double dp) {
  double sum = 0, weight = 0, nearest = INFINITY, there = 0;
  for (size_t i = 0; i < p->count; i++) {
    const double a = p->x[i][0] - x, b = p->x[i][1] - y, d2 = a * a + b * b;
    if (d2 < nearest) nearest = d2, there = p->x[i][2];
    if (d2 > dp * dp) continue;
    const double w = 1 / (d2 + 1e-4 * dp * dp);
    sum += w * p->x[i][2], weight += w;
  }
  return weight > 0 ? sum / weight : there;
}

static int open_ground(struct drawing *d, struct xml_node *grid, const struct points *p, struct ground *g) {
  struct xml_node *domain = xml_child(grid, "initdomain"), *from = xml_child(domain, "point"),
                  *extent = xml_child(domain, "size");
  double dp = 0, low[3], size[3], nodes = 1;
  TRY(import_number(d->m, grid, "dp", &dp));
  if (!from || !extent) return import_fault(d->m, grid, "<initdomain> with <point> and <size> is missing");
  TRY(import_vector(d->m, from, true, low));
  TRY(import_vector(d->m, extent, true, size));
  for (int a = 0; a < 2; a++) {
    const double count = floor(size[a] / dp + 1e-6) + 1;
    if (!(dp > 0 && size[a] > 0 && count >= 2 && count <= LINES_MOST))
      return import_fault(d->m, grid, "a grid of %g lines; expected 2 to %d", count, LINES_MOST);
    g->count[a] = (int)count;
    nodes *= count;
    g->line[a] = malloc((LINES_MOST + 8) * sizeof *g->line[a]);
    CHECK(g->line[a], STATUS_FAILED, "not enough memory for ground");
    for (int i = 0; i < g->count[a]; i++) g->line[a][i] = low[a] + i * dp;
  }
  if (nodes > GROUND_NODES_MOST)
    return import_fault(d->m, grid, "a grid of more than %g places", GROUND_NODES_MOST);
  TRY(sketch_spend(d->pen.sketch, nodes * (double)p->count));
  g->z = malloc((size_t)nodes * sizeof *g->z);
  CHECK(g->z, STATUS_FAILED, "not enough memory for ground");
  for (int j = 0; j < g->count[1]; j++)
    for (int i = 0; i < g->count[0]; i++)
      *height(g, i, j) = measure_bathymetry(p, g->line[0][i], g->line[1][j], dp);
  return STATUS_OK;
}

/* One line more on a side, `by` beyond the last one, at a height. */
static int add_line(struct ground *g, int axis, bool after, double by, double z) {
  struct ground more = *g;
  more.count[axis]++;
  more.z = malloc((size_t)more.count[0] * (size_t)more.count[1] * sizeof *more.z);
  CHECK(more.z, STATUS_FAILED, "not enough memory for ground");
  for (int j = 0; j < more.count[1]; j++)
    for (int i = 0; i < more.count[0]; i++) {
      const int own = axis ? j : i, old = after ? own : own - 1;
      const bool fresh = after ? own == g->count[axis] : own == 0;
      *height(&more, i, j) = fresh ? z : *height(g, axis ? i : old, axis ? old : j);
    }
  double *line = g->line[axis];
  if (after) {
    line[g->count[axis]] = line[g->count[axis] - 1] + by;
  } else {
    memmove(line + 1, line, (size_t)g->count[axis] * sizeof *line);
    line[0] = line[1] - by;
  }
  free(g->z);
  *g = more;
  return STATUS_OK;
}

/* <expands>: beyond a side the ground goes to a height, and on at that or another one. */
static int expand(struct drawing *d, struct xml_node *list, struct ground *g) {
  static const char *const sides[] = {"xmin", "xmax", "ymin", "ymax"};
  for (int k = 0; k < 4; k++) {
    struct xml_node *n = xml_child(list, sides[k]);
    double size[2] = {0}, z[2] = {0};
    if (!n) continue;
    TRY(import_number(d->m, n, "size", &size[0]));
    TRY(import_number(d->m, n, "z", &z[0]));
    z[1] = z[0];
    TRY(import_optional(d->m, n, "size2", &size[1]));
    TRY(import_optional(d->m, n, "z2", &z[1]));
    for (int i = 0; i < 2; i++)
      if (size[i] > 0) TRY(add_line(g, k / 2, k % 2, size[i], z[i]));
  }
  return STATUS_OK;
}

/* <periodicx>, <periodicy>: both ends come to the mean of the two, flat at first and then on a ramp. */
static int make_periodic(struct drawing *d, struct xml_node *grid, struct ground *g) {
  static const char *const tags[] = {"periodicx", "periodicy"};
  for (int axis = 0; axis < 2; axis++) {
    struct xml_node *n = xml_child(grid, tags[axis]);
    double ramp = 0, flat = 0;
    if (!n) continue;
    TRY(import_number(d->m, n, "rampwidth", &ramp));
    TRY(import_optional(d->m, n, "flatwidth", &flat));
    import_note(d->m, NOTE_CHANGED, n, "the ground goes to the mean of both ends over rampwidth");
    const int last = g->count[axis] - 1;
    const double *line = g->line[axis];
    for (int k = 0; k < g->count[!axis]; k++) {
      const double mean =
          0.5 * (*height(g, axis ? k : 0, axis ? 0 : k) + *height(g, axis ? k : last, axis ? last : k));
      for (int i = 0; i <= last; i++) {
        const double way = fmin(line[i] - line[0], line[last] - line[i]) - flat;
        const double part = way <= 0 ? 0 : ramp > 0 ? fmin(1, way / ramp) : 1;
        double *z = height(g, axis ? k : i, axis ? i : k);
        *z = mean + part * (*z - mean);
      }
    }
  }
  return STATUS_OK;
}

/* The last line at or before a place; -1 outside. */
static int line_before(const double *line, int count, double x, double slack) {
  int low = 0, high = count - 1;
  if (x < line[0] - slack || x > line[count - 1] + slack) return -1;
  while (low + 1 < high) {
    const int middle = (low + high) / 2;
    if (line[middle] <= x)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* The ground at a place, in the two triangles of its four heights; NaN outside. */
static double ground_at(const struct ground *g, double x, double y, double slack) {
  const int i = line_before(g->line[0], g->count[0], x, slack),
            j = line_before(g->line[1], g->count[1], y, slack);
  if (i < 0 || j < 0) return NAN;
  const double u = fmin(1, fmax(0, (x - g->line[0][i]) / (g->line[0][i + 1] - g->line[0][i])));
  const double v = fmin(1, fmax(0, (y - g->line[1][j]) / (g->line[1][j + 1] - g->line[1][j])));
  const double a = *height(g, i, j), b = *height(g, i + 1, j), c = *height(g, i, j + 1),
               e = *height(g, i + 1, j + 1);
  return u + v <= 1 ? a + u * (b - a) + v * (c - a) : e + (1 - u) * (c - e) + (1 - v) * (b - e);
}

/* In each column of nodes those from just above the lowest ground beside it up to its own, so that nothing
 * that fills gets through. */
static int draw_columns(struct drawing *d, const struct ground *g, const double by[3]) {
  struct sketch *l = d->pen.sketch;
  const double slack = 0.5 * l->dp;
  const int wide = l->count[0], deep = l->count[1];
  double *z = malloc((size_t)wide * (size_t)deep * sizeof *z);
  int status =
      z ? sketch_spend(l, (double)wide * deep) : error_set(STATUS_FAILED, "not enough memory for ground");
  for (int j = 0; j < deep && status == STATUS_OK; j++)
    for (int i = 0; i < wide; i++) {
      double x[3];
      sketch_place(l, (const int[3]){i, j, 0}, x);
      z[(size_t)j * (size_t)wide + (size_t)i] =
          round((ground_at(g, x[0] - by[0], x[1] - by[1], slack) + by[2] - l->low[2]) / l->dp);
    }
  for (int j = 0; j < deep && status == STATUS_OK; j++)
    for (int i = 0; i < wide && status == STATUS_OK; i++) {
      const double own = z[(size_t)j * (size_t)wide + (size_t)i];
      double lowest = own - 1;
      for (int k = 0; k < 4; k++) {
        const int a = i + (k == 0) - (k == 1), b = j + (k == 2) - (k == 3);
        if (a < 0 || a >= wide || b < 0 || b >= deep) continue;
        lowest = fmin(lowest, z[(size_t)b * (size_t)wide + (size_t)a]); /* fmin leaves NaN out */
      }
      status = isnan(own) ? STATUS_OK : sketch_spend(l, fmin(own - lowest, l->count[2]));
      for (double k = fmax(0, lowest + 1); k <= own && k < l->count[2]; k++)
        pen_paint(&d->pen, (const int[3]){i, j, (int)k});
    }
  free(z);
  return status;
}

static int draw_ground(struct drawing *d, struct xml_node *grid, const struct ground *g) {
  struct xml_node *move = xml_child(grid, "finalmove");
  double by[3] = {0};
  bool turned = false; /* or scaled */
  if (move) TRY(import_vector(d->m, move, true, by));
  for (int j = 0; j + 1 < g->count[1]; j++)
    for (int i = 0; i + 1 < g->count[0]; i++) {
      double x[4][3];
      for (int k = 0; k < 4; k++) {
        const int a = i + (k & 1), b = j + k / 2;
        x[k][0] = g->line[0][a] + by[0], x[k][1] = g->line[1][b] + by[1], x[k][2] = *height(g, a, b) + by[2];
      }
      TRY(pen_triangle(&d->pen, x[0], x[1], x[2]));
      TRY(pen_triangle(&d->pen, x[1], x[3], x[2]));
    }
  for (int a = 0; a < 3; a++) {
    for (int b = 0; b < 3; b++) turned |= d->pen.matrix[a][b] != (a == b);
    by[a] += d->pen.matrix[a][3];
  }
  return turned ? STATUS_OK : draw_columns(d, g, by);
}

static int draw(struct drawing *d, struct xml_node *n, struct points *p, struct ground *g) {
  struct xml_node *points = xml_child(n, "zpoints"), *grid = xml_child(n, "grid");
  if (!points || !grid) return import_fault(d->m, n, "<zpoints> or <grid> is missing");
  for (const char *const *t = (const char *const[]){"savepoints", "savegrid", NULL}; *t; t++)
    if (xml_child(n, *t)) xml_know(xml_child(n, *t));
  TRY(read_points(d, points, p));
  TRY(place_points(d, points, p));
  TRY(open_ground(d, grid, p, g));
  TRY(expand(d, xml_child(grid, "expands"), g));
  TRY(make_periodic(d, grid, g));
  return draw_ground(d, grid, g);
}

int commands_bathymetry(struct drawing *d, struct xml_node *n) {
  struct points p = {0};
  struct ground g = {0};
  const int status = draw(d, n, &p, &g);
  free(p.x);
  free(g.z);
  for (int a = 0; a < 2; a++) free(g.line[a]);
  return status;
}
