/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/evolution.h"

#include <math.h>
#include <stdio.h>

#include "transport/models/flow.h"
#include "util/clock.h"
#include "util/error.h"

/* A sub-step of the splitting: an axis, and the part of the step's time that it covers. */
struct part {
  int axis;
  double begin, end;
};

/* Lie: one axis after the other, each over the whole step; first order in time. Strang (1968): half a step
 * along all axes but the last, the last, and back; second order. */
static int list_parts(struct part parts[5], enum splitting splitting, int dimensions) {
  const int last = dimensions - 1;
  int n = 0;
  if (splitting == SPLITTING_LIE) {
    for (int a = 0; a < dimensions; a++) parts[n++] = (struct part){a, 0.0, 1.0};
    return n;
  }
  for (int a = 0; a < last; a++) parts[n++] = (struct part){a, 0.0, 0.5};
  parts[n++] = (struct part){last, 0.0, 1.0};
  for (int a = last - 1; a >= 0; a--) parts[n++] = (struct part){a, 0.5, 1.0};
  return n;
}

double transport_step_length(const struct transport_settings *c, double fastest) {
  const struct transport_config *t = &c->transport;
  if (t->step > 0.0) return t->step;
  const double longest = fastest > 0.0 ? t->cfl / fastest : c->end;
  return c->end / fmax(1.0, ceil(c->end / longest * (1.0 - 1e-12)));
}

static int diverge(struct transport_run *r, const char *what) {
  const size_t used = (size_t)snprintf(r->diverged, sizeof r->diverged,
                                       "the run diverged at t = %.9g s, step %llu: ", transport_run_time(r),
                                       (unsigned long long)r->step);
  snprintf(r->diverged + used, sizeof r->diverged - used, "%s", what);
  return error_set(STATUS_DIVERGED, "%s", r->diverged);
}

/* Where line l of an axis is, as "y = 0.1 m, z = 0.2 m". */
static void name_line(const struct transport_grid *g, int axis, int32_t l, char text[80]) {
  size_t used = 0;
  int32_t rest = l;
  snprintf(text, 80, "%s", g->dimensions == 1 ? "the only one" : "");
  for (int a = 0; a < g->dimensions; a++) {
    if (a == axis) continue;
    used += (size_t)snprintf(text + used, 80 - used, "%s%c = %.6g m", used ? ", " : "", "xyz"[a],
                             grid_coordinate(g, a, rest % g->n[a]));
    rest /= g->n[a];
  }
}

static int report_evolution(struct transport_run *r, const struct transport_finding *found) {
  char line[80], what[200];
  name_line(&r->state.grid, found->axis, found->line, line);
  if (found->fault == TRANSPORT_CROSSING)
    snprintf(what, sizeof what,
             "particles of the line along %c at %s come too near each other; a smaller step keeps them apart",
             "xyz"[found->axis], line);
  else
    snprintf(what, sizeof what, "a value on the line along %c at %s has grown beyond its range",
             "xyz"[found->axis], line);
  return diverge(r, what);
}

/* Sets the velocity of the pass, if it changes in time: that at the middle of the pass, for second order in
 * time. */
static int renew_velocity(struct transport_run *r, int axis, double middle) {
  if (!r->component) return STATUS_OK;
  TRY(fields_velocity(r->fields, axis, middle, values_are_double(r->state.values), r->component,
                      &r->fastest[axis]));
  return r->backend->velocity(r->self, axis, r->component);
}

static int transport_pass_part(struct transport_run *r, const struct part *part) {
  const struct transport_grid *g = &r->state.grid;
  const struct transport_config *t = &r->config->transport;
  const double begin = transport_run_time(r) + part->begin * r->dt,
               length = (part->end - part->begin) * r->dt;
  struct transport_pass p = {.axis = part->axis};
  double farthest = 0.0;
  const double start = clock_now();
  TRY(renew_velocity(r, part->axis, begin + 0.5 * length));
  for (int k = 0; k < 3; k++) {
    const double factor = flow_modulation(t->flow.modulation, t->flow.period, begin + 0.5 * k * length);
    p.speed[k] = length / g->spacing[part->axis] * factor;
    farthest = fmax(farthest, fabs(p.speed[k]) * r->fastest[part->axis]);
  }
  if (!(farthest < (double)g->n[part->axis]))
    return diverge(r, "particles go round the whole box in one step; expected a smaller step");
  const int status = r->backend->pass(r->self, &p);
  r->seconds[TIMER_PASS_X + part->axis] += clock_now() - start;
  return status;
}

int transport_run_step(struct transport_run *r) {
  struct part parts[5];
  const int count = list_parts(parts, r->config->transport.splitting, r->state.grid.dimensions);
  struct transport_finding found;
  r->fetched = false;
  for (int p = 0; p < count; p++) TRY(transport_pass_part(r, &parts[p]));
  TRY(r->backend->settle(r->self, &found));
  if (found.fault != TRANSPORT_FINE) return report_evolution(r, &found);
  r->step++;
  return STATUS_OK;
}

int transport_run_fetch(struct transport_run *r) {
  if (!r->fetched) TRY(r->backend->fetch(r->self));
  r->fetched = true;
  return STATUS_OK;
}

double transport_run_value(const struct transport_run *r, size_t place) {
  switch (r->state.values) {
  case VALUES_SINGLE:
    return (double)((const float *)r->state.scalar)[place];
  case VALUES_DOUBLE:
    return ((const double *)r->state.scalar)[place];
  case VALUES_SINGLE_FIXED:
    return (double)((const int32_t *)r->state.scalar)[place] * r->quantum;
  case VALUES_DOUBLE_FIXED:
    return (double)((const int64_t *)r->state.scalar)[place] * r->quantum;
  }
  return 0.0;
}
