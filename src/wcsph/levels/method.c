/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/levels/method.h"

#include <endian.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "util/error.h"
#include "util/words.h"
#include "wcsph/gauges/gauges.h"
#include "wcsph/levels/place.h"
#include "wcsph/levels/results.h"
#include "wcsph/method.h"
#include "wcsph/start/levels.h"

/* ---- plans ---- */

static int plan_kinds(const void *plan, struct particle_kind kinds[SUMMARY_KINDS]) {
  const struct levels_plan *p = plan;
  kinds[0] = (struct particle_kind){"fluid", 0}, kinds[1] = (struct particle_kind){"wall", 0};
  for (int k = 0; k < p->count; k++) {
    kinds[0].count += p->levels[k].plan->particles.fluid_count;
    kinds[1].count += p->levels[k].plan->particles.wall_count;
  }
  return 2;
}

static size_t plan_estimate(const void *plan, const struct backend *b, int threads) {
  const struct levels_plan *p = plan;
  size_t sum = 0;
  for (int k = 0; k < p->count; k++) sum += method_wcsph.estimate(p->levels[k].plan, b, threads);
  return sum;
}

static size_t plan_copies(const void *plan) {
  const struct levels_plan *p = plan;
  size_t sum = 0;
  for (int k = 0; k < p->count; k++) sum += method_wcsph.copies(p->levels[k].plan);
  return sum;
}

static void plan_cite(const void *plan) {
  method_wcsph.cite(((const struct levels_plan *)plan)->levels[0].plan);
}

static enum summation plan_summation(const void *plan) {
  return method_wcsph.summation(((const struct levels_plan *)plan)->levels[0].plan);
}

static int plan_code(struct code *code, const void *plan, const struct backend *b,
                     const struct execution_options *options) {
  return method_wcsph.code(code, ((const struct levels_plan *)plan)->levels[0].plan, b, options);
}

/* In the case's order, wherever they stand. */
static char **plan_gauges(const void *plan, size_t *dues) {
  const struct levels_plan *p = plan;
  struct wcsph_settings all = p->levels[0].plan->settings;
  all.gauges = p->gauges, all.gauge_count = p->gauge_count;
  *dues = p->gauge_count;
  return gauges_column_names(&all);
}

/* ---- runs ---- */

static void run_close(void *run) {
  struct levels_run *r = run;
  for (int k = 0; k < r->count; k++)
    if (r->runs[k]) method_wcsph.close(r->runs[k]);
  gates_close(r->faces, r->gate_count / 2);
  gates_close(r->gates, r->gate_count);
  for (int k = 0; k < LEVELS_MOST; k++) free(r->ringed[k]);
  free(r->gauge_level);
  free(r->gauge_width);
  free(r->rings);
  free(r->numbers);
  free(r->names);
  free(r);
}

static int open_level(struct levels_run *r, struct levels_plan *p, int k, struct checkpoint *from,
                      const struct backend *b, const struct execution_options *options) {
  struct checkpoint part = {0};
  void *level = NULL;
  int status = from ? levels_part(&part, from, k) : STATUS_OK;
  if (status == STATUS_OK)
    status = method_wcsph.open(&level, p->levels[k].plan, from ? &part : NULL, b, options);
  r->runs[k] = level;
  if (from) checkpoint_free(&part);
  return status;
}

static int check_hash(struct levels_run *r, const char *written) {
  uint64_t hash;
  char text[HASH_TEXT];
  TRY(method_levels.hash(r, &hash));
  hash_text(text, hash);
  CHECK(!*written || !strcmp(text, written), STATUS_USAGE,
        "the checkpoint says that the hash of its state is %s, but it is %s", written, text);
  return STATUS_OK;
}

static int open_runs(struct levels_run *r, struct levels_plan *p, struct checkpoint *from,
                     const struct backend *b, const struct execution_options *options) {
  const struct scene *scene = &p->levels[0].plan->settings.scene;
  TRY(gates_open(&r->gates, &r->gate_count, p->resolved, p->count, scene));
  TRY(faces_open(&r->faces, r->gates, p->resolved, p->count, scene));
  r->numbers = calloc(levels_number_count(r), sizeof *r->numbers);
  CHECK(r->numbers, STATUS_FAILED, "no memory for the faces of levels");
  if (from) TRY(levels_take(r, from));
  for (; r->count < p->count; r->count++) {
    const int status = open_level(r, p, r->count, from, b, options);
    if (status != STATUS_OK) return status;
  }
  return from ? check_hash(r, from->state_hash) : levels_begin(r);
}

static int run_open(void **run, void *plan, struct checkpoint *from, const struct backend *b,
                    const struct execution_options *options) {
  struct levels_plan *p = plan;
  struct levels_run *r = *run = calloc(1, sizeof *r);
  CHECK(r, STATUS_FAILED, "no memory");
  memcpy(r->resolved, p->resolved, sizeof r->resolved);
  r->lost = p->lost, r->least_fluid = p->least_fluid;
  r->gauge_count = p->gauge_count;
  r->gauge_level = calloc(p->gauge_count + 1, sizeof *r->gauge_level);
  r->gauge_width = calloc(p->gauge_count + 1, sizeof *r->gauge_width);
  for (size_t i = 0; i < p->gauge_count && r->gauge_level && r->gauge_width; i++) {
    r->gauge_level[i] = p->gauge_level[i];
    r->gauge_width[i] = (size_t)gauge_columns(&p->gauges[i], p->levels[0].plan->settings.dimensions);
  }
  const int status = r->gauge_level && r->gauge_width ? open_runs(r, p, from, b, options)
                                                      : error_set(STATUS_FAILED, "no memory for gauges");
  if (status == STATUS_OK) return STATUS_OK;
  run_close(r);
  *run = NULL;
  return status;
}

static uint64_t fluid_of(const struct levels_run *r) {
  uint64_t sum = 0;
  for (int k = 0; k < r->count; k++) sum += state_count(&r->runs[k]->state, KIND_FLUID);
  return sum;
}

static double lost_share(const struct levels_run *r, uint64_t *left) {
  uint64_t own = 0;
  int64_t sum = 0;
  for (int k = 0; k < r->count; k++) sum += r->left[k], own += r->own[k];
  *left = sum > 0 ? (uint64_t)sum : 0;
  return (double)*left / (double)(*left + own + 1);
}

static int judge_losses(struct levels_run *r) {
  uint64_t left;
  const double share = lost_share(r, &left);
  if (!(share > r->lost)) return STATUS_OK;
  snprintf(r->diverged, sizeof r->diverged,
           "at t = %.9g s, step %llu, %.3g %% of the particles are lost (%llu); limits.lost allows %.3g %%",
           r->runs[0]->time, (unsigned long long)r->runs[0]->step, 100.0 * share, (unsigned long long)left,
           100.0 * r->lost);
  return error_set(STATUS_DIVERGED, "%s", r->diverged);
}

static int run_step(void *run, const struct horizon *h) {
  (void)h;
  TRY(levels_step(run));
  return judge_losses(run);
}

static void run_account(void *run, struct run_account *a) {
  struct levels_run *r = run;
  double neighbours = 0.0;
  method_wcsph.account(r->runs[0], a);
  for (int k = 0; k < r->count; k++) {
    struct run_account one;
    method_wcsph.account(r->runs[k], &one);
    neighbours += one.neighbours * (double)state_count(&r->runs[k]->state, KIND_FLUID);
    if (k == 0) continue;
    a->particle_steps += one.particle_steps;
    a->interactions += one.interactions;
    a->bytes += one.bytes;
    if (isnan(a->lost_time) || one.lost_time < a->lost_time) {
      a->lost_time = one.lost_time;
      memcpy(a->lost_at, one.lost_at, sizeof a->lost_at);
    }
    for (int t = 0; t < TIMER_COUNT; t++) a->seconds[t] += one.seconds[t];
  }
  a->seconds[TIMER_COUNT] = r->seconds;
  a->lost = lost_share(r, &a->left);
  a->neighbours = neighbours / (double)(fluid_of(r) + 1);
  a->finished = levels_mass(r) - levels_gone(r) + levels_carried(r) < r->least_fluid * r->mass;
  a->diverged = r->diverged;
}

static void run_execution(void *run, char *text, size_t size) {
  method_wcsph.execution(((struct levels_run *)run)->runs[0], text, size);
}

static int run_hash(void *run, uint64_t *hash) {
  struct levels_run *r = run;
  XXH3_state_t *sum = XXH3_createState();
  int status = sum ? STATUS_OK : error_set(STATUS_FAILED, "no memory for a hash");
  if (sum) XXH3_64bits_reset(sum);
  for (int k = 0; k < r->count && status == STATUS_OK; k++) {
    uint64_t one = 0;
    status = method_wcsph.hash(r->runs[k], &one);
    one = htole64(one);
    XXH3_64bits_update(sum, &one, sizeof one);
  }
  levels_numbers(r);
  for (size_t i = 0; i < levels_number_count(r) && status == STATUS_OK; i++) {
    uint64_t bits;
    memcpy(&bits, &r->numbers[i], sizeof bits);
    bits = htole64(bits);
    XXH3_64bits_update(sum, &bits, sizeof bits);
  }
  for (int k = 0; k < r->count && status == STATUS_OK; k++)
    for (size_t i = 0; i < r->ringed_count[k]; i++) {
      const uint64_t key = htole64(r->ringed[k][i]);
      XXH3_64bits_update(sum, &key, sizeof key);
    }
  if (status == STATUS_OK) *hash = XXH3_64bits_digest(sum);
  XXH3_freeState(sum);
  return status;
}

/* Level k's gauges stand one behind the other in `mine` and `row`, and among those of others in the case. */
static int sample_level(struct levels_run *r, int k, double *due, double *columns, double *mine, double *row,
                        int *sampled) {
  const struct wcsph_settings *c = r->runs[k]->config;
  size_t n = 0, at = 0;
  int is;
  for (size_t i = 0; i < r->gauge_count; i++)
    if (r->gauge_level[i] == k) mine[n++] = due[i];
  TRY(method_wcsph.sample(r->runs[k], mine, row, &is));
  *sampled |= is;
  n = 0;
  for (size_t i = 0; i < r->gauge_count; i++) {
    const size_t width = r->gauge_width[i];
    if (r->gauge_level[i] == k) {
      due[i] = mine[n++];
      memcpy(columns + at, row, width * sizeof *row);
      row += width;
    }
    at += width;
  }
  return n == c->gauge_count ? STATUS_OK : error_set(STATUS_FAILED, "gauges do not fit their level");
}

static int run_sample(void *run, double *due, double *columns, int *sampled) {
  struct levels_run *r = run;
  size_t width = 0;
  for (size_t i = 0; i < r->gauge_count; i++) width += r->gauge_width[i];
  double *mine = malloc((r->gauge_count + width + 1) * sizeof *mine);
  int status = mine ? STATUS_OK : error_set(STATUS_FAILED, "no memory for gauges");
  *sampled = 0;
  for (int k = 0; k < r->count && status == STATUS_OK; k++)
    if (r->runs[k]->config->gauge_count > 0)
      status = sample_level(r, k, due, columns, mine, mine + r->gauge_count, sampled);
  free(mine);
  return status;
}

/* ---- moments held against each other ---- */

struct levels_record {
  void *of[LEVELS_MOST];
};

static void record_free(void *record) {
  struct levels_record *m = record;
  for (int k = 0; m && k < LEVELS_MOST; k++) method_wcsph.record_free(m->of[k]);
  free(m);
}

static int run_record(void **record, void *run) {
  const struct levels_run *r = run;
  struct levels_record *m = *record = calloc(1, sizeof *m);
  CHECK(m, STATUS_FAILED, "no memory");
  for (int k = 0; k < r->count; k++) TRY(method_wcsph.record(&m->of[k], r->runs[k]));
  return STATUS_OK;
}

static int run_deviation(const void *record, void *run, double *largest) {
  const struct levels_record *m = record;
  struct levels_run *r = run;
  *largest = 0.0;
  for (int k = 0; k < r->count; k++) {
    double one;
    TRY(method_wcsph.deviation(m->of[k], r->runs[k], &one));
    *largest = fmax(*largest, one);
  }
  return STATUS_OK;
}

/* ---- results ---- */

int levels_results(void *run, struct run_result results[SUMMARY_RESULTS], int *count) {
  static _Thread_local char names[LEVELS_MOST][4][32];
  struct levels_run *r = run;
  if (!r) return STATUS_OK;
  results[(*count)++] = wcsph_fastest(r->runs, r->count);
  for (int k = 0; k < r->count; k++) {
    const struct wcsph_run *l = r->runs[k];
    uint64_t came = 0, went = 0;
    for (size_t g = 0; g < r->gate_count; g++)
      if (r->gates[g].of == k) came += r->gates[g].came, went += r->gates[g].went;
    const char *const what[] = {"own", "with rings", "came", "went"};
    const double numbers[] = {(double)r->own[k], (double)state_count(&l->state, KIND_FLUID), (double)came,
                              (double)went};
    for (int i = 0; i < 4; i++) {
      snprintf(names[k][i], sizeof names[k][i], "level %d %s", k, what[i]);
      results[(*count)++] = (struct run_result){names[k][i], "fluid particles", numbers[i]};
    }
  }
  const char *unit = r->runs[0]->config->dimensions == 2 ? "kg/m" : "kg";
  results[(*count)++] = (struct run_result){"was there", unit, r->mass};
  results[(*count)++] = (struct run_result){"in faces", unit, levels_carried(r)};
  results[(*count)++] = (struct run_result){"is there, or left", unit, levels_mass(r)};
  return STATUS_OK;
}

static const char *const stages[] = {"rebuild", "walls", "forces", "advance", "gauges", "levels", NULL};

const struct method method_levels = {
    .name = "wcsph",
    .title = "weakly compressible SPH",
    .stages = stages,
    .plan = levels_plan_make,
    .plan_free = levels_plan_free,
    .describe = levels_plan_describe,
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
    .results = levels_results,
    .hash = run_hash,
    .checkpoint = levels_checkpoint,
    .snapshot = levels_snapshot,
    .gauges = plan_gauges,
    .sample = run_sample,
    .record = run_record,
    .record_free = record_free,
    .deviation = run_deviation,
};
