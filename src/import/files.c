/* SPDX-License-Identifier: BSD-3-Clause */
/* Surfaces from files: their triangles, and what they enclose. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/commands.h"
#include "shape/surface.h"
#include "util/error.h"

/* Where the line along z through a column of nodes crosses a triangle. */
struct crossing {
  size_t column;
  double z;
};

struct crossings {
  struct crossing *items;
  size_t count;
};

static int compare(const void *a, const void *b) {
  const struct crossing *p = a, *q = b;
  if (p->column != q->column) return p->column < q->column ? -1 : 1;
  return p->z < q->z ? -1 : p->z > q->z;
}

static int add(struct crossings *c, size_t column, double z) {
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
        TRY(add(c, (size_t)i + (size_t)l->count[0] * (size_t)j,
                part[0] * x[0][2] + part[1] * x[1][2] + part[2] * x[2][2]));
    }
  return STATUS_OK;
}

/* Between every two crossings of a column. */
static int fill_columns(struct drawing *d, struct crossings *c) {
  struct sketch *l = d->pen.sketch;
  if (c->count) qsort(c->items, c->count, sizeof *c->items, compare);
  for (size_t i = 0; i + 1 < c->count; i++) {
    if (c->items[i + 1].column != c->items[i].column) continue;
    const double begin = ceil((c->items[i].z - l->low[2]) / l->dp - 1e-6);
    const double end = floor((c->items[i + 1].z - l->low[2]) / l->dp + 1e-6);
    TRY(sketch_spend(l, fmax(0, end - begin) + 1));
    for (double k = fmax(0, begin); k <= end && k < l->count[2]; k++)
      l->node[c->items[i].column % (size_t)l->count[0] +
              (size_t)l->count[0] * (c->items[i].column / (size_t)l->count[0] +
                                     (size_t)l->count[1] * (size_t)k)] = d->pen.group;
    i++;
  }
  return STATUS_OK;
}

static int draw_surface(struct drawing *d, const struct surface *s, bool fill) {
  struct crossings c = {0};
  int status = STATUS_OK;
  for (size_t i = 0; i < s->facets && status == STATUS_OK; i++) {
    const double *corner[3];
    double x[3][3];
    for (int k = 0; k < 3; k++) corner[k] = s->vertex[s->facet[i][k]];
    status = pen_triangle(&d->pen, corner[0], corner[1], corner[2]);
    if (!fill || status != STATUS_OK) continue;
    for (int k = 0; k < 3; k++) pen_place(&d->pen, corner[k], x[k]);
    status = cross_triangle(&c, d->pen.sketch, (const double(*)[3])x);
  }
  if (status == STATUS_OK && fill && !d->pen.off) status = fill_columns(d, &c);
  free(c.items);
  return status;
}

/* A file's own transformation: scaled, turned, then moved. */
static int place_file(struct drawing *d, struct xml_node *n) {
  static const double origin[3] = {0}, axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  static const char *const names[] = {"angx", "angy", "angz"};
  struct xml_node *move = xml_child(n, "drawmove"), *turn = xml_child(n, "drawrotate"),
                  *scale = xml_child(n, "drawscale");
  double v[3];
  if (move) {
    TRY(import_vector(d->m, move, true, v));
    pen_move(&d->pen, v);
  }
  for (int a = 2; turn && a >= 0; a--) {
    double angle = 0;
    TRY(import_optional(d->m, turn, names[a], &angle));
    TRY(pen_rotate(&d->pen, angle, origin, axes[a]));
  }
  if (scale) {
    TRY(import_vector(d->m, scale, false, v));
    pen_scale(&d->pen, v);
  }
  return STATUS_OK;
}

static int draw_file(struct drawing *d, struct xml_node *n, const char *path) {
  struct surface s = {0};
  bool fill = false, advanced = false;
  TRY(import_bool(d->m, n, "autofill", &fill));
  TRY(import_bool(d->m, n, "advanced", &advanced));
  if (advanced) import_note(d->m, NOTE_CHANGED, n, "advanced: drawn as any other surface");
  if (xml_child(n, "depth"))
    import_note(d->m, NOTE_REFUSED, xml_child(n, "depth"), "layers by depth are not known here");
  if (xml_child(n, "polyselec"))
    import_note(d->m, NOTE_CHANGED, n, "polyselec: all faces of the file are drawn");
  TRY(place_file(d, n));
  int status = surface_read(&s, path);
  if (status == STATUS_OK) status = draw_surface(d, &s, fill);
  surface_free(&s);
  return status;
}

int commands_file(struct drawing *d, struct xml_node *n) {
  char path[PATH_MAX];
  double matrix[3][4];
  TRY(import_file(d->m, n, "file", path));
  memcpy(matrix, d->pen.matrix, sizeof matrix);
  const int status = draw_file(d, n, path);
  memcpy(d->pen.matrix, matrix, sizeof matrix);
  if (status == STATUS_USAGE) return import_fault(d->m, n, "%.400s", error_text());
  return status;
}
