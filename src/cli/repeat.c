/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/repeat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/job.h"
#include "study/statistics.h"
#include "util/error.h"
#include "util/log.h"
#include "util/sort.h"

/* The values of one result in all runs. */
struct sample {
  const char *name;
  double *values; /* [runs] */
};

struct repetition {
  const char *path;
  const struct overrides *overrides;
  const struct execution *execution;
  uint64_t runs, last_step;
  struct sample samples[SUMMARY_RESULTS];
  int sample_count;
};

static bool is_over(const struct job *j, uint64_t last_step) {
  return j->at.finished || j->at.time >= j->setup.config.end || (last_step && j->at.step >= last_step);
}

static int note_results(struct repetition *r, const struct job *j, uint64_t number) {
  struct run_result results[SUMMARY_RESULTS];
  TRY(j->setup.method->results(j->run, results, &r->sample_count));
  for (int i = 0; i < r->sample_count; i++) {
    struct sample *s = &r->samples[i];
    if (!s->values) s->values = calloc(r->runs, sizeof *s->values);
    CHECK(s->values, STATUS_FAILED, "no memory");
    s->name = results[i].name;
    s->values[number] = results[i].value;
  }
  return STATUS_OK;
}

static int run_seed(struct repetition *r, struct job *j, const struct overrides *all, uint64_t number) {
  TRY(setup_load(&j->setup, r->path, all));
  TRY(job_open(j, NULL));
  const struct horizon end = {j->setup.config.end, r->last_step ? r->last_step : UINT64_MAX};
  while (!is_over(j, r->last_step)) TRY(job_steps(j, &end));
  return note_results(r, j, number);
}

static int run_number(struct repetition *r, const char *key, uint64_t number) {
  char seed[64];
  struct overrides all = {.draft = r->overrides->draft};
  struct job j = {.execution = *r->execution};
  int status = STATUS_OK;
  snprintf(seed, sizeof seed, "%s=%llu", key, (unsigned long long)number + 1);
  for (size_t i = 0; i < r->overrides->count && !status; i++)
    status = overrides_add(&all, r->overrides->items[i]);
  if (!status) status = overrides_add(&all, seed);
  if (!status) status = run_seed(r, &j, &all, number);
  job_close(&j);
  overrides_free(&all);
  return status;
}

static void say_sample(const struct sample *s, uint64_t count) {
  double sum = 0;
  for (uint64_t i = 0; i < count; i++) sum += s->values[i];
  sort_doubles(s->values, count);
  log_say("  %-12s %12.6g %12.6g %12.6g %12.6g %12.6g %12.6g", s->name, sum / (double)count, s->values[0],
          statistics_quantile(s->values, count, 0.25), statistics_quantile(s->values, count, 0.5),
          statistics_quantile(s->values, count, 0.75), s->values[count - 1]);
}

static int repeat(struct repetition *r) {
  struct setup s;
  int status = setup_load(&s, r->path, r->overrides);
  const char *key = status ? NULL : s.method->seed;
  if (!status) status = setup_say(&s, false);
  if (!status && !key)
    status = error_set(STATUS_USAGE, "--repeat: method '%s' leaves nothing to chance", s.method->name);
  setup_free(&s);
  for (uint64_t i = 0; i < r->runs && !status; i++) status = run_number(r, key, i);
  TRY(status);
  log_say("Seeds 1 to %llu:", (unsigned long long)r->runs);
  log_say("  %-12s %12s %12s %12s %12s %12s %12s", "", "mean", "least", "quartile", "median", "quartile",
          "greatest");
  for (int i = 0; i < r->sample_count; i++) say_sample(&r->samples[i], r->runs);
  return STATUS_OK;
}

int repeat_case(const char *path, const struct overrides *overrides, const struct execution *execution,
                uint64_t count, uint64_t last_step) {
  struct repetition r = {
      .path = path, .overrides = overrides, .execution = execution, .runs = count, .last_step = last_step};
  int status = repeat(&r);
  for (int i = 0; i < SUMMARY_RESULTS; i++) free(r.samples[i].values);
  return status;
}
