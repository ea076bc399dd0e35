/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/fields.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/formula.h"
#include "transport/models/flow.h"
#include "transport/models/initial.h"
#include "transport/user_fields.h"
#include "util/error.h"

/* Values of users beyond this are mistakes, as in a case. */
#define MOST_VALUE 1e15

struct fields {
  const struct transport_settings *config;
  struct transport_grid grid;
  bool steady;
  struct user_flow *flow; /* from a file */
  double *scratch;        /* a component of a user's velocity */
  double *initial;        /* a user's scalar, while it is loaded */
  double largest;
};

struct transport_grid fields_grid(const struct transport_settings *c) {
  const struct transport_config *t = &c->transport;
  struct transport_grid g = {.dimensions = c->dimensions, .n = {1, 1, 1}, .spacing = {1.0, 1.0, 1.0}};
  const double spacing = (t->high[0] - t->low[0]) / t->points;
  for (int a = 0; a < c->dimensions; a++) {
    const double length = t->high[a] - t->low[a];
    g.n[a] = a == 0 ? t->points : (int32_t)(length / spacing + 0.5);
    g.low[a] = t->low[a];
    g.spacing[a] = length / g.n[a];
  }
  return g;
}

/* From 0 to 1 through the box. */
static double share_fields(const struct transport_grid *g, int axis, int32_t i) {
  return ((double)i + 0.5) / (double)g->n[axis];
}

/* One factor of a component on all points of an axis, and its largest magnitude. */
static double *tabulate(const struct transport_grid *g, int axis, enum flow_factor of, double *most) {
  double *table = malloc((size_t)g->n[axis] * sizeof *table);
  *most = 0.0;
  for (int32_t i = 0; table && i < g->n[axis]; i++) {
    table[i] = axis < g->dimensions ? flow_factor(of, share_fields(g, axis, i)) : 1.0;
    *most = fmax(*most, fabs(table[i]));
  }
  return table;
}

static void fill_fields(const struct transport_grid *g, double factor, double *const tables[3],
                        bool is_double, void *out) {
#pragma omp parallel for schedule(static)
  for (int32_t k = 0; k < g->n[2]; k++)
    for (int32_t j = 0; j < g->n[1]; j++) {
      const double row = factor * tables[2][k] * tables[1][j];
      const size_t first = ((size_t)k * (size_t)g->n[1] + (size_t)j) * (size_t)g->n[0];
      for (int32_t i = 0; i < g->n[0]; i++) {
        if (is_double)
          ((double *)out)[first + (size_t)i] = row * tables[0][i];
        else
          ((float *)out)[first + (size_t)i] = (float)(row * tables[0][i]);
      }
    }
}

/* By the formulas of transport/models/flow.h: tabulate, and fill `out` unless it is NULL. */
static int named_velocity(const struct fields *fields, int axis, bool is_double, void *out, double *most) {
  const struct transport_grid *g = &fields->grid;
  const struct transport_config *t = &fields->config->transport;
  const struct flow_component f = flow_component(t->flow.kind, axis);
  const double length = t->high[axis] - t->low[axis];
  const double factor =
      t->flow.kind == FLOW_UNIFORM ? t->flow.velocity[axis] : t->flow.speed * length * f.factor;
  double *tables[3];
  bool complete = true;
  *most = fabs(factor);
  for (int a = 0; a < 3; a++) {
    double largest;
    complete = (tables[a] = tabulate(g, a, f.of[a], &largest)) && complete;
    *most *= largest;
  }
  if (complete && out) fill_fields(g, factor, tables, is_double, out);
  for (int a = 0; a < 3; a++) free(tables[a]);
  CHECK(complete, STATUS_FAILED, "no memory for the velocity");
  return STATUS_OK;
}

/* ---- what users give ---- */

/* The largest magnitude; a value that is no number, or absurd, is the user's mistake at that key. */
static int find_largest(const struct transport_grid *g, const double *values, const char *key,
                        double *largest) {
  double most = 0.0;
#pragma omp parallel for schedule(static) reduction(max : most)
  for (size_t p = 0; p < grid_size(g); p++)
    most = fmax(most, fabs(values[p]) <= MOST_VALUE ? fabs(values[p]) : INFINITY);
  *largest = most;
  if (most <= MOST_VALUE) return STATUS_OK;
  size_t p = 0;
  while (fabs(values[p]) <= MOST_VALUE) p++;
  char at[96];
  size_t used = 0, rest = p;
  for (int a = 0; a < g->dimensions; a++) {
    const size_t n = (size_t)g->n[a];
    used += (size_t)snprintf(at + used, sizeof at - used, "%s%c = %g m", a ? ", " : "", "xyz"[a],
                             grid_coordinate(g, a, (int32_t)(rest % n)));
    rest /= n;
  }
  return error_set(STATUS_USAGE, "%s: is %g at %s; expected a number of at most %g", key, values[p], at,
                   MOST_VALUE);
}

static int allocate_fields(double **values, const struct transport_grid *g) {
  if (!*values) *values = malloc(grid_size(g) * sizeof **values);
  CHECK(*values, STATUS_FAILED, "no memory for %zu grid points", grid_size(g));
  return STATUS_OK;
}

static int user_velocity(struct fields *f, int axis, double time, bool is_double, void *out, double *most) {
  static const char *const keys[] = {"transport.flow.u", "transport.flow.v", "transport.flow.w"};
  const struct transport_config *t = &f->config->transport;
  const struct transport_grid *g = &f->grid;
  const size_t points = grid_size(g);
  TRY(allocate_fields(&f->scratch, g));
  if (f->flow)
    TRY(user_flow_fill(f->flow, axis, time, f->scratch));
  else
    TRY(user_expression_fill(g, t->flow.expression[axis], true, time, f->scratch));
  TRY(find_largest(g, f->scratch, f->flow ? "transport.flow.file" : keys[axis], most));
  if (out && is_double) memcpy(out, f->scratch, points * sizeof(double));
  if (out && !is_double)
    for (size_t p = 0; p < points; p++) ((float *)out)[p] = (float)f->scratch[p];
  return STATUS_OK;
}

/* ---- all kinds ---- */

/* Whether the time occurs in a component of the velocity. */
static bool expression_moves(const struct transport_settings *c, int axis) {
  const char *names[FORMULA_PLACE_NAMES];
  double values[FORMULA_PLACE_NAMES] = {0};
  struct expression *e;
  formula_place_names(names, c->dimensions, true);
  if (expression_open(&e, c->transport.flow.expression[axis], names, values) != STATUS_OK) return true;
  const bool moves = expression_uses(e, "t");
  expression_close(e);
  return moves;
}

int fields_open(struct fields **f, const struct transport_settings *c) {
  const struct transport_config *t = &c->transport;
  struct fields *made = *f = calloc(1, sizeof *made);
  CHECK(made, STATUS_FAILED, "no memory for the fields");
  made->config = c;
  made->grid = fields_grid(c);
  made->largest = 1.0;
  made->steady = true;
  for (int a = 0; a < c->dimensions && t->flow.kind == FLOW_EXPRESSION; a++)
    made->steady &= !expression_moves(c, a);
  if (t->flow.kind != FLOW_FILE) return STATUS_OK;
  const int status = user_flow_open(&made->flow, &made->grid, t->flow.file, c->end);
  if (status == STATUS_OK) {
    made->steady = user_flow_times(made->flow) == 0;
    return status;
  }
  fields_close(made);
  *f = NULL;
  return error_prefix(status, "transport.flow.file");
}

void fields_close(struct fields *f) {
  if (!f) return;
  user_flow_close(f->flow);
  free(f->scratch);
  free(f->initial);
  free(f);
}

bool fields_are_steady(const struct fields *f) {
  return f->steady;
}

int fields_velocity(struct fields *f, int axis, double time, bool is_double, void *out, double *most) {
  if (f->config->transport.flow.kind < FLOW_EXPRESSION) return named_velocity(f, axis, is_double, out, most);
  return user_velocity(f, axis, time, is_double, out, most);
}

int fields_fastest(struct fields *f, double *fastest) {
  const size_t times = f->flow ? user_flow_times(f->flow) : 0;
  *fastest = 0.0;
  for (int a = 0; a < f->grid.dimensions; a++)
    for (size_t k = 0; k == 0 || k < times; k++) {
      double most;
      TRY(fields_velocity(f, a, times ? user_flow_time(f->flow, k) : 0.0, true, NULL, &most));
      *fastest = fmax(*fastest, most / f->grid.spacing[a]);
    }
  return STATUS_OK;
}

size_t fields_estimate(const struct transport_settings *c) {
  const struct transport_config *t = &c->transport;
  const struct transport_grid g = fields_grid(c);
  size_t arrays = t->scalar.kind >= SCALAR_EXPRESSION;
  if (t->flow.kind >= FLOW_EXPRESSION) arrays += 2; /* scratch, and one of values */
  if (t->flow.kind == FLOW_FILE) arrays += 2 * (size_t)c->dimensions;
  return arrays * grid_size(&g) * sizeof(double);
}

/* ---- the initial scalar ---- */

static int read_scalar(const struct transport_config *t, const struct transport_grid *g, double *values) {
  struct grid_file *file;
  TRY(grid_file_open(&file, t->scalar.file));
  int status = grid_file_check(file, t->scalar.dataset, g->dimensions, g->n, NULL);
  if (status == STATUS_OK)
    status = grid_file_read(file, t->scalar.dataset, GRID_FILE_WHOLE, grid_size(g), values);
  grid_file_close(file);
  return status;
}

int fields_load_initial(struct fields *f) {
  const struct transport_config *t = &f->config->transport;
  const bool is_file = t->scalar.kind == SCALAR_FILE;
  if (t->scalar.kind < SCALAR_EXPRESSION || f->initial) return STATUS_OK;
  TRY(allocate_fields(&f->initial, &f->grid));
  int status = is_file ? read_scalar(t, &f->grid, f->initial)
                       : user_expression_fill(&f->grid, t->scalar.expression, false, 0.0, f->initial);
  if (status != STATUS_OK) return is_file ? error_prefix(status, "transport.scalar.file") : status;
  return find_largest(&f->grid, f->initial, is_file ? "transport.scalar.file" : "transport.scalar.value",
                      &f->largest);
}

void fields_drop_initial(struct fields *f) {
  free(f->initial);
  f->initial = NULL;
}

double fields_largest(const struct fields *f) {
  return f->largest;
}

double fields_initial(const struct fields *f, int32_t i, int32_t j, int32_t k) {
  const struct transport_grid *g = &f->grid;
  const struct transport_config *t = &f->config->transport;
  const int32_t at[3] = {i, j, k};
  double r2 = 0.0, wave = 1.0;
  if (f->initial) return f->initial[((size_t)k * (size_t)g->n[1] + (size_t)j) * (size_t)g->n[0] + (size_t)i];
  for (int a = 0; a < g->dimensions; a++) {
    const double d = grid_coordinate(g, a, at[a]) - t->scalar.centre[a];
    r2 += d * d;
    wave *= sine_of_turns(share_fields(g, a, at[a]));
  }
  if (t->scalar.kind == SCALAR_WAVE) return 0.5 + 0.5 * wave;
  if (t->scalar.kind == SCALAR_BUMP) return initial_bump(r2, t->scalar.radius);
  return initial_ball(sqrt(r2), t->scalar.radius, t->scalar.width);
}
