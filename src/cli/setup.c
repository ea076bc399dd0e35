/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/setup.h"

#include <dirent.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/read.h"
#include "io/file.h"
#include "parts/parts.h"
#include "registry/methods.h"
#include "util/error.h"
#include "util/log.h"
#include "util/path.h"
#include "util/words.h"

enum { HINT = NAME_MAX + 32 };

/* The name in the folder, or the one before, that is nearest to what is wanted; "": none is near. */
static void try_entries(char nearest[NAME_MAX + 1], const char *wanted, const char *folder) {
  struct dirent **entries = NULL;
  const int count = scandir(folder, &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    const char *const pair[] = {*nearest ? nearest : entries[i]->d_name, entries[i]->d_name, NULL};
    const char *best = entries[i]->d_name[0] != '.' ? word_nearest(wanted, pair) : NULL;
    if (best && best != nearest) strcpy(nearest, best);
    free(entries[i]);
  }
  free(entries);
}

static const char shipped[] = "cases/";
static const char *const shipped_places[] = {"../share/amphi", "..", NULL};

int setup_shipped_folder(char path[PATH_MAX]) {
  return path_find_from_program(path, shipped_places, "cases");
}

/* The path below cases/ of a case that an argument may mean; NULL: it means none. */
static const char *shipped_name(const char *argument) {
  const size_t length = sizeof shipped - 1;
  if (*argument == '/' || *argument == '.' || strstr(argument, "..")) return NULL;
  if (!strncmp(argument, shipped, length)) return path_exists(shipped) ? NULL : argument + length;
  return argument;
}

static bool find_shipped(char path[PATH_MAX], const char *argument) {
  const char *name = shipped_name(argument);
  char folder[PATH_MAX];
  return name && *name && !setup_shipped_folder(folder) && !path_join(path, folder, name) &&
         path_exists(path);
}

/* "; did you mean 'NAME'?" with the nearest name in the folder where the path should be, or of a case that
 * comes with amphi. */
static const char *nearest_entry(char hint[HINT], const char *path) {
  char copy[PATH_MAX], other[PATH_MAX], folder[PATH_MAX], nearest[NAME_MAX + 1] = "";
  hint[0] = 0;
  if (strlen(path) >= PATH_MAX) return hint;
  const char *wanted = basename(strcpy(copy, path));
  const bool named = shipped_name(path) && !setup_shipped_folder(folder);
  try_entries(nearest, wanted, dirname(strcpy(other, path)));
  if (named) try_entries(nearest, wanted, folder);
  if (*nearest)
    snprintf(hint, HINT, "; did you mean '%s'?", nearest);
  else if (named && !strpbrk(path, "./"))
    snprintf(hint, HINT, "; 'amphi cases' lists those that come with it");
  return hint;
}

int setup_locate(char path[PATH_MAX], const char *argument) {
  char hint[HINT], found[PATH_MAX];
  if (!path_exists(argument) && find_shipped(found, argument)) argument = found;
  CHECK(path_exists(argument), STATUS_USAGE, "%s: no such case file or folder%s", argument,
        nearest_entry(hint, argument));
  if (path_is_folder(argument)) {
    size_t length = strlen(argument);
    while (length > 1 && argument[length - 1] == '/') length--;
    char folder[PATH_MAX];
    CHECK(length < sizeof folder, STATUS_USAGE, "%s: name too long", argument);
    memcpy(folder, argument, length);
    folder[length] = 0;
    TRY(path_join(path, folder, "case.yaml"));
    char used[PATH_MAX];
    TRY(path_join(used, folder, "used.yaml"));
    CHECK(path_exists(path), STATUS_USAGE, "%s: no case.yaml in this folder%s%s%s", argument,
          path_exists(used) ? "; the case of the run in it is '" : "", path_exists(used) ? used : "",
          path_exists(used) ? "'" : "");
    return STATUS_OK;
  }
  CHECK(strlen(argument) < PATH_MAX, STATUS_USAGE, "%s: name too long", argument);
  strcpy(path, argument);
  return STATUS_OK;
}

int setup_name(char name[NAME_MAX + 1], const char *path) {
  char whole[PATH_MAX], copy[PATH_MAX];
  CHECK(realpath(path, whole), STATUS_USAGE, "%s: no such case file", path);
  strcpy(copy, whole);
  const char *base = basename(copy);
  if (!strcmp(base, "case.yaml") || !strcmp(base, "used.yaml")) base = basename(dirname(whole));
  snprintf(name, NAME_MAX + 1, "%s", base);
  char *dot = strrchr(name, '.');
  if (dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml"))) *dot = 0;
  return STATUS_OK;
}

static int read_draft(struct amphi_case *c, const char *path, const struct overrides *o) {
  char *text;
  size_t size;
  TRY(file_read(o->draft, STATUS_USAGE, &text, &size));
  const int status = case_read_text(c, path, text, size, o->items, o->count);
  free(text);
  return status;
}

int setup_load(struct setup *s, const char *path, const struct overrides *overrides) {
  *s = (struct setup){0};
  if (overrides->draft)
    TRY(read_draft(&s->config, path, overrides));
  else
    TRY(case_read(&s->config, path, overrides->items, overrides->count));
  s->method = method_of(&s->config);
  TRY(s->method->plan(&s->plan, &s->config, parts_count() > 1));
  s->kind_count = s->method->kinds(s->plan, s->kinds);
  for (int k = 0; k < s->kind_count; k++) s->particles += s->kinds[k].count;
  return STATUS_OK;
}

void setup_free(struct setup *s) {
  if (s->method) s->method->plan_free(s->plan);
  case_inputs_free(&s->inputs);
  case_free(&s->config);
  *s = (struct setup){0};
}

/* A gauge that is read at the start at most. */
static int say_seldom(void *to, const struct case_aside *aside) {
  const struct amphi_case *c = *(const struct amphi_case *const *)to;
  if (case_aside_is_gauge(aside) && aside->interval > c->end && c->end > 0.0)
    log_say("  seldom      %s.interval: %.6g s, the run ends at %.6g s: nothing is read after the start",
            aside->name, aside->interval, c->end);
  return STATUS_OK;
}

int setup_say(const struct setup *s, bool details) {
  const struct amphi_case *c = &s->config;
  log_say("amphi " AMPHI_VERSION ": %s", s->config.title);
  log_say("  case        %s", s->config.path);
  s->method->describe(s->plan, details);
  for (size_t i = 0; i < c->output.time_count; i++)
    if (c->output.times[i] > c->end && c->end > 0.0)
      log_say("  late        output.times: no snapshot at t = %.6g s, the run ends at %.6g s",
              c->output.times[i], c->end);
  return case_asides(c, say_seldom, &c);
}
