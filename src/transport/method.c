/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/method.h"

#include <math.h>
#include <stdlib.h>

#include "io/image.h"
#include "transport/evolution.h"
#include "transport/fields.h"
#include "transport/gauges.h"
#include "transport/start/plan.h"
#include "util/error.h"
#include "util/log.h"

static const char *const stages[] = {"passes along x", "passes along y", "passes along z", "gauges", NULL};

static void plan_free(void *plan) {
  free(plan);
}

struct kernel_words {
  const char *name, *source;
};
static const struct kernel_words kernels[] = {
    [REMESH_M4] = {"M'4, which is Lambda(2, 1)", "Monaghan 1985, J. Comput. Phys. 60, 253-262"},
    [REMESH_M6] = {"M'6, which is Lambda(4, 2)",
                   "Bergdorf & Koumoutsakos 2006, Multiscale Model. Simul. 5, 980-995"},
    [REMESH_M8] = {"M'8", "of the B-spline M8 as Monaghan 1985, J. Comput. Phys. 60, 253-262, makes M'4"},
    [REMESH_L22] = {"Lambda(2, 2)", "Cottet et al. 2014, ESAIM: M2AN 48, 1029-1060"},
    [REMESH_L44] = {"Lambda(4, 4)", "Cottet et al. 2014, ESAIM: M2AN 48, 1029-1060"},
    [REMESH_L64] = {"Lambda(6, 4)", "Cottet et al. 2014, ESAIM: M2AN 48, 1029-1060"},
    [REMESH_L84] = {"Lambda(8, 4)", "Cottet et al. 2014, ESAIM: M2AN 48, 1029-1060"},
    [REMESH_L147] = {"Lambda(14, 7)", "Cottet et al. 2014, ESAIM: M2AN 48, 1029-1060"},
};

static void plan_describe(const void *plan, bool details) {
  const struct transport_plan *p = plan;
  const struct transport_config *t = &p->settings.transport;
  const struct transport_grid *g = &p->grid;
  const bool is_double = t->precision == PRECISION_DOUBLE;
  (void)details;
  log_say("  grid        %d x %d x %d points, %.6g m apart", g->n[0], g->n[1], g->n[2], g->spacing[0]);
  log_say("  scheme      %s, Runge-Kutta of order %d, %s splitting", kernels[t->kernel].name, t->order,
          t->splitting == SPLITTING_LIE ? "Lie" : "Strang");
  log_say("  values      %s precision%s", is_double ? "double" : "single",
          t->summation == TRANSPORT_PLAIN ? ""
          : is_double                     ? ", whole quanta of 2^-53 of the largest"
                                          : ", whole quanta of 2^-24 of the largest");
  log_say("  time step   %.6g s; the largest displacement in a step is %.4g cells%s", p->dt,
          p->dt * p->fastest,
          t->flow.kind == FLOW_EXPRESSION && !p->steady ? ", as the flow is at the start" : "");
}

static int plan_kinds(const void *plan, struct particle_kind kinds[SUMMARY_KINDS]) {
  kinds[0] = (struct particle_kind){NULL, grid_size(&((const struct transport_plan *)plan)->grid)};
  return 1;
}

static size_t plan_estimate(const void *plan, const struct backend *b, int threads) {
  const struct transport_plan *p = plan;
  const struct transport_state state = {.grid = p->grid,
                                        .values = transport_values_of(&p->settings.transport)};
  return grid_size(&p->grid) * values_bytes(state.values) + fields_estimate(&p->settings) +
         ((const struct transport_backend *)b)->estimate(&state, threads);
}

/* The scalar, and in a snapshot what made it. */
static size_t plan_copies(const void *plan) {
  const struct transport_plan *p = plan;
  return 2 * grid_size(&p->grid) * values_bytes(transport_values_of(&p->settings.transport));
}

static void plan_cite(const void *plan) {
  const struct transport_config *t = &((const struct transport_plan *)plan)->settings.transport;
  log_say("  remeshed particles: Cottet, Etancelin, Perignon & Picard 2014, ESAIM: M2AN 48, 1029-1060");
  log_say("  remeshing kernel %s: %s", kernels[t->kernel].name, kernels[t->kernel].source);
  if (t->splitting == SPLITTING_STRANG)
    log_say("  Strang splitting: Strang 1968, SIAM J. Numer. Anal. 5, 506-517");
}

static char **plan_gauges(const void *plan, size_t *dues) {
  return transport_gauge_names(&((const struct transport_plan *)plan)->settings, dues);
}

static int run_open(void **run, void *plan, struct checkpoint *from, const struct backend *b,
                    const struct execution_options *options) {
  const struct transport_plan *p = plan;
  struct transport_run *r = *run = calloc(1, sizeof *r);
  CHECK(r, STATUS_FAILED, "no memory");
  const int status = transport_run_open(r, &p->settings, from, (const struct transport_backend *)b, options);
  if (status != STATUS_OK) {
    free(r);
    *run = NULL;
  }
  return status;
}

static void run_close(void *run) {
  transport_run_close(run);
  free(run);
}

static int run_step(void *run, const struct horizon *h) {
  (void)h;
  return transport_run_step(run);
}

static void run_account(void *run, struct run_account *a) {
  const struct transport_run *r = run;
  const size_t points = grid_size(&r->state.grid);
  *a = (struct run_account){
      .time = transport_run_time(r),
      .step = r->step,
      .dt = r->dt,
      .finished = transport_run_time(r) >= r->config->end - 1e-9 * r->dt, /* a sum of rounded steps */
      .particle_steps = r->step * points,
      .neighbours = NAN,
      .bytes = points * values_bytes(r->state.values) + r->backend->bytes(r->self),
      .diverged = r->diverged,
  };
  for (int i = 0; i < TRANSPORT_TIMERS; i++) a->seconds[i] = r->seconds[i];
}

static void run_execution(void *run, char *text, size_t size) {
  const struct transport_run *r = run;
  r->backend->describe(r->self, text, size);
}

static int run_hash(void *run, uint64_t *hash) {
  return transport_run_hash(run, hash);
}

static int run_checkpoint(void *run, struct checkpoint *out) {
  return transport_run_checkpoint(run, out);
}

static void fill_single(const struct field *field, size_t first, size_t count, void *out) {
  for (size_t i = 0; i < count; i++) ((float *)out)[i] = (float)transport_run_value(field->data, first + i);
}
static void fill_double(const struct field *field, size_t first, size_t count, void *out) {
  for (size_t i = 0; i < count; i++) ((double *)out)[i] = transport_run_value(field->data, first + i);
}

/* The point at a place of the grid's arrays, m. */
static void fill_points(const struct field *field, size_t first, size_t count, void *out) {
  const struct transport_grid *g = &((const struct transport_run *)field->data)->state.grid;
  for (size_t i = 0; i < count; i++) {
    double *point = (double *)out + 3 * i;
    size_t rest = first + i;
    for (int a = 0; a < 3; a++) {
      point[a] = a < g->dimensions ? grid_coordinate(g, a, (int32_t)(rest % (size_t)g->n[a])) : 0.0;
      rest /= (size_t)g->n[a];
    }
  }
}
static void fill_ids(const struct field *field, size_t first, size_t count, void *out) {
  (void)field;
  for (size_t i = 0; i < count; i++) ((uint32_t *)out)[i] = (uint32_t)(first + i);
}

static int run_snapshot(void *run, const char *path, const struct snapshot_moment *moment) {
  struct transport_run *r = run;
  const struct transport_grid *g = &r->state.grid;
  const bool is_double = values_are_double(r->state.values);
  struct snapshot_moment whole = *moment;
  struct image image;
  for (int a = 0; a < 3; a++) {
    image.n[a] = (size_t)g->n[a];
    image.spacing[a] = g->spacing[a];
    image.origin[a] = a < g->dimensions ? grid_coordinate(g, a, 0) : 0.0;
    whole.period[a] = a < g->dimensions ? g->spacing[a] * g->n[a] : 0.0;
  }
  const struct column column = {{"scalar", is_double ? FIELD_F64 : FIELD_F32, 1, r},
                                .fill = is_double ? fill_double : fill_single};
  TRY(transport_run_fetch(r));
  if (g->dimensions == 3) return image_write(path, &whole, &image, &column);
  const struct column columns[] = {{{"Points", FIELD_F64, 3, r}, .fill = fill_points},
                                   {{"id", FIELD_U32, 1, r}, .fill = fill_ids},
                                   column};
  return snapshot_write(path, &whole, grid_size(g), columns, 3);
}

const struct method method_transport = {
    .name = "transport",
    .title = "remeshed particles for a transported scalar",
    .stages = stages,
    .plan = transport_plan_make,
    .plan_free = plan_free,
    .describe = plan_describe,
    .kinds = plan_kinds,
    .estimate = plan_estimate,
    .copies = plan_copies,
    .cite = plan_cite,
    .open = run_open,
    .close = run_close,
    .step = run_step,
    .account = run_account,
    .execution = run_execution,
    .hash = run_hash,
    .checkpoint = run_checkpoint,
    .snapshot = run_snapshot,
    .gauges = plan_gauges,
    .sample = transport_gauges_sample,
};
