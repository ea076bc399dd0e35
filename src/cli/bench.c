/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi bench: the speed of a case, without output files. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/job.h"
#include "lab/lab.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "util/words.h"

enum { WARM_UP = 5, KEY_STEPS = 0x100, KEY_PARTICLES };
static const double DURATION = 10; /* s, where no number of steps is given */

struct bench_arguments {
  const char *target;
  uint64_t steps, particles;
  bool as_json;
  struct overrides overrides;
  struct execution execution;
};

static const struct argp_option options[] = {
    {"steps", KEY_STEPS, "N", 0, "Time steps to measure; default: as many as 10 s take", 0},
    {"particles", KEY_PARTICLES, "N", 0, "About how many particles a ladder of wcsph has", 0},
    {"json", 'j', NULL, 0, "Print JSON", 0},
    {0}};

static error_t parse(int key, char *argument, struct argp_state *state) {
  struct bench_arguments *a = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &a->overrides;
    state->child_inputs[1] = &a->execution;
    return 0;
  case KEY_STEPS:
    a->steps = parse_count(state, "--steps", argument, 1ull << 53);
    return 0;
  case KEY_PARTICLES:
    a->particles = parse_count(state, "--particles", argument, 1ull << 30);
    return 0;
  case 'j':
    a->as_json = true;
    return 0;
  default:
    return parse_case(key, argument, state, &a->target);
  }
}

static int take_steps(struct job *j, uint64_t count) {
  double stop = clock_now() + DURATION;
  for (uint64_t i = 0; count ? i < count : clock_now() < stop; i++) {
    int status = job_step(j);
    TRY(status == STATUS_DIVERGED ? error_prefix(status, "diverged") : status);
  }
  return STATUS_OK;
}

static int print_json(const struct summary *s, double allocated, double particles) {
  json_t *json = summary_json(s);
  CHECK(json, STATUS_FAILED, "no memory");
  json_object_set_new(json, "allocated_memory", json_real(allocated));
  json_object_set_new(json, "allocated_bytes_per_particle", json_real(allocated / particles));
  json_object_set_new(json, "peak_bytes_per_particle", json_real((double)s->peak_memory / particles));
  json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
  puts("");
  json_decref(json);
  return STATUS_OK;
}

static int print_result(struct job *j, bool as_json) {
  struct summary summary;
  TRY(job_summarise(j, &summary));
  TRY(job_hash(j)); /* behind the measurement */
  summary.state_hash = j->state_hash;
  double particles = (double)summary.particles, allocated = (double)j->at.bytes;
  if (as_json) return print_json(&summary, allocated, particles);
  char text[16];
  log_say("  backend     %s", j->device);
  job_say_summary(&summary);
  log_say("  a particle  %.0f bytes at most, %.0f of them in state and backend (%s)",
          (double)summary.peak_memory / particles, allocated / particles, text_bytes(text, allocated));
  return STATUS_OK;
}

/* The ladder with the named tables; NULL if it is a case. */
static const struct ladder *find_ladder(const char *name) {
  for (const struct ladder *l = lab_ladders; l->method; l++)
    for (int k = 0; l->names[k]; k++)
      if (!strcmp(l->names[k], name)) return l;
  return NULL;
}

static int bench_ladder(const struct ladder *ladder, struct execution *e, const struct bench_arguments *a) {
  TRY(execution_choose(e, ladder->method));
  struct ladder_request request = {.name = a->target,
                                   .backend = e->backend,
                                   .options = &e->options,
                                   .settings = a->overrides.items,
                                   .setting_count = a->overrides.count,
                                   .steps = a->steps,
                                   .particles = a->particles,
                                   .json = a->as_json ? json_array() : NULL};
  CHECK(!a->as_json || request.json, STATUS_FAILED, "no memory");
  int status = ladder->climb(&request);
  if (status == STATUS_OK && a->as_json) {
    json_dumpf(request.json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    puts("");
  }
  json_decref(request.json);
  return status;
}

static int bench_case(struct job *j, const struct bench_arguments *a) {
  char path[PATH_MAX];
  CHECK(a->particles == 0, STATUS_USAGE, "--particles: for the ladders of papers; a case has its dp");
  TRY(setup_locate(path, a->target));
  TRY(setup_load(&j->setup, path, &a->overrides));
  if (!a->as_json) setup_say(&j->setup, false);
  TRY(job_open(j, NULL));
  TRY(take_steps(j, WARM_UP));
  job_mark(j);
  TRY(take_steps(j, a->steps));
  j->outcome = OUTCOME_STOPPED;
  return print_result(j, a->as_json);
}

int bench_main(int argc, char **argv) {
  static const struct argp_child children[] = {
      {&overrides_argp, 0, NULL, 0}, {&execution_argp, 0, NULL, 0}, {0}};
  const struct argp program = {
      .options = options,
      .parser = parse,
      .args_doc = "CASE",
      .doc =
          "Measure the speed of a case: particle-steps/s, pair interactions/s, share of each "
          "stage, memory. Writes no files.\vCASE is a case, or the name of tables of a paper that are "
          "measured again, with the published figures beside: 000-list, 000-sums, 000-swarm, 001-pairwise, "
          "002-list, 003-cpu, 003-gpu, 004-transport; schemes: errors and noise of schemes on flows whose "
          "answer is known; or wcsph-threads, wcsph-particles: how speed goes with "
          "threads (up to "
          "--threads) and with particles (up to --particles).",
      .children = children};
  struct bench_arguments arguments = {0};
  if (cli_parse(&program, argc, argv, 0, &arguments)) return STATUS_FAILED;
  struct job job = {.execution = arguments.execution};
  const struct ladder *ladder = find_ladder(arguments.target);
  int status = ladder ? bench_ladder(ladder, &job.execution, &arguments) : bench_case(&job, &arguments);
  if (status) cli_fail(status);
  job_close(&job);
  overrides_free(&arguments.overrides);
  return status;
}
