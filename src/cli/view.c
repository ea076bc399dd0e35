/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi view: looks at runs in a browser. */
#include <argp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/results.h"
#include "cli/serve.h"
#include "io/file.h"
#include "util/error.h"
#include "util/path.h"
#include "view/server.h"

enum { KEY_EXPERIMENT = 'e' };
enum { MOST_RUNS = 8 };

struct arguments {
  struct serve_choice serve;
  const char *folders[MOST_RUNS];
  size_t count;
  const char *experiment;
};

static error_t parse_view(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
  case KEY_EXPERIMENT:
    a->experiment = argument;
    return 0;
  case ARGP_KEY_ARG:
    if (a->count == MOST_RUNS) argp_error(state, "%d runs at a time; '%s' is too many", MOST_RUNS, argument);
    a->folders[a->count++] = argument;
    return 0;
  case ARGP_KEY_END:
    if (a->count == 0) argp_error(state, "which output folder?");
    return 0;
  default:
    return serve_parse(&a->serve, key, argument, state);
  }
}

static int take_runs(const struct arguments *a, struct view_run runs[MOST_RUNS]) {
  for (size_t i = 0; i < a->count; i++) {
    runs[i] = (struct view_run){.folder = a->folders[i], .is_output = folder_is_output};
    CHECK(path_is_folder(a->folders[i]), STATUS_USAGE, "%s: no such folder", a->folders[i]);
    if (a->experiment)
      TRY(file_read(a->experiment, STATUS_USAGE, &runs[i].experiment, &runs[i].experiment_size));
    else
      TRY(results_experiment(a->folders[i], &runs[i].experiment, &runs[i].experiment_size));
  }
  return STATUS_OK;
}

static int view(const struct arguments *a, struct view_run runs[MOST_RUNS], struct page *page) {
  struct view_options o = {.page = page, .runs = runs, .run_count = a->count, .port = a->serve.port};
  TRY(server_make_key(o.key));
  TRY(take_runs(a, runs));
  TRY(page_read(page, a->serve.page));
  signal(SIGCHLD, SIG_IGN);
  return serve(&o, &(struct serve){.name = "amphi view", .opens = a->serve.opens});
}

int view_main(int argc, char **argv) {
  static const struct argp_option options[] = {
      SERVE_OPTIONS,
      {"experiment", KEY_EXPERIMENT, "FILE", 0,
       "Table of measurements to plot with the gauges (default: experiment.csv beside the case, or as it was "
       "when the run began)",
       0},
      {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_view,
      .args_doc = "OUT...",
      .doc =
          "Look at the output folder of a run in a browser, also while it goes on; several are shown side by "
          "side.\vOnly browsers of this machine that know the address get an answer, and only files that "
          "amphi "
          "wrote to these folders, where nothing is written. Ctrl-C ends it."};
  struct arguments arguments = {.serve.opens = true};
  struct view_run runs[MOST_RUNS] = {0};
  struct page page = {0};
  if (cli_parse(&program, argc, argv, 0, &arguments)) return STATUS_FAILED;
  int status = view(&arguments, runs, &page);
  page_free(&page);
  for (size_t i = 0; i < MOST_RUNS; i++) free(runs[i].experiment);
  return status ? cli_fail(status) : STATUS_OK;
}
