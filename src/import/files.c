/* SPDX-License-Identifier: BSD-3-Clause */
/* Surfaces from files: their triangles, and what they enclose. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "case/motion.h"
#include "import/commands.h"
#include "io/file.h"
#include "shape/surface.h"
#include "util/error.h"
#include "util/text.h"

/* Where the line along z through a column of nodes crosses a triangle. */
struct crossing {
  size_t column;
  double z;
};

struct crossings {
  struct crossing *items;
  size_t count;
};

static int compare_files(const void *a, const void *b) {
  const struct crossing *p = a, *q = b;
  if (p->column != q->column) return p->column < q->column ? -1 : 1;
  return p->z < q->z ? -1 : p->z > q->z;
}

static int add_files(struct crossings *c, size_t column, double z) {
  if ((c->count & (c->count - 1)) == 0) {
    struct crossing *more = reallocarray(c->items, c->count ? 2 * c->count : 1, sizeof *more);
    CHECK(more, STATUS_FAILED, "not enough memory for a surface");
    c->items = more;
  }
  c->items[c->count++] = (struct crossing){column, z};
  return STATUS_OK;
}

/* Columns of a triangle; each edge belongs to one side, so that no column comes in twice. */
static int cross_triangle(struct crossings *c, struct sketch *l, const double (*x)[3]) {
  double low[3], high[3];
  struct span s;
  for (int a = 0; a < 3; a++) {
    low[a] = fmin(x[0][a], fmin(x[1][a], x[2][a]));
    high[a] = fmax(x[0][a], fmax(x[1][a], x[2][a]));
  }
  sketch_span(l, low, high, &s);
  const double area = (x[1][0] - x[0][0]) * (x[2][1] - x[0][1]) - (x[1][1] - x[0][1]) * (x[2][0] - x[0][0]);
  if (area == 0) return STATUS_OK;
  TRY(sketch_spend(l, fmax(0, s.high[0] - s.low[0] + 1.0) * fmax(0, s.high[1] - s.low[1] + 1.0)));
  for (int j = s.low[1]; j <= s.high[1]; j++)
    for (int i = s.low[0]; i <= s.high[0]; i++) {
      double at[3], part[3];
      const int node[3] = {i, j, 0};
      bool in = true;
      sketch_place(l, node, at);
      at[0] += 1.2345e-7 * l->dp, at[1] += 2.3456e-7 * l->dp; /* off the edges */
      for (int k = 0; k < 3; k++) {
        const double *a = x[(k + 1) % 3], *b = x[(k + 2) % 3];
        part[k] = ((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])) / area;
        in &= part[k] >= 0;
      }
      if (in)
        TRY(add_files(c, (size_t)i + (size_t)l->count[0] * (size_t)j,
                      part[0] * x[0][2] + part[1] * x[1][2] + part[2] * x[2][2]));
    }
  return STATUS_OK;
}

/* Between every two crossings of a column. */
static int fill_columns(struct drawing *d, struct crossings *c) {
  struct sketch *l = d->pen.sketch;
  if (c->count) qsort(c->items, c->count, sizeof *c->items, compare_files);
  for (size_t i = 0; i + 1 < c->count; i++) {
    if (c->items[i + 1].column != c->items[i].column) continue;
    const double begin = ceil((c->items[i].z - l->low[2]) / l->dp - 1e-6);
    const double end = floor((c->items[i + 1].z - l->low[2]) / l->dp + 1e-6);
    TRY(sketch_spend(l, fmax(0, end - begin) + 1));
    const size_t wide = (size_t)l->count[0];
    for (double k = fmax(0, begin); k <= end && k < l->count[2]; k++)
      pen_paint(&d->pen,
                (const int[3]){(int)(c->items[i].column % wide), (int)(c->items[i].column / wide), (int)k});
    i++;
  }
  return STATUS_OK;
}

/* Its faces, and what it encloses. */
static int draw_surface(struct drawing *d, const struct surface *s, bool faces, bool fill) {
  struct crossings c = {0};
  int status = STATUS_OK;
  for (size_t i = 0; i < s->facets && status == STATUS_OK; i++) {
    const double *corner[3];
    double x[3][3];
    for (int k = 0; k < 3; k++) corner[k] = s->vertex[s->facet[i][k]];
    if (faces) status = pen_triangle(&d->pen, corner[0], corner[1], corner[2]);
    if (!fill || status != STATUS_OK) continue;
    for (int k = 0; k < 3; k++) pen_place(&d->pen, corner[k], x[k]);
    status = cross_triangle(&c, d->pen.sketch, (const double(*)[3])x);
  }
  if (status == STATUS_OK && fill && !d->pen.off) status = fill_columns(d, &c);
  free(c.items);
  return status;
}

/* ---- layers by depth beneath a surface ---- */

/* Square of the distance of a place from a triangle (Ericson 2004, section 5.1.5, by regions of it). */
static double distance2(const double (*t)[3], const double x[3]) {
  double ab[3], ac[3], ap[3], best = INFINITY;
  for (int a = 0; a < 3; a++) ab[a] = t[1][a] - t[0][a], ac[a] = t[2][a] - t[0][a], ap[a] = x[a] - t[0][a];
  const double uu = dot3(ab, ab), uv = dot3(ab, ac), vv = dot3(ac, ac), pu = dot3(ap, ab), pv = dot3(ap, ac);
  const double area = uu * vv - uv * uv, s = vv * pu - uv * pv, r = uu * pv - uv * pu;
  if (area > 0 && s >= 0 && r >= 0 && s + r <= area) { /* above its inside */
    double n[3];
    cross3(ab, ac, n);
    const double along = dot3(ap, n);
    return along * along / dot3(n, n);
  }
  for (int k = 0; k < 3; k++) {
    const double *p = t[k], *q = t[(k + 1) % 3];
    double way[3], to[3], square = 0;
    for (int a = 0; a < 3; a++) way[a] = q[a] - p[a], to[a] = x[a] - p[a];
    const double length = dot3(way, way);
    const double part = length > 0 ? fmin(1, fmax(0, dot3(way, to) / length)) : 0;
    for (int a = 0; a < 3; a++) square += pow(to[a] - part * way[a], 2);
    best = fmin(best, square);
  }
  return best;
}

/* Of all nodes the distance from a surface, where it is below `most`, m. */
static int measure_files(struct drawing *d, const struct surface *s, double most, float *distance) {
  struct sketch *l = d->pen.sketch;
  for (size_t i = 0; i < s->facets; i++) {
    double x[3][3], low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    struct span span;
    for (int k = 0; k < 3; k++) {
      pen_place(&d->pen, s->vertex[s->facet[i][k]], x[k]);
      for (int a = 0; a < 3; a++)
        low[a] = fmin(low[a], x[k][a] - most), high[a] = fmax(high[a], x[k][a] + most);
    }
    sketch_span(l, low, high, &span);
    for (int k = span.low[2]; k <= span.high[2]; k++)
      for (int j = span.low[1]; j <= span.high[1]; j++) {
        TRY(sketch_spend(l, 4.0 * fmax(0, span.high[0] - span.low[0] + 1)));
        for (int h = span.low[0]; h <= span.high[0]; h++) {
          const int at[3] = {h, j, k};
          double place[3];
          float *least = &distance[sketch_index(l, at)];
          sketch_place(l, at, place);
          *least = fminf(*least, (float)sqrt(distance2((const double(*)[3])x, place)));
        }
      }
  }
  return STATUS_OK;
}

/* Nodes from `least` to `most` beneath a surface, m; below 0 above it. */
static int draw_depths(struct drawing *d, const struct surface *s, double least, double most) {
  struct sketch *l = d->pen.sketch;
  const size_t nodes = sketch_nodes(l);
  const double reach = fmax(fabs(least), isfinite(most) ? fabs(most) : 0) + 1e-6 * l->dp;
  uint16_t *drawn = l->node, *inside = calloc(nodes, sizeof *inside);
  float *distance = malloc(nodes * sizeof *distance);
  int status = distance && inside ? sketch_spend(l, 2.0 * (double)nodes)
                                  : error_set(STATUS_FAILED, "not enough memory for depths");
  for (size_t i = 0; i < nodes && distance; i++) distance[i] = INFINITY;
  const struct pen pen = d->pen;
  l->node = inside, d->pen.group = 1, d->pen.grounds = d->pen.halves = 0; /* all that it encloses */
  if (status == STATUS_OK) status = draw_surface(d, s, false, true);
  if (status == STATUS_OK) status = measure_files(d, s, reach, distance);
  l->node = drawn, d->pen = pen;
  for (size_t i = 0; i < nodes && status == STATUS_OK && !d->pen.off; i++) {
    const double depth = inside[i] ? (double)distance[i] : -(double)distance[i];
    const int at[3] = {(int)(i % (size_t)l->count[0]), (int)(i / (size_t)l->count[0] % (size_t)l->count[1]),
                       (int)(i / (size_t)l->count[0] / (size_t)l->count[1])};
    if (depth >= least - 1e-6 * l->dp && depth <= most + 1e-6 * l->dp) pen_paint(&d->pen, at);
  }
  free(inside);
  free(distance);
  return status;
}

/* ---- files ---- */

/* A file's own transformation: scaled, turned, then moved. */
static int place_file(struct drawing *d, struct xml_node *n) {
  static const double origin[3] = {0};
  struct xml_node *move = xml_child(n, "drawmove"), *turn = xml_child(n, "drawrotate"),
                  *scale = xml_child(n, "drawscale");
  double v[3], angles[3] = {0};
  if (move) {
    TRY(import_vector(d->m, move, true, v));
    pen_move(&d->pen, v);
  }
  if (turn) TRY(drawing_angles(d, turn, angles));
  TRY(pen_turn(&d->pen, angles, "XYZ", false, origin));
  if (scale) {
    TRY(import_vector(d->m, scale, false, v));
    pen_scale(&d->pen, v);
  }
  return STATUS_OK;
}

/* <depth depthmin= depthmax=>: without one the nodes that faces would take. */
static int read_depths(struct drawing *d, struct xml_node *n, bool fill, double *least, double *most) {
  *least = -PEN_REACH * d->pen.sketch->dp;
  *most = fill ? INFINITY : -*least;
  TRY(import_optional(d->m, n, "depthmin", least));
  TRY(import_optional(d->m, n, "depthmax", most));
  return *most >= *least ? STATUS_OK
                         : import_fault(d->m, n, "depthmax=%g is below depthmin=%g", *most, *least);
}

static int draw_file(struct drawing *d, struct xml_node *n, struct surface *s) {
  bool fill = false, advanced = false, reverse = false;
  double least = 0, most = 0;
  struct xml_node *depth = xml_child(n, "depth");
  TRY(import_bool(d->m, n, "autofill", &fill));
  TRY(import_bool(d->m, n, "advanced", &advanced));
  TRY(import_bool(d->m, n, "reverse", &reverse));
  if (reverse)
    import_note(d->m, depth ? NOTE_REFUSED : NOTE_LEFT_OUT, n, "reverse: %s",
                depth ? "depth on the other side of a surface"
                      : "which way is out follows from the sites of walls");
  if (depth) TRY(read_depths(d, depth, fill, &least, &most));
  if (advanced && !depth) import_note(d->m, NOTE_CHANGED, n, "advanced: drawn as any other surface");
  if (xml_child(n, "clipdomain")) xml_know(xml_child(n, "clipdomain")); /* beyond it nothing is drawn */
  if (xml_child(n, "polyselec"))
    import_note(d->m, NOTE_CHANGED, n, "polyselec: all faces of the file are drawn");
  return depth ? draw_depths(d, s, least, most) : draw_surface(d, s, true, fill);
}

enum { HEIGHTS_MOST = 4096 };

/* A table with x in its first row, y in its first column and heights between: two triangles a field. */
static int read_heights(struct text *t, struct surface *s, double *row) {
  size_t columns = 0, rows = 0;
  for (char *line = text_line(t); line; line = text_line(t)) {
    size_t found = 0;
    char *at = line;
    if (*line == '#' || text_is_blank(line)) continue;
    for (char *c = line; *c; c++)
      if (*c == ';' || *c == '\t' || *c == ',') *c = columns || c != at ? ' ' : *c;
    if (!columns) { /* what stands in the corner is no number */
      at += strspn(at, " ");
      while (*at && strspn(at, "+-.0123456789eE ") < strlen(at)) at++;
    }
    while (found <= HEIGHTS_MOST && text_next_number(&at, &row[found])) found++;
    if (!columns) {
      columns = found;
      memcpy(row + HEIGHTS_MOST + 1, row, found * sizeof *row);
      if (found < 2 || found > HEIGHTS_MOST)
        return text_fault(t, line, "2 to 4096 numbers, the places along x");
      continue;
    }
    if (found != columns + 1) return text_fault(t, line, "a place along y, and a height for each along x");
    for (size_t i = 0; i < columns; i++) {
      const double x[3] = {row[HEIGHTS_MOST + 1 + i], row[0], row[i + 1]};
      TRY(surface_add_vertex(s, x));
      if (!rows || !i) continue;
      const uint32_t a = (uint32_t)(s->vertices - 1), b = a - (uint32_t)columns;
      TRY(surface_add_facet(s, b - 1, b, a, 1));
      TRY(surface_add_facet(s, b - 1, a, a - 1, 1));
    }
    rows++;
  }
  return rows > 1 ? STATUS_OK : text_fault(t, NULL, "two rows of heights at least");
}

static int read_table(struct surface *s, const char *path) {
  char *data = NULL;
  size_t size;
  TRY(file_read(path, STATUS_USAGE, &data, &size));
  struct text t = {.path = path, .next = data};
  double *row = calloc(2 * (HEIGHTS_MOST + 1), sizeof *row);
  const int status =
      row ? read_heights(&t, s, row) : error_set(STATUS_FAILED, "not enough memory for heights");
  free(row);
  free(data);
  return status;
}

static int read_surface(struct drawing *d, struct xml_node *n, const char *path, struct surface *s) {
  if (strcmp(n->name, "drawfilecsv") != 0) return surface_read(s, path);
  const char *mode = xml_value(n, "mode");
  if (!mode || strcasecmp(mode, "bathymetry") != 0)
    return import_fault(d->m, n, "mode=\"%.60s\"; expected bathymetry", mode ? mode : "");
  return read_table(s, path);
}

int commands_file(struct drawing *d, struct xml_node *n) {
  char path[PATH_MAX];
  double matrix[3][4];
  struct surface s = {0};
  TRY(import_file(d->m, n, "file", path));
  memcpy(matrix, d->pen.matrix, sizeof matrix);
  int status = place_file(d, n);
  if (status == STATUS_OK) status = read_surface(d, n, path, &s);
  if (status == STATUS_OK) status = draw_file(d, n, &s);
  memcpy(d->pen.matrix, matrix, sizeof matrix);
  surface_free(&s);
  return commands_at(d, n, status);
}

int commands_triangles(struct drawing *d, struct xml_node *n, bool fill) {
  struct surface s = {0};
  struct xml_node *points = xml_child(n, "points"), *triangles = xml_child(n, "triangles");
  double x[3];
  int status = STATUS_OK;
  if (!points || !triangles) return import_fault(d->m, n, "<points> or <triangles> is missing");
  for (struct xml_node *p = xml_child(points, "point"); p && status == STATUS_OK; p = xml_next(p)) {
    status = import_vector(d->m, p, false, x);
    if (status == STATUS_OK) status = surface_add_vertex(&s, x);
  }
  for (struct xml_node *t = xml_child(triangles, "triangle"); t && status == STATUS_OK; t = xml_next(t)) {
    status = import_vector(d->m, t, false, x);
    for (int a = 0; a < 3 && status == STATUS_OK; a++)
      if (!(x[a] >= 0 && x[a] < (double)s.vertices && x[a] == floor(x[a])))
        status =
            import_fault(d->m, t, "%g is no number of a point; expected 0 to %d", x[a], (int)s.vertices - 1);
    if (status == STATUS_OK)
      status = surface_add_facet(&s, (uint32_t)x[0], (uint32_t)x[1], (uint32_t)x[2], 1);
  }
  if (status == STATUS_OK) status = draw_surface(d, &s, !fill, fill);
  surface_free(&s);
  return status;
}
