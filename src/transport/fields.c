/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/fields.h"

#include <math.h>
#include <stdlib.h>

#include "physics/flow.h"
#include "physics/initial.h"
#include "util/error.h"

struct transport_grid fields_grid(const struct amphi_case *c) {
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
static double share(const struct transport_grid *g, int axis, int32_t i) {
  return ((double)i + 0.5) / (double)g->n[axis];
}

/* One factor of a component on all points of an axis, and its largest magnitude. */
static double *tabulate(const struct transport_grid *g, int axis, enum flow_factor of, double *most) {
  double *table = malloc((size_t)g->n[axis] * sizeof *table);
  *most = 0.0;
  for (int32_t i = 0; table && i < g->n[axis]; i++) {
    table[i] = axis < g->dimensions ? flow_factor(of, share(g, axis, i)) : 1.0;
    *most = fmax(*most, fabs(table[i]));
  }
  return table;
}

static void fill(const struct transport_grid *g, double factor, double *const tables[3], bool is_double,
                 void *out) {
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

/* Tabulate, and fill `out` unless it is NULL. */
static int component(const struct amphi_case *c, const struct transport_grid *g, int axis, bool is_double,
                     void *out, double *most) {
  const struct transport_config *t = &c->transport;
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
  if (complete && out) fill(g, factor, tables, is_double, out);
  for (int a = 0; a < 3; a++) free(tables[a]);
  CHECK(complete, STATUS_FAILED, "no memory for the velocity");
  return STATUS_OK;
}

int fields_velocity(const struct amphi_case *c, const struct transport_grid *g, int axis, bool is_double,
                    void *out, double *most) {
  return component(c, g, axis, is_double, out, most);
}

int fields_fastest(const struct amphi_case *c, const struct transport_grid *g, double *fastest) {
  *fastest = 0.0;
  for (int a = 0; a < g->dimensions; a++) {
    double most;
    TRY(component(c, g, a, true, NULL, &most));
    *fastest = fmax(*fastest, most / g->spacing[a]);
  }
  return STATUS_OK;
}

double fields_initial(const struct amphi_case *c, const struct transport_grid *g, int32_t i, int32_t j,
                      int32_t k) {
  const struct transport_config *t = &c->transport;
  const int32_t at[3] = {i, j, k};
  double r2 = 0.0, wave = 1.0;
  for (int a = 0; a < g->dimensions; a++) {
    const double d = grid_coordinate(g, a, at[a]) - t->scalar.centre[a];
    r2 += d * d;
    wave *= sine_of_turns(share(g, a, at[a]));
  }
  if (t->scalar.kind == SCALAR_WAVE) return 0.5 + 0.5 * wave;
  if (t->scalar.kind == SCALAR_BUMP) return initial_bump(r2, t->scalar.radius);
  return initial_ball(sqrt(r2), t->scalar.radius, t->scalar.width);
}
