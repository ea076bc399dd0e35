/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/gauges/gauge_lines.h"

#include <stdio.h>

size_t gauge_column_points(const struct amphi_case *c) {
  const int axis = case_gravity_axis(c);
  return (size_t)ceil((c->domain.high[axis] - c->domain.low[axis]) / (0.5 * c->dp)) + 1;
}

void gauge_column_place(const struct wcsph_run *r, const double place[3], struct position *points) {
  const struct amphi_case *c = r->config;
  const int axis = case_gravity_axis(c);
  double x[3] = {place[0], place[1], place[2]};
  for (size_t k = 0; k < gauge_column_points(c); k++) {
    x[axis] = c->domain.low[axis] + 0.5 * c->dp * (double)k;
    points[k] = state_position(&r->state, x);
  }
}

double gauge_column_height(const struct amphi_case *c, const struct wcsph_sample *samples) {
  double height = 0.0;
  for (size_t k = 0; k + 1 < gauge_column_points(c); k++)
    height += 0.5 * c->dp * 0.5 * (sample_water(&samples[k]) + sample_water(&samples[k + 1]));
  return height;
}

bool gauge_is_line(const struct gauge *g) {
  return g->kind == GAUGE_ELEVATION || g->kind == GAUGE_PROFILE || g->kind == GAUGE_FLOW ||
         g->kind == GAUGE_RUNUP;
}

int gauge_line_columns(const struct amphi_case *c, const struct gauge *g) {
  if (g->kind == GAUGE_FLOW || g->kind == GAUGE_RUNUP) return 1;
  return g->places * (g->kind == GAUGE_PROFILE ? c->dimensions : 1);
}

void gauge_line_column(const struct amphi_case *c, const struct gauge *g, int column, char text[32]) {
  if (g->kind == GAUGE_FLOW)
    snprintf(text, 32, " [%s]", c->dimensions == 3 ? "m^3/s" : "m^2/s");
  else if (g->kind == GAUGE_RUNUP)
    snprintf(text, 32, " [m]");
  else if (g->kind == GAUGE_ELEVATION)
    snprintf(text, 32, ".%d [m]", column + 1);
  else
    snprintf(text, 32, ".%d.%c [m/s]", column / c->dimensions + 1, "xyz"[column % c->dimensions]);
}

static double length_of(const double v[3]) {
  return sqrt(dot3(v, v));
}

/* How many points, half a particle apart or nearer, a way has; and one of them, at its cell's middle. */
static int parts_of(const struct amphi_case *c, const double way[3]) {
  return (int)fmax(1.0, ceil(length_of(way) / (0.5 * c->dp)));
}

static void way_of(const struct gauge *g, double way[3]) {
  for (int a = 0; a < 3; a++) way[a] = g->to[a] - g->at[a];
}

/* The face of a flow: its two ways, in 2-D one m along z. */
static void face_of(const struct amphi_case *c, const struct gauge *g, double way[3], double side[3]) {
  way_of(g, way);
  for (int a = 0; a < 3; a++) side[a] = c->dimensions == 3 ? g->side[a] : (a == 2 ? 1.0 : 0.0);
}

static size_t flow_points(const struct wcsph_run *r, const struct gauge *g, struct position *points) {
  const struct amphi_case *c = r->config;
  double way[3], side[3];
  face_of(c, g, way, side);
  const int n = parts_of(c, way), m = c->dimensions == 3 ? parts_of(c, side) : 1;
  for (int k = 0; points && k < n * m; k++) {
    double x[3];
    for (int a = 0; a < 3; a++)
      x[a] = g->at[a] + way[a] * (k % n + 0.5) / n + (c->dimensions == 3 ? side[a] * (k / n + 0.5) / m : 0.0);
    points[k] = state_position(&r->state, x);
  }
  return (size_t)n * (size_t)m;
}

/* Places at equal distances, both ends among them. */
static void place_of(const struct gauge *g, int k, int count, double x[3]) {
  double way[3];
  way_of(g, way);
  for (int a = 0; a < 3; a++) x[a] = g->at[a] + way[a] * k / (count - 1);
}

/* How many of them a gauge has. */
static int place_count(const struct amphi_case *c, const struct gauge *g) {
  double way[3];
  way_of(g, way);
  return g->kind == GAUGE_RUNUP ? parts_of(c, way) + 1 : g->places;
}

size_t gauge_line_points(const struct wcsph_run *r, const struct gauge *g, struct position *points) {
  if (g->kind == GAUGE_FLOW) return flow_points(r, g, points);
  const int count = place_count(r->config, g);
  const size_t each = g->kind == GAUGE_ELEVATION ? gauge_column_points(r->config) : 1;
  for (int k = 0; points && k < count; k++) {
    double x[3];
    place_of(g, k, count, x);
    if (g->kind == GAUGE_ELEVATION)
      gauge_column_place(r, x, points + (size_t)k * each);
    else
      points[k] = state_position(&r->state, x);
  }
  return (size_t)count * each;
}

/* The integral over the face of what flows through it, water by its share, to the side that way x side points
 * to. */
static double flow_of(const struct amphi_case *c, const struct gauge *g, const struct wcsph_sample *s) {
  double way[3], side[3], normal[3], sum = 0.0;
  face_of(c, g, way, side);
  cross3(way, side, normal);
  const int n = parts_of(c, way) * (c->dimensions == 3 ? parts_of(c, side) : 1);
  for (int k = 0; k < n; k++)
    for (int a = 0; a < 3; a++) sum += normal[a] * sample_velocity(&s[k], a) * sample_water(&s[k]);
  return sum / n;
}

/* How high the water reaches along the line from `at` on, without a gap: where less than half is water. */
static double runup_of(const struct amphi_case *c, const struct gauge *g, const struct wcsph_sample *s) {
  const int count = place_count(c, g), axis = case_gravity_axis(c);
  const double sign = c->gravity[axis] < 0.0 ? 1.0 : -1.0;
  int k = 0;
  double x[3], share = 0.0;
  while (k < count && sample_water(&s[k]) >= 0.5) k++;
  if (k > 0 && k < count) {
    const double wet = sample_water(&s[k - 1]), dry = sample_water(&s[k]);
    share = (wet - 0.5) / (wet - dry);
  }
  place_of(g, k > 0 ? k - 1 : 0, count, x);
  const double step = (g->to[axis] - g->at[axis]) / (count - 1);
  return sign * (x[axis] + share * step);
}

void gauge_line_read(const struct amphi_case *c, const struct gauge *g, const struct wcsph_sample *s,
                     double *columns) {
  const int d = c->dimensions;
  if (g->kind == GAUGE_FLOW) columns[0] = flow_of(c, g, s);
  if (g->kind == GAUGE_RUNUP) columns[0] = runup_of(c, g, s);
  for (int k = 0; g->kind == GAUGE_ELEVATION && k < g->places; k++)
    columns[k] = gauge_column_height(c, s + (size_t)k * gauge_column_points(c));
  for (int k = 0; g->kind == GAUGE_PROFILE && k < g->places * d; k++)
    columns[k] = sample_velocity(&s[k / d], k % d);
}
