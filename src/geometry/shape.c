/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/shape.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "case/case.h"
#include "geometry/extent.h"
#include "geometry/made.h"
#include "geometry/mesh.h"
#include "geometry/solid.h"
#include "shape/terrain.h"
#include "util/coincide.h"
#include "util/error.h"
#include "util/sort.h"

/* A polygon is moved a hair against x and y: sites on its low edges come inside, those on its high
 * edges outside. The ratio is irrational so that no edge through many sites runs along the move. */
static const double polygon_move[2] = {SHAPE_TOLERANCE, 0.6180339887 * SHAPE_TOLERANCE};

void lattice_set(struct lattice *l, const struct scene *c) {
  *l = (struct lattice){.dimensions = c->dimensions, .dp = c->dp};
  for (int a = 0; a < c->dimensions; a++) {
    double sites = (c->domain.high[a] - c->domain.low[a]) / c->dp;
    l->low[a] = c->domain.low[a];
    l->periodic[a] = c->domain.periodic[a];
    l->period[a] = l->periodic[a] ? c->domain.high[a] - c->domain.low[a] : 0;
    l->count[a] = (int64_t)ceil(sites - (l->periodic[a] ? 1e-3 : 0.5 + SHAPE_TOLERANCE));
  }
  if (c->dimensions == 2) {
    l->low[2] = -0.5 * c->dp;
    l->count[2] = 1;
  }
}

bool shape_polygon_holds(const struct shape *s, const double x[2]) {
  bool inside = false;
  for (size_t i = 0; i < s->vertex_count; i++)
    inside ^= edge_crosses(s->vertices[i], s->vertices[(i + 1) % s->vertex_count], x);
  return inside;
}

int shape_layers(const struct amphi_case *c, const struct shape *s) {
  return s->layers > 0 ? s->layers : case_support_layers(c);
}

const char *shape_word(const struct shape *s) {
  return s->kind == SHAPE_POINTS ? "set of points" : case_word_shape(s->kind);
}

static int too_many(const struct lattice *l) {
  return error_set(STATUS_USAGE, "more than %d particles at dp = %g m", CASE_PARTICLES_MOST, l->dp);
}

/* The sites of the solid; `most` bounds them, for a solid that is not only a step towards a shell. */
static int solid_sites(struct runs *out, const struct solid *s, const struct lattice *l, uint64_t most) {
  for (int64_t z = s->first[2]; z < s->end[2]; z++)
    for (int64_t y = s->first[1]; y < s->end[1]; y++) {
      struct interval x = solid_row(s, (double)y, (double)z);
      TRY(runs_append(out, runs_row((int32_t)y, (int32_t)z), (int32_t)ceil(x.low),
                      (int32_t)floor(x.high) + 1));
      if (out->sites > most) return too_many(l);
    }
  return STATUS_OK;
}

/* The shape grown by `layers` (negative: shrunk) on all sides, for the kinds that are solids. */
static struct solid solid_of(const struct shape *s, const struct lattice *l, int layers) {
  double a[3], b[3];
  switch (s->kind) {
  case SHAPE_SPHERE:
    lattice_place(l, s->centre, a);
    return solid_ball(l, a, s->radius / l->dp + layers + SHAPE_TOLERANCE);
  case SHAPE_CYLINDER:
    lattice_place(l, s->base, a);
    lattice_place(l, s->top, b);
    return solid_cylinder(l, a, b, s->radius / l->dp + layers + SHAPE_TOLERANCE, layers + SHAPE_TOLERANCE);
  default:
    lattice_place(l, s->low, a);
    lattice_place(l, s->high, b);
    return solid_box(l, a, b, layers, s->open);
  }
}

/* What stands between two solids of which one holds the other. */
static int between_sites(struct runs *out, const struct solid *outer, const struct solid *inner,
                         const struct lattice *l) {
  if (solid_volume(outer, l) - solid_volume(inner, l) > 2.0 * CASE_PARTICLES_MOST) return too_many(l);
  TRY(solid_sites(out, outer, l, UINT64_MAX));
  struct runs hole = {0};
  int status = solid_sites(&hole, inner, l, UINT64_MAX);
  if (status == STATUS_OK) status = runs_combine(out, &hole, RUNS_DIFFERENCE);
  runs_free(&hole);
  return status;
}

static int convex_sites(struct runs *out, const struct shape *s, const struct lattice *l, int layers) {
  struct solid self = solid_of(s, l, 0);
  if (s->fill == FILL_SOLID) {
    if (solid_volume(&self, l) > 2.0 * CASE_PARTICLES_MOST) return too_many(l);
    return solid_sites(out, &self, l, CASE_PARTICLES_MOST);
  }
  struct solid other = solid_of(s, l, s->fill == FILL_SHELL_OUTSIDE ? layers : -layers);
  if (s->fill == FILL_SHELL_OUTSIDE) return between_sites(out, &other, &self, l);
  return between_sites(out, &self, &other, l);
}

static int plane_sites(struct runs *out, const struct shape *s, const struct lattice *l, int layers) {
  double point[3], depth = s->fill == FILL_SOLID ? INFINITY : layers;
  lattice_place(l, s->point, point);
  struct solid slab = solid_slab(l, point, s->normal, depth, layers);
  if (solid_volume(&slab, l) > 2.0 * CASE_PARTICLES_MOST) return too_many(l);
  return solid_sites(out, &slab, l, CASE_PARTICLES_MOST);
}

/* The inside by the even-odd rule: between the crossings of each row with the edges. */
static int polygon_inside(struct runs *out, const double (*v)[3], size_t count, const struct lattice *l) {
  double low = INFINITY, high = -INFINITY, *cross = malloc(count * sizeof *cross);
  CHECK(cross, STATUS_FAILED, "not enough memory for a polygon of %zu vertices", count);
  for (size_t i = 0; i < count; i++) {
    low = fmin(low, v[i][1]);
    high = fmax(high, v[i][1]);
  }
  struct interval rows = lattice_clip(l, 1, low, high);
  int status = STATUS_OK;
  for (int32_t y = (int32_t)ceil(rows.low); status == STATUS_OK && y <= rows.high; y++) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
      const double *p = v[i], *q = v[(i + 1) % count];
      if ((p[1] <= y) != (q[1] <= y)) cross[n++] = p[0] + (y - p[1]) / (q[1] - p[1]) * (q[0] - p[0]);
    }
    sort_doubles(cross, n);
    for (size_t i = 0; i + 1 < n && status == STATUS_OK; i += 2) {
      struct interval x = lattice_clip(l, 0, ceil(cross[i]), ceil(cross[i + 1]) - 1);
      /* Crossings that coincide must not split what is one run. */
      if (out->count && out->items[out->count - 1].row == runs_row(y, 0))
        x.low = fmax(x.low, out->items[out->count - 1].end);
      status = runs_append(out, runs_row(y, 0), (int32_t)x.low, (int32_t)x.high + 1);
      if (out->sites > CASE_PARTICLES_MOST) status = too_many(l);
    }
  }
  free(cross);
  return status;
}

/* All sites nearer to an edge than `layers`. */
static int polygon_band(struct runs *out, const double (*v)[3], size_t count, const struct lattice *l,
                        int layers) {
  for (size_t i = 0; i < count; i++) {
    struct solid edge = solid_capsule(l, v[i], v[(i + 1) % count], layers);
    struct runs sites = {0};
    int status = solid_sites(&sites, &edge, l, CASE_PARTICLES_MOST);
    if (status == STATUS_OK) status = runs_combine(out, &sites, RUNS_UNION);
    runs_free(&sites);
    TRY(status);
  }
  return STATUS_OK;
}

static int polygon_sites(struct runs *out, const struct shape *s, const struct lattice *l, int layers) {
  if (s->vertex_count < 3) return STATUS_OK;
  double(*v)[3] = calloc(s->vertex_count, sizeof *v);
  CHECK(v, STATUS_FAILED, "not enough memory for a polygon of %zu vertices", s->vertex_count);
  for (size_t i = 0; i < s->vertex_count; i++) {
    lattice_place(l, (double[3]){s->vertices[i][0], s->vertices[i][1], 0}, v[i]);
    for (int a = 0; a < 2; a++) v[i][a] -= polygon_move[a];
  }
  struct runs inside = {0};
  const double(*vertices)[3] = (const double(*)[3])v;
  int status = polygon_inside(s->fill == FILL_SOLID ? out : &inside, vertices, s->vertex_count, l);
  if (status == STATUS_OK && s->fill != FILL_SOLID) {
    status = polygon_band(out, vertices, s->vertex_count, l, layers);
    enum runs_operation side = s->fill == FILL_SHELL_INSIDE ? RUNS_INTERSECTION : RUNS_DIFFERENCE;
    if (status == STATUS_OK) status = runs_combine(out, &inside, side);
  }
  runs_free(&inside);
  free(v);
  return status;
}

/* What lies inside, or the shell around it. Ends of a hull may well be thinner than particles are apart, so
 * that this is said and no more. */
static int mesh_sites(struct runs *out, const struct mesh *m, const struct shape *s, const struct lattice *l,
                      int layers, char *thin) {
  struct runs inside = {0};
  if (m->volume > 2.0 * CASE_PARTICLES_MOST) return too_many(l);
  int status = s->fill != FILL_SHELL_OUTSIDE && !s->cut ? mesh_check_thickness(m, l) : STATUS_OK;
  if (status == STATUS_USAGE) snprintf(thin, SHAPE_NOTE, "%s", error_text());
  if (status == STATUS_FAILED) return status;
  if (s->fill == FILL_SOLID) return mesh_inside(out, m, l);
  status = mesh_inside(&inside, m, l);
  if (status == STATUS_OK) status = mesh_shell(out, m, &inside, l, layers, s->fill == FILL_SHELL_OUTSIDE);
  runs_free(&inside);
  return status;
}

/* A periodic axis has no places beyond the domain. */
static int check_seams(const struct mesh *m, const struct lattice *l) {
  double low[3], high[3];
  mesh_place(low, l, m->low);
  mesh_place(high, l, m->high);
  for (int a = 0; a < 3; a++) {
    const double end = l->low[a] + (double)l->count[a] * l->dp, slack = 0.5 * l->dp;
    CHECK(!l->periodic[a] || (low[a] > l->low[a] - slack && high[a] < end + slack), STATUS_USAGE,
          "the surface reaches from %g to %g m along the periodic axis %c, which has no place outside of %g "
          "to %g m",
          low[a], high[a], "xyz"[a], l -> low[a], end);
  }
  return STATUS_OK;
}

struct placement shape_placement(const struct shape *s) {
  struct placement p = {.scale = s->file ? s->scale : 1.0,
                        .turn = {s->turn[0], s->turn[1], s->turn[2]},
                        .move = {s->move[0], s->move[1], s->move[2]}};
  for (int a = 0; a < 3 && s->kind == SHAPE_BOX; a++) p.move[a] = 0.5 * (s->low[a] + s->high[a]);
  return p;
}

static int surface_sites(struct runs *out, const struct shape *s, const struct lattice *l, int layers,
                         char *thin) {
  const struct placement p = shape_placement(s);
  struct surface surface = {0};
  struct mesh mesh = {0};
  int status = made_surface(&surface, s, l->dp);
  if (status == STATUS_OK) {
    status = mesh_make(&mesh, &surface, &p, l);
    surface_free(&surface);
    if (status == STATUS_OK && !s->cut) status = check_seams(&mesh, l);
    if (status == STATUS_OK) status = mesh_sites(out, &mesh, s, l, layers, thin);
    if (status == STATUS_USAGE) status = extent_explain_large(status, &mesh, l);
    if (status != STATUS_OK) error_prefix(status, "%s", s->file ? s->file : shape_word(s));
  }
  surface_free(&surface);
  mesh_free(&mesh);
  return status;
}

/* The ground under the heights, deep and wide enough that its bottom and sides are of no account. A site on
 * the ground belongs to it, as with planes: it is raised by the least there is. */
static int ground(struct mesh *m, const struct terrain *t, const struct shape *s, const struct lattice *l,
                  int layers) {
  const struct placement p = {.scale = s->scale,
                              .move = {s->move[0], s->move[1], s->move[2] + l->dp / MESH_UNITS}};
  const double margin = (2 * layers + 2) * l->dp;
  double bottom = (l->low[2] - s->move[2]) / s->scale;
  for (size_t i = 0; i < t->columns * t->rows; i++) bottom = fmin(bottom, t->z[i]);
  struct surface surface;
  struct terrain_reach reach = {.bottom = bottom - margin / s->scale};
  for (int a = 0; a < 2; a++) { /* as far as the domain, and the ground itself */
    const double *line = a ? t->y : t->x, low = l->low[a], high = l->low[a] + (double)l->count[a] * l->dp;
    reach.low[a] = fmin(line[0], (low - s->move[a]) / s->scale) - margin / s->scale;
    reach.high[a] =
        fmax(line[(a ? t->rows : t->columns) - 1], (high - s->move[a]) / s->scale) + margin / s->scale;
  }
  int status = terrain_surface(&surface, t, &reach);
  if (status == STATUS_OK) status = mesh_make(m, &surface, &p, l);
  surface_free(&surface);
  return status;
}

/* Heights none of which is over the domain are taken for a mistake, such as a missing `move`. */
static void note_beside(char note[SHAPE_NOTE], const struct terrain *t, const struct shape *s,
                        const struct lattice *l) {
  for (int a = 0; a < 2; a++) {
    const double *line = a ? t->y : t->x;
    const double low = s->move[a] + s->scale * line[0],
                 high = s->move[a] + s->scale * line[(a ? t->rows : t->columns) - 1];
    if (high >= l->low[a] && low <= l->low[a] + (double)l->count[a] * l->dp) continue;
    snprintf(
        note, SHAPE_NOTE,
        "no height is over the domain, they are from %.9g to %.9g m along %c: the ground goes on as at their "
        "edge, unless 'move' was meant",
        low, high, "xy"[a]);
    return;
  }
}

static int terrain_sites(struct runs *out, const struct shape *s, const struct lattice *l, int layers,
                         char note[SHAPE_NOTE]) {
  struct terrain t;
  struct mesh mesh = {0};
  struct runs inside = {0};
  int status = terrain_read(&t, s->file, 2 * l->dp / s->scale);
  if (status == STATUS_OK && (status = ground(&mesh, &t, s, l, layers)) != STATUS_OK)
    error_prefix(status, "%s", s->file);
  if (status == STATUS_OK) note_beside(note, &t, s, l);
  if (status == STATUS_OK) status = mesh_inside(&inside, &mesh, l);
  if (status == STATUS_OK && s->fill != FILL_SOLID) {
    status = mesh_shell(out, &mesh, &inside, l, layers, s->fill == FILL_SHELL_OUTSIDE);
  } else {
    *out = inside;
    inside = (struct runs){0};
  }
  if (status == STATUS_OK) status = extent_clip(out, l, layers);
  runs_free(&inside);
  terrain_free(&t);
  mesh_free(&mesh);
  return status;
}

static int compare_sites(const void *a, const void *b) {
  const struct run *x = a, *y = b;
  if (x->row != y->row) return x->row < y->row ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

static bool is_far(const struct lattice *l, const double x[3]) {
  for (int a = 0; a < l->dimensions; a++)
    if (fabs((x[a] - l->low[a]) / l->dp) > 0x1p24) return true;
  return false;
}

void shape_site(int32_t site[3], const struct lattice *l, const double x[3]) {
  for (int a = 0; a < 3; a++) site[a] = (int32_t)floor((x[a] - l->low[a]) / l->dp);
}

int shape_places_apart(const double (*x)[3], size_t count, const struct lattice *l, size_t *first,
                       size_t *second) {
  return coincide_find(x, count, SHAPE_ONE_PLACE * l->dp, l->period, first, second);
}

/* Two particles at one place would be one of twice the mass. */
static int check_apart(const struct points *p, const struct shape *s, const struct lattice *l) {
  size_t i, k;
  TRY(shape_places_apart(p->x, p->count, l, &i, &k));
  CHECK(k == p->count, STATUS_USAGE,
        "%s: points %zu and %zu are at one place, (%.9g, %.9g, %.9g) and (%.9g, %.9g, %.9g) m; expected at "
        "least %g dp between any two",
        s->file, i + 1, k + 1, p->x[i][0], p->x[i][1], p->x[i][2], p->x[k][0], p->x[k][1], p->x[k][2],
        SHAPE_ONE_PLACE);
  return STATUS_OK;
}

/* A case in 2-D has x and y; other programs put a plane's points in x and z. */
static bool has_depths(const struct points *p, const struct lattice *l) {
  for (size_t i = 1; i < p->count && l->dimensions == 2; i++)
    if (fabs(p->x[i][2] - p->x[0][2]) > 0.5 * l->dp) return true;
  return false;
}

int shape_points(struct points *p, struct runs *out, const struct shape *s, const struct lattice *l,
                 bool wall, char note[SHAPE_NOTE]) {
  TRY(points_read(p, s->file, wall));
  const char *depths =
      has_depths(p, l) ? "z, which differs from point to point: a case in 2-D has x and y" : "";
  if (*p->unread || *depths)
    snprintf(note, SHAPE_NOTE, "columns of the file that nothing reads: %s%s%s", p->unread,
             *p->unread && *depths ? "; " : "", depths);
  struct run *at = malloc(p->count * sizeof *at);
  CHECK(at, STATUS_FAILED, "not enough memory for %zu points", p->count);
  int status = STATUS_OK;
  for (size_t i = 0; i < p->count && status == STATUS_OK; i++) {
    int32_t site[3] = {0};
    for (int a = 0; a < 3; a++) p->x[i][a] = a < l->dimensions ? s->scale * p->x[i][a] + s->move[a] : 0;
    if (is_far(l, p->x[i]))
      status = error_set(STATUS_USAGE,
                         "%s: point %zu is at (%g, %g, %g) m, too far from the domain; scale or move it",
                         s->file, i + 1, p->x[i][0], p->x[i][1], p->x[i][2]);
    else
      shape_site(site, l, p->x[i]);
    at[i] = (struct run){.row = runs_row(site[1], site[2]), .first = site[0]};
  }
  if (status == STATUS_OK) status = check_apart(p, s, l);
  qsort(at, status == STATUS_OK ? p->count : 0, sizeof *at, compare_sites);
  for (size_t i = 0; i < p->count && status == STATUS_OK; i++)
    if (i == 0 || compare_sites(&at[i - 1], &at[i]) != 0)
      status = runs_append(out, at[i].row, at[i].first, at[i].first + 1);
  free(at);
  return status;
}

int shape_sites(struct runs *out, const struct shape *s, const struct lattice *l, int layers,
                char thin[SHAPE_NOTE]) {
  *thin = 0;
  switch (shape_form(s)) {
  case SHAPE_PLANE:
    TRY(plane_sites(out, s, l, layers));
    break;
  case SHAPE_POLYGON:
    TRY(polygon_sites(out, s, l, layers));
    break;
  case SHAPE_SURFACE:
    TRY(surface_sites(out, s, l, layers, thin));
    break;
  case SHAPE_TERRAIN:
    TRY(terrain_sites(out, s, l, layers, thin));
    break;
  default:
    TRY(convex_sites(out, s, l, layers));
  }
  return out->sites > CASE_PARTICLES_MOST ? too_many(l) : STATUS_OK;
}
