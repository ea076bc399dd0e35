/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/plan.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/read.h"
#include "util/error.h"
#include "util/sort.h"

enum { RUNS_MOST = 10000 };

const char *const run_state_names[] = {"waiting", "running", "finished", "diverged", "failed"};

/* ---- lists of settings ---- */

static int add_setting(char ***list, size_t *count, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static int add_setting(char ***list, size_t *count, const char *format, ...) {
  char **more = realloc(*list, (*count + 1) * sizeof *more), *text;
  CHECK(more, STATUS_FAILED, "no memory for the study");
  *list = more;
  va_list arguments;
  va_start(arguments, format);
  const int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  CHECK(length >= 0, STATUS_FAILED, "no memory for the study");
  (*list)[(*count)++] = text;
  return STATUS_OK;
}

static void free_settings(char **list, size_t count) {
  for (size_t i = 0; i < count; i++) free(list[i]);
  free(list);
}

/* ---- spacings ---- */

static int take_spacings(struct study_plan *p, const struct study_request *r, const struct amphi_case *c) {
  const bool spaced = c->method == METHOD_WCSPH;
  CHECK(spaced || (!r->dp_count && r->spacings <= 1), STATUS_USAGE,
        "%s: its method has no particle spacing: --vary says what else differs between runs", r->case_path);
  p->dp_count = r->dp_count ? r->dp_count : spaced ? (size_t)r->spacings : 1;
  p->dp = calloc(p->dp_count, sizeof *p->dp);
  CHECK(p->dp, STATUS_FAILED, "no memory for the study");
  double coarser = c->dp; /* by multiplication, which rounds the same way on every machine */
  for (size_t i = 0; i < p->dp_count && spaced; i++, coarser *= r->ratio)
    p->dp[i] = r->dp_count ? r->dp[i] : coarser;
  sort_doubles(p->dp, p->dp_count);
  for (size_t i = 1; i < p->dp_count; i++)
    CHECK(p->dp[i] > p->dp[i - 1], STATUS_USAGE, "--dp: %g is there twice", p->dp[i]);
  return STATUS_OK;
}

/* ---- variants ---- */

/* The length of the first value of a list "a,[b, c],d": commas within brackets and quotes are its own. */
static size_t value_length(const char *list) {
  size_t i = 0;
  int depth = 0;
  char quote = 0;
  for (; list[i] && (depth > 0 || quote || list[i] != ','); i++) {
    if (quote)
      quote = list[i] == quote ? 0 : quote;
    else if (list[i] == '"' || list[i] == '\'')
      quote = list[i];
    else
      depth += (strchr("[{", list[i]) != NULL) - (strchr("]}", list[i]) != NULL);
  }
  return i;
}

static int add_variant(struct study_plan *p, struct study_variant **added) {
  struct study_variant *more = realloc(p->variants, (p->variant_count + 1) * sizeof *more);
  CHECK(more, STATUS_FAILED, "no memory for the study");
  p->variants = more;
  *added = &more[p->variant_count++];
  **added = (struct study_variant){0};
  return STATUS_OK;
}

static int set_variant(struct study_variant *v, const char *key, size_t key_length, const char *value,
                       size_t length) {
  TRY(add_setting(&v->settings, &v->count, "%.*s=%.*s", (int)key_length, key, (int)length, value));
  const char *text = v->settings[v->count - 1];
  const size_t used = strlen(v->label);
  CHECK(used + strlen(text) + 2 < sizeof v->label, STATUS_USAGE, "--vary %s: too long", text);
  snprintf(v->label + used, sizeof v->label - used, "%s%s", used ? " " : "", text);
  return STATUS_OK;
}

/* Adds a variant for each value of the key: the settings of `from`, if there is one, and this one. */
static int vary(struct study_plan *p, const char *item, const struct study_variant *from) {
  const char *equals = strchr(item, '=');
  const size_t key_length = (size_t)(equals - item);
  for (const char *value = equals + 1;;) {
    const size_t length = value_length(value);
    struct study_variant *added = NULL;
    CHECK(length > 0, STATUS_USAGE, "--vary %s: a value is missing", item);
    TRY(add_variant(p, &added));
    for (size_t i = 0; from && i < from->count; i++) {
      const char *text = from->settings[i], *at = strchr(text, '=');
      TRY(set_variant(added, text, (size_t)(at - text), at + 1, strlen(at + 1)));
    }
    TRY(set_variant(added, item, key_length, value, length));
    if (!value[length]) return STATUS_OK;
    value += length + 1;
  }
}

static void free_variants(struct study_variant *variants, size_t count) {
  for (size_t i = 0; i < count; i++) free_settings(variants[i].settings, variants[i].count);
  free(variants);
}

/* Combines each variant so far with each value of the key. */
static int cross(struct study_plan *p, const char *item) {
  struct study_variant *before = p->variants;
  const size_t count = p->variant_count;
  int status = STATUS_OK;
  p->variants = NULL, p->variant_count = 0;
  for (size_t i = 0; i < count && !status; i++) status = vary(p, item, &before[i]);
  free_variants(before, count);
  return status;
}

static int take_variants(struct study_plan *p, const struct study_request *r) {
  struct study_variant *itself;
  TRY(add_variant(p, &itself));
  for (size_t i = 0; i < r->varied_count; i++) {
    const char *item = r->varied[i], *equals = strchr(item, '=');
    CHECK(equals && equals > item, STATUS_USAGE, "--vary: expected KEY=VALUE,VALUE,..., got '%s'", item);
    CHECK(strncmp(item, "dp=", 3), STATUS_USAGE, "--vary dp: --dp says which spacings");
    TRY(r->grid ? cross(p, item) : vary(p, item, NULL));
  }
  return STATUS_OK;
}

/* ---- runs ---- */

/* Makes a run another sample of the same flow: fluid particles are moved off their sites at random, by the
 * run's seed. */
static int perturb(struct study_run *run, const struct study_plan *p, const struct study_request *r,
                   const struct amphi_case *c) {
  if (c->method != METHOD_WCSPH) return add_setting(&run->settings, &run->count, "%s=%d", r->seed, run->seed);
  for (size_t i = 0; i < c->fluid_count; i++) {
    const char *name = c->fluids[i].name;
    if (c->fluids[i].jitter == 0)
      TRY(add_setting(&run->settings, &run->count, "fluids.%s.jitter=%.9g", name, p->jitter));
    TRY(add_setting(&run->settings, &run->count, "fluids.%s.seed=%d", name, run->seed));
  }
  return STATUS_OK;
}

/* "dp0.01-v2-s3", without variant and seed where the case has its own, so that variants can be added to a
 * study. */
static void name_run(struct study_run *run, const struct study_plan *p) {
  int length = p->dp[0] > 0 ? snprintf(run->name, sizeof run->name, "dp%.9g", p->dp[run->spacing])
                            : snprintf(run->name, sizeof run->name, "run");
  if (run->variant > 0)
    length += snprintf(run->name + length, sizeof run->name - (size_t)length, "-v%zu", run->variant);
  if (run->seed > 0) snprintf(run->name + length, sizeof run->name - (size_t)length, "-s%d", run->seed);
}

static int fill_run(struct study_run *run, const struct study_plan *p, const struct study_request *r,
                    const struct amphi_case *c) {
  const struct study_variant *v = &p->variants[run->variant];
  name_run(run, p);
  for (size_t i = 0; i < r->setting_count; i++)
    TRY(add_setting(&run->settings, &run->count, "%s", r->settings[i]));
  for (size_t i = 0; i < v->count; i++) TRY(add_setting(&run->settings, &run->count, "%s", v->settings[i]));
  if (p->dp[0] > 0) TRY(add_setting(&run->settings, &run->count, "dp=%.9g", p->dp[run->spacing]));
  return run->seed > 0 ? perturb(run, p, r, c) : STATUS_OK;
}

static int check_chance(const struct study_plan *p, const struct study_request *r,
                        const struct amphi_case *c) {
  if (p->repeats == 1) return STATUS_OK;
  const bool spaced = c->method == METHOD_WCSPH;
  CHECK(spaced || r->seed, STATUS_USAGE,
        "%s: its method leaves nothing to chance, so repetitions would all be one: --repeats 1",
        r->case_path);
  CHECK(!spaced || c->fluid_count > 0, STATUS_USAGE,
        "%s: there is no fluid at the start that a seed could perturb, so repetitions would all be one: "
        "--repeats 1",
        r->case_path);
  CHECK(!spaced || p->jitter > 0, STATUS_USAGE, "--jitter 0 leaves all repetitions the same: --repeats 1");
  return STATUS_OK;
}

static int take_runs(struct study_plan *p, const struct study_request *r, const struct amphi_case *c) {
  const size_t count = p->dp_count * p->variant_count * (size_t)p->repeats;
  CHECK(count <= RUNS_MOST, STATUS_USAGE, "%zu runs; at most %d make a study", count, RUNS_MOST);
  p->runs = calloc(count, sizeof *p->runs);
  CHECK(p->runs, STATUS_FAILED, "no memory for the study");
  for (size_t i = 0; i < count; i++) {
    struct study_run *run = &p->runs[p->run_count++];
    const size_t group = i / (size_t)p->repeats;
    run->spacing = group / p->variant_count, run->variant = group % p->variant_count;
    run->seed = p->repeats > 1 ? (int)(i % (size_t)p->repeats) + 1 : 0;
    TRY(fill_run(run, p, r, c));
    if (run->seed > 1) continue; /* differs from the first in seeds alone */
    struct amphi_case one = {0};
    const int status = study_plan_read(&one, p, run);
    case_free(&one);
    TRY(status);
  }
  return STATUS_OK;
}

int study_plan_make(struct study_plan *p, const struct study_request *r, const struct amphi_case *c) {
  *p = (struct study_plan){.case_path = r->case_path,
                           .dimensions = c->dimensions,
                           .end = c->end,
                           .repeats = r->repeats,
                           .jitter = r->repeats > 1 && c->method == METHOD_WCSPH ? r->jitter : 0};
  snprintf(p->title, sizeof p->title, "%s", c->title);
  TRY(take_spacings(p, r, c));
  TRY(take_variants(p, r));
  TRY(check_chance(p, r, c));
  return take_runs(p, r, c);
}

void study_plan_free(struct study_plan *p) {
  for (size_t i = 0; i < p->run_count; i++) free_settings(p->runs[i].settings, p->runs[i].count);
  free_variants(p->variants, p->variant_count);
  free(p->runs);
  free(p->dp);
  *p = (struct study_plan){0};
}

struct study_run *study_plan_group(const struct study_plan *p, size_t variant, size_t spacing) {
  return &p->runs[(spacing * p->variant_count + variant) * (size_t)p->repeats];
}

int study_plan_read(struct amphi_case *c, const struct study_plan *p, const struct study_run *run) {
  return case_read(c, p->case_path, run->settings, run->count);
}

bool study_plan_waits(const struct study_plan *p) {
  for (size_t i = 0; i < p->run_count; i++)
    if (p->runs[i].state == RUN_WAITING) return true;
  return false;
}
