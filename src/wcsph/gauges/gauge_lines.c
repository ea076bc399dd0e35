/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/gauges/gauge_lines.h"

#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "wcsph/openings/opening_fit.h"

/* Less than this of the kernel filled: too little fluid for a straight line through it. */
#define SAMPLE_STRAIGHT 0.3f

int gauge_straighten(struct wcsph_run *r, size_t count, const struct position *points,
                     struct wcsph_sample *samples) {
  const float nowhere[3] = {0.0f};
  struct vec4 *rows = calloc(count, fit_WRITTEN * sizeof *rows);
  if (!rows) return error_set(STATUS_FAILED, "no memory for gauges");
  const int status = r->backend->points(r->self, opening_fit_pass(&r->state), (uint32_t)count, points, rows);
  for (size_t k = 0; k < count && status == STATUS_OK; k++) {
    float sums[4 * fit_WRITTEN];
    memcpy(sums, &rows[fit_WRITTEN * k], sizeof sums);
    const struct opening_fit fit = opening_fit(&r->law, sums, nowhere, 0.0, SAMPLE_STRAIGHT);
    for (int a = 0; a < 3; a++) samples[k].velocity[a] = samples[k].volume * (double)fit.value[FIT_U + a];
  }
  free(rows);
  return status;
}

static double length_of(const double v[3]) {
  return sqrt(dot3(v, v));
}

/* The number of points along a line, at most half a spacing apart. */
static int parts_of(const struct wcsph_settings *c, const double way[3]) {
  return (int)fmax(1.0, ceil(length_of(way) / (0.5 * c->dp)));
}

static void way_of(const struct gauge *g, double way[3]) {
  for (int a = 0; a < 3; a++) way[a] = g->to[a] - g->at[a];
}

/* The face of a flow gauge: its two sides (in 2-D the second is 1 m along z), and the number of points along
 * each. */
struct span {
  double way[2][3], length[2];
  int parts[2];
};

static struct span span_of(const struct wcsph_settings *c, const struct gauge *g) {
  struct span f;
  way_of(g, f.way[0]);
  for (int a = 0; a < 3; a++) f.way[1][a] = c->dimensions == 3 ? g->side[a] : (a == 2 ? 1.0 : 0.0);
  f.parts[0] = parts_of(c, f.way[0]);
  f.parts[1] = c->dimensions == 3 ? parts_of(c, f.way[1]) : 1;
  for (int k = 0; k < 2; k++) f.length[k] = length_of(f.way[k]);
  return f;
}

/* Points at the middles of its cells. */
static size_t flow_points(const struct wcsph_run *r, const struct gauge *g, struct position *points) {
  const bool deep = r->config->dimensions == 3;
  const struct span f = span_of(r->config, g);
  const int n = f.parts[0], m = f.parts[1];
  for (int k = 0; points && k < n * m; k++) {
    double x[3];
    for (int a = 0; a < 3; a++)
      x[a] = g->at[a] + f.way[0][a] * (k % n + 0.5) / n + (deep ? f.way[1][a] * (k / n + 0.5) / m : 0.0);
    points[k] = state_position(&r->state, x);
  }
  return (size_t)n * (size_t)m;
}

void gauge_line_place(const struct gauge *g, int k, int count, double x[3]) {
  double way[3];
  way_of(g, way);
  for (int a = 0; a < 3; a++) x[a] = g->at[a] + way[a] * k / (count - 1);
}

/* The number of points of a profile or run-up gauge. */
static int place_count(const struct wcsph_settings *c, const struct gauge *g) {
  double way[3];
  way_of(g, way);
  return gauge_is_spread(g->kind) ? g->places : parts_of(c, way) + 1;
}

size_t gauge_line_points(const struct wcsph_run *r, const struct gauge *g, struct position *points) {
  if (gauge_rows[g->kind].stand == GAUGE_ACROSS) return flow_points(r, g, points);
  const int count = place_count(r->config, g);
  for (int k = 0; points && k < count; k++) {
    double x[3];
    gauge_line_place(g, k, count, x);
    points[k] = state_position(&r->state, x);
  }
  return (size_t)count;
}

/* h times the integral of the kernel over a plane through its centre; for Wendland's, others differ by some
 * percent. */
#define THROUGH 0.75

/* The share of a cell of the face that is outside walls, where walls are near. Beside a plane wall, the
 * logarithm of the kernel's share that is fluid has the slope 2 THROUGH / h at the wall's surface, more
 * inside the wall and less outside. The slope is taken along each side of the face separately, so that this
 * also holds in a corner. */
static double outside_of(const struct wcsph_settings *c, const struct span *f, const struct wcsph_sample *s,
                         int i, int j) {
  const double steepest = 2.0 * THROUGH / (c->smoothing_ratio * c->dp);
  const int at[2] = {i, j}, step[2] = {1, f->parts[0]};
  const struct wcsph_sample *here = &s[i + j * f->parts[0]];
  const double by_wall = fmax(0.0, fmin(1.0, 10.0 * (here->wall - 0.15)));
  double share = 1.0;
  for (int k = 0; k < 2; k++) {
    if (f->parts[k] < 2) continue;
    const double cell = f->length[k] / f->parts[k];
    const int back = at[k] > 0, forth = at[k] + 1 < f->parts[k];
    const double change = here[forth * step[k]].volume - here[-back * step[k]].volume;
    const double slope = fabs(change) / ((back + forth) * cell) / fmax(here->volume, 1e-6);
    const double away = (steepest - slope) / (steepest * steepest); /* from the face, m */
    share *= 1.0 - by_wall * (1.0 - fmax(0.0, fmin(1.0, 0.5 + away / cell)));
  }
  return share;
}

/* The flow through the face, counting water by its share; positive towards side 0 x side 1. */
static double flow_of(const struct wcsph_settings *c, const struct gauge *g, const struct wcsph_sample *s) {
  const struct span f = span_of(c, g);
  double normal[3], sum = 0.0;
  cross3(f.way[0], f.way[1], normal);
  for (int j = 0; j < f.parts[1]; j++)
    for (int i = 0; i < f.parts[0]; i++) {
      const struct wcsph_sample *here = &s[i + j * f.parts[0]];
      const double share = sample_water(here) * outside_of(c, &f, s, i, j);
      for (int a = 0; a < 3; a++) sum += normal[a] * sample_velocity(here, a) * share;
    }
  return sum / (f.parts[0] * f.parts[1]);
}

/* How high water reaches along the line from `at` without a gap; a point with less than half water is dry. */
static double runup_of(const struct wcsph_settings *c, const struct gauge *g, const struct wcsph_sample *s) {
  const int count = place_count(c, g), axis = scene_gravity_axis(&c->scene);
  const double sign = c->gravity[axis] < 0.0 ? 1.0 : -1.0;
  int k = 0;
  double x[3], share = 0.0;
  while (k < count && sample_water(&s[k]) >= 0.5) k++;
  if (k > 0 && k < count) {
    const double wet = sample_water(&s[k - 1]), dry = sample_water(&s[k]);
    share = (wet - 0.5) / (wet - dry);
  }
  gauge_line_place(g, k > 0 ? k - 1 : 0, count, x);
  const double step = (g->to[axis] - g->at[axis]) / (count - 1);
  return sign * (x[axis] + share * step);
}

int read_flow(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s, double *columns) {
  columns[0] = flow_of(r->config, g, s);
  return STATUS_OK;
}

int read_runup(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s, double *columns) {
  columns[0] = runup_of(r->config, g, s);
  return STATUS_OK;
}

int read_profile(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s, double *columns) {
  const int d = r->config->dimensions;
  for (int k = 0; k < g->places * d; k++) columns[k] = sample_velocity(&s[k / d], k % d);
  return STATUS_OK;
}
