/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/openings/opening_values.h"

#include <math.h>
#include <stdlib.h>

#include "lane/scalar.h"

#include "case/formula.h"
#include "lane/elementary.h"
#include "util/error.h"

/* Between -1 at one edge of the shape and 1 at the other. */
static double across(const struct opening_face *f, const struct wcsph_settings *c, int k, int square) {
  const double at = (square + 0.5 - 0.5 * f->count[k]) * c->dp, *e = f->edges[k];
  return (2.0 * at - e[0] - e[1]) / (e[1] - e[0]);
}

/* 1 in the middle, 0 at the edges: of a box along both sides, in 2-D along one. */
static double parabola(const struct opening_face *f, const struct wcsph_settings *c, const struct opening *o,
                       int site) {
  const double x = across(f, c, 0, site % f->count[0]),
               y = c->dimensions == 3 ? across(f, c, 1, site / f->count[0]) : 0.0;
  const double share = o->shape == OPENING_CIRCLE ? 1.0 - x * x - y * y : (1.0 - x * x) * (1.0 - y * y);
  return fmax(share, 0.0);
}

/* Heights of the lowest and highest edge; the middle of a square is half a spacing from its own. */
static void find_heights(const struct opening_face *f, const struct wcsph_settings *c, double *low,
                         double *high) {
  const int up = opening_upright(&c->scene);
  const double sign = c->gravity[up] > 0.0 ? -1.0 : 1.0;
  *low = INFINITY, *high = -INFINITY;
  for (int s = 0; s < f->count[0] * f->count[1]; s++) {
    double place[3];
    opening_face_place(f, &c->scene, s, 0.0, place);
    if (!f->open[s]) continue;
    *low = fmin(*low, sign * place[up] - 0.5 * c->dp);
    *high = fmax(*high, sign * place[up] + 0.5 * c->dp);
  }
}

/* Powers by exponentials that have the same bits everywhere. */
static double power_of_height(double height, double low, double high, double exponent) {
  const float share = (float)((height - low) / (high - low));
  return share > 0.0f ? (double)real_exp((float)exponent * real_log(share)) : 0.0;
}

/* Rounding makes no scale. */
static double ratio(double asked, double built) {
  return built > 0.0 && fabs(asked - built) > 1e-6 * built ? asked / built : 1.0;
}

/* Which side of the face is upright, 0 or 1; -1: none is. */
static int upright_side(const struct opening_face *f, int up) {
  for (int k = 0; k < 2; k++)
    if (fabs(f->axes[k + 1][up]) > 1.0 - 1e-9) return k;
  return -1;
}

/* Heights of the shape, along the axis of heights, or of its squares. */
static void find_span(const struct opening_face *f, const struct wcsph_settings *c, int side, bool squares,
                      double span[2]) {
  const int up = opening_upright(&c->scene);
  double ends[2];
  for (int e = 0; e < 2; e++) {
    const double at = squares ? (e - 0.5) * f->count[side] * c->dp : f->edges[side][e];
    ends[e] = f->centre[up] + at * f->axes[side + 1][up];
  }
  span[0] = fmin(ends[0], ends[1]);
  span[1] = fmax(ends[0], ends[1]);
}

/* The integral of a table of heights. */
static double flow_of(const struct track *table, const double span[2]) {
  enum { PIECES = 1000 };
  double sum = 0.0, share;
  for (int i = 0; i < PIECES; i++) {
    track_linear(table, span[0] + (span[1] - span[0]) * (i + 0.5) / PIECES, 1, &share);
    sum += share;
  }
  return sum * (span[1] - span[0]) / PIECES;
}

struct opening_fitting opening_fit_shape(const struct wcsph_settings *c, const struct opening *o,
                                         const struct opening_face *f) {
  struct opening_fitting fit = {.scale = 1.0};
  const enum opening_velocity model = o->velocity.model;
  const int up = opening_upright(&c->scene), side = upright_side(f, up);
  if (model != OPENING_UNIFORM && model != OPENING_POWER && model != OPENING_TABLE) return fit;
  fit.scale = ratio(f->asked, f->built);
  if (side < 0 || o->shape != OPENING_BOX) return fit;
  double shape[2], squares[2];
  find_span(f, c, side, false, shape);
  find_span(f, c, side, true, squares);
  fit.width = ratio(fit.scale * (squares[1] - squares[0]), shape[1] - shape[0]);
  for (int e = 0; e < 2; e++) {
    fit.edge[e] = c->gravity[up] > 0.0 ? -shape[1 - e] : shape[e];
    fit.squares[e] = c->gravity[up] > 0.0 ? -squares[1 - e] : squares[e];
  }
  if (model == OPENING_TABLE)
    fit.scale = fit.width *
                ratio(flow_of(&o->velocity.table.track, shape), flow_of(&o->velocity.table.track, squares));
  return fit;
}

/* How many squares of the lowest or highest row are open. */
static int open_at_end(const struct opening_face *f, const struct wcsph_settings *c, bool highest) {
  const int up = opening_upright(&c->scene), side = upright_side(f, up);
  const bool upward = (f->axes[side + 1][up] > 0.0) == !(c->gravity[up] > 0.0);
  const int row = upward == highest ? f->count[side] - 1 : 0;
  int open = 0;
  for (int s = 0; s < f->count[0] * f->count[1]; s++)
    open += f->open[s] && (side ? s / f->count[0] : s % f->count[0]) == row;
  return open;
}

/* Squares by which a box is filled further than its squares, beyond their ends where no walls stand. */
static double filled_beyond(const struct opening_fitting *fit, const struct wcsph_settings *c,
                            const struct opening_face *f, double level) {
  return (open_at_end(f, c, true) * fmax(level - fit->squares[1], 0.0) -
          open_at_end(f, c, false) * (fit->edge[0] - fit->squares[0])) /
         c->dp;
}

double opening_wet_scale(const struct opening_values *v, const struct wcsph_settings *c,
                         const struct opening *o, const struct opening_face *f, double given) {
  const struct opening_fitting *fit = &v->fitting;
  const int up = opening_upright(&c->scene);
  const double sign = c->gravity[up] > 0.0 ? -1.0 : 1.0,
               level = fit->width > 0.0 ? fmin(given, fit->edge[1]) : given;
  double filled = 0.0, wet = 0.0, side = 0.0;
  if (o->surface.model != SURFACE_GIVEN || o->velocity.model == OPENING_PARABOLIC ||
      o->velocity.model == OPENING_PROFILES || v->formula)
    return 1.0;
  for (int k = 1; k < c->dimensions; k++) side += c->dp * fabs(f->axes[k][up]);
  for (int s = 0; s < f->count[0] * f->count[1]; s++) {
    double place[3];
    opening_face_place(f, &c->scene, s, 0.0, place);
    if (!f->open[s]) continue;
    const double height = sign * place[up];
    wet += height <= given;
    filled += side > 0.0 ? fmin(fmax((level - height) / side + 0.5, 0.0), 1.0) : height <= given;
  }
  if (wet == 0.0) return 1.0;
  if (fit->width == 0.0) return ratio(filled, wet);
  return ratio((filled + filled_beyond(fit, c, f, level)) * fit->width, wet * fit->scale);
}

int opening_values_open(struct opening_values *v, const struct wcsph_settings *c, const struct opening *o,
                        const struct opening_face *f, const struct opening_fitting *fitting) {
  const int up = opening_upright(&c->scene), sites = f->count[0] * f->count[1];
  const double sign = c->gravity[up] > 0.0 ? -1.0 : 1.0;
  double low, high;
  v->dimensions = c->dimensions, v->up = up;
  v->fitting = *fitting;
  v->shares = calloc((size_t)sites + 1, sizeof *v->shares);
  CHECK(v->shares, STATUS_FAILED, "no memory for an open boundary");
  find_heights(f, c, &low, &high);
  for (int s = 0; s < sites; s++) {
    double place[3], share = 1.0;
    opening_face_place(f, &c->scene, s, 0.0, place);
    if (o->velocity.model == OPENING_PARABOLIC) share = parabola(f, c, o, s);
    if (o->velocity.model == OPENING_POWER)
      share = power_of_height(sign * place[up], low, high, o->velocity.exponent);
    if (o->velocity.model == OPENING_TABLE) track_linear(&o->velocity.table.track, place[up], 1, &share);
    v->shares[s] = (float)(share * fitting->scale);
  }
  if (o->velocity.model != OPENING_FORMULA) return STATUS_OK;
  const char *names[OPENING_NAMES];
  formula_place_names(names, c->dimensions, true);
  return expression_open(&v->formula, o->velocity.formula, names, v->place);
}

void opening_values_close(struct opening_values *v) {
  expression_close(v->formula);
  free(v->shares);
}

static double along_time(const struct opening_series *s, double time, double without) {
  double value = without;
  if (s->track.count) track_linear(&s->track, time, 1, &value);
  return value;
}

void opening_values_at(const struct opening *o, double time, struct opening_now *now) {
  now->time = time;
  now->factor = along_time(&o->velocity.factor, time, 1.0);
  if (time < o->velocity.ramp) now->factor *= time / o->velocity.ramp;
  now->pressure = o->pressure.value + along_time(&o->pressure.series, time, 0.0);
  now->level = o->surface.level + along_time(&o->surface.series, time, 0.0);
  now->due = o->absorb.level + along_time(&o->absorb.series, time, 0.0);
}

double opening_speed(struct opening_values *v, const struct opening *o, uint32_t site, const double place[3],
                     const struct opening_now *now) {
  if (o->velocity.model == OPENING_PROFILES) {
    double speed;
    profiles_at(&o->velocity.profiles.rows, now->time, place, v->up, &speed);
    return now->factor * speed;
  }
  if (!v->formula) {
    const double speed = o->velocity.model == OPENING_TABLE ? 1.0 : o->velocity.speed;
    return now->factor * speed * (double)v->shares[site];
  }
  for (int a = 0; a < v->dimensions; a++) v->place[a] = place[a];
  v->place[v->dimensions] = now->time;
  return now->factor * expression_value(v->formula);
}
