/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/study_options.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/results.h"
#include "offload/device.h"
#include "registry/backends.h"
#include "registry/methods.h"
#include "study/convergence.h"
#include "util/error.h"

enum {
  KEY_DP = 0x100,
  KEY_SPACINGS,
  KEY_RATIO,
  KEY_REPEATS,
  KEY_JITTER,
  KEY_VARY,
  KEY_GRID,
  KEY_FROM,
  KEY_TO,
  KEY_JOBS,
  KEY_LAUNCH,
  KEY_DRY,
  KEY_REPETITIONS
};
enum { REPEATS_MOST = 1000, SPACINGS_MOST = 20 };

static const struct argp_option options[] = {
    {"output", 'o', "FOLDER", 0, "Folder of the study; default: out/NAME-study", 0},
    {"dp", KEY_DP, "M,M,...", 0, "Spacings of the particles, m", 0},
    {"spacings", KEY_SPACINGS, "N", 0, "How many spacings: the case's own and coarser ones; default: 3", 0},
    {"ratio", KEY_RATIO, "R", 0, "Ratio of each spacing to the next finer one; default: 1.5", 0},
    {"repeats", KEY_REPEATS, "N", 0,
     "Runs of each, whose fluid other random numbers move off its sites; default: 1, the case as it is", 0},
    {"jitter", KEY_JITTER, "DP", 0,
     "How far at most they move it, in spacings, where the case has no jitter; default: 0.05", 0},
    {"vary", KEY_VARY, "KEY=V,V,...", 0,
     "Also run with these values of a key of the case; may be repeated: one key at a time, and the case "
     "itself",
     0},
    {"grid", KEY_GRID, NULL, 0, "All combinations of the values of --vary instead", 0},
    {"experiment", 'e', "FILE", 0,
     "Table of measurements to hold the gauges against (default: experiment.csv beside the case)", 0},
    {"repetitions", KEY_REPETITIONS, "FILE", 0,
     "Table of what repetitions of the experiment gave (default: repetitions.csv beside the case)", 0},
    {"from", KEY_FROM, "T", 0, "Evaluate only what gauges have from T seconds on", 0},
    {"to", KEY_TO, "T", 0, "Evaluate only what gauges have up to T seconds", 0},
    {"jobs", KEY_JOBS, "N", 0, "Runs at a time; default: as many as keep the cores, or the devices, busy", 0},
    {"launch", KEY_LAUNCH, "COMMAND", 0, "Command in front of each run, such as 'mpirun -n 2'", 0},
    {"dry-run", KEY_DRY, NULL, 0, "Measure a few steps, say how long it would take, and run nothing", 0},
    {0}};

/* ---- reading ---- */

static double parse_number(struct argp_state *state, const char *option, const char *text, char **end) {
  const double value = strtod(text, end);
  if (*end == text || !isfinite(value) || value < 0)
    argp_error(state, "%s: expected a number, got '%s'", option, text);
  return value;
}

static double parse_one(struct argp_state *state, const char *option, const char *text) {
  char *end;
  const double value = parse_number(state, option, text, &end);
  if (*end) argp_error(state, "%s: expected a number, got '%s'", option, text);
  return value;
}

static void parse_spacings(struct study_options *o, struct argp_state *state, const char *text) {
  char *end;
  for (const char *at = text;; at = end + 1) {
    double *more = realloc(o->dp, (o->request.dp_count + 1) * sizeof *more);
    if (!more) argp_failure(state, STATUS_FAILED, 0, "no memory");
    o->dp = more;
    o->dp[o->request.dp_count++] = parse_number(state, "--dp", at, &end);
    if (!(o->dp[o->request.dp_count - 1] > 0))
      argp_error(state, "--dp: '%s': spacings are larger than 0", text);
    if (!*end) break;
    if (*end != ',') argp_error(state, "--dp: expected numbers with commas between, got '%s'", text);
  }
  o->request.dp = o->dp;
}

static void parse_vary(struct study_options *o, struct argp_state *state, char *text) {
  char **more = realloc(o->varied, (o->request.varied_count + 1) * sizeof *more);
  if (!more) argp_failure(state, STATUS_FAILED, 0, "no memory");
  o->request.varied = o->varied = more;
  o->varied[o->request.varied_count++] = text;
}

/* Blanks part the words. */
static void parse_launch(struct study_options *o, struct argp_state *state, const char *text) {
  free(o->launch_text);
  free(o->launch_words);
  o->launch = text, o->launch_count = 0;
  o->launch_text = strdup(text);
  o->launch_words = calloc(strlen(text) / 2 + 2, sizeof *o->launch_words);
  if (!o->launch_text || !o->launch_words) argp_failure(state, STATUS_FAILED, 0, "no memory");
  for (char *word, *rest = o->launch_text; (word = strsep(&rest, " "));)
    if (*word) o->launch_words[o->launch_count++] = word;
  if (o->launch_count == 0) argp_error(state, "--launch: no command in '%s'", text);
}

static void check(const struct study_options *o, struct argp_state *state) {
  const struct study_request *r = &o->request;
  if (r->dp_count && (r->spacings || r->ratio > 0))
    argp_error(state, "--dp says which spacings; --spacings and --ratio go without it");
  if (r->ratio > 0 && r->ratio < CONVERGENCE_RATIO)
    argp_error(state,
               "--ratio %g: spacings nearer than %g times each other do not show an order of convergence",
               r->ratio, CONVERGENCE_RATIO);
  if (r->jitter > 0.5) argp_error(state, "--jitter %g: expected at most 0.5 spacings", r->jitter);
  if (r->grid && !r->varied_count) argp_error(state, "--grid goes with --vary");
  if (o->from >= o->to) argp_error(state, "--from %g is not before --to %g", o->from, o->to);
  if (o->execution.options.backends) argp_error(state, "--backend: one for all runs");
}

static error_t parse_study_options(int key, char *argument, struct argp_state *state) {
  struct study_options *o = state->input;
  struct study_request *r = &o->request;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &o->overrides;
    state->child_inputs[1] = &o->execution;
    return 0;
  case 'o':
    o->folder = argument;
    return 0;
  case 'e':
    o->experiment = argument;
    return 0;
  case KEY_REPETITIONS:
    o->repetitions = argument;
    return 0;
  case KEY_DP:
    parse_spacings(o, state, argument);
    return 0;
  case KEY_SPACINGS:
    r->spacings = (int)parse_count(state, "--spacings", argument, SPACINGS_MOST);
    return 0;
  case KEY_RATIO:
    r->ratio = parse_one(state, "--ratio", argument);
    return 0;
  case KEY_REPEATS:
    r->repeats = (int)parse_count(state, "--repeats", argument, REPEATS_MOST);
    return 0;
  case KEY_JITTER:
    r->jitter = parse_one(state, "--jitter", argument);
    return 0;
  case KEY_VARY:
    parse_vary(o, state, argument);
    return 0;
  case KEY_GRID:
    r->grid = true;
    return 0;
  case KEY_FROM:
    o->from = parse_one(state, "--from", argument);
    return 0;
  case KEY_TO:
    o->to = parse_one(state, "--to", argument);
    return 0;
  case KEY_JOBS:
    o->jobs = (int)parse_count(state, "--jobs", argument, EXECUTION_THREADS_MOST);
    return 0;
  case KEY_LAUNCH:
    parse_launch(o, state, argument);
    return 0;
  case KEY_DRY:
    o->dry_run = true;
    return 0;
  case ARGP_KEY_SUCCESS:
    check(o, state);
    return 0;
  default:
    return parse_case(key, argument, state, &o->target);
  }
}

int study_options_parse(struct study_options *o, int argc, char **argv) {
  static const struct argp_child children[] = {
      {&overrides_argp, 0, NULL, 0}, {&execution_argp, 0, NULL, 0}, {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_study_options,
      .args_doc = "CASE",
      .doc =
          "Run a case at several particle spacings, several times and with other values of its keys, and say "
          "how sure its gauges are: bands over the repetitions, order of convergence, extrapolated values "
          "and "
          "their error."
          "\vFirst it measures a few steps of each and says how long all will take. Ctrl-C stops the runs, "
          "each with a checkpoint; the same command goes on. More repetitions and spacings can be added to a "
          "study. Exit status: 0 done, 1 the system failed, 2 wrong usage or case file, 3 some run diverged, "
          "128 + N stopped by signal N.",
      .children = children};
  *o = (struct study_options){
      .from = NAN, .to = NAN, .request = {.repeats = 1, .jitter = 0.05}, .execution.options.threads = -1};
  TRY(cli_parse(&program, argc, argv, 0, o));
  if (!(o->request.ratio > 0)) o->request.ratio = 1.5;
  return STATUS_OK;
}

void study_options_free(struct study_options *o) {
  overrides_free(&o->overrides);
  free(o->dp);
  free(o->varied);
  free(o->launch_text);
  free(o->launch_words);
  free(o->device_text);
  free(o->devices);
}

/* ---- where runs go ---- */

int study_options_check(const struct study_options *o, const struct method *m) {
  const struct execution *e = &o->execution;
  const struct backend *const *all = method_backends(m), *const list[] = {e->name ? backend_find(all, e->name)
                                                                                  : all[0],
                                                                          NULL};
  CHECK(list[0], STATUS_USAGE, "method '%s' has no backend '%s'; --backend help lists those it has", m->name,
        e->name);
  return execution_check_options(list, e);
}

/* The devices that --device names, one run at a time on each; 0: none, or the host, which has cores. */
static int list_devices(struct study_options *o, const char *names[], int most) {
  const char *device = o->execution.options.device;
  int count = 0;
  if (!device || !strcmp(device, "host")) return 0;
  if (!strcmp(device, "all")) {
    static char numbers[64][8];
    for (; count < device_count() && count < most && count < 64; count++) {
      snprintf(numbers[count], sizeof numbers[count], "%d", count);
      names[count] = numbers[count];
    }
    return count;
  }
  free(o->device_text);
  o->device_text = strdup(device);
  for (char *name, *rest = o->device_text; (name = strsep(&rest, ",")) && count < most;)
    names[count++] = name;
  return count;
}

int study_options_place(struct study_options *o, struct study_launch *l, int threads, size_t runs,
                        size_t finest) {
  const char *device = o->execution.options.device, *names[EXECUTION_THREADS_MOST];
  const int cores = omp_get_max_threads(), devices = list_devices(o, names, EXECUTION_THREADS_MOST);
  const bool offload = o->execution.name && !strcmp(o->execution.name, "offload");
  const bool gpu = devices > 0 || (offload && !device && device_count() > 0);
  size_t side = o->jobs                  ? (size_t)o->jobs
                : gpu                    ? (size_t)(devices > 0 ? devices : 1)
                : o->launch              ? 1
                : threads > 0            ? (size_t)(cores > threads ? cores / threads : 1)
                : finest < (size_t)cores ? finest
                                         : (size_t)cores;
  if (side > runs) side = runs;
  l->side = (int)side;
  l->threads = threads > 0 ? threads : o->launch ? 0 : cores > l->side ? cores / l->side : 1;
  if (!device) return STATUS_OK;
  o->devices = calloc(side, sizeof *o->devices);
  CHECK(o->devices, STATUS_FAILED, "no memory for the list of devices");
  for (size_t k = 0; k < side; k++) o->devices[k] = devices > 0 ? names[k % (size_t)devices] : device;
  l->devices = o->devices;
  return STATUS_OK;
}
