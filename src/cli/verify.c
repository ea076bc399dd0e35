/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi verify: the same case on everything that can execute it here. */
#include "cli/verify.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/job.h"
#include "cli/output.h"
#include "util/clock.h"
#include "util/error.h"

enum { EXIT_AGREE = 0, EXIT_DIFFER = 1, EXIT_CANNOT = 2, EXIT_DIVERGED = 3 };
enum { KEY_STEPS = 0x100, KEY_AGAINST, KEY_WAYS, KEY_THREADS, DEFAULT_STEPS = 100 };
static const uint64_t END_MOST = 1000000000000000000;
static const double DEFAULT_BOUND = 1e-4;

struct verify_arguments {
  const char *target, *against, *output;
  struct choice_of_ways ways;
  uint64_t steps; /* 0: not given */
  char end[64];   /* "end=T" as an override; "": not given */
  double bound;
  bool as_json;
  struct overrides overrides;
};

static const struct argp_option options[] = {
    {"steps", KEY_STEPS, "N", 0, "Time steps; default: 100, or those of --against", 0},
    {"end", 'e', "T", 0, "Run to T seconds of simulated time, however many steps that takes", 0},
    {"ways", KEY_WAYS, "LIST", 0,
     "Only these ways, as in cpu:threads=1,cpu:threads=2:isa=avx2,offload:device=0: each a backend with "
     "values for the options of these names",
     0},
    {"backend", 'b', "NAME", 0, "Only the ways of this backend; default: all backends", 0},
    {"threads", KEY_THREADS, "N", 0, "This number of threads in place of 1, 2, 3 and 7", 0},
    {"isa", 'i', "NAME", 0, "This instruction set of the cpu backend in place of all; 'help' lists them", 0},
    {"device", 'd', "N", 0,
     "This device of the offload backend, a number or 'host', in place of all; 'help' lists them", 0},
    {"against", KEY_AGAINST, "FILE", 0,
     "The hashes must be those of FILE, that --output wrote on another machine", 0},
    {"output", 'o', "FILE", 0, "Write the hashes to FILE if all ways agree", 0},
    {"tolerance", 't', "X", 0,
     "Where sums are not fixed: root mean square differences up to X spacings, speeds of sound and rest "
     "densities pass (default 1e-4)",
     0},
    {"json", 'j', NULL, 0, "Print JSON", 0},
    {0}};

static double parse_bound(struct argp_state *state, const char *text) {
  char *end;
  double bound = strtod(text, &end);
  if (end == text || *end || !isfinite(bound) || bound < 0)
    argp_error(state, "--tolerance: expected a number that is not negative, such as 1e-4, got '%s'", text);
  return bound;
}

static void parse_end(struct verify_arguments *a, const char *text, struct argp_state *state) {
  const int length = snprintf(a->end, sizeof a->end, "end=%s", text);
  if (length >= (int)sizeof a->end) argp_error(state, "--end: expected seconds, got '%s'", text);
}

static void parse_ways(struct choice_of_ways *c, struct argp_state *state) {
  size_t count = 1;
  for (const char *at = c->list; (at = strchr(at, ',')); at++) count++;
  c->listed = calloc(count, sizeof *c->listed);
  if (!c->listed) argp_failure(state, STATUS_FAILED, 0, "no memory");
  for (char *rest = c->list; rest;) parse_way(&c->listed[c->listed_count++], strsep(&rest, ","), state);
}

static void check_arguments(struct verify_arguments *a, struct argp_state *state) {
  struct choice_of_ways *c = &a->ways;
  if (*a->end && (a->steps || a->against))
    argp_error(state, "--end and --%s both say where to end", a->steps ? "steps" : "against");
  if (c->list && (c->backend || c->isa || c->device || c->threads))
    argp_error(state,
               "--ways says all of the ways: it goes without --backend, --isa, --device and --threads");
  if (c->list) parse_ways(c, state);
  for (size_t k = 0; k < c->listed_count + 1; k++) {
    const char *device = k < c->listed_count ? c->listed[k].options.device : c->device;
    if (device && (strchr(device, ',') || !strcmp(device, "all")))
      argp_error(state, "--device %s: a way has one device, and runs in one part", device);
  }
  if (*a->end && overrides_add(&a->overrides, a->end))
    argp_failure(state, STATUS_FAILED, 0, "%s", error_text());
}

static error_t parse_verify(int key, char *argument, struct argp_state *state) {
  struct verify_arguments *a = state->input;
  struct execution e = {0};
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &a->overrides;
    return 0;
  case KEY_STEPS:
    a->steps = parse_count(state, "--steps", argument, 1ull << 53);
    return 0;
  case 'e':
    parse_end(a, argument, state);
    return 0;
  case KEY_WAYS:
    a->ways.list = argument;
    return 0;
  case 'b':
    a->ways.backend = parse_backend(state, argument);
    return 0;
  case KEY_THREADS:
    a->ways.threads = (int)parse_count(state, "--threads", argument, EXECUTION_THREADS_MOST);
    return 0;
  case 'i':
    parse_isa(&e, argument, state);
    a->ways.isa = e.options.isa;
    return 0;
  case 'd':
    parse_device(&e, argument);
    a->ways.device = e.options.device;
    return 0;
  case ARGP_KEY_SUCCESS:
    check_arguments(a, state);
    return 0;
  case KEY_AGAINST:
    a->against = argument;
    return 0;
  case 'o':
    a->output = argument;
    return 0;
  case 't':
    a->bound = parse_bound(state, argument);
    return 0;
  case 'j':
    a->as_json = true;
    return 0;
  default:
    return parse_case(key, argument, state, &a->target);
  }
}

/* ---- what must hold ---- */

/* Runs that diverge must do so alike: in the same words, with time, particle and place, under fixed sums. */
static bool ends_alike(const struct verification *v, const struct way *w) {
  return *w->diverged && *v->diverged && (v->summation != SUM_FIXED || !strcmp(w->diverged, v->diverged));
}

bool verify_is_right(const struct verification *v, const struct way *w, size_t moment) {
  if (moment >= w->reached || moment >= v->reached) return w->reached == v->reached && ends_alike(v, w);
  if (v->summation == SUM_FIXED) return w->hashes[moment] == v->expected[moment];
  return w->deviations[moment] <= v->bound;
}

size_t verify_first_difference(const struct verification *v, const struct way *w) {
  size_t moment = 0;
  while (moment < v->moments && verify_is_right(v, w, moment)) moment++;
  return moment;
}

bool verify_gauges_differ(const struct verification *v, const struct way *w) {
  bool differ = false;
  for (size_t k = 0; k < w->gap_count; k++) differ |= w->gaps[k].of_gauge;
  return v->summation == SUM_FIXED && differ;
}

size_t verify_count_differences(const struct verification *v) {
  size_t count = 0;
  for (size_t i = 0; i < v->way_count; i++) {
    const struct way *w = &v->ways[i];
    count += !*w->failed && (verify_first_difference(v, w) < v->moments || verify_gauges_differ(v, w));
  }
  return count;
}

size_t verify_count_failures(const struct verification *v) {
  size_t count = 0;
  for (size_t i = 0; i < v->way_count; i++) count += *v->ways[i].failed != '\0';
  return count;
}

/* ---- one way ---- */

/* The state at a moment; other ways are compared with the first. */
static int note_moment(const struct verification *v, struct way *w, struct job *j, void *first[]) {
  const struct method *m = j->setup.method;
  size_t moment = w->reached;
  w->times[moment] = j->at.time;
  TRY(m->hash(j->run, &w->hashes[moment]));
  if (v->summation != SUM_FIXED) {
    if (!v->begun) {
      m->record_free(first[moment]); /* of a way that failed */
      TRY(m->record(&first[moment], j->run));
    } else if (moment < v->reached)
      TRY(m->deviation(first[moment], j->run, &w->deviations[moment]));
  }
  w->reached++;
  return STATUS_OK;
}

/* The first way finds the last step where that is the end of the case. */
static bool is_at_end(const struct verification *v, const struct job *j) {
  return v->to_end && !v->begun && (j->at.finished || j->at.time >= j->setup.config.end);
}

static void end_here(struct verification *v, const struct way *w, const struct job *j) {
  v->steps[w->reached] = j->at.step;
  v->moments = w->reached + 1;
}

static int advance_verify_way(const struct verification *v, struct job *j, uint64_t to) {
  const double end = v->to_end && !v->begun ? j->setup.config.end : INFINITY;
  while (j->at.step < to && !is_at_end(v, j)) {
    const struct horizon h = {fmin(end, verify_results_due(j)), to};
    TRY(job_steps(j, &h));
    TRY(output_sample_gauges(j));
  }
  return STATUS_OK;
}

static int take_moments(struct verification *v, struct way *w, struct job *j, void *first[]) {
  while (w->reached < v->moments) {
    const int status = advance_verify_way(v, j, v->steps[w->reached]);
    if (status == STATUS_DIVERGED) snprintf(w->diverged, sizeof w->diverged, "%s", j->at.diverged);
    if (is_at_end(v, j) || (*w->diverged && v->to_end && !v->begun)) end_here(v, w, j);
    if (*w->diverged) return STATUS_OK;
    TRY(status);
    TRY(note_moment(v, w, j, first));
  }
  return STATUS_OK;
}

/* Every way reads the case anew, for a run takes the particles. */
static int run_way(struct verification *v, struct way *w, struct job *j, void *first[]) {
  double began = clock_now();
  snprintf(w->name, sizeof w->name, "%s", j->execution.name);
  TRY(setup_load(&j->setup, v->path, v->overrides));
  TRY(job_open(j, NULL));
  snprintf(w->name, sizeof w->name, "%s", j->device);
  TRY(verify_begin_results(v, j));
  TRY(take_moments(v, w, j, first));
  w->seconds = clock_now() - began;
  return verify_end_results(v, w, j);
}

static int add_way(struct verification *v, const struct execution *e, void *first[]) {
  struct way *grown = realloc(v->ways, (v->way_count + 1) * sizeof *grown);
  CHECK(grown, STATUS_FAILED, "no memory");
  v->ways = grown;
  struct way *w = &v->ways[v->way_count];
  *w = (struct way){.execution = *e};
  struct job job = {.execution = *e};
  if (run_way(v, w, &job, first)) snprintf(w->failed, sizeof w->failed, "%s", error_text());
  table_close(job.gauges);
  job_close(&job);
  v->way_count++;
  if (*w->failed) return STATUS_OK;
  if (!v->begun && !v->against) {
    memcpy(v->expected, w->hashes, sizeof w->hashes);
    memcpy(v->diverged, w->diverged, sizeof w->diverged);
    v->reached = w->reached;
  }
  if (!v->begun) v->first = v->way_count - 1;
  v->begun = true;
  return STATUS_OK;
}

/* ---- all ways ---- */

static int run_ways(struct verification *v, const struct verify_arguments *a, void *first[]) {
  struct execution *ways;
  size_t count;
  bool headed = false;
  int status = verify_list_ways(&ways, &count, &a->ways, v->method);
  for (size_t k = 0; k < count && !status; k++) {
    status = add_way(v, &ways[k], first);
    if (status || a->as_json) continue;
    if (!headed && (v->begun || !v->to_end)) verify_print_head(v), headed = true; /* its steps are known */
    verify_print_way(v, &v->ways[v->way_count - 1]);
  }
  free(ways);
  return status;
}

/* Step 0, powers of ten and the last step; to the end of the case the first way finds that one. */
static void choose_steps(struct verification *v, const struct verify_arguments *a) {
  const uint64_t last = v->to_end ? END_MOST : a->steps ? a->steps : DEFAULT_STEPS;
  v->steps[v->moments++] = 0;
  for (uint64_t step = 1; step < last; step *= 10) v->steps[v->moments++] = step;
  v->steps[v->moments++] = last;
}

static int read_case(struct verification *v, struct setup *s) {
  TRY(setup_load(s, v->path, v->overrides));
  TRY(case_inputs_read(&s->inputs, &s->config));
  TRY(case_digest(&s->config, &s->inputs, v->digest));
  v->title = strdup(s->config.title);
  CHECK(v->title, STATUS_FAILED, "no memory");
  v->method = s->method;
  v->summation = s->method->summation ? s->method->summation(s->plan) : SUM_FIXED;
  v->particles = s->particles;
  return STATUS_OK;
}

static int prepare_verify(struct verification *v, const struct verify_arguments *a) {
  struct setup s;
  TRY(setup_locate(v->path, a->target));
  int status = read_case(v, &s);
  if (!status && !a->as_json) status = setup_say(&s, false);
  setup_free(&s);
  TRY(status);
  bool for_others = a->against || a->output;
  CHECK(!for_others || v->summation == SUM_FIXED, STATUS_USAGE,
        "--%s: only under 'summation: fixed' do machines have the same hashes, and this case has '%s'; --set "
        "summation=fixed",
        a->against ? "against" : "output", case_word_summation(v->summation));
  if (a->against) return verify_read(v, a->against, a->steps);
  choose_steps(v, a);
  return STATUS_OK;
}

static int print_json(const struct verification *v) {
  json_t *json = verify_json(v);
  CHECK(json, STATUS_FAILED, "no memory");
  json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
  puts("");
  json_decref(json);
  return STATUS_OK;
}

static int exit_status(const struct verification *v) {
  if (verify_count_differences(v)) return EXIT_DIFFER;
  if (verify_count_failures(v)) return EXIT_CANNOT;
  return *v->diverged ? EXIT_DIVERGED : EXIT_AGREE;
}

static int verify_case(struct verification *v, const struct verify_arguments *a) {
  void *first[MOST_MOMENTS] = {0};
  TRY(prepare_verify(v, a));
  TRY(folder_make_work(v->work, "amphi-verify-XXXXXX"));
  int status = run_ways(v, a, first);
  const int removed = folder_remove_work(v->work);
  for (size_t m = 0; m < v->moments && v->method->record_free; m++) v->method->record_free(first[m]);
  TRY(status ? status : removed);
  if (a->as_json)
    TRY(print_json(v));
  else
    verify_print_verdict(v);
  return a->output && exit_status(v) == EXIT_AGREE ? verify_write(v, a->output) : STATUS_OK;
}

int verify_main(int argc, char **argv) {
  static const struct argp_child children[] = {{&overrides_argp, 0, NULL, 0}, {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_verify,
      .args_doc = "CASE",
      .doc =
          "Run a case on every backend, instruction set and device here and with several numbers of threads, "
          "in turn, and print the hashes of its state after 0, 1, 10, 100, ... steps.\v"
          "Under 'summation: fixed' every hash must be the same, and every gauge, here and on any other "
          "machine: "
          "write the hashes with --output on one, and check the other with --against. Under 'kahan' and "
          "'plain' "
          "backends add in different orders; then the differences must be within --tolerance. Where ways "
          "differ, the "
          "largest differences of fields after the last step and of gauges are printed, and the command of "
          "amphi "
          "bisect that finds where they part.\n\n"
          "Exit status: 0 all agree, 1 they do not, 2 cannot verify, 3 the simulation diverged.",
      .children = children};
  struct verify_arguments arguments = {.bound = DEFAULT_BOUND};
  argp_err_exit_status = EXIT_CANNOT;
  if (cli_parse(&program, argc, argv, 0, &arguments)) return EXIT_CANNOT;
  struct verification v = {.overrides = &arguments.overrides,
                           .bound = arguments.bound,
                           .against = arguments.against,
                           .to_end = *arguments.end};
  int status = verify_case(&v, &arguments);
  if (status) cli_fail(status);
  status = status ? EXIT_CANNOT : exit_status(&v);
  overrides_free(&arguments.overrides);
  free(v.title);
  for (size_t k = 0; k < v.way_count; k++) free(v.ways[k].gaps);
  free(v.ways);
  free(arguments.ways.listed);
  return status;
}
