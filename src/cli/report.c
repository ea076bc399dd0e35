/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi report: one page about runs. */
#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/report_compare.h"
#include "cli/results.h"
#include "io/file.h"
#include "report/html.h"
#include "report/measured.h"
#include "report/sections.h"
#include "report/svg.h"
#include "util/error.h"
#include "util/path.h"

enum { KEY_OUTPUT = 'o', KEY_EXPERIMENT = 'e', KEY_FIELD = 'f', KEY_CAMERA = 'c' };
enum { MOST_RUNS = SVG_COLOURS, PICTURE_WIDTH = 640, PICTURE_HEIGHT = 360 };

struct arguments {
  const char *folders[MOST_RUNS];
  size_t count;
  const char *output, *experiment, *field, *camera;
};

/* The page in the making. */
struct report {
  const struct arguments *arguments;
  struct results results[MOST_RUNS];
  struct report_run runs[MOST_RUNS];
  FILE *out;
  size_t faults;
};

static error_t parse_report(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
  case KEY_OUTPUT:
    a->output = argument;
    return 0;
  case KEY_EXPERIMENT:
    a->experiment = argument;
    return 0;
  case KEY_FIELD:
    a->field = argument;
    return 0;
  case KEY_CAMERA:
    a->camera = argument;
    return 0;
  case ARGP_KEY_ARG:
    if (a->count == MOST_RUNS) argp_error(state, "%d runs at a time; '%s' is too many", MOST_RUNS, argument);
    a->folders[a->count++] = argument;
    return 0;
  case ARGP_KEY_END:
    if (a->count == 0) argp_error(state, "which output folder?");
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* Missing or damaged files are reported, on the page and here; the rest is shown. */
static void tell_fault(struct report *r, int status) {
  if (!status) return;
  html_element(r->out, "p", "fault", error_text());
  fprintf(stderr, "amphi report: %s\n", error_text());
  r->faults++;
}

/* A text of the folder; NULL if it is not there. */
static int read_text(const char *folder, const char *name, char **text) {
  char path[PATH_MAX];
  size_t size;
  TRY(path_join(path, folder, name));
  return path_exists(path) ? file_read(path, STATUS_USAGE, text, &size) : STATUS_OK;
}

static int read_summary(struct report_run *run) {
  char *text = NULL;
  json_error_t error;
  int status = read_text(run->folder, "summary.json", &text);
  if (!status && text) {
    run->summary = json_loads(text, 0, &error);
    if (!run->summary)
      status = error_set(STATUS_USAGE, "%s/summary.json:%d: %s", run->folder, error.line, error.text);
  }
  free(text);
  return status;
}

static int read_gauges(struct report_run *run) {
  char *text = NULL;
  int status = read_text(run->folder, "gauges.csv", &text);
  if (!status && text) status = measured_read(&run->gauges, "gauges.csv", text, strlen(text));
  free(text);
  return status ? error_prefix(status, "%s", run->folder) : status;
}

static int read_experiment(struct report_run *run, const char *path) {
  char *text = NULL;
  size_t size;
  int status =
      path ? file_read(path, STATUS_USAGE, &text, &size) : results_experiment(run->folder, &text, &size);
  if (!status && text) status = measured_read(&run->experiment, path ? path : "experiment.csv", text, size);
  free(text);
  return status;
}

/* How all runs are drawn: as the first. */
static int aim(struct report *r, size_t i) {
  struct report_run *run = &r->runs[i];
  const struct picture *first = NULL;
  for (size_t k = 0; k < i && !first; k++)
    if (r->runs[k].picture.radius > 0) first = &r->runs[k].picture;
  struct picture p = {.field = r->arguments->field, .map = 1};
  if (run->config->dimensions == 1 || run->count == 0) return STATUS_OK;
  TRY(results_aim(&r->results[i], r->arguments->camera, &p));
  for (size_t k = 0; k < r->arguments->count && p.rim > 0; k++)
    p.rim = fmax(p.rim, p.rim / run->config->dp * r->results[k].config.dp);
  picture_fit_size(&p, PICTURE_WIDTH, PICTURE_HEIGHT);
  if (first)
    p.from = first->from, p.to = first->to, p.width = first->width, p.height = first->height;
  else
    TRY(picture_find_range(&p, run->paths, run->count));
  run->picture = p;
  return STATUS_OK;
}

static void read_run(struct report *r, size_t i) {
  struct report_run *run = &r->runs[i];
  const struct results *results = &r->results[i];
  run->folder = results->folder, run->config = &results->config;
  run->paths = results->paths, run->times = results->times, run->count = results->count;
  tell_fault(r, read_text(run->folder, "used.yaml", &run->used));
  tell_fault(r, read_text(run->folder, "log.txt", &run->log));
  tell_fault(r, read_summary(run));
  tell_fault(r, read_gauges(run));
  tell_fault(r, read_experiment(run, r->arguments->experiment));
  tell_fault(r, aim(r, i));
  if (run->config->method == METHOD_WCSPH)
    tell_fault(r, history_read(&run->history, run->config, run->paths, run->count));
}

static void free_run(struct report_run *run) {
  json_decref(run->summary);
  free(run->used);
  free(run->log);
  frame_file_free(&run->gauges);
  frame_file_free(&run->experiment);
  history_free(&run->history);
}

static void write_page(struct report *r) {
  const size_t count = r->arguments->count;
  html_begin(r->out, r->results[0].config.title);
  for (size_t i = 0; i < count; i++) read_run(r, i);
  report_title(r->out, r->runs, count);
  tell_fault(r, report_pictures(r->out, r->runs, count));
  report_gauges(r->out, r->runs, count);
  report_spacings(r->out, r->runs, count);
  report_histories(r->out, r->runs, count);
  for (size_t i = 1; i < count; i++)
    if (report_same_spacing(&r->runs[0], &r->runs[i]))
      tell_fault(r, report_compare(r->out, r->arguments->folders[0], r->arguments->folders[i]));
  report_facts(r->out, r->runs, count);
  report_stages(r->out, r->runs, count);
  tell_fault(r, report_parameters(r->out, r->runs, count));
  report_build(r->out, r->runs, count);
  html_end(r->out);
}

static int make_page(struct report *r, const char *path) {
  char *page = NULL;
  size_t size;
  r->out = open_memstream(&page, &size);
  CHECK(r->out, STATUS_FAILED, "out of memory");
  write_page(r);
  int status = ferror(r->out) | fclose(r->out) ? error_set(STATUS_FAILED, "out of memory") : STATUS_OK;
  if (!status) status = file_replace(path, page, size);
  free(page);
  return status;
}

static int report_report(struct report *r) {
  const struct arguments *a = r->arguments;
  char path[PATH_MAX];
  for (size_t i = 0; i < a->count; i++) TRY(results_open(&r->results[i], a->folders[i]));
  TRY(path_join(path, a->folders[0], "report.html"));
  if (a->output) snprintf(path, sizeof path, "%s", a->output);
  TRY(make_page(r, path));
  printf("%s: a report; open it in a browser\n", path);
  return STATUS_OK;
}

int report_main(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"output", KEY_OUTPUT, "FILE", 0, "The page (default: report.html in the first folder)", 0},
      {"experiment", KEY_EXPERIMENT, "FILE", 0,
       "Table of measurements to hold the gauges against (default: experiment.csv beside the case, or as it "
       "was when the run began)",
       0},
      {"field", KEY_FIELD, "NAME", 0, "What the colour of pictures says (default: as of amphi render)", 0},
      {"camera", KEY_CAMERA, "FROM", 0, "From where pictures are seen, as of amphi render (default: corner)",
       0},
      {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_report,
      .args_doc = "OUT...",
      .doc =
          "Write one HTML page about runs: pictures, gauges with what was measured and how far they are from "
          "it, energy and mass, what ran and on what, where the time went, parameters; of several runs side "
          "by side, with what amphi compare says, or across particle spacings how they come together.\vThe "
          "page is one file without scripts, and needs no "
          "network."};
  struct arguments a = {.camera = "corner"};
  if (cli_parse(&program, argc, argv, 0, &a)) return STATUS_FAILED;
  struct report r = {.arguments = &a};
  int status = report_report(&r);
  for (size_t i = 0; i < MOST_RUNS; i++) {
    free_run(&r.runs[i]);
    results_close(&r.results[i]);
  }
  return status ? cli_fail(status) : r.faults ? STATUS_USAGE : STATUS_OK;
}
