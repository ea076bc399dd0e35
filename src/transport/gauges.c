/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums are taken row by row, and the rows' sums in their order, so they do not depend on threads. Sums of
 * fixed values are whole numbers until the end. */
#include "transport/gauges.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "case/gauge_units.h"
#include "transport/fields.h"
#include "transport/models/plane.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/schedule.h"

static size_t place_gauges(const struct transport_grid *g, const int32_t at[3]) {
  return ((size_t)at[2] * (size_t)g->n[1] + (size_t)at[1]) * (size_t)g->n[0] + (size_t)at[0];
}

static double now_at(const struct transport_run *r, const int32_t at[3]) {
  return transport_run_value(r, place_gauges(&r->state.grid, at));
}
static double initial_at(const struct transport_run *r, const int32_t at[3]) {
  return fields_initial(r->fields, at[0], at[1], at[2]);
}

/* The share of a point's cell in which a field is above a level: what a plane with the field's gradient
 * leaves of the cell. */
static double filled(const struct transport_run *r,
                     double (*field)(const struct transport_run *, const int32_t[3]), const int32_t at[3],
                     double level) {
  const struct transport_grid *g = &r->state.grid;
  const double above = field(r, at) - level;
  double slope[3];
  for (int a = 0; a < g->dimensions; a++) {
    int32_t before[3] = {at[0], at[1], at[2]}, behind[3] = {at[0], at[1], at[2]};
    before[a] = (at[a] + g->n[a] - 1) % g->n[a];
    behind[a] = (at[a] + 1) % g->n[a];
    slope[a] = 0.5 * (field(r, behind) - field(r, before));
  }
  return plane_share(g->dimensions, slope, above);
}

/* What one point adds to a gauge. */
static double term(const struct transport_run *r, const struct transport_gauge *gauge, const int32_t at[3]) {
  const double difference =
      gauge->kind == TRANSPORT_L1 || gauge->kind == TRANSPORT_L2 ? now_at(r, at) - initial_at(r, at) : 0.0;
  switch (gauge->kind) {
  case TRANSPORT_VOLUME:
    return filled(r, now_at, at, gauge->level);
  case TRANSPORT_SHAPE:
    return fabs(filled(r, now_at, at, gauge->level) - filled(r, initial_at, at, gauge->level));
  case TRANSPORT_L1:
    return fabs(difference);
  case TRANSPORT_L2:
    return difference * difference;
  default:
    return now_at(r, at);
  }
}

static double combine(enum transport_gauge_kind kind, double a, double b) {
  if (kind == TRANSPORT_MIN) return fmin(a, b);
  return kind == TRANSPORT_MAX ? fmax(a, b) : a + b;
}

/* Over all points. */
static double reduce(const struct transport_run *r, const struct transport_gauge *gauge) {
  const struct transport_grid *g = &r->state.grid;
  const int32_t count = g->n[1] * g->n[2];
  double *rows = malloc((size_t)count * sizeof *rows);
  if (!rows) return NAN;
#pragma omp parallel for schedule(static)
  for (int32_t row = 0; row < count; row++) {
    int32_t at[3] = {0, row % g->n[1], row / g->n[1]};
    rows[row] = term(r, gauge, at);
    for (at[0] = 1; at[0] < g->n[0]; at[0]++) rows[row] = combine(gauge->kind, rows[row], term(r, gauge, at));
  }
  double all = rows[0];
  for (int32_t row = 1; row < count; row++) all = combine(gauge->kind, all, rows[row]);
  free(rows);
  return all;
}

static double sum_of_quanta(const struct transport_run *r) {
  __extension__ __int128 sum = 0;
  const bool wide = values_are_double(r->state.values);
  for (size_t p = 0; p < grid_size(&r->state.grid); p++)
    sum += wide ? ((const int64_t *)r->state.scalar)[p] : ((const int32_t *)r->state.scalar)[p];
  return (double)sum * r->quantum;
}

double transport_gauge_value(const struct transport_run *r, const struct transport_gauge *gauge) {
  const struct transport_grid *g = &r->state.grid;
  const double points = (double)grid_size(g);
  switch (gauge->kind) {
  case TRANSPORT_SUM:
    return grid_volume(g) * (values_are_fixed(r->state.values) ? sum_of_quanta(r) : reduce(r, gauge));
  case TRANSPORT_VOLUME:
  case TRANSPORT_SHAPE:
    return grid_volume(g) * reduce(r, gauge);
  case TRANSPORT_L1:
    return reduce(r, gauge) / points;
  case TRANSPORT_L2:
    return sqrt(reduce(r, gauge) / points);
  default:
    return reduce(r, gauge);
  }
}

char **transport_gauge_names(const struct transport_settings *c, size_t *dues) {
  const struct transport_config *t = &c->transport;
  char **names = calloc(t->gauge_count + 1, sizeof *names);
  *dues = t->gauge_count;
  for (size_t i = 0; names && i < t->gauge_count; i++) {
    const struct transport_gauge *g = &t->gauges[i];
    const char *unit = unit_transport_gauge(g->kind, c->dimensions);
    int length = unit ? asprintf(&names[i], "%s [%s]", g->name, unit) : asprintf(&names[i], "%s", g->name);
    if (length >= 0) continue;
    names[i] = NULL;
    for (size_t k = 0; k < i; k++) free(names[k]);
    free(names);
    return NULL;
  }
  return names;
}

int transport_gauges_sample(void *run, double *due, double *columns, int *sampled) {
  struct transport_run *r = run;
  const struct transport_config *t = &r->config->transport;
  const double start = clock_now(), time = transport_run_time(r), slack = 1e-9 * r->dt;
  *sampled = 0;
  for (size_t i = 0; i < t->gauge_count; i++) {
    columns[i] = NAN;
    if (due[i] > time + slack) continue;
    TRY(transport_run_fetch(r));
    columns[i] = transport_gauge_value(r, &t->gauges[i]);
    due[i] = schedule_next(t->gauges[i].interval, time + slack, 1e-9);
    *sampled = 1;
  }
  r->seconds[TIMER_FIELD_GAUGES] += clock_now() - start;
  return STATUS_OK;
}
