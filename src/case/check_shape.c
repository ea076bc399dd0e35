/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "case/motion.h"
#include "case/read.h"
#include "case/resolution.h"
#include "lane/sine.h"

/* The shape that is checked, and its name in messages. */
struct subject {
  struct reader *r;
  const struct amphi_case *c;
  const struct body *body;
  struct shape *shape; /* of that */
  char key[FAULT_KEY]; /* of the shape; faults add a part */
  double margin;       /* how far outside the domain it may lie and still matter, m */
  int wall;            /* the shape's, if that moves; else -1 */
};

/* A box around particles, m. */
struct bounds {
  double low[3], high[3];
};

#define SUBJECT_FAULT(s, part, ...)                                                                          \
  do {                                                                                                       \
    char key_[FAULT_KEY + 16];                                                                               \
    snprintf(key_, sizeof key_, "%s.%s", (s)->key, part);                                                    \
    check_fault((s)->r, key_, __VA_ARGS__);                                                                  \
  } while (0)

static double length3(const double v[3]) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static const char *kind_key(const struct subject *s) {
  return s->shape->cut ? "cut" : "add";
}

static void need_extent(const struct subject *s, const char *part, const char *what, double size) {
  /* boxes go by motions, which may be wrong */
  const double dp = s->r->faults.any ? s->c->dp : resolution_spacing(s->c, s->body, s->shape);
  if (size < dp * (1 - 1e-6))
    SUBJECT_FAULT(s, part,
                  "%s %g m is smaller than dp and cannot be resolved; expected dp at most that, it is %g m%s",
                  what, size, dp, dp < s->c->dp ? " in the finer box there" : "");
}

/* In 2-D a box that is turned or bevelled is a polygon. */
static void flatten(struct reader *r, struct shape *b) {
  const double bevel = b->bevel, c = cosine_of_turns(b->turn[2] / 360.0),
               s = sine_of_turns(b->turn[2] / 360.0);
  const size_t each = bevel > 0.0 ? 2 : 1;
  double(*v)[2] = calloc(4 * each, sizeof *v);
  r->no_memory = r->no_memory || !v;
  for (size_t k = 0; k < 4 * each && v; k++) {
    const size_t corner = k / each;
    const bool right = corner == 1 || corner == 2, up = corner >= 2;
    const bool flat = each == 2 && (k % 2 == 1) == (right == up); /* on a face along x */
    const double x = 0.5 * (b->high[0] - b->low[0]) - (flat ? bevel : 0.0),
                 y = 0.5 * (b->high[1] - b->low[1]) - (each == 2 && !flat ? bevel : 0.0);
    const double at[2] = {right ? x : -x, up ? y : -y};
    v[k][0] = 0.5 * (b->low[0] + b->high[0]) + c * at[0] - s * at[1];
    v[k][1] = 0.5 * (b->low[1] + b->high[1]) + s * at[0] + c * at[1];
  }
  b->kind = SHAPE_POLYGON;
  b->vertices = v;
  b->vertex_count = v ? 4 * each : 0;
  b->turn[2] = b->bevel = 0.0;
}

/* What is left between two bevels of a face. */
static void check_bevel(const struct subject *s) {
  const struct shape *b = s->shape;
  for (int i = 0; i < s->c->dimensions; i++)
    if (b->bevel > 0.0 && 2.0 * b->bevel >= b->high[i] - b->low[i]) {
      SUBJECT_FAULT(s, "bevel",
                    "%g m on both sides leaves nothing of the extent along %s, %g m; expected less", b->bevel,
                    words_axis[i], b->high[i] - b->low[i]);
      return;
    }
  if (b->open && shape_form(b) == SHAPE_SURFACE)
    SUBJECT_FAULT(s, "open",
                  "a box that is turned or bevelled has no open faces; expected a box to cut instead");
}

static void check_box(const struct subject *s) {
  const struct shape *b = s->shape;
  for (int i = 0; i < s->c->dimensions; i++) {
    char what[40];
    snprintf(what, sizeof what, "the extent along %s,", words_axis[i]);
    if (b->low[i] >= b->high[i])
      SUBJECT_FAULT(s, "high", "%g along %s is not above low %g; expected low < high", b->high[i],
                    words_axis[i], b->low[i]);
    else
      need_extent(s, "high", what, b->high[i] - b->low[i]);
  }
  check_bevel(s);
}

static void check_cylinder(const struct subject *s) {
  const struct shape *b = s->shape;
  if (s->c->dimensions == 2) {
    SUBJECT_FAULT(s, kind_key(s), "a cylinder needs 3 dimensions; expected a sphere, which is a disc in 2-D");
    return;
  }
  double axis[3];
  for (int i = 0; i < 3; i++) axis[i] = b->top[i] - b->base[i];
  if (length3(axis) == 0)
    SUBJECT_FAULT(s, "top", "is the same point as base; expected the other end of the axis");
  else
    need_extent(s, "top", "the length", length3(axis));
  need_extent(s, "radius", "the diameter", 2 * b->radius);
}

static struct bounds polygon_bounds(const struct shape *b) {
  struct bounds box = {{INFINITY, INFINITY, 0}, {-INFINITY, -INFINITY, 0}};
  for (size_t k = 0; k < b->vertex_count; k++)
    for (int i = 0; i < 2; i++) {
      box.low[i] = fmin(box.low[i], b->vertices[k][i]);
      box.high[i] = fmax(box.high[i], b->vertices[k][i]);
    }
  return box;
}

static void check_vertices(const struct subject *s) {
  const struct shape *b = s->shape;
  struct bounds box = polygon_bounds(b);
  double area = 0, width = box.high[0] - box.low[0], height = box.high[1] - box.low[1];
  for (size_t k = 0; k < b->vertex_count; k++) {
    const double *p = b->vertices[k], *q = b->vertices[(k + 1) % b->vertex_count];
    area += 0.5 * ((p[0] - box.low[0]) * (q[1] - box.low[1]) - (q[0] - box.low[0]) * (p[1] - box.low[1]));
  }
  if (fabs(area) <= 1e-9 * width * height) {
    SUBJECT_FAULT(s, "vertices", "enclose no area; expected corners in order around an area");
    return;
  }
  need_extent(s, "vertices", "the extent along x,", width);
  need_extent(s, "vertices", "the extent along y,", height);
}

static void check_polygon(const struct subject *s) {
  if (s->c->dimensions == 3) {
    SUBJECT_FAULT(
        s, kind_key(s),
        "a polygon needs 2 dimensions; expected extrusion, revolution, box, cylinder, sphere, plane or "
        "surface in 3-D");
    return;
  }
  check_vertices(s);
}

/* Extruded, or turned about an axis. */
static void check_profile(const struct subject *s) {
  const struct shape *b = s->shape;
  if (s->c->dimensions == 2) {
    SUBJECT_FAULT(s, kind_key(s), "needs 3 dimensions; expected a polygon in 2-D");
    return;
  }
  check_vertices(s);
  if (b->kind == SHAPE_EXTRUSION && b->from >= b->to)
    SUBJECT_FAULT(s, "to", "%g is not above from %g; expected from < to", b->to, b->from);
  else if (b->kind == SHAPE_EXTRUSION)
    need_extent(s, "to", "the length", b->to - b->from);
  for (size_t k = 0; k < b->vertex_count && b->kind == SHAPE_REVOLUTION; k++)
    if (b->vertices[k][0] < 0.0) {
      SUBJECT_FAULT(s, "vertices", "corner %zu is at a distance of %g m from the axis; expected 0 or more",
                    k + 1, b->vertices[k][0]);
      return;
    }
}
static void check_from_file(const struct subject *s) {
  const enum shape_kind kind = s->shape->kind;
  char key[FAULT_KEY + 48];
  if (s->c->dimensions == 2 && kind != SHAPE_POINTS) {
    SUBJECT_FAULT(s, kind_key(s), "%s needs 3 dimensions; expected a polygon in 2-D",
                  kind == SHAPE_SURFACE ? "a surface" : "terrain");
    return;
  }
  if (kind == SHAPE_POINTS && s->shape->cut)
    SUBJECT_FAULT(s, "cut", "points cannot be cut out; expected another shape");
  snprintf(key, sizeof key, "%s.file", s->key);
  check_file(s->r, key, s->shape->file,
             kind == SHAPE_SURFACE   ? "a file of a surface"
             : kind == SHAPE_TERRAIN ? "a file of heights"
                                     : "a file of points");
  for (size_t k = 0; k < s->shape->finer_count; k++) {
    snprintf(key, sizeof key, "%s.finer.%zu.file", s->key, k);
    check_file(s->r, key, s->shape->finer[k].file, "a file of points");
  }
}

static void check_form(const struct subject *s) {
  /* clang-format off */
  switch (s->shape->kind) {
  case SHAPE_BOX: check_box(s); break;
  case SHAPE_EXTRUSION:
  case SHAPE_REVOLUTION: check_profile(s); break;
  case SHAPE_CYLINDER: check_cylinder(s); break;
  case SHAPE_SPHERE: need_extent(s, "radius", "the diameter", 2 * s->shape->radius); break;
  case SHAPE_PLANE:
    if (length3(s->shape->normal) == 0)
      SUBJECT_FAULT(s, "normal", "has no direction; expected a vector that is not zero");
    break;
  case SHAPE_POLYGON: check_polygon(s); break;
  case SHAPE_SURFACE:
  case SHAPE_TERRAIN:
  case SHAPE_POINTS: check_from_file(s); break;
  }
  /* clang-format on */
}

/* Half the extent along an axis of a cylinder's end disc. */
static double disc_reach(const struct shape *b, int i) {
  double axis[3];
  for (int k = 0; k < 3; k++) axis[k] = b->top[k] - b->base[k];
  double along = axis[i] / length3(axis);
  return b->radius * sqrt(fmax(0, 1 - along * along));
}

/* Where particles of the shape can be. A plane has no end of its own: the domain and its margin. */
static struct bounds shape_bounds(const struct subject *s) {
  const struct shape *b = s->shape;
  struct bounds box = {{0}, {0}};
  double grow = b->fill == FILL_SHELL_OUTSIDE ? b->layers * s->c->dp : 0;
  if (b->kind == SHAPE_POLYGON) box = polygon_bounds(b);
  for (int i = 0; i < s->c->dimensions; i++) {
    double low = box.low[i], high = box.high[i];
    if (b->kind == SHAPE_BOX) low = b->low[i], high = b->high[i];
    if (b->kind == SHAPE_SPHERE) low = b->centre[i] - b->radius, high = b->centre[i] + b->radius;
    if (b->kind == SHAPE_CYLINDER) {
      low = fmin(b->base[i], b->top[i]) - disc_reach(b, i);
      high = fmax(b->base[i], b->top[i]) + disc_reach(b, i);
    }
    if (b->kind == SHAPE_PLANE)
      low = s->c->domain.low[i] - s->margin, high = s->c->domain.high[i] + s->margin;
    box.low[i] = low - grow;
    box.high[i] = high + grow;
  }
  return box;
}

/* Whether a plane leaves the whole domain with its margin in front of it. */
static bool is_behind(const struct subject *s) {
  const struct shape *b = s->shape;
  double nearest = 0, grow = b->fill == FILL_SHELL_OUTSIDE ? b->layers * s->c->dp : 0;
  for (int i = 0; i < s->c->dimensions; i++) {
    double corner = b->normal[i] > 0 ? s->c->domain.low[i] - s->margin : s->c->domain.high[i] + s->margin;
    nearest += b->normal[i] / length3(b->normal) * (corner - b->point[i]);
  }
  return nearest >= grow;
}

static void check_place(const struct subject *s, const struct bounds *box) {
  const struct amphi_case *c = s->c;
  const char *expected = "expected one that overlaps it";
  if (s->shape->kind == SHAPE_PLANE) {
    if (is_behind(s))
      SUBJECT_FAULT(s, kind_key(s), "the half space lies wholly outside the domain; %s", expected);
    return;
  }
  for (int i = 0; i < c->dimensions; i++)
    if (box->high[i] <= c->domain.low[i] - s->margin || box->low[i] >= c->domain.high[i] + s->margin) {
      SUBJECT_FAULT(s, kind_key(s), "the shape lies wholly outside the domain along %s (%g to %g); %s",
                    words_axis[i], c->domain.low[i], c->domain.high[i], expected);
      return;
    }
}

/* Grow the box of all particles, also of walls that have moved; it may come out too large. */
static void check_reach(const struct subject *s, const struct bounds *box, struct bounds *all) {
  const struct amphi_case *c = s->c;
  double cubes = 1;
  struct bounds reach = *box;
  if (s->wall >= 0) motion_reach(&c->scene, (size_t)s->wall, reach.low, reach.high);
  for (int i = 0; i < c->dimensions; i++) {
    all->low[i] = fmin(all->low[i], reach.low[i]);
    all->high[i] = fmax(all->high[i], reach.high[i]);
    double supports = check_supports(c, all->high[i] - all->low[i], i);
    cubes *= supports;
    if (supports <= CASE_AXIS_MOST) continue;
    SUBJECT_FAULT(s, kind_key(s),
                  "%s so far that the case is %.3g support radii long along %s; expected at most %d",
                  s->wall < 0 ? "the shape reaches" : "the shape reaches or moves", supports, words_axis[i],
                  CASE_AXIS_MOST);
    return;
  }
  if (!(cubes <= CASE_CUBES_MOST))
    SUBJECT_FAULT(
        s, kind_key(s),
        "the shape reaches so far that the case has %.3g cells of a support radius; expected at most "
        "%d",
        cubes, CASE_CUBES_MOST);
}

static bool is_open(const struct shape *b, int axis, int high) {
  return b->kind == SHAPE_BOX && b->open >> (2 * axis + high) & 1;
}

/* A periodic axis has no places beyond the domain: what a shape would fill there is not at its other end. */
static void check_seams(const struct subject *s, const struct bounds *box) {
  const struct amphi_case *c = s->c;
  if (s->shape->cut || s->shape->kind == SHAPE_PLANE) return;
  double half = 0.5 * c->dp, layers = s->shape->fill == FILL_SHELL_OUTSIDE ? s->shape->layers * c->dp : 0;
  for (int i = 0; i < c->dimensions; i++)
    for (int high = 0; high < 2 && c->domain.periodic[i]; high++) {
      double beyond = high ? box->high[i] - c->domain.high[i] : c->domain.low[i] - box->low[i];
      if (is_open(s->shape, i, high)) beyond -= layers;
      if (beyond < half * (1 + 1e-6)) continue;
      const char *face = words_face[2 * i + high];
      if (layers > 0 && s->shape->kind == SHAPE_BOX && beyond < layers + half)
        SUBJECT_FAULT(
            s, "open",
            "the shell's face %s stands beyond the periodic axis %s, where there is no place; expected %s "
            "among its open faces, or a domain around it",
            face, words_axis[i], face);
      else
        SUBJECT_FAULT(
            s, kind_key(s),
            "the shape reaches %g m beyond the domain at %s, where the periodic axis %s has no place; "
            "expected it within %g to %g",
            beyond, face, words_axis[i], c->domain.low[i], c->domain.high[i]);
      return;
    }
}

static void check_shape(const struct subject *s, size_t index, struct bounds *all) {
  if (index == 0 && s->shape->cut)
    SUBJECT_FAULT(s, "cut", "there is nothing to cut from yet; expected 'add' for the first shape");
  check_form(s);
  if (s->r->faults.any) return;
  if (s->c->dimensions == 2 && s->shape->kind == SHAPE_BOX && shape_form(s->shape) != SHAPE_BOX)
    flatten(s->r, s->shape);
  if (s->shape->file || shape_form(s->shape) == SHAPE_SURFACE) return; /* where it is, particles_fill looks */
  struct bounds box = shape_bounds(s);
  check_place(s, &box);
  check_seams(s, &box);
  if (!s->shape->cut) check_reach(s, &box, all);
}

void check_shapes(struct reader *r) {
  const struct amphi_case *c = r->c;
  struct bounds all;
  for (int i = 0; i < 3; i++) {
    all.low[i] = c->domain.low[i];
    all.high[i] = c->domain.high[i];
  }
  /* A wall outside still acts on fluid that is nearer than the support radius. */
  struct subject s = {.r = r, .c = c};
  for (int wall = 0; wall < 2; wall++) {
    s.margin = wall ? case_support_radius(c) : 0;
    for (size_t k = 0; k < (wall ? c->wall_count : c->fluid_count); k++) {
      const struct body *b = wall ? &c->walls[k] : &c->fluids[k];
      s.wall = wall && motion_moves(&c->scene, k) ? (int)k : -1;
      for (size_t i = 0; i < b->shape_count; i++) {
        snprintf(s.key, sizeof s.key, "%s.%s.shapes.%zu", wall ? "walls" : "fluids", b->name, i);
        s.shape = &b->shapes[i], s.body = b;
        if (s.shape->kind == SHAPE_POINTS && b->shape_count > 1)
          SUBJECT_FAULT(
              &s, kind_key(&s),
              "points cannot be combined with other shapes; expected them as the only shape of a %s",
              wall ? "wall" : "fluid");
        check_shape(&s, i, &all);
      }
    }
  }
}
