/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi studio: sets a case up in a browser, checks and runs it. */
#include <argp.h>
#include <errno.h>
#include <libgen.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case/case.h"
#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/serve.h"
#include "cli/setup.h"
#include "util/error.h"
#include "util/path.h"
#include "view/studio.h"

struct arguments {
  struct serve_choice serve;
  const char *target;
};

static error_t parse_studio(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
  case ARGP_KEY_ARG:
    if (a->target) argp_error(state, "one case or folder at most, and there is '%s' already", a->target);
    a->target = argument;
    return 0;
  default:
    return serve_parse(&a->serve, key, argument, state);
  }
}

/* The case, if the argument is one, and the folder where cases are: that in which the case's folder is, or of
 * a file of another name its own. */
static int take_target(struct studio *s, const char *target) {
  char path[PATH_MAX], copy[PATH_MAX];
  TRY(path_join(path, target, "case.yaml"));
  if (path_is_folder(target) && !path_exists(path)) {
    CHECK(realpath(target, s->folder), STATUS_USAGE, "%s: cannot read: %s", target, strerror(errno));
    return STATUS_OK;
  }
  TRY(setup_locate(path, target));
  CHECK(realpath(path, s->file), STATUS_USAGE, "%s: cannot read: %s", path, strerror(errno));
  strcpy(s->folder, dirname(strcpy(copy, s->file)));
  if (strcmp(strrchr(s->file, '/'), "/case.yaml") == 0) {
    strcpy(copy, s->folder);
    strcpy(s->folder, dirname(copy));
  }
  return STATUS_OK;
}

static int work(const struct arguments *a, struct studio *s, struct page *page) {
  const struct view_studio studio = {.self = s, .answer = studio_answer};
  struct view_options o = {
      .page = page, .runs = s->results, .run_count = 2, .port = a->serve.port, .studio = &studio};
  TRY(page_read(page, a->serve.page));
  CHECK(page_find(page, "studio.html"), STATUS_USAGE,
        "the page has no studio.html: build it again with tools/page");
  TRY(server_make_key(o.key));
  signal(SIGCHLD, SIG_DFL); /* what its programs end with is shown */
  return serve(&o, &(struct serve){"amphi studio", a->serve.opens, studio_finish, s});
}

/* The two folders in which drafts are checked and laid go at the end. */
static int with_folders(const struct arguments *a, struct studio *s, struct page *page) {
  TRY(folder_make_work(s->work, "amphi-studio-XXXXXX"));
  int status = folder_make_work(s->start, "amphi-studio-XXXXXX");
  if (status == STATUS_OK) {
    status = work(a, s, page);
    const int removed = folder_remove_work(s->start);
    if (status == STATUS_OK) status = removed;
  }
  const int removed = folder_remove_work(s->work);
  return status ? status : removed;
}

static bool is_film(const char *name) {
  return strcmp(name, "film.webp") == 0;
}

static int studio(const struct arguments *a, struct studio *s, struct page *page) {
  static char program[PATH_MAX], shipped[PATH_MAX];
  TRY(take_target(s, a->target ? a->target : "."));
  TRY(path_program(program));
  if (setup_shipped_folder(shipped)) shipped[0] = 0;
  char *schema = case_json();
  CHECK(schema, STATUS_FAILED, "no memory for the schema");
  s->program = program;
  s->shipped = shipped;
  s->schema = schema;
  s->holds_run = folder_holds_run;
  s->results[0] = (struct view_run){.folder = s->output_path, .is_output = folder_is_output};
  s->results[1] = (struct view_run){.folder = s->other_path, .is_output = folder_is_output};
  s->film = (struct view_run){.folder = s->output_path, .is_output = is_film};
  s->laid = (struct view_run){.folder = s->start, .is_output = folder_is_output};
  studio_init(s);
  const int status = with_folders(a, s, page);
  free(schema);
  return status;
}

int studio_main(int argc, char **argv) {
  static const struct argp_option options[] = {SERVE_OPTIONS, {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_studio,
      .args_doc = "[CASE]",
      .doc = "Set a case up in a browser: draw it, write it, check it, run it, look at its results.\vCASE is "
             "a case "
             "file, a folder with a case.yaml, or a folder in which to make cases (default: this one). Only "
             "browsers of this machine that know the address get an answer. Written are the case, files that "
             "you add beside it, new cases and results. Ctrl-C ends it; a run that goes on is stopped with a "
             "checkpoint."};
  struct arguments arguments = {.serve.opens = true};
  static struct studio s;
  struct page page = {0};
  if (cli_parse(&program, argc, argv, 0, &arguments)) return STATUS_FAILED;
  const int status = studio(&arguments, &s, &page);
  page_free(&page);
  return status ? cli_fail(status) : STATUS_OK;
}
