/* SPDX-License-Identifier: BSD-3-Clause */
#include "swarm/method.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swarm/evolution.h"
#include "swarm/start/plan.h"
#include "util/error.h"
#include "util/log.h"

static void plan_describe(const void *plan, bool details) {
  const struct swarm_settings *c = plan;
  char informed[64] = "";
  if (c->swarm.neighbourhood == SWARM_RANDOM)
    snprintf(informed, sizeof informed, " (each informs %d)", c->swarm.informants);
  log_say("  method      swarm, %s, neighbourhood %s%s", case_word_form(c->swarm.form),
          case_word_neighbourhood(c->swarm.neighbourhood), informed);
  log_say("  function    %s in %d dimension%s, each from %g to %g", case_word_objective(c->swarm.function),
          c->dimensions, c->dimensions == 1 ? "" : "s", c->swarm.bounds[0], c->swarm.bounds[1]);
  if (c->swarm.function == OBJECTIVE_EXPRESSION) log_say("  value       %s", c->swarm.value);
  log_say("  particles   %d, seed %d, layout %s", c->swarm.particles, c->swarm.seed,
          case_word_layout(c->swarm.layout));
  log_say("  ends        after %g iterations", c->end);
  if (c->swarm.evaluations > 0) log_say("              or %g evaluations", c->swarm.evaluations);
  if (c->swarm.target > -1e15) log_say("              or at a value of %g", c->swarm.target);
  if (details) log_say("  constants   inertia %.6g, attraction %.6g", c->swarm.inertia, c->swarm.attraction);
}

static int plan_kinds(const void *plan, struct particle_kind kinds[SUMMARY_KINDS]) {
  kinds[0] = (struct particle_kind){NULL, (uint64_t)((const struct swarm_settings *)plan)->swarm.particles};
  return 1;
}

static size_t plan_estimate(const void *plan, const struct backend *b, int threads) {
  const struct swarm_settings *c = plan;
  uint32_t count = (uint32_t)c->swarm.particles, dimensions = (uint32_t)c->dimensions;
  (void)threads;
  return swarm_state_bytes(c->swarm.layout, count, dimensions) +
         ((const struct swarm_backend *)b)->estimate(count, dimensions, c->swarm.layout);
}

static size_t plan_copies(const void *plan) {
  const struct swarm_settings *c = plan;
  return 2 * swarm_state_bytes(c->swarm.layout, (uint32_t)c->swarm.particles, (uint32_t)c->dimensions);
}

static void plan_cite(const void *plan) {
  const struct swarm_settings *c = plan;
  if (c->swarm.form == SWARM_SPSO2011)
    log_say("  standard PSO 2011: Clerc 2012, hal-00764996");
  else
    log_say(
        "  particle swarm: Kennedy & Eberhart 1995, Proc. ICNN, 1942-1948; Shi & Eberhart 1998, Proc. ICEC, "
        "69-73");
  log_say("  random numbers Philox4x32-10: Salmon, Moraes, Dror & Shaw 2011, Proc. SC11");
}

static int run_open(void **run, void *plan, struct checkpoint *from, const struct backend *b,
                    const struct execution_options *options) {
  struct swarm_run *r = *run = calloc(1, sizeof *r);
  CHECK(r, STATUS_FAILED, "no memory");
  int status = swarm_run_open(r, plan, from, (const struct swarm_backend *)b, options);
  if (status == STATUS_OK) return status;
  swarm_run_close(r);
  free(r);
  *run = NULL;
  return status;
}

static void run_close(void *run) {
  swarm_run_close(run);
  free(run);
}

static int run_step(void *run, const struct horizon *h) {
  (void)h;
  return swarm_run_step(run);
}

static void run_account(void *run, struct run_account *a) {
  const struct swarm_run *r = run;
  const struct swarm_layout *l = &r->state.layout;
  *a = (struct run_account){
      .time = (double)r->step,
      .step = r->step,
      .dt = 1,
      .finished = swarm_run_is_finished(r),
      .particle_steps = r->step * r->state.count,
      .neighbours = NAN,
      .bytes = l->total * sizeof(float) + r->state.capacity * sizeof(uint32_t) +
               r->backend->estimate(r->state.count, r->state.dimensions, r->config->swarm.layout),
      .diverged = "",
  };
  for (int i = 0; i < SWARM_TIMER_COUNT; i++) a->seconds[i] = r->seconds[i];
}

static void run_execution(void *run, char *text, size_t size) {
  const struct swarm_run *r = run;
  r->backend->describe(r->self, text, size);
}

static int run_results(void *run, struct run_result results[SUMMARY_RESULTS], int *count) {
  const struct swarm_run *r = run;
  double best = (double)swarm_rank_value(r->best);
  *count = 0;
  results[(*count)++] = (struct run_result){"best", "", best};
  results[(*count)++] = (struct run_result){"evaluations", "", (double)r->evaluations};
  if (r->config->swarm.target > -1e15)
    results[(*count)++] = (struct run_result){"success", "", best <= r->config->swarm.target};
  return STATUS_OK;
}

static int run_hash(void *run, uint64_t *hash) {
  return swarm_run_hash(run, hash);
}

static int run_checkpoint(void *run, struct checkpoint *out) {
  return swarm_run_checkpoint(run, out);
}

static int run_snapshot(void *run, const char *path, const struct snapshot_moment *moment) {
  return swarm_run_snapshot(run, path, moment);
}

enum { OWN_COLUMNS = 2 }; /* before the coordinates of the best place */

static char **plan_gauges(const void *plan, size_t *dues) {
  const struct swarm_settings *c = plan;
  size_t coordinates = c->swarm.history ? (size_t)c->dimensions : 0;
  char **names = calloc(OWN_COLUMNS + coordinates + 1, sizeof *names);
  *dues = c->swarm.history ? 1 : 0;
  if (!names || !c->swarm.history) return names;
  bool complete = (names[0] = strdup("best")) && (names[1] = strdup("evaluations"));
  for (size_t d = 0; complete && d < coordinates; d++)
    if (asprintf(&names[OWN_COLUMNS + d], "x%zu", d + 1) < 0) {
      names[OWN_COLUMNS + d] = NULL;
      complete = false;
    }
  if (complete) return names;
  for (size_t i = 0; names[i]; i++) free(names[i]);
  free(names);
  return NULL;
}

static int run_sample(void *run, double *due, double *columns, int *sampled) {
  struct swarm_run *r = run;
  *sampled = (double)r->step >= *due;
  if (!*sampled) return STATUS_OK;
  float place[r->state.dimensions];
  TRY(r->backend->recall(r->self, (uint32_t)r->best, place));
  *due = (double)(r->step / (uint64_t)r->config->swarm.history + 1) * r->config->swarm.history;
  columns[0] = (double)swarm_rank_value(r->best);
  columns[1] = (double)r->evaluations;
  for (uint32_t d = 0; d < r->state.dimensions; d++) columns[OWN_COLUMNS + d] = (double)place[d];
  return STATUS_OK;
}

const struct method method_swarm = {
    .name = "swarm",
    .title = "particle swarm optimisation",
    .timeless = true,
    .seed = "swarm.seed",
    .stages = swarm_timer_names,
    .plan = swarm_plan_make,
    .plan_free = free,
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
    .results = run_results,
    .hash = run_hash,
    .checkpoint = run_checkpoint,
    .snapshot = run_snapshot,
    .gauges = plan_gauges,
    .sample = run_sample,
};
