/* SPDX-License-Identifier: BSD-3-Clause */
#include "shape/terrain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/file.h"
#include "util/error.h"
#include "util/sort.h"
#include "util/text.h"

enum { LINES_MOST = 1 << 15, POINTS_MOST = 1 << 26 };

static int allocate_terrain(struct terrain *t, size_t columns, size_t rows) {
  t->columns = columns;
  t->rows = rows;
  t->x = malloc(columns * sizeof *t->x);
  t->y = malloc(rows * sizeof *t->y);
  t->z = malloc(columns * rows * sizeof *t->z);
  CHECK(t->x && t->y && t->z, STATUS_FAILED, "not enough memory for %zu heights", columns * rows);
  return STATUS_OK;
}

void terrain_free(struct terrain *t) {
  free(t->x);
  free(t->y);
  free(t->z);
  *t = (struct terrain){0};
}

/* ---- ESRI ASCII grid ---- */

struct esri {
  double columns, rows, x, y, size, nothing;
  bool centre[2]; /* x, y are of the lowest cell's middle, not of its corner */
};

/* The line's word and number; false if it is a row of heights. */
static int read_key(struct esri *e, struct text *t, const char *word) {
  static const char *const expected = "ncols, nrows, xllcorner, yllcorner, cellsize or NODATA_value";
  if (strcasecmp(word, "ncols") == 0) return text_whole(t, "2 to 32768 columns", 2, LINES_MOST, &e->columns);
  if (strcasecmp(word, "nrows") == 0) return text_whole(t, "2 to 32768 rows", 2, LINES_MOST, &e->rows);
  if (strcasecmp(word, "cellsize") == 0) return text_number(t, "the size of a cell", &e->size);
  if (strcasecmp(word, "nodata_value") == 0)
    return text_number(t, "the number that stands for no value", &e->nothing);
  if (strncasecmp(word, "xll", 3) == 0 || strncasecmp(word, "yll", 3) == 0) {
    const int axis = word[0] == 'y' || word[0] == 'Y';
    e->centre[axis] = strcasecmp(word + 3, "center") == 0;
    if (e->centre[axis] || strcasecmp(word + 3, "corner") == 0)
      return text_number(t, "a coordinate", axis ? &e->y : &e->x);
  }
  return text_fault(t, word, expected);
}

static int read_esri(struct terrain *out, struct text *t) {
  struct esri e = {.nothing = -9999};
  while (t->next[strspn(t->next, " \t\r\n")] && !strchr("+-.0123456789", t->next[strspn(t->next, " \t\r\n")]))
    TRY(read_key(&e, t, text_word(t)));
  CHECK(e.columns > 0 && e.rows > 0 && e.size > 0, STATUS_USAGE,
        "%s: has no ncols, nrows or cellsize > 0; expected an ESRI ASCII grid", t->path);
  CHECK(e.columns * e.rows <= POINTS_MOST, STATUS_USAGE, "%s: %.0f heights; expected at most %d", t->path,
        e.columns * e.rows, POINTS_MOST);
  TRY(allocate_terrain(out, (size_t)e.columns, (size_t)e.rows));
  for (size_t i = 0; i < out->columns; i++) out->x[i] = e.x + ((double)i + (e.centre[0] ? 0 : 0.5)) * e.size;
  for (size_t k = 0; k < out->rows; k++) out->y[k] = e.y + ((double)k + (e.centre[1] ? 0 : 0.5)) * e.size;
  for (size_t k = out->rows; k-- > 0;) /* the highest row comes first */
    for (size_t i = 0; i < out->columns; i++) {
      char what[80];
      double *z = &out->z[k * out->columns + i];
      snprintf(what, sizeof what, "the height of row %zu, column %zu", out->rows - k, i + 1);
      TRY(text_number(t, what, z));
      CHECK(*z != e.nothing, STATUS_USAGE,
            "%s:%zu: row %zu, column %zu has no value; expected a grid with values everywhere: fill it or "
            "cut it out",
            t->path, t->line, out->rows - k, i + 1);
    }
  char *word = text_word(t);
  return word ? text_fault(t, word, "nothing more: all heights are read") : STATUS_OK;
}

/* ---- XYZ ---- */

struct cloud {
  double (*point)[3];
  size_t count, capacity;
};

static int read_cloud(struct cloud *c, struct text *t) {
  for (char *line; (line = text_line(t));) {
    if (text_is_blank(line) || *line == '#') continue;
    if (c->count == c->capacity) {
      const size_t capacity = c->capacity ? 2 * c->capacity : 1024;
      double(*point)[3] = capacity <= POINTS_MOST ? reallocarray(c->point, capacity, sizeof *point) : NULL;
      CHECK(point, STATUS_FAILED, "%s: not enough memory for %zu points", t->path, capacity);
      c->point = point;
      c->capacity = capacity;
    }
    if (!text_numbers(line, 0, c->point[c->count++], 3)) return text_fault(t, line, "x, y and z");
  }
  CHECK(c->count >= 3, STATUS_USAGE, "%s: has %zu points; expected terrain", t->path, c->count);
  return STATUS_OK;
}

/* The different coordinates along an axis, sorted; NULL without memory. */
static double *coordinates(const struct cloud *c, int axis, size_t *count) {
  double *x = malloc(c->count * sizeof *x);
  if (!x) return NULL;
  for (size_t i = 0; i < c->count; i++) x[i] = c->point[i][axis];
  sort_doubles(x, c->count);
  *count = 0;
  for (size_t i = 0; i < c->count; i++)
    if (i == 0 || x[i] != x[*count - 1]) x[(*count)++] = x[i];
  return x;
}

static size_t index_of(const double *x, size_t count, double value) {
  const double *found = bsearch(&value, x, count, sizeof *x, sort_compare_doubles);
  return found ? (size_t)(found - x) : 0;
}

/* Fills the terrain from points on a grid, in any order; *done is false if they are on none. */
static int fill_grid(struct terrain *t, const struct cloud *c, bool *done) {
  size_t columns = 0, rows = 0;
  double *x = coordinates(c, 0, &columns), *y = coordinates(c, 1, &rows);
  int status = x && y ? STATUS_OK : error_set(STATUS_FAILED, "not enough memory for %zu points", c->count);
  *done = status == STATUS_OK && columns > 1 && rows > 1 && columns <= c->count && columns * rows == c->count;
  if (*done) status = allocate_terrain(t, columns, rows);
  if (*done && status == STATUS_OK) {
    memcpy(t->x, x, columns * sizeof *x);
    memcpy(t->y, y, rows * sizeof *y);
    for (size_t i = 0; i < c->count; i++) t->z[i] = NAN;
    for (size_t i = 0; i < c->count; i++)
      t->z[index_of(y, rows, c->point[i][1]) * columns + index_of(x, columns, c->point[i][0])] =
          c->point[i][2];
    for (size_t i = 0; i < c->count; i++) *done &= !isnan(t->z[i]);
    if (!*done) terrain_free(t);
  }
  free(x);
  free(y);
  return status;
}

/* Points by square bins of a side. */
struct bins {
  double low[2], side;
  size_t count[2];
  size_t *begin;
  uint32_t *points;
};

static size_t bin_of(const struct bins *b, const double *p) {
  size_t at[2];
  for (int a = 0; a < 2; a++) {
    const double k = floor((p[a] - b->low[a]) / b->side);
    at[a] = k <= 0 ? 0 : k >= (double)b->count[a] - 1 ? b->count[a] - 1 : (size_t)k;
  }
  return at[1] * b->count[0] + at[0];
}

static bool bins_make(struct bins *b, const struct cloud *c) {
  const size_t size = b->count[0] * b->count[1];
  b->begin = calloc(size + 2, sizeof *b->begin);
  b->points = malloc(c->count * sizeof *b->points);
  if (!b->begin || !b->points) return false;
  for (size_t i = 0; i < c->count; i++) b->begin[bin_of(b, c->point[i]) + 2]++;
  for (size_t k = 0; k < size; k++) b->begin[k + 2] += b->begin[k + 1];
  for (size_t i = 0; i < c->count; i++) b->points[b->begin[bin_of(b, c->point[i]) + 1]++] = (uint32_t)i;
  return true;
}

/* Height by Shepard's interpolation (1968) over points in the nearest ring of bins that has any, and the next
 * ring. */
static double height_at(const struct bins *b, const struct cloud *c, const double at[2]) {
  const size_t middle = bin_of(b, at);
  const long long columns = (long long)b->count[0], rows = (long long)b->count[1];
  const long long i = (long long)middle % columns, k = (long long)middle / columns;
  double weights = 0, sum = 0, base = 0;
  bool any = false;
  for (long long ring = 0, last = -1; last < 0 || ring <= last; ring++) {
    const long long left = i > ring ? i - ring : 0, right = i + ring < columns ? i + ring : columns - 1;
    const long long below = k > ring ? k - ring : 0, above = k + ring < rows ? k + ring : rows - 1;
    const bool outside = i < ring && i + ring >= columns; /* the ring's two columns */
    for (long long y = below; y <= above; y++) {
      const bool between = y != k - ring && y != k + ring;
      if (between && outside) { /* only its two rows */
        y = k + ring - 1;
        continue;
      }
      for (long long x = left; x <= right; x++) {
        if (between && x != i - ring) { /* the ring's two ends only */
          if (x < i + ring) x = i + ring;
          if (x > right) break;
        }
        const size_t bin = (size_t)(y * columns + x);
        for (size_t n = b->begin[bin]; n < b->begin[bin + 1]; n++) {
          const double *p = c->point[b->points[n]], dx = p[0] - at[0], dy = p[1] - at[1];
          const double d2 = dx * dx + dy * dy;
          if (d2 <= 1e-12 * b->side * b->side) return p[2];
          if (!any) base = p[2];
          any = true;
          weights += 1 / d2;
          sum += (p[2] - base) / d2;
        }
      }
    }
    if (any && last < 0) last = ring + 1;
  }
  return base + sum / weights;
}

static int fill_scattered(struct terrain *t, const struct cloud *c, double spacing, const char *path) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, count[2];
  for (size_t i = 0; i < c->count; i++)
    for (int a = 0; a < 2; a++) {
      low[a] = fmin(low[a], c->point[i][a]);
      high[a] = fmax(high[a], c->point[i][a]);
    }
  for (int a = 0; a < 2; a++) count[a] = floor((high[a] - low[a]) / spacing) + 1;
  CHECK(high[0] > low[0] && high[1] > low[1], STATUS_USAGE,
        "%s: its points lie on one line; expected terrain", path);
  for (int a = 0; a < 2; a++) count[a] = fmax(count[a], 2);
  CHECK(count[0] <= LINES_MOST && count[1] <= LINES_MOST && count[0] * count[1] <= POINTS_MOST, STATUS_USAGE,
        "%s: %g by %g in its units is too large for lines every %g (two dp): is it in another unit (scale)?",
        path, high[0] - low[0], high[1] - low[1], spacing);
  TRY(allocate_terrain(t, (size_t)count[0], (size_t)count[1]));
  for (size_t i = 0; i < t->columns; i++) t->x[i] = low[0] + (high[0] - low[0]) * (double)i / (count[0] - 1);
  for (size_t k = 0; k < t->rows; k++) t->y[k] = low[1] + (high[1] - low[1]) * (double)k / (count[1] - 1);
  struct bins b = {.low = {low[0], low[1]}};
  const double longest =
      fmax(high[0] - low[0], high[1] - low[1]); /* no more bins than points, if it is narrow */
  b.side = fmax(sqrt((high[0] - low[0]) * (high[1] - low[1]) / (double)c->count), longest / (double)c->count);
  for (int a = 0; a < 2; a++)
    b.count[a] = (size_t)fmin(fmax(1, ceil((high[a] - low[a]) / b.side)), LINES_MOST);
  int status = STATUS_OK;
  if (bins_make(&b, c))
    for (size_t n = 0; n < t->columns * t->rows; n++)
      t->z[n] = height_at(&b, c, (const double[]){t->x[n % t->columns], t->y[n / t->columns]});
  else
    status = error_set(STATUS_FAILED, "%s: not enough memory for %zu points", path, c->count);
  free(b.begin);
  free(b.points);
  return status;
}

static int read_xyz(struct terrain *out, struct text *t, double spacing) {
  struct cloud c = {0};
  bool done = false;
  int status = read_cloud(&c, t);
  if (status == STATUS_OK) status = fill_grid(out, &c, &done);
  if (status == STATUS_OK && !done) status = fill_scattered(out, &c, spacing, t->path);
  free(c.point);
  return status;
}

int terrain_read(struct terrain *t, const char *path, double spacing) {
  const char *dot = strrchr(path, '.');
  const bool esri = dot && strcasecmp(dot, ".asc") == 0, xyz = dot && strcasecmp(dot, ".xyz") == 0;
  *t = (struct terrain){0};
  CHECK(!dot || (strcasecmp(dot, ".tif") != 0 && strcasecmp(dot, ".tiff") != 0), STATUS_USAGE,
        "%s: GeoTIFF is not read; expected .asc, as 'gdal_translate -of AAIGrid' makes of it", path);
  CHECK(esri || xyz, STATUS_USAGE, "%s: unknown kind of file; expected .asc or .xyz", path);
  char *data;
  size_t size;
  TRY(file_read(path, STATUS_USAGE, &data, &size));
  struct text text = {.path = path, .next = text_behind_mark(data)};
  int status = strlen(data) != size ? error_set(STATUS_USAGE, "%s: is no text; expected heights", path)
               : esri               ? read_esri(t, &text)
                                    : read_xyz(t, &text, spacing);
  free(data);
  return status;
}

/* ---- the ground as a surface ---- */

/* The grid's line for line i of a grid that is extended by one line on either side. */
static size_t line_of(size_t i, size_t count) {
  return i == 0 ? 0 : i > count ? count - 1 : i - 1;
}

/* Adds node i, k of the extended grid. */
static int add_node(struct surface *s, const struct terrain *t, size_t i, size_t k,
                    const struct terrain_reach *to, bool top) {
  const size_t in_i = line_of(i, t->columns), in_k = line_of(k, t->rows);
  const double x[3] = {i == 0           ? to->low[0]
                       : i > t->columns ? to->high[0]
                                        : t->x[in_i],
                       k == 0        ? to->low[1]
                       : k > t->rows ? to->high[1]
                                     : t->y[in_k],
                       top ? t->z[in_k * t->columns + in_i] : to->bottom};
  return surface_add_vertex(s, x);
}

/* The n-th node of the rim, anticlockwise seen from above. */
static void rim_node(const struct terrain *t, size_t n, size_t *i, size_t *k) {
  const size_t w = t->columns + 1, h = t->rows + 1;
  if (n < w)
    *i = n, *k = 0;
  else if (n < w + h)
    *i = w, *k = n - w;
  else if (n < 2 * w + h)
    *i = 2 * w + h - n, *k = h;
  else
    *i = 0, *k = 2 * (w + h) - n;
}

static int add_sides(struct surface *s, const struct terrain *t, const struct terrain_reach *to) {
  const size_t wide = t->columns + 2, rim = 2 * (t->columns + 1) + 2 * (t->rows + 1);
  const uint32_t first = (uint32_t)s->vertices, middle = first + (uint32_t)rim;
  size_t i, k;
  for (size_t n = 0; n < rim; n++) {
    rim_node(t, n, &i, &k);
    TRY(add_node(s, t, i, k, to, false));
  }
  TRY(add_node(s, t, t->columns / 2, t->rows / 2, to, false));
  for (size_t n = 0; n < rim; n++) {
    const size_t next = (n + 1) % rim;
    const uint32_t below = first + (uint32_t)n, after = first + (uint32_t)next;
    rim_node(t, n, &i, &k);
    const uint32_t p = (uint32_t)(k * wide + i);
    rim_node(t, next, &i, &k);
    const uint32_t q = (uint32_t)(k * wide + i);
    TRY(surface_add_facet(s, q, p, below, s->facets + 1));
    TRY(surface_add_facet(s, q, below, after, s->facets + 1));
    TRY(surface_add_facet(s, middle, after, below, s->facets + 1));
  }
  return STATUS_OK;
}

int terrain_surface(struct surface *s, const struct terrain *t, const struct terrain_reach *reach) {
  const size_t wide = t->columns + 2, high = t->rows + 2;
  *s = (struct surface){0};
  for (size_t n = 0; n < wide * high; n++) TRY(add_node(s, t, n % wide, n / wide, reach, true));
  for (size_t n = 0; n < (wide - 1) * (high - 1); n++) {
    const uint32_t a = (uint32_t)(n / (wide - 1) * wide + n % (wide - 1)), b = a + 1, d = a + (uint32_t)wide,
                   c = d + 1;
    TRY(surface_add_facet(s, a, b, c, s->facets + 1));
    TRY(surface_add_facet(s, a, c, d, s->facets + 1));
  }
  return add_sides(s, t, reach);
}
