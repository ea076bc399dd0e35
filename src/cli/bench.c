/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi bench: the speed of a case, without output files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench_bounds.h"
#include "cli/bench_exchange.h"
#include "cli/bench_ladder.h"
#include "cli/bench_turns.h"
#include "cli/cli.h"
#include "cli/job.h"
#include "parts/parts.h"
#include "registry/ladders.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "util/words.h"

enum {
  WARM_UP = 5,
  KEY_STEPS = 0x100,
  KEY_PARTICLES,
  KEY_PLOT,
  KEY_LIST,
  KEY_BOUNDS,
  KEY_REPEAT,
  KEY_AGAINST,
  KEY_MATRIX,
  KEY_TURNS
};
enum { TURNS_AGAINST = 11, TURNS_MATRIX = 3, TURNS_MOST = 1000, STEPS_AGAINST = 100, STEPS_MATRIX = 20 };
static const double DURATION = 10; /* s, where no number of steps is given */

struct bench_arguments {
  const char *target;
  uint64_t steps, particles, repeats, turns;
  bool as_json, lists, bounds, matrix;
  const char *against; /* NULL: none */
  const char *plot;
  struct overrides overrides;
  struct execution execution;
};

static const struct argp_option options[] = {
    {"steps", KEY_STEPS, "N", 0, "Time steps to measure; default: as many as 10 s take", 0},
    {"particles", KEY_PARTICLES, "N", 0, "About how many particles a ladder of wcsph has", 0},
    {"repeat", KEY_REPEAT, "N", 0,
     "Climb a ladder so many times, and give of each figure the median, with the least and the most", 0},
    {"json", 'j', NULL, 0, "Print JSON", 0},
    {"plot", KEY_PLOT, "FILE", 0, "Also draw what a ladder finds, as SVG", 0},
    {"bounds", KEY_BOUNDS, NULL, 0,
     "Also measure what this machine can do, and say what bounds each stage: arithmetic, cache or memory", 0},
    {"against", KEY_AGAINST, "PROGRAM", 0,
     "Take turns with another amphi, and say whether this one is slower; exit status 1 if by 3 % or more", 0},
    {"matrix", KEY_MATRIX, NULL, 0,
     "A table of all models, exchanged one at a time: speed of an interaction over that of the case as it is",
     0},
    {"turns", KEY_TURNS, "N", 0, "Of --against, default 11, and --matrix, default 3", 0},
    {"list", KEY_LIST, NULL, 0, "List the ladders with their papers' tables and figures, and measure nothing",
     0},
    {0}};

static error_t parse_bench(int key, char *argument, struct argp_state *state) {
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
  case KEY_REPEAT:
    a->repeats = parse_count(state, "--repeat", argument, BENCH_REPEATS_MOST);
    return 0;
  case 'j':
    a->as_json = true;
    return 0;
  case KEY_PLOT:
    a->plot = argument;
    return 0;
  case KEY_BOUNDS:
    a->bounds = true;
    return 0;
  case KEY_AGAINST:
    a->against = argument;
    return 0;
  case KEY_MATRIX:
    a->matrix = true;
    return 0;
  case KEY_TURNS:
    a->turns = parse_count(state, "--turns", argument, TURNS_MOST);
    return 0;
  case KEY_LIST:
    a->lists = true;
    return 0;
  case ARGP_KEY_NO_ARGS:
    if (a->lists) return 0;
    return parse_case(key, argument, state, &a->target);
  default:
    return parse_case(key, argument, state, &a->target);
  }
}

static int take_steps(struct job *j, uint64_t count) {
  const double stop = clock_now() + DURATION;
  const uint64_t last = count ? j->at.step + count : UINT64_MAX;
  while (count ? j->at.step < last : clock_now() < stop) {
    int status = job_step(j, last);
    TRY(status == STATUS_DIVERGED ? error_prefix(status, "diverged") : status);
  }
  return STATUS_OK;
}

static int print_json(const struct summary *s, double processor, double allocated, double particles,
                      json_t *bounds) {
  json_t *json = summary_json(s);
  CHECK(json, STATUS_FAILED, "no memory");
  if (bounds) json_object_set_new(json, "bounds", bounds);
  json_object_set_new(json, "processor_time", json_real(processor));
  json_object_set_new(json, "allocated_memory", json_real(allocated));
  json_object_set_new(json, "allocated_bytes_per_particle", json_real(allocated / particles));
  json_object_set_new(json, "peak_bytes_per_particle", json_real((double)s->peak_memory / particles));
  json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
  puts("");
  json_decref(json);
  return STATUS_OK;
}

static int print_result(struct job *j, double processor, bool as_json, struct bench_bounds *bounds) {
  struct summary summary;
  TRY(job_summarise(j, &summary));
  TRY(job_hash(j)); /* behind the measurement */
  if (bounds->steps) TRY(bounds_find(bounds, j));
  summary.state_hash = j->state_hash;
  double particles = (double)summary.particles, allocated = (double)j->at.bytes;
  if (as_json)
    return print_json(&summary, processor, allocated, particles,
                      bounds->steps ? bounds_json(bounds, j->setup.method) : NULL);
  char text[16];
  log_say("  backend     %s", j->device);
  job_say_summary(&summary);
  log_say("  a particle  %.0f bytes at most, %.0f of them in state and backend (%s)",
          (double)summary.peak_memory / particles, allocated / particles, text_bytes(text, allocated));
  if (bounds->steps) bounds_say(bounds, j->setup.method);
  return STATUS_OK;
}

static int print_rows(const json_t *rows) {
  json_dumpf(rows, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
  puts("");
  return STATUS_OK;
}

/* All ladders. */
static int list_ladders(bool as_json) {
  json_t *rows = json_array();
  int status = rows ? STATUS_OK : error_set(STATUS_FAILED, "no memory");
  for (const struct ladder *l = lab_ladders; l->name && status == STATUS_OK; l++) {
    json_t *row = json_pack("{s:s, s:s?, s:s, s:s, s:s}", "name", l->name, "paper", l->paper, "figure",
                            l->figure, "title", l->title, "method", l->method->name);
    if (!as_json) log_say("%-18s %-5s %-20s %s", l->name, l->paper ? l->paper : "", l->figure, l->title);
    if (!row || json_array_append_new(rows, row)) status = error_set(STATUS_FAILED, "no memory");
  }
  if (as_json && status == STATUS_OK) status = print_rows(rows);
  json_decref(rows);
  return status;
}

/* The ladder of that name; NULL if it is a case. */
static const struct ladder *find_ladder(const char *name) {
  const struct ladder *l = lab_ladders;
  while (l->name && strcmp(l->name, name)) l++;
  return l->name ? l : NULL;
}

static int bench_ladder(const struct ladder *ladder, struct execution *e, const struct bench_arguments *a) {
  CHECK(!a->bounds, STATUS_USAGE,
        "--bounds: only for cases; ladders of wcsph say how much of the peak they reach");
  TRY(execution_choose(e, ladder->method));
  const struct bench_ladder climb = {.ladder = ladder,
                                     .execution = e,
                                     .settings = a->overrides.items,
                                     .setting_count = a->overrides.count,
                                     .steps = a->steps,
                                     .particles = a->particles,
                                     .repeats = a->repeats,
                                     .as_json = a->as_json,
                                     .plot = a->plot};
  return bench_ladder_climb(&climb);
}

static int bench_case(struct job *j, const struct bench_arguments *a) {
  char path[PATH_MAX];
  CHECK(!a->plot, STATUS_USAGE, "--plot: for the ladders of papers; amphi report draws a run");
  CHECK(a->repeats == 0, STATUS_USAGE, "--repeat: for the ladders of papers");
  CHECK(a->particles == 0, STATUS_USAGE, "--particles: for the ladders of papers; a case has its dp");
  TRY(setup_locate(path, a->target));
  TRY(setup_load(&j->setup, path, &a->overrides));
  log_quiet(a->as_json); /* all of standard output is JSON, also where parts say that they are cut anew */
  if (!a->as_json) TRY(setup_say(&j->setup, false));
  TRY(job_open(j, NULL));
  TRY(take_steps(j, WARM_UP));
  job_mark(j);
  const uint64_t first = j->at.step;
  const double begin = clock_processor();
  TRY(take_steps(j, a->steps));
  const double processor = clock_processor() - begin;
  j->outcome = OUTCOME_STOPPED;
  struct bench_bounds bounds = {.steps = a->bounds ? j->at.step - first : 0};
  return print_result(j, processor, a->as_json, &bounds);
}

/* The words of the command line without the options that ask for turns, which argp has accepted, and without
 * what only orders words. Returns `to`. */
static char **words_for_turns(char **argv, char **to) {
  static const char *const own[] = {"--against", "--turns", "--matrix"};
  size_t n = 0;
  for (int i = 1; argv[i]; i++) {
    const size_t length = strcspn(argv[i], "=");
    int which = 0;
    while (which < 3 && (length < 3 || strncmp(argv[i], own[which], length) != 0)) which++;
    if (which == 3 && strcmp(argv[i], "--") != 0)
      to[n++] = argv[i];
    else if (which < 2 && !argv[i][length])
      i++; /* its argument */
  }
  to[n] = NULL;
  return to;
}

static int bench_by_turns(int argc, char **argv, const struct bench_arguments *a, bool *slower) {
  CHECK(!a->plot && !a->bounds && !a->particles && !a->repeats && !find_ladder(a->target), STATUS_USAGE,
        "--against, --matrix: of a case, and without --plot, --bounds, --particles and --repeat");
  CHECK(!(a->against && a->matrix), STATUS_USAGE, "--against or --matrix: one at a time");
  CHECK(parts_count() == 1, STATUS_USAGE,
        "--against, --matrix: each turn is a process of its own; begin them without mpirun");
  char **words = malloc(((size_t)argc + 1) * sizeof *words);
  CHECK(words, STATUS_FAILED, "no memory");
  const struct execution *e = &a->execution;
  const bool host = e->options.device && !strcmp(e->options.device, "host");
  const struct turns t = {.words = words_for_turns(argv, words),
                          .steps = a->steps    ? a->steps
                                   : a->matrix ? STEPS_MATRIX
                                               : STEPS_AGAINST,
                          .turns = a->turns    ? a->turns
                                   : a->matrix ? TURNS_MATRIX
                                               : TURNS_AGAINST,
                          .on_device = e->name && strstr(e->name, "offload") && !host,
                          .as_json = a->as_json};
  int status = a->matrix ? bench_matrix(&t) : bench_against(&t, a->against, slower);
  free(words);
  return status;
}

int bench_main(int argc, char **argv) {
  static const struct argp_child children[] = {
      {&overrides_argp, 0, NULL, 0}, {&execution_argp, 0, NULL, 0}, {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_bench,
      .args_doc = "CASE\n--list",
      .doc =
          "Measure the speed of a case: particle-steps/s, pair interactions/s, share of each "
          "stage, memory. Writes no files but --plot's.\vCASE is a case, or a ladder: a table or figure of a "
          "paper that is measured again, with the published figures beside; --list shows them all. Where "
          "rungs "
          "are numbers of threads or particles, they go up to --threads and --particles. CASE may also be "
          "'exchange': what it takes to bring rows from one part of a run to another (docs/scaling.md).",
      .children = children};
  struct bench_arguments arguments = {0};
  if (cli_parse(&program, argc, argv, 0, &arguments)) return STATUS_FAILED;
  struct job job = {.execution = arguments.execution};
  const struct ladder *ladder = arguments.lists ? NULL : find_ladder(arguments.target);
  const bool turns = arguments.against || arguments.matrix;
  bool slower = false;
  int status = arguments.lists ? list_ladders(arguments.as_json)
               : turns         ? bench_by_turns(argc, argv, &arguments, &slower)
               : ladder        ? bench_ladder(ladder, &job.execution, &arguments)
               : !strcmp(arguments.target, "exchange")
                   ? bench_exchange(&job.execution, arguments.overrides.count > 0, arguments.as_json)
                   : bench_case(&job, &arguments);
  if (status) cli_fail(status);
  job_close(&job);
  overrides_free(&arguments.overrides);
  return slower ? 1 : status;
}
