/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi compare A B: two outputs, or two folders of them. */
#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/compare_report.h"
#include "util/error.h"
#include "util/path.h"

enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_CANNOT = 2 };
enum { KEY_EXACT = 'e', KEY_TOLERANCE = 't', KEY_JSON = 'j' };

struct arguments {
  const char *paths[2];
  int path_count;
  bool exact, json;
  double tolerance; /* of each field's scale; negative: not given */
};

/* The comparison in progress, over all files. */
struct compare {
  const struct arguments *arguments;
  struct verdict verdict;
  json_t *files; /* NULL without --json */
};

static error_t parse_compare(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  char *end;
  switch (key) {
  case KEY_EXACT:
    a->exact = true;
    return 0;
  case KEY_JSON:
    a->json = true;
    return 0;
  case KEY_TOLERANCE:
    a->tolerance = strtod(argument, &end);
    if (end == argument || *end || !isfinite(a->tolerance) || a->tolerance < 0)
      argp_error(state, "--tolerance '%s': expected a number that is not negative, such as 1e-6", argument);
    return 0;
  case ARGP_KEY_ARG:
    if (a->path_count == 2) argp_error(state, "two outputs at a time; '%s' is too many", argument);
    a->paths[a->path_count++] = argument;
    return 0;
  case ARGP_KEY_END:
    if (a->path_count < 2) argp_error(state, "which two outputs?");
    if (a->exact && a->tolerance >= 0) argp_error(state, "--exact leaves no room for --tolerance");
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static int report_compare(void *what, const struct comparison *c) {
  struct compare *k = what;
  const bool whole = !*c->name || !k->verdict.different; /* two files, or the first of folders that differs */
  verdict_add(&k->verdict, c);
  if (k->files)
    json_array_append_new(k->files, report_json(c));
  else
    report_print(c, whole);
  return STATUS_OK;
}

static int compare_any(struct compare *k) {
  const char *const *paths = k->arguments->paths;
  for (int i = 0; i < 2; i++) CHECK(path_exists(paths[i]), STATUS_USAGE, "%s: not there", paths[i]);
  bool a = path_is_folder(paths[0]), b = path_is_folder(paths[1]);
  CHECK(a == b, STATUS_USAGE, "%s is a folder, %s is not", a ? paths[0] : paths[1], a ? paths[1] : paths[0]);
  const struct tolerance t = {k->arguments->exact, fmax(k->arguments->tolerance, 0)};
  return (a ? comparison_of_folders : comparison_of_files)(paths[0], paths[1], &t, report_compare, k);
}

static int compare_run(struct compare *k) {
  int status = compare_any(k);
  if (status == STATUS_OK && !k->files) report_print_verdict(&k->verdict);
  if (status == STATUS_OK && k->files) {
    json_t *out = report_json_verdict(&k->verdict, json_incref(k->files));
    json_dumpf(out, stdout, JSON_INDENT(2));
    printf("\n");
    json_decref(out);
  }
  if (status == STATUS_OK && fflush(stdout) != 0)
    status = error_set(STATUS_FAILED, "cannot write: %s", strerror(errno));
  return status;
}

int compare_main(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"exact", KEY_EXACT, NULL, 0, "Compare bits: -0 differs from 0, and a NaN from other NaNs", 0},
      {"tolerance", KEY_TOLERANCE, "X", 0,
       "Differences up to X times the largest magnitude of their field pass (default 0)", 0},
      {"json", KEY_JSON, NULL, 0, "Print JSON", 0},
      {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_compare,
      .args_doc = "A B",
      .doc =
          "Compare two snapshots, checkpoints or gauge tables, or two output folders: every file that both "
          "have; one that only one has is a difference. Particles are matched by their id, samples of a "
          "gauge "
          "by their order.\v"
          "For each field: how many rows differ, the largest difference, the same over the largest magnitude "
          "in the field, the 2-norm of the differences over that of the field, and where the worst is. Of "
          "two "
          "folders this is said of the first file that differs, of later ones only the field that differs "
          "most: name two files to see all fields of another. "
          "Without --exact a NaN is never the same as anything.\n\n"
          "Exit status: 0 same, 1 different, 2 cannot compare."};
  struct arguments arguments = {.tolerance = -1};
  argp_err_exit_status = EXIT_CANNOT;
  if (cli_parse(&program, argc, argv, 0, &arguments)) return EXIT_CANNOT;
  struct compare k = {.arguments = &arguments,
                      .verdict = {.exact = arguments.exact, .tolerance = fmax(arguments.tolerance, 0)},
                      .files = arguments.json ? json_array() : NULL};
  int status = compare_run(&k);
  if (status != STATUS_OK) {
    fflush(stdout);
    fprintf(stderr, "amphi compare: %s\n", error_text());
  }
  json_decref(k.files);
  return status != STATUS_OK ? EXIT_CANNOT : k.verdict.different ? EXIT_DIFFERENT : EXIT_SAME;
}
