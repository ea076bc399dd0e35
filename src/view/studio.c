/* SPDX-License-Identifier: BSD-3-Clause */
#include "view/studio.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/file.h"
#include "util/error.h"
#include "util/json.h"
#include "util/path.h"
#include "view/request.h"
#include "view/studio_files.h"

enum { OK = 200, BAD = 400, MISSING = 404, CONFLICT = 409 };

void studio_init(struct studio *s) {
  child_init(&s->check);
  child_init(&s->lay);
  child_init(&s->time);
  child_init(&s->run);
  child_init(&s->render);
}

/* ---- what its programs do ---- */

/* It removes its work folder before it ends. */
static void stop_time(struct studio *s) {
  child_signal(&s->time, SIGTERM);
  child_wait(&s->time);
  child_free(&s->time);
}

/* {"runs", "status" (of exit, null until then), "text"} */
static json_t *child_json(struct child *c) {
  const bool runs = child_runs(c);
  return json_pack("{s:b, s:o, s:o}", "runs", runs, "status",
                   c->ended ? json_integer(c->status) : json_null(), "text", child_text(c));
}

static unsigned get_state(struct studio *s, const struct view_ask *ask, json_t **out) {
  (void)ask;
  *out = json_pack("{s:s, s:o, s:o, s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "version", AMPHI_VERSION, "folder",
                   json_name(s->folder), "case", *s->file ? json_name(s->file) : json_null(), "checked",
                   (int)s->checked, "check", child_json(&s->check), "lay", child_json(&s->lay), "time",
                   child_json(&s->time), "run", child_json(&s->run), "film", child_json(&s->render), "output",
                   *s->output ? json_name(s->output) : json_null());
  return OK;
}

static unsigned post_check(struct studio *s, const struct view_ask *ask, json_t **out) {
  char draft[PATH_MAX];
  json_t *o = json_loadb(ask->body, ask->size, 0, NULL);
  const char *text = json_string_value(json_object_get(o, "text"));
  int status = STATUS_OK;
  child_free(&s->lay); /* they read the draft */
  stop_time(s);
  if (!text || !*s->file) status = error_set(STATUS_USAGE, "no case is open, or there is no text");
  if (!status) status = path_join(draft, s->work, "draft.yaml");
  if (!status) status = file_replace(draft, text, strlen(text));
  json_decref(o);
  char *argv[] = {(char *)s->program, "check", "--draft", draft, "--", s->file, NULL};
  if (!status) status = child_start(&s->check, argv);
  if (status) return studio_fail(out, BAD);
  *out = json_pack("{s:i}", "checked", (int)++s->checked);
  return OK;
}

/* The text that was checked last. */
static int find_draft(const struct studio *s, char draft[PATH_MAX]) {
  TRY(path_join(draft, s->work, "draft.yaml"));
  CHECK(path_exists(draft), STATUS_USAGE, "nothing was checked");
  return STATUS_OK;
}

static unsigned post_lay(struct studio *s, const struct view_ask *ask, json_t **out) {
  char draft[PATH_MAX];
  (void)ask;
  int status = find_draft(s, draft);
  char *argv[] = {(char *)s->program, "run",      "--draft", draft, "--end", "0", "--quiet",
                  "--force",          "--output", s->start,  "--",  s->file, NULL};
  if (!status) status = child_start(&s->lay, argv);
  if (status) return studio_fail(out, BAD);
  *out = json_object();
  return OK;
}

/* Beside a run it would measure a busy machine, and slow the run. */
static unsigned post_time(struct studio *s, const struct view_ask *ask, json_t **out) {
  char draft[PATH_MAX];
  (void)ask;
  int status = find_draft(s, draft);
  if (!status && child_runs(&s->run)) status = error_set(STATUS_USAGE, "a run goes on, into %s", s->output);
  char *argv[] = {(char *)s->program, "check", "--time", "--draft", draft, "--", s->file, NULL};
  stop_time(s);
  if (!status) status = child_start(&s->time, argv);
  if (status) return studio_fail(out, BAD);
  *out = json_object();
  return OK;
}

/* ---- the run ---- */

/* Other results are shown, alone. */
static void take_output(struct studio *s, const char *output, const char *path) {
  child_free(&s->render);
  strcpy(s->output, output);
  strcpy(s->output_path, path);
  s->other_path[0] = 0;
}

static int check_output(const struct studio *s, char path[PATH_MAX], const char *name) {
  struct stat info;
  TRY(studio_beside(path, s, name));
  if (lstat(path, &info)) return STATUS_OK;
  CHECK(S_ISDIR(info.st_mode), STATUS_USAGE, "%s: is no folder: choose another name for the results", name);
  return STATUS_OK;
}

static unsigned begin_run(struct studio *s, const char *output, const char *how, json_t **out) {
  char path[PATH_MAX], first[NAME_MAX + 1];
  const bool resumes = strcmp(how, "resume") == 0, replaces = strcmp(how, "replace") == 0;
  if (child_runs(&s->run)) {
    error_set(STATUS_USAGE, "a run goes on already, into %s: one at a time", s->output);
    return studio_fail(out, BAD);
  }
  if (check_output(s, path, output)) return studio_fail(out, BAD);
  if (!resumes && !replaces && s->holds_run(path, first)) {
    error_set(STATUS_USAGE, "%s holds an earlier run", output);
    return studio_fail(out, CONFLICT);
  }
  char *argv[9] = {(char *)s->program, "run", "--output", path};
  int count = 4;
  if (resumes) argv[count++] = "--resume";
  if (replaces) argv[count++] = "--force";
  argv[count++] = "--";
  argv[count] = s->file;
  stop_time(s);
  if (child_start(&s->run, argv)) return studio_fail(out, BAD);
  take_output(s, output, path);
  *out = json_object();
  return OK;
}

static unsigned post_run(struct studio *s, const struct view_ask *ask, json_t **out) {
  json_t *o = json_loadb(ask->body, ask->size, 0, NULL);
  const char *output = json_string_value(json_object_get(o, "output"));
  const char *how = json_string_value(json_object_get(o, "how"));
  unsigned status;
  if (output && how) {
    status = begin_run(s, output, how, out);
  } else {
    error_set(STATUS_USAGE, "output and how are wanted");
    status = studio_fail(out, BAD);
  }
  json_decref(o);
  return status;
}

static unsigned post_stop(struct studio *s, const struct view_ask *ask, json_t **out) {
  (void)ask;
  child_signal(&s->run, SIGTERM);
  *out = json_object();
  return OK;
}

/* The results of an earlier run, to be looked at again. */
static unsigned post_show(struct studio *s, const struct view_ask *ask, json_t **out) {
  char path[PATH_MAX];
  if (child_runs(&s->run)) error_set(STATUS_USAGE, "a run goes on, into %s: it is shown", s->output);
  if (child_runs(&s->run) || check_output(s, path, ask->name)) return studio_fail(out, BAD);
  child_free(&s->run);
  take_output(s, ask->name, path);
  *out = json_object();
  return OK;
}

/* Results to compare with. */
static unsigned post_with(struct studio *s, const struct view_ask *ask, json_t **out) {
  char path[PATH_MAX];
  if (check_output(s, path, ask->name)) return studio_fail(out, BAD);
  strcpy(s->other_path, strcmp(ask->name, s->output) == 0 ? "" : path);
  *out = json_object();
  return OK;
}

static unsigned post_film(struct studio *s, const struct view_ask *ask, json_t **out) {
  char film[PATH_MAX];
  (void)ask;
  int status = *s->output ? path_join(film, s->output_path, "film.webp")
                          : error_set(STATUS_USAGE, "there are no results of which a film could be drawn");
  char *argv[] = {(char *)s->program, "render", "--output", film, "--", s->output_path, NULL};
  if (!status) status = child_start(&s->render, argv);
  if (status) return studio_fail(out, BAD);
  *out = json_object();
  return OK;
}

/* ---- another case ---- */

static int check_idle(struct studio *s) {
  CHECK(!child_runs(&s->run), STATUS_USAGE, "a run of %s goes on: stop it first", s->file);
  return STATUS_OK;
}

static void forget_case(struct studio *s) {
  child_free(&s->check);
  child_free(&s->lay);
  stop_time(s);
  child_free(&s->run);
  take_output(s, "", "");
}

static unsigned post_open(struct studio *s, const struct view_ask *ask, json_t **out) {
  json_t *o = json_loadb(ask->body, ask->size, 0, NULL);
  const char *name = json_string_value(json_object_get(o, "name"));
  int status = check_idle(s);
  if (!status) status = studio_open_case(s, name ? name : "");
  json_decref(o);
  if (status) return studio_fail(out, BAD);
  forget_case(s);
  return studio_read_case(s, ask, out);
}

static unsigned post_new(struct studio *s, const struct view_ask *ask, json_t **out) {
  if (check_idle(s)) return studio_fail(out, BAD);
  const unsigned status = studio_make_case(s, ask, out);
  if (status == OK) forget_case(s);
  return status;
}

/* ---- all of them ---- */

static const struct {
  bool post, named; /* named: with a NAME behind */
  const char *word;
  unsigned (*answer)(struct studio *s, const struct view_ask *ask, json_t **out);
} words[] = {{false, false, "state", get_state},
             {false, false, "cases", studio_list_cases},
             {false, false, "beside", studio_list_beside},
             {false, false, "case", studio_read_case},
             {true, false, "new", post_new},
             {true, false, "open", post_open},
             {true, false, "case", studio_write_case},
             {true, true, "file", studio_add_file},
             {true, true, "replace", studio_replace_file},
             {true, false, "check", post_check},
             {true, false, "lay", post_lay},
             {true, false, "time", post_time},
             {true, false, "run", post_run},
             {true, true, "show", post_show},
             {true, true, "with", post_with},
             {true, false, "film", post_film},
             {true, false, "stop", post_stop}};

unsigned studio_answer(void *self, const struct view_ask *ask, struct view_answer *answer) {
  struct studio *s = self;
  const bool named = *ask->name != 0;
  if (!ask->post && !named && strcmp(ask->word, "schema") == 0) {
    answer->text = s->schema;
    return OK;
  }
  if (!ask->post && named && strcmp(ask->word, "laid") == 0) {
    answer->run = &s->laid;
    answer->name = ask->name;
    return OK;
  }
  if (!ask->post && named && strcmp(ask->word, "film") == 0) {
    answer->run = &s->film;
    answer->name = ask->name;
    return OK;
  }
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (words[i].post == ask->post && words[i].named == named && strcmp(ask->word, words[i].word) == 0)
      return words[i].answer(s, ask, &answer->json);
  error_set(STATUS_USAGE, "nothing here");
  return studio_fail(&answer->json, MISSING);
}

void studio_finish(void *self) {
  struct studio *s = self;
  child_free(&s->check);
  child_free(&s->lay);
  stop_time(s);
  child_free(&s->render);
  if (child_runs(&s->run)) {
    fprintf(stderr, "amphi studio: stopping the run, which writes a checkpoint to %s\n", s->output_path);
    child_signal(&s->run, SIGTERM);
    child_wait(&s->run);
  }
  child_free(&s->run);
}
