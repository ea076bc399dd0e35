/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of open boundaries across several keys, and against domain, walls and fluids. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/formula.h"
#include "case/motion.h"
#include "case/read.h"
#include "check/faces.h"
#include "geometry/opening_face.h"
#include "util/error.h"

static const char *opening_key(char key[FAULT_KEY], const struct opening *o, const char *part) {
  snprintf(key, FAULT_KEY, "open_boundaries.%s.%s", o->name, part);
  return key;
}

/* Whether the shape and normal of the face can be divided into squares. */
static bool check_shape(struct reader *r, const struct opening *o) {
  const int dimensions = r->c->dimensions, axis = opening_axis(o);
  const bool flat = o->shape == OPENING_BOX || o->shape == OPENING_PLANE;
  const double *n = o->normal;
  char key[FAULT_KEY];
  if (dot3(n, n) == 0.0) {
    check_fault(r, opening_key(key, o, "normal"), "is zero; expected the direction into the fluid");
    return false;
  }
  if (flat && axis < 0) {
    check_fault(
        r, opening_key(key, o, "normal"),
        "[%g, %g, %g] is tilted against the axes; expected a direction along one of them, or shape %s", n[0],
        n[1], n[2], dimensions == 3 ? "circle or polygon" : "circle, a line of length 2 radius");
    return false;
  }
  if (o->shape == OPENING_POLYGON && dimensions == 2) {
    check_fault(r, opening_key(key, o, "shape"), "a polygon is a face in 3-D; expected box, circle or plane");
    return false;
  }
  for (int a = 0; o->shape == OPENING_BOX && a < dimensions; a++) {
    opening_key(key, o, "high");
    if (a == axis && o->low[a] != o->high[a])
      check_fault(r, key, "%g along %c is not that of low, %g; expected a flat box across the normal",
                  o->high[a], "xyz"[a], o -> low[a]);
    else if (a != axis && !(o->low[a] < o->high[a]))
      check_fault(r, key, "%g along %c is not above low, %g; expected low < high", o->high[a], "xyz"[a],
                  o -> low[a]);
    else
      continue;
    return false;
  }
  if (o->shape != OPENING_POLYGON) return true;
  double side[3];
  cross3(o->up, n, side);
  if (dot3(side, side) > 1e-12 * dot3(o->up, o->up) * dot3(n, n)) return true;
  check_fault(r, opening_key(key, o, "up"),
              "[%g, %g, %g] is zero or along the normal; expected a direction across it", o->up[0], o->up[1],
              o->up[2]);
  return false;
}

static void check_layers(struct reader *r, struct opening *o) {
  const int least = case_support_layers(r->c) + 1;
  char key[FAULT_KEY];
  if (o->layers == 0) o->layers = least + 1;
  if (o->layers < least)
    check_fault(r, opening_key(key, o, "layers"), "%d; expected at least %d, one more than the kernel spans",
                o->layers, least);
}

/* How far, m, some open square's column of layers is outside the domain, with the place and the axis; 0 if
 * all are inside. Columns are straight, so their ends suffice: with `end` the middle of the last layer, else
 * half a spacing before the face. */
static double out_of_domain(const struct amphi_case *c, const struct opening_face *f, int end,
                            double place[3], int *axis) {
  const double slack = 1e-6 * c->dp;
  for (int s = 0; s < f->count[0] * f->count[1]; s++) {
    if (!f->open[s]) continue;
    opening_face_place(f, &c->scene, s, end ? (f->layers - 0.5) * c->dp : -0.5 * c->dp, place);
    for (int a = 0; a < c->dimensions; a++) {
      /* New particles do not wrap: along a period they come in between its sides. */
      const double margin = c->domain.periodic[a] ? slack : 0.25 * c->dp - slack;
      const double low = c->domain.low[a] + margin, high = c->domain.high[a] - margin;
      *axis = a;
      if (place[a] < low) return low - place[a];
      if (place[a] > high) return place[a] - high;
    }
  }
  return 0.0;
}

/* All layers have to be within the domain. If their number is not given, it is reduced by one where that
 * makes them fit. */
static void check_inside(struct reader *r, struct opening *o, struct opening_face *f, bool given) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  double place[3];
  int open = 0, axis = 0;
  for (int s = 0; s < f->count[0] * f->count[1]; s++) open += f->open[s];
  if (!open) {
    check_fault(r, opening_key(key, o, "shape"), "covers no square of dp = %g m; expected a larger face",
                c->dp);
    return;
  }
  if (!given && out_of_domain(c, f, 1, place, &axis) > 0.0) f->layers = --o->layers;
  const double out = out_of_domain(c, f, 1, place, &axis);
  if (out > 0.0)
    check_fault(r, opening_key(key, o, "layers"),
                "%d layers reach %g m past the domain along %c; expected a domain that has room for them",
                f->layers, out, "xyz"[axis]);
  else if (out_of_domain(c, f, 0, place, &axis) > 0.0)
    check_fault(r, opening_key(key, o, "normal"),
                "points out of the domain at (%g, %g, %g) m; expected the direction into the fluid", place[0],
                place[1], place[2]);
}

static void check_velocity(struct reader *r, struct opening *o) {
  char key[FAULT_KEY];
  const enum opening_velocity model = o->velocity.model;
  if (model == OPENING_PARABOLIC && o->shape != OPENING_BOX && o->shape != OPENING_CIRCLE)
    check_fault(r, opening_key(key, o, "velocity.model"), "a parabola needs the edges of a box or circle");
  if (model == OPENING_TABLE)
    read_track(r, opening_key(key, o, "velocity.table"), &o->velocity.table.file, &o->velocity.table.track,
               1);
  if (model == OPENING_PROFILES) {
    resolve_file(r, &o->velocity.profiles.file);
    const int status = r->no_memory ? STATUS_FAILED
                                    : profiles_read(&o->velocity.profiles.rows, o->velocity.profiles.file, 1);
    r->no_memory |= status == STATUS_FAILED;
    if (status == STATUS_USAGE) check_fault(r, opening_key(key, o, "velocity.profiles"), "%s", error_text());
  }
  if (o->velocity.factor.file)
    read_track(r, opening_key(key, o, "velocity.factor"), &o->velocity.factor.file, &o->velocity.factor.track,
               1);
  if (model != OPENING_FORMULA) return;
  const char *names[OPENING_NAMES];
  double values[OPENING_NAMES] = {0};
  struct expression *e;
  formula_place_names(names, r->c->dimensions, true);
  if (expression_open(&e, o->velocity.formula, names, values) == STATUS_OK)
    expression_close(e);
  else
    check_fault(r, opening_key(key, o, "velocity.formula"), "%s", error_text());
}

static void check_pressure(struct reader *r, struct opening *o) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  opening_key(key, o, "pressure.model");
  if (o->pressure.series.file)
    read_track(r, opening_key(key, o, "pressure.file"), &o->pressure.series.file, &o->pressure.series.track,
               1);
  if (o->surface.series.file)
    read_track(r, opening_key(key, o, "surface.file"), &o->surface.series.file, &o->surface.series.track, 1);
  opening_key(key, o, "pressure.model");
  if (o->pressure.model != OPENING_HYDROSTATIC) return;
  if (c->gravity[opening_upright(&c->scene)] == 0.0)
    check_fault(r, key, "there is no gravity, and water has no weight; expected given or extrapolated");
  else if (o->surface.model != SURFACE_GIVEN)
    check_fault(r, key, "needs to know how high the water stands; expected surface.model given");
}

/* It adds to a speed that is given, and reads the surface within the domain. */
static void check_absorb(struct reader *r, struct opening *o, const struct opening_face *f) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  double place[3];
  if (o->absorb.model == ABSORB_NONE) return;
  if (o->velocity.model == OPENING_FREE)
    check_fault(r, opening_key(key, o, "absorb.model"),
                "level, where the velocity is the fluid's; expected a velocity.model that gives one");
  if (c->gravity[opening_upright(&c->scene)] == 0.0)
    check_fault(r, opening_key(key, o, "absorb.model"), "there is no gravity, and no surface; expected none");
  if (o->absorb.series.file)
    read_track(r, opening_key(key, o, "absorb.file"), &o->absorb.series.file, &o->absorb.series.track, 1);
  opening_face_before(f, o->absorb.before, place);
  for (int a = 0; a < c->dimensions; a++)
    if (!(place[a] >= c->domain.low[a] && place[a] <= c->domain.high[a])) {
      check_fault(r, opening_key(key, o, "absorb.before"),
                  "%g m before the face is out of the domain along %c", o->absorb.before, "xyz"[a]);
      return;
    }
}

/* A given surface must not be below the whole face. */
static void check_level(struct reader *r, const struct opening *o, const struct opening_face *f) {
  const struct amphi_case *c = r->c;
  const int up = opening_upright(&c->scene);
  double lowest = INFINITY, place[3];
  char key[FAULT_KEY];
  if (o->surface.model != SURFACE_GIVEN || o->surface.series.file) return;
  for (int s = 0; s < f->count[0] * f->count[1]; s++) {
    opening_face_place(f, &c->scene, s, 0.5 * c->dp, place);
    const double height = c->gravity[up] > 0.0 ? -place[up] : place[up];
    if (f->open[s]) lowest = fmin(lowest, height);
  }
  if ((c->gravity[up] > 0.0 ? -o->surface.level : o->surface.level) < lowest && isfinite(lowest))
    check_fault(r, opening_key(key, o, "surface.level"),
                "%g m is below all of the face; expected at least %g m", o->surface.level,
                c->gravity[up] > 0.0 ? -lowest : lowest);
}

/* Whether the layers of two boundaries overlap, judged by their bounding boxes. */
static bool overlap(const struct amphi_case *c, const struct opening_face f[2]) {
  double low[2][3], high[2][3];
  for (int k = 0; k < 2; k++)
    for (int a = 0; a < c->dimensions; a++) {
      const double half =
          0.5 * c->dp * (f[k].count[0] * fabs(f[k].axes[1][a]) + f[k].count[1] * fabs(f[k].axes[2][a]));
      const double end = -f[k].layers * c->dp * f[k].axes[0][a];
      low[k][a] = f[k].centre[a] + fmin(end, 0.0) - half;
      high[k][a] = f[k].centre[a] + fmax(end, 0.0) + half;
    }
  for (int a = 0; a < c->dimensions; a++)
    if (low[0][a] >= high[1][a] - 0.5 * c->dp || low[1][a] >= high[0][a] - 0.5 * c->dp) return false;
  return true;
}

static void check_pairs(struct reader *r) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  for (size_t k = 1; k < c->opening_count; k++)
    for (size_t m = 0; m < k; m++) {
      struct opening_face f[2] = {{.open = NULL}, {.open = NULL}};
      if (opening_face_make(&f[0], &c->scene, &c->openings[m]) != STATUS_OK ||
          opening_face_make(&f[1], &c->scene, &c->openings[k]) != STATUS_OK)
        r->no_memory = true;
      else if (overlap(c, f))
        check_fault(r, opening_key(key, &c->openings[k], "layers"),
                    "the layers overlap those of '%s'; expected boundaries apart from each other",
                    c->openings[m].name);
      opening_face_free(&f[0]);
      opening_face_free(&f[1]);
    }
}

/* Particles that come in are counted as part of a fluid of the case, so one of their phase has to exist. */
static void check_phase(struct reader *r, const struct opening *o) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  for (size_t k = 0; k < c->fluid_count; k++)
    if (c->fluids[k].phase == o->phase) return;
  check_fault(r, opening_key(key, o, "phase"),
              "no fluid of the case is of %s, to which what comes in would be counted; expected the phase of "
              "one of `fluids`",
              o->phase < 0 ? "`material`" : c->phases[o->phase].name);
}

void check_openings(struct reader *r) {
  bool all = true;
  for (size_t k = 0; k < r->c->opening_count; k++) {
    struct opening *o = &r->c->openings[k];
    struct opening_face f;
    if (r->c->phase_count > 0) check_phase(r, o);
    check_velocity(r, o);
    check_pressure(r, o);
    const bool given = o->layers > 0;
    check_layers(r, o);
    if (!check_shape(r, o)) {
      all = false;
      continue;
    }
    if (opening_face_make(&f, &r->c->scene, o) != STATUS_OK) {
      r->no_memory = true;
      return;
    }
    check_inside(r, o, &f, given);
    check_level(r, o, &f);
    check_absorb(r, o, &f);
    opening_face_free(&f);
  }
  if (all) check_pairs(r);
}
