/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi cases: those that come with amphi. */
#include <argp.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "check/read.h"
#include "cli/cases_page.h"
#include "cli/cli.h"
#include "cli/setup.h"
#include "registry/methods.h"
#include "util/error.h"
#include "util/json.h"
#include "util/path.h"

struct arguments {
  const char *word; /* NULL: all */
  bool names, as_json;
  const char *page_path; /* NULL: none is wanted */
};

static const struct argp_option options[] = {
    {"names", 'n', NULL, 0, "Print the names alone", 0},
    {"page", 'p', "FILE", 0, "Also write a page (.html) with a line and a picture of the start of each", 0},
    {"json", 'j', NULL, 0, "Print JSON: name, title, method, dimensions, file and picture of each", 0},
    {0}};

static error_t parse_cases(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
  case 'n':
    a->names = true;
    return 0;
  case 'j':
    a->as_json = true;
    return 0;
  case 'p':
    a->page_path = argument;
    return 0;
  case ARGP_KEY_ARG:
    if (a->word) argp_error(state, "one word at most, and there is '%s' already", a->word);
    a->word = argument;
    return 0;
  case ARGP_KEY_END:
    if (a->names && a->as_json) argp_error(state, "--names and --json exclude each other");
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* The picture of a case in the documents, where they have one. */
static bool find_picture(char path[PATH_MAX], const char *name) {
  static const char *const places[] = {"../share/doc/amphi/img", "../docs/img", NULL};
  static const char *const kinds[] = {"webp", "png"};
  char file[PATH_MAX];
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    snprintf(file, sizeof file, "%s.%s", name, kinds[i]);
    if (path_find_from_program(path, places, file) == STATUS_OK) return true;
  }
  return false;
}

static bool is_wanted(const struct arguments *a, const char *name, const char *title) {
  return !a->word || strcasestr(name, a->word) || strcasestr(title, a->word);
}

/* What all that are listed go to. */
struct listing {
  json_t *rows;
  struct cases_page page;
};

static int show_case(const struct arguments *a, struct listing *l, const char *name, const char *path) {
  struct amphi_case c = {0};
  char picture[PATH_MAX];
  int status = case_read(&c, path, NULL, 0);
  if (status == STATUS_OK && is_wanted(a, name, c.title)) {
    const bool drawn = find_picture(picture, name);
    json_array_append_new(l->rows, json_pack("{ss,ss,ss,si,ss,ss?}", "name", name, "title", c.title, "method",
                                             methods[c.method]->name, "dimensions", c.dimensions, "file",
                                             path, "picture", drawn ? picture : NULL));
    if (a->names)
      puts(name);
    else if (!a->as_json)
      printf("%-30s %s\n", name, c.title);
    if (drawn && !a->as_json && !a->names) printf("%-30s picture: %s\n", "", picture);
    if (a->page_path) status = cases_page_add(&l->page, name, c.title);
  }
  case_free(&c);
  return status;
}

static int is_visible(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

/* The case files of a folder: case.yaml goes by the folder's name, others by their path. */
static int show_folder(const struct arguments *a, struct listing *l, const char *above, const char *name) {
  char folder[PATH_MAX], path[PATH_MAX], label[2 * NAME_MAX + 8];
  struct dirent **entries = NULL;
  TRY(path_join(folder, above, name));
  const int count = scandir(folder, &entries, is_visible, alphasort);
  int status = STATUS_OK;
  for (int i = 0; i < count; i++) {
    const char *file = entries[i]->d_name, *dot = strrchr(file, '.');
    const bool main_one = !strcmp(file, "case.yaml");
    snprintf(label, sizeof label, main_one ? "%s" : "%s/%s", name, file);
    if (!status && dot && !strcmp(dot, ".yaml")) {
      status = path_join(path, folder, file);
      if (!status) status = show_case(a, l, label, path);
    }
    free(entries[i]);
  }
  free(entries);
  return status;
}

static int show_all(const struct arguments *a, struct listing *l) {
  char folder[PATH_MAX];
  struct dirent **entries = NULL;
  CHECK(setup_shipped_folder(folder) == STATUS_OK, STATUS_USAGE,
        "the cases that come with amphi are not beside this program");
  const int count = scandir(folder, &entries, is_visible, alphasort);
  int status = STATUS_OK;
  for (int i = 0; i < count; i++) {
    if (!status) status = show_folder(a, l, folder, entries[i]->d_name);
    free(entries[i]);
  }
  free(entries);
  return status;
}

static int list_cases(const struct arguments *a) {
  struct listing l = {.rows = json_array()};
  json_t *rows = l.rows;
  CHECK(rows, STATUS_FAILED, "no memory");
  int status = a->page_path ? cases_page_begin(&l.page) : STATUS_OK;
  if (!status) status = show_all(a, &l);
  if (status == STATUS_OK && a->word && !a->as_json && json_array_size(rows) == 0)
    status =
        error_set(STATUS_USAGE, "no case has '%s' in its name or title; 'amphi cases' lists all", a->word);
  if (status == STATUS_OK && a->as_json) {
    json_dumpf(rows, stdout, JSON_INDENT(2));
    puts("");
  } else if (status == STATUS_OK && !a->names) {
    puts("\nRun one with 'amphi run NAME', draw its start with 'amphi check NAME --picture FILE' or all "
         "of them with 'amphi cases --page FILE', copy it to change it with 'amphi new MINE --from NAME'.");
  }
  json_decref(rows);
  if (!a->page_path) return status;
  const int ended = cases_page_end(&l.page, status ? NULL : a->page_path);
  return status ? status : ended;
}

int cases_main(int argc, char **argv) {
  const struct argp program = {
      .options = options,
      .parser = parse_cases,
      .args_doc = "[WORD]",
      .doc = "List the cases that come with amphi, or those with WORD in their name or title: a line each, "
             "and a picture where the documents have one; with --page a page with a picture of each. All "
             "commands that take a CASE take these names."};
  struct arguments a = {0};
  if (cli_parse(&program, argc, argv, 0, &a)) return STATUS_FAILED;
  const int status = list_cases(&a);
  return status ? cli_fail(status) : STATUS_OK;
}
