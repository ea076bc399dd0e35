/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/segments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/motion.h"
#include "geometry/shape.h"
#include "lane/sine.h"
#include "util/error.h"

/* In spacings: how far beside a boundary it is asked whether there is a wall; within how much two segments,
 * two trapezoids are one; how far from a segment its particle may stand. */
#define BESIDE     1e-3
#define SAME       0.25
#define SAME_PLATE 0.05
#define FAR        3.0

static bool in_cylinder(const struct shape *s, const double x[3]) {
  double axis[3], way[3];
  for (int a = 0; a < 3; a++) axis[a] = s->top[a] - s->base[a], way[a] = x[a] - s->base[a];
  const double length2 = dot3(axis, axis), along = dot3(axis, way);
  return along > 0.0 && along < length2 && dot3(way, way) - along * along / length2 < s->radius * s->radius;
}

static bool in_outline(const struct shape *s, const double x[3], int dimensions) {
  double way[3] = {0};
  bool in = true;
  switch (shape_form(s)) {
  case SHAPE_BOX:
    for (int a = 0; a < dimensions; a++) in = in && x[a] > s->low[a] && x[a] < s->high[a];
    return in;
  case SHAPE_SPHERE:
    for (int a = 0; a < dimensions; a++) way[a] = x[a] - s->centre[a];
    return dot3(way, way) < s->radius * s->radius;
  case SHAPE_PLANE:
    for (int a = 0; a < dimensions; a++) way[a] = x[a] - s->point[a];
    return dot3(way, s->normal) < 0.0;
  case SHAPE_CYLINDER:
    return in_cylinder(s, x);
  default:
    return shape_polygon_holds(s, x);
  }
}

static bool has_outline(const struct shape *s) {
  const enum shape_kind kind = shape_form(s);
  return kind == SHAPE_BOX || kind == SHAPE_SPHERE || kind == SHAPE_PLANE || kind == SHAPE_CYLINDER ||
         kind == SHAPE_POLYGON;
}

/* Outside an open face of a box there is no shell. */
static bool is_past_open_face(const struct shape *s, const double x[3], int dimensions) {
  bool past = false;
  for (int a = 0; a < dimensions && shape_form(s) == SHAPE_BOX; a++) {
    past = past || ((s->open & (1u << (2 * a))) && x[a] < s->low[a]);
    past = past || ((s->open & (2u << (2 * a))) && x[a] > s->high[a]);
  }
  return past;
}

/* Walls at rest are one group; what a wall carries is in the group of that wall. */
static size_t group_of(const struct scene *c, size_t wall) {
  const struct body *b = &c->walls[wall];
  if (b->motion_count > 0) return wall + 1;
  return b->carrier >= 0 ? group_of(c, (size_t)b->carrier) : 0;
}

struct enclosed *segments_file(const struct segments_found *f, size_t k, size_t j) {
  for (size_t i = 0; i < k; i++) j += f->c->walls[i].shape_count;
  return &f->files[j];
}

static bool in_wall(const struct segments_found *f, size_t k, const double x[3]) {
  const struct scene *c = f->c;
  bool in = false;
  for (size_t j = 0; j < c->walls[k].shape_count; j++) {
    const struct shape *s = &c->walls[k].shapes[j];
    const bool file = shape_form(s) == SHAPE_SURFACE;
    const bool inside = file ? f->files && enclosed_holds(segments_file(f, k, j), x)
                             : has_outline(s) && in_outline(s, x, c->dimensions);
    if (s->cut)
      in = in && !inside;
    else if (s->fill == FILL_SHELL_OUTSIDE)
      in = in || (!inside && !is_past_open_face(s, x, c->dimensions));
    else
      in = in || inside;
  }
  return in;
}

bool segments_hold(const struct scene *c, const double x[3]) {
  const struct segments_found f = {.c = c};
  for (size_t k = 0; k < c->wall_count; k++)
    if (group_of(c, k) == 0 && !c->walls[k].freedom.given && in_wall(&f, k, x)) return true;
  return false;
}

/* Whether a wall holds the place that keeps its distance to the present one, or one that does not. */
static bool in_walls(const struct segments_found *f, const double x[3], bool others) {
  const struct scene *c = f->c;
  for (size_t k = 0; k < c->wall_count; k++)
    if ((group_of(c, k) != group_of(c, f->wall)) == others && in_wall(f, k, x)) return true;
  return false;
}

static bool in_domain(const struct scene *c, const double x[3]) {
  for (int a = 0; a < c->dimensions; a++)
    if (x[a] < c->domain.low[a] || x[a] > c->domain.high[a]) return false;
  return true;
}

int segments_add(struct segments_found *f, const struct segment *given) {
  const struct scene *c = f->c;
  struct segment one = *given;
  one.wall = f->wall;
  double side[2][3];
  for (int a = 0; a < 3; a++) {
    side[0][a] = one.middle[a] + BESIDE * c->dp * one.normal[a];
    side[1][a] = one.middle[a] - BESIDE * c->dp * one.normal[a];
  }
  const bool turned = in_walls(f, side[0], false);
  if (turned == in_walls(f, side[1], false) || !in_domain(c, side[turned])) return STATUS_OK;
  if (f->covers && in_walls(f, side[turned], true)) return STATUS_OK;
  CHECK(!in_walls(f, side[turned], true), STATUS_USAGE,
        "%s: walls.%s: at (%g, %g, %g) m it touches a wall that moves against it, and boundary.model: "
        "semi_analytical walls that do would both cut the kernel there; expected water between them, or "
        "boundary.model dummy",
        c->path, c->walls[f->wall].name, one.middle[0], one.middle[1], one.middle[2]);
  for (int a = 0; a < 3 && turned; a++) one.normal[a] = -one.normal[a], one.along[a] = -one.along[a];
  if (f->count == f->room) {
    f->room = 2 * f->room + 64;
    struct segment *more = realloc(f->all, f->room * sizeof *more);
    CHECK(more, STATUS_FAILED, "no memory for the segments of walls");
    f->all = more;
  }
  f->all[f->count++] = one;
  return STATUS_OK;
}

/* ---- outlines in the plane ---- */

static double size2(double x, double y) {
  return sqrt(x * x + y * y);
}

static int add_segments(struct segments_found *f, const double p[2], const double q[2], bool round) {
  const double length = size2(q[0] - p[0], q[1] - p[1]);
  const struct segment one = {.middle = {0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])},
                              .normal = {(p[1] - q[1]) / length, (q[0] - p[0]) / length},
                              .length = length,
                              .round = round};
  return segments_add(f, &one);
}

/* A straight boundary in pieces that are about a spacing long. */
static int add_line(struct segments_found *f, const double p[2], const double q[2]) {
  const double length = size2(q[0] - p[0], q[1] - p[1]);
  const int pieces = (int)fmax(1.0, floor(length / f->c->dp + 0.5));
  for (int k = 0; k < pieces && length > 0.0; k++) {
    double from[2], to[2];
    for (int a = 0; a < 2; a++) {
      from[a] = p[a] + (q[a] - p[a]) * k / pieces;
      to[a] = p[a] + (q[a] - p[a]) * (k + 1) / pieces;
    }
    TRY(add_segments(f, from, to, false));
  }
  return STATUS_OK;
}

/* Tangents, whose middles are on the circle. */
static int add_round(struct segments_found *f, const struct shape *s) {
  const double pi = 3.14159265358979323846;
  const int pieces = (int)fmax(6.0, floor(2.0 * pi * s->radius / f->c->dp + 0.5));
  const double far = s->radius / cosine_of_turns(0.5 / pieces);
  for (int k = 0; k < pieces; k++) {
    double end[2][2];
    for (int j = 0; j < 2; j++) {
      const double turns = (double)(k + j) / pieces;
      end[j][0] = s->centre[0] + far * cosine_of_turns(turns);
      end[j][1] = s->centre[1] + far * sine_of_turns(turns);
    }
    TRY(add_segments(f, end[0], end[1], true));
  }
  return STATUS_OK;
}

/* As far as the domain reaches; the point is one of its ends. */
static int add_plane(struct segments_found *f, const struct shape *s) {
  const struct scene *c = f->c;
  const double size = size2(s->normal[0], s->normal[1]);
  double far = 0.0;
  for (int corner = 0; corner < 4; corner++)
    far = fmax(far, size2((corner & 1 ? c->domain.high[0] : c->domain.low[0]) - s->point[0],
                          (corner & 2 ? c->domain.high[1] : c->domain.low[1]) - s->point[1]));
  far = c->dp * ceil(far / c->dp);
  for (int way = -1; way <= 1; way += 2)
    TRY(add_line(f, s->point,
                 (const double[2]){s->point[0] - way * far * s->normal[1] / size,
                                   s->point[1] + way * far * s->normal[0] / size}));
  return STATUS_OK;
}

static int add_shape(struct segments_found *f, const struct shape *s) {
  switch (shape_form(s)) {
  case SHAPE_BOX: {
    const double x[2] = {s->low[0], s->high[0]}, y[2] = {s->low[1], s->high[1]};
    const double corners[4][2] = {{x[0], y[0]}, {x[1], y[0]}, {x[1], y[1]}, {x[0], y[1]}};
    for (int k = 0; k < 4; k++) TRY(add_line(f, corners[k], corners[(k + 1) % 4]));
    return STATUS_OK;
  }
  case SHAPE_SPHERE:
    return add_round(f, s);
  case SHAPE_PLANE:
    return add_plane(f, s);
  case SHAPE_POLYGON:
    for (size_t i = 0; i < s->vertex_count; i++)
      TRY(add_line(f, s->vertices[i], s->vertices[(i + 1) % s->vertex_count]));
    return STATUS_OK;
  default:
    return STATUS_OK; /* case/check_walls.c */
  }
}

/* ---- whose they are ---- */

/* Something at a place, in a grid of cells FAR wide. */
struct place {
  double x[3];
  uint64_t cell;
  size_t row;
};

static uint64_t cell_of(const struct scene *c, const double x[3], const int off[3]) {
  uint64_t cell = 0;
  for (int a = 0; a < 3; a++) {
    const double at = a < c->dimensions ? floor((x[a] - c->domain.low[a]) / (FAR * c->dp)) : 0.0;
    cell = cell << 21 | ((uint64_t)((int64_t)at + off[a] + (1 << 20)) & 0x1fffff);
  }
  return cell;
}

static struct place place_at(const struct scene *c, const double x[3], size_t row) {
  return (struct place){{x[0], x[1], x[2]}, cell_of(c, x, (const int[3]){0}), row};
}

static int by_cell(const void *a, const void *b) {
  const struct place *p = a, *q = b;
  if (p->cell != q->cell) return p->cell < q->cell ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

static const struct place *first_of(const struct place *places, size_t count, uint64_t cell) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (places[middle].cell < cell)
      low = middle + 1;
    else
      high = middle;
  }
  return places + low;
}

static double between(const double x[3], const double y[3]) {
  double sum = 0.0;
  for (int a = 0; a < 3; a++) sum += (x[a] - y[a]) * (x[a] - y[a]);
  return sqrt(sum);
}

/* Whether one before it is the same. */
static bool is_there(const struct segments_found *f, const struct place *places, size_t k) {
  const struct segment *one = &f->all[k];
  const double same = (f->c->dimensions == 2 ? SAME : SAME_PLATE) * f->c->dp;
  for (int n = 0; n < 27; n++) {
    const int off[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
    const uint64_t cell = cell_of(f->c, one->middle, off);
    if (f->c->dimensions == 2 && off[2] != 0) continue;
    for (const struct place *p = first_of(places, f->count, cell); p < places + f->count && p->cell == cell;
         p++)
      if (p->row < k && f->all[p->row].length > 0.0 && between(p->x, one->middle) < same &&
          dot3(f->all[p->row].normal, one->normal) > 0.9)
        return true;
  }
  return false;
}

static int drop_doubles(struct segments_found *f) {
  struct place *places = malloc((f->count + 1) * sizeof *places);
  CHECK(places, STATUS_FAILED, "no memory for the segments of walls");
  for (size_t k = 0; k < f->count; k++) places[k] = place_at(f->c, f->all[k].middle, k);
  qsort(places, f->count, sizeof *places, by_cell);
  for (size_t k = 0; k < f->count; k++)
    if (is_there(f, places, k)) f->all[k].length = 0.0;
  free(places);
  return STATUS_OK;
}

struct owners {
  const struct scene *c;
  const struct particles *p;
  const struct place *places;
  struct segment *of;
  size_t *next; /* [walls] of each, where to look for one that has none */
};

/* The nearest particle within FAR behind it: of its wall one that has none yet, or of any wall. */
static size_t nearest(const struct owners *o, const struct segment *one, bool any) {
  const struct scene *c = o->c;
  double x[3], best = FAR * c->dp;
  size_t row = SIZE_MAX;
  for (int a = 0; a < 3; a++) x[a] = one->middle[a] - 0.5 * c->dp * one->normal[a];
  for (int n = 0; n < 27; n++) {
    const int off[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
    const uint64_t cell = cell_of(c, x, off);
    const struct place *end = o->places + o->p->wall_count;
    if (c->dimensions == 2 && off[2] != 0) continue;
    for (const struct place *q = first_of(o->places, o->p->wall_count, cell); q < end && q->cell == cell;
         q++) {
      const double away = between(q->x, x);
      if (away > best || (away == best && q->row > row)) continue;
      if (any || (o->of[q->row].length == 0.0 && o->p->body[q->row] == one->wall)) best = away, row = q->row;
    }
  }
  return row;
}

/* Any particle of a wall that has none. */
static size_t any_of(const struct owners *o, size_t wall) {
  size_t i = o->next[wall];
  while (i < o->p->wall_count && (o->p->body[i] != wall || o->of[i].length > 0.0)) i++;
  o->next[wall] = i;
  return i < o->p->wall_count ? i : SIZE_MAX;
}

/* Give it to a particle: near it, else of its wall, else of one that moves with it. Where that stood does not
 * matter. */
static int give_segments(const struct owners *o, const struct segment *one) {
  const struct scene *c = o->c;
  size_t row = nearest(o, one, false);
  if (row == SIZE_MAX) row = any_of(o, one->wall);
  for (size_t k = 0; k < c->wall_count && row == SIZE_MAX; k++)
    if (group_of(c, k) == group_of(c, one->wall)) row = any_of(o, k);
  CHECK(row != SIZE_MAX, STATUS_USAGE,
        "%s: boundary.model: semi_analytical walls need a particle for each dp of their surface, and at (%g, "
        "%g, %g) m there is none left; expected thicker walls",
        c->path, one->middle[0], one->middle[1], one->middle[2]);
  o->of[row] = *one;
  return STATUS_OK;
}

/* All wall particles by cells. */
static int sort_places(const struct owners *o, struct place *places) {
  const size_t count = o->p->wall_count;
  CHECK(places && o->next, STATUS_FAILED, "no memory for the segments of walls");
  for (size_t i = 0; i < count; i++) places[i] = place_at(o->c, o->p->position[i], i);
  qsort(places, count, sizeof *places, by_cell);
  return STATUS_OK;
}

/* Each of those found to a particle. */
static int give_all(struct owners *o, const struct segments_found *f, struct place *places) {
  TRY(sort_places(o, places));
  for (size_t i = 0; i < f->count; i++)
    if (f->all[i].length > 0.0) TRY(give_segments(o, &f->all[i]));
  return STATUS_OK;
}

/* Adds each of those found to what the nearest particle has, unless that is another wall's: where two walls
 * have a surface in common it is that of the one that has the sites. */
static int add_areas(const struct owners *o, const struct segments_found *f, double *area) {
  for (size_t i = 0; i < f->count; i++) {
    const struct segment *one = &f->all[i];
    if (!(one->length > 0.0)) continue;
    const size_t row = nearest(o, one, true);
    CHECK(row != SIZE_MAX, STATUS_USAGE,
          "%s: walls.%s: at (%g, %g, %g) m its surface has no particle within %g dp; expected a thicker wall",
          o->c->path, o->c->walls[one->wall].name, one->middle[0], one->middle[1], one->middle[2], FAR);
    if (o->p->body[row] != one->wall) continue;
    area[row] += o->c->dimensions == 2 ? one->length : one->length * one->length;
  }
  return STATUS_OK;
}

static size_t shapes_of(const struct scene *c) {
  size_t count = 0;
  for (size_t k = 0; k < c->wall_count; k++) count += c->walls[k].shape_count;
  return count;
}

static int read_files(struct segments_found *f) {
  for (size_t k = 0; k < f->c->wall_count; k++)
    for (size_t j = 0; j < f->c->walls[k].shape_count; j++)
      if (shape_form(&f->c->walls[k].shapes[j]) == SHAPE_SURFACE)
        TRY(enclosed_make(segments_file(f, k, j), f->c, &f->c->walls[k].shapes[j]));
  return STATUS_OK;
}

/* Of all walls, or those that are wanted. */
static int find_all(struct segments_found *f, const bool *wanted) {
  TRY(read_files(f));
  for (f->wall = 0; f->wall < f->c->wall_count; f->wall++)
    for (size_t j = 0; j < f->c->walls[f->wall].shape_count && (!wanted || wanted[f->wall]); j++)
      TRY(f->c->dimensions == 2 ? add_shape(f, &f->c->walls[f->wall].shapes[j]) : facets_add_shape(f, j));
  return drop_doubles(f);
}

static void free_files(struct segments_found *f) {
  for (size_t k = 0; f->files && k < shapes_of(f->c); k++) enclosed_free(&f->files[k]);
  free(f->files);
}

/* What is found of all walls, or those that are wanted: each piece to a particle, or to `area` the sizes. */
static int find_segments(struct segment **of, double *area, const struct scene *c, const struct particles *p,
                         const bool *wanted) {
  struct segments_found f = {.c = c, .files = calloc(shapes_of(c) + 1, sizeof *f.files), .covers = area};
  struct place *places = malloc((p->wall_count + 1) * sizeof *places);
  *of = calloc(p->wall_count + 1, sizeof **of);
  struct owners o = {c, p, places, *of, calloc(c->wall_count + 1, sizeof *o.next)};
  int status =
      *of && f.files ? find_all(&f, wanted) : error_set(STATUS_FAILED, "no memory for the segments of walls");
  if (status == STATUS_OK && area) status = sort_places(&o, places);
  if (status == STATUS_OK) status = area ? add_areas(&o, &f, area) : give_all(&o, &f, places);
  free_files(&f);
  free(o.next);
  free(places);
  free(f.all);
  return status;
}

int segments_find(struct segment **of, const struct scene *c, const struct particles *p) {
  return find_segments(of, NULL, c, p, NULL);
}

int segments_areas(double **of, const struct scene *c, const struct particles *p, const bool *wanted) {
  struct segment *none = NULL;
  *of = calloc(p->wall_count + 1, sizeof **of);
  CHECK(*of, STATUS_FAILED, "no memory for the areas of walls");
  const int status = find_segments(&none, *of, c, p, wanted);
  free(none);
  return status;
}

int segments_all(struct segment **of, size_t *count, const struct scene *c) {
  struct segments_found f = {.c = c, .files = calloc(shapes_of(c) + 1, sizeof *f.files), .covers = true};
  const int status =
      f.files ? find_all(&f, NULL) : error_set(STATUS_FAILED, "no memory for the segments of walls");
  *of = f.all;
  *count = 0;
  for (size_t i = 0; i < f.count; i++)
    if (f.all[i].length > 0.0) f.all[(*count)++] = f.all[i];
  free_files(&f);
  return status;
}
