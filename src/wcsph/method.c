/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/method.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "io/checkpoint.h"
#include "util/error.h"
#include "util/log.h"
#include "wcsph/evolution.h"
#include "wcsph/gauges/gauges.h"
#include "wcsph/hash.h"
#include "wcsph/losses.h"
#include "wcsph/openings/openings.h"
#include "wcsph/results/bounds.h"
#include "wcsph/results/deviation.h"
#include "wcsph/results/kept.h"
#include "wcsph/results/surfaces.h"
#include "wcsph/settings.h"
#include "wcsph/start/doubts.h"
#include "wcsph/start/plan.h"
#include "wcsph/walls/structures.h"
#include "wcsph/watch.h"

static int plan_kinds(const void *plan, struct particle_kind kinds[SUMMARY_KINDS]) {
  const struct wcsph_plan *p = plan;
  kinds[0] = (struct particle_kind){"fluid", p->particles.fluid_count};
  kinds[1] = (struct particle_kind){"wall", p->particles.wall_count};
  return 2;
}

static size_t plan_estimate(const void *plan, const struct backend *b, int threads) {
  const struct wcsph_plan *p = plan;
  const size_t state = wcsph_plan_state_bytes(p);
  size_t bent = 0;
  for (size_t k = 0; k < p->settings.wall_count; k++)
    if (p->settings.walls[k].flexible.given) bent += p->particles.extents[k].count;
  return state + structures_bytes(p->settings.dimensions, bent) +
         ((const struct wcsph_backend *)b)
             ->estimate(state, (uint32_t)p->particles.wall_count,
                        wcsph_plan_rows(p) - (uint32_t)p->particles.wall_count, p->neighbours, threads);
}

enum { SNAPSHOT_ROW = 64 }; /* bytes of a particle in a snapshot, rarely more */

/* A checkpoint has at most all of the state. */
static size_t plan_copies(const void *plan) {
  return wcsph_plan_state_bytes(plan) + (size_t)wcsph_plan_rows(plan) * SNAPSHOT_ROW;
}

static enum summation plan_summation(const void *plan) {
  return ((const struct wcsph_plan *)plan)->settings.summation;
}

static int plan_code(struct code *code, const void *plan, const struct backend *b,
                     const struct execution_options *options) {
  const struct wcsph_backend *backend = (const struct wcsph_backend *)b;
  const struct wcsph_plan *p = plan;
  struct execution_options mine = *options;
  *code = (struct code){0};
  wcsph_run_options(&mine, &p->settings);
  if (!backend->code) return STATUS_OK;
  TRY(backend->code(code, &p->law, &mine));
  if (code->joins && wcsph_plan_joins(p)) code->kind = CODE_JOINED;
  return STATUS_OK;
}

static void plan_cite(const void *plan) {
  wcsph_cite(&((const struct wcsph_plan *)plan)->settings);
}

/* What is foreseen follows from how long a run goes on. A later end that needs a little more than the speed
 * of sound that the run began with, or less, goes on with that one (more: check_sound of start/setup.c). */
static void keep_sound(struct wcsph_plan *p, const struct checkpoint *from) {
  enum { KEPT_PER_CENT = 2 };
  const struct scalar *begun = checkpoint_scalar(from, "law.c0");
  const double planned = (double)p->law.c0;
  if (!begun || p->settings.material.speed_of_sound > 0.0 || planned == begun->value) return;
  if (planned > begun->value * (1.0 + KEPT_PER_CENT / 100.0)) return;
  p->settings.material.speed_of_sound = p->settings.region.sound = begun->value;
  p->law.c0 = (float)begun->value; /* for log.txt, which begins later */
  if (p->settings.region.given && p->settings.region.level.around >= 0)
    return; /* said of the coarsest level */
  log_say("  sound       c0 = %.4g m/s, with which the run began", begun->value);
}

static int run_open(void **run, void *plan, struct checkpoint *from, const struct backend *b,
                    const struct execution_options *options) {
  struct wcsph_plan *p = plan;
  const struct wcsph_backend *backend = (const struct wcsph_backend *)b;
  struct wcsph_run *r = *run = calloc(1, sizeof *r);
  CHECK(r, STATUS_FAILED, "no memory");
  if (from) keep_sound(p, from);
  int status = from ? STATUS_OK : wcsph_plan_place(p);
  if (status == STATUS_OK)
    status = from ? wcsph_run_resume(r, &p->settings, &p->particles, from, backend, options)
                  : wcsph_run_open(r, &p->settings, &p->particles, backend, options);
  if (status == STATUS_OK && (status = wcsph_watch_plant(r)) != STATUS_OK) wcsph_run_close(r);
  if (status != STATUS_OK) {
    free(r);
    *run = NULL;
  }
  return status;
}

static void run_close(void *run) {
  wcsph_run_close(run);
  wcsph_watch_free(run);
  free(run);
}

static int run_step(void *run, const struct horizon *h) {
  wcsph_watch_step(run);
  return wcsph_run_steps(run, h);
}

static void count_exchanged(const struct wcsph_run *r, struct run_account *a) {
  for (size_t k = 0; k < r->config->opening_count; k++) {
    const struct opening_log log = openings_logged(r, k);
    a->came_in += log.in, a->went_out += log.out;
  }
  a->begun = r->begun;
  a->fluid = state_count(&r->state, KIND_FLUID);
}

static void run_account(void *run, struct run_account *a) {
  const struct wcsph_run *r = run;
  struct wcsph_counters counters = {0};
  r->backend->count(r->self, &counters);
  size_t row = 0;
  for (int i = 0; i < WCSPH_BUFFER_COUNT; i++)
    if (state_buffer(&r->state, i)) row += wcsph_buffer_info[i].row_bytes;
  *a = (struct run_account){
      .time = r->time,
      .step = r->step,
      .dt = r->dt,
      .particle_steps = r->particle_steps,
      .interactions = r->pair_interactions,
      .left = r->left,
      .over = r->over,
      .lost = losses_share(r),
      .lost_time = r->lost.time,
      .lost_at = {r->lost.at[0], r->lost.at[1], r->lost.at[2]},
      .neighbours = counters.mean_neighbours,
      .bytes = row * r->state.capacity + counters.bytes,
      .diverged = r->diverged,
      .finished = losses_ended(r),
      .why = "less fluid is left than limits.least_fluid",
  };
  for (int i = 0; i < TIMER_COUNT; i++) a->seconds[i] = r->seconds[i];
  if (r->openings) count_exchanged(r, a);
}

static void run_execution(void *run, char *text, size_t size) {
  const struct wcsph_run *r = run;
  r->backend->describe(r->self, text, size);
}

static void put_result(struct run_result results[SUMMARY_RESULTS], int *count, const char *name,
                       const char *unit, double value) {
  results[(*count)++] = (struct run_result){name, unit, value};
}

/* What went through open boundaries: counts of particles times their mass, exact to the rounding of that
 * product. */
static void put_exchanged(const struct wcsph_run *r, struct run_result results[SUMMARY_RESULTS], int *count) {
  struct run_account a = {0};
  count_exchanged(r, &a);
  const char *unit = r->config->dimensions == 2 ? "kg/m" : "kg";
  const double mass = (double)r->law.mass;
  put_result(results, count, "was there", unit, mass * (double)a.begun);
  put_result(results, count, "came in", unit, mass * (double)a.came_in);
  put_result(results, count, "went out", unit, mass * (double)a.went_out);
  put_result(results, count, "is there", unit, mass * (double)a.fluid);
}

/* The mass of each phase: at the start, what came in through open boundaries, what is there, and the rest,
 * which left through them, through open faces or beyond limits. */
static int put_phases(struct wcsph_run *r, struct run_result results[SUMMARY_RESULTS], int *count) {
  const struct wcsph_settings *c = r->config;
  static _Thread_local char names[PHASES_MOST + 1][4][256];
  const char *unit = c->dimensions == 2 ? "kg/m" : "kg";
  const double volume = c->dp * c->dp * (c->dimensions == 2 ? 1.0 : c->dp);
  uint64_t there[PHASES_MOST + 1];
  TRY(wcsph_run_count_phases(r, there));
  for (int k = 0; k <= (int)c->phase_count; k++) {
    static const char *const what[] = {"was there", "came in", "left", "is there"};
    const double density = k ? c->phases[k - 1].density : c->material.density;
    uint64_t in = 0;
    for (size_t o = 0; o < c->opening_count; o++)
      if (c->openings[o].phase + 1 == k) in += openings_logged(r, o).in;
    const uint64_t numbers[] = {r->begun_of[k], in, r->begun_of[k] + in - there[k], there[k]};
    for (int n = 0; n < 4; n++) {
      snprintf(names[k][n], sizeof names[k][n], "%s %s", k ? c->phases[k - 1].name : "material", what[n]);
      put_result(results, count, names[k][n], unit, density * volume * (double)numbers[n]);
    }
  }
  return STATUS_OK;
}

/* The heat of the fluid: initial, from walls or of fluid that came in, less that of fluid which left. */
static int put_heat(struct wcsph_run *r, struct run_result results[SUMMARY_RESULTS], int *count) {
  const char *unit = r->config->dimensions == 2 ? "J/m above heat.reference" : "J above heat.reference";
  double heat;
  TRY(wcsph_run_heat(r, &heat));
  put_result(results, count, "heat before", unit, r->heat.begun);
  put_result(results, count, "heat given", r->config->dimensions == 2 ? "J/m by walls" : "J by walls",
             r->heat.given);
  if (r->config->opening_count > 0) put_result(results, count, "heat come", unit, r->heat.come);
  put_result(results, count, "heat gone", unit, r->heat.gone);
  put_result(results, count, "heat there", unit, heat);
  return STATUS_OK;
}

struct run_result wcsph_fastest(struct wcsph_run *const runs[], int count) {
  static _Thread_local char unit[192];
  double fastest = 0.0;
  bool fast = false;
  for (int k = 0; k < count; k++) {
    const double speed = sqrt((double)fmaxf(runs[k]->fastest2, runs[k]->motion.max_speed2));
    fast = fast || speed > DOUBTS_FAST * (double)runs[k]->law.c0;
    fastest = fmax(fastest, speed);
  }
  snprintf(unit, sizeof unit,
           "m/s of fluid: beyond %g of the speed of sound density varies by more than %g %%; unless "
           "it was spray alone, raise material.expected_speed",
           DOUBTS_FAST, 100.0 * DOUBTS_FAST * DOUBTS_FAST);
  return (struct run_result){"fastest", fast ? unit : "m/s of fluid", fastest};
}

/* The greatest speed, how many sub-steps there were, and what comes in and goes out. */
static int run_results(void *run, struct run_result results[SUMMARY_RESULTS], int *count) {
  struct wcsph_run *r = run;
  if (!r) return STATUS_OK;
  results[(*count)++] = wcsph_fastest(&r, 1);
  if (r->config->viscosity.substeps > 1)
    put_result(results, count, "sub-steps", "of viscosity, found anew each", (double)r->substeps);
  if (r->openings && !settings_has_phases(r->config)) /* whose particles have masses of their own */
    put_exchanged(r, results, count);
  if (settings_has_phases(r->config)) TRY(put_phases(r, results, count));
  return r->state.buffers & BUFFER_HEAT ? put_heat(r, results, count) : STATUS_OK;
}

static int run_hash(void *run, uint64_t *hash) {
  return wcsph_run_hash(run, hash);
}

static int run_trace(void *run, struct trace *t) {
  return wcsph_watch_trace(run, t);
}

static int run_checkpoint(void *run, struct checkpoint *out) {
  return wcsph_run_checkpoint(run, out);
}

static struct snapshot_moment with_periods(const struct wcsph_run *r, const struct snapshot_moment *moment) {
  const struct wcsph_settings *c = r->config;
  struct snapshot_moment whole = *moment;
  for (int a = 0; a < 3; a++)
    if (c->domain.periodic[a]) whole.period[a] = c->domain.high[a] - c->domain.low[a];
  return whole;
}

static int run_snapshot(void *run, const char *path, const struct snapshot_moment *moment) {
  const struct snapshot_moment whole = with_periods(run, moment);
  struct wcsph_view view;
  TRY(wcsph_run_view(run, &view, moment->whole));
  int status = snapshot_write(path, &whole, view.count, view.columns, view.column_count);
  wcsph_view_free(&view);
  return status == STATUS_OK ? surfaces_write(run, path) : status;
}

static int run_leave_snapshot(void *run, const char *path, const struct snapshot_moment *moment, bool *left) {
  const struct snapshot_moment whole = with_periods(run, moment);
  TRY(kept_leave_snapshot(run, path, &whole, left));
  return *left ? surfaces_write(run, path) : STATUS_OK;
}

static char **plan_gauges(const void *plan, size_t *dues) {
  const struct wcsph_settings *c = &((const struct wcsph_plan *)plan)->settings;
  *dues = c->gauge_count;
  return gauges_column_names(c);
}

static int run_sample(void *run, double *due, double *columns, int *sampled) {
  return gauges_sample(run, due, columns, sampled);
}

static int run_record(void **record, void *run) {
  struct wcsph_record *m = *record = calloc(1, sizeof *m);
  CHECK(m, STATUS_FAILED, "no memory");
  return wcsph_record_take(m, run);
}

static void record_free(void *record) {
  if (record) wcsph_record_free(record);
  free(record);
}

static int run_deviation(const void *record, void *run, double *largest) {
  struct wcsph_deviation d;
  TRY(wcsph_deviation_find(&d, record, run));
  *largest = wcsph_deviation_largest(&d);
  return STATUS_OK;
}

static int run_bounds(void *run, uint64_t steps, int threads, struct peaks *peaks,
                      struct stage_bound bounds[METHOD_STAGES]) {
  return wcsph_run_bounds(run, steps, threads, peaks, bounds);
}

const struct method method_wcsph = {
    .name = "wcsph",
    .title = "weakly compressible SPH",
    .fills = true,
    .stages = wcsph_timer_names,
    .places = wcsph_plan_places,
    .plan = wcsph_plan_make,
    .plan_free = wcsph_plan_free,
    .describe = wcsph_plan_describe,
    .kinds = plan_kinds,
    .estimate = plan_estimate,
    .copies = plan_copies,
    .cite = plan_cite,
    .summation = plan_summation,
    .code = plan_code,
    .open = run_open,
    .close = run_close,
    .step = run_step,
    .account = run_account,
    .execution = run_execution,
    .results = run_results,
    .hash = run_hash,
    .trace = run_trace,
    .bounds = run_bounds,
    .checkpoint = run_checkpoint,
    .snapshot = run_snapshot,
    .leave_snapshot = run_leave_snapshot,
    .gauges = plan_gauges,
    .sample = run_sample,
    .record = run_record,
    .record_free = record_free,
    .deviation = run_deviation,
};
