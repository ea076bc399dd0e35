/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi compare A B: two outputs, or two folders of them. */
#include <argp.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/compare_report.h"
#include "cli/folder.h"
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

static error_t parse(int key, char *argument, struct argp_state *state) {
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

/* ---- two files ---- */

static const struct frame *find_frame(const struct frame_file *f, const char *name) {
  for (size_t i = 0; i < f->frame_count; i++)
    if (strcmp(f->frames[i].name, name) == 0) return &f->frames[i];
  return NULL;
}

static int compare_part(struct comparison *c, const struct frame *a, const struct frame *b,
                        const struct arguments *arguments) {
  struct frame_difference *d = &c->parts[c->part_count];
  TRY(difference_find(d, a, b, arguments->exact));
  c->part_count++;
  c->same = c->same && difference_passes(d, fmax(arguments->tolerance, 0));
  return STATUS_OK;
}

static int compare_parts(struct comparison *c, const struct arguments *arguments) {
  c->parts = calloc(c->a.frame_count + c->b.frame_count + 1, sizeof *c->parts);
  CHECK(c->parts, STATUS_FAILED, "out of memory");
  c->same = true;
  for (size_t i = 0; i < c->a.frame_count; i++) {
    const struct frame *a = &c->a.frames[i];
    TRY(compare_part(c, a, find_frame(&c->b, a->name), arguments));
  }
  for (size_t i = 0; i < c->b.frame_count; i++) {
    const struct frame *b = &c->b.frames[i];
    if (!find_frame(&c->a, b->name)) TRY(compare_part(c, NULL, b, arguments));
  }
  /* A hash also covers what the file does not show. */
  c->hashes_differ = *c->a.state_hash && *c->b.state_hash && strcmp(c->a.state_hash, c->b.state_hash) != 0;
  c->same = c->same && !(arguments->exact && c->hashes_differ);
  return STATUS_OK;
}

static int compare_read(struct comparison *c, const char *a, const char *b,
                        const struct arguments *arguments) {
  TRY(frame_file_read(&c->a, a));
  TRY(frame_file_read(&c->b, b));
  CHECK(c->a.kind == c->b.kind, STATUS_USAGE, "%s is a %s, %s is a %s", a, frame_kind_names[c->a.kind], b,
        frame_kind_names[c->b.kind]);
  int status = compare_parts(c, arguments);
  return status == STATUS_OK ? status : error_prefix(status, "%s and %s", a, b);
}

static void comparison_free(struct comparison *c) {
  for (size_t i = 0; i < c->part_count; i++) difference_free(&c->parts[i]);
  free(c->parts);
  frame_file_free(&c->a);
  frame_file_free(&c->b);
}

static void report(struct compare *k, const struct comparison *c) {
  verdict_add(&k->verdict, c);
  if (k->files)
    json_array_append_new(k->files, report_json(c));
  else
    report_print(c);
}

static int compare_files(struct compare *k, const char *name, const char *a, const char *b) {
  struct comparison c = {0};
  snprintf(c.name, sizeof c.name, "%s", name);
  int status = compare_read(&c, a, b, k->arguments);
  if (status == STATUS_OK) report(k, &c);
  comparison_free(&c);
  return status;
}

/* ---- two folders ---- */

/* The order in which a folder's files are compared; 0: not at all. */
static uint64_t file_rank(const char *name) {
  static const char *const others[] = {"diverged.vtkhdf", "gauges.csv", "checkpoint.h5"};
  uint64_t number;
  if (folder_snapshot_number(name, &number)) return number + 1;
  for (uint64_t i = 0; i < 3; i++)
    if (strcmp(name, others[i]) == 0) return UINT64_MAX - 2 + i;
  return 0;
}

static int is_output(const struct dirent *entry) {
  return file_rank(entry->d_name) != 0;
}

static int by_rank(const struct dirent **x, const struct dirent **y) {
  uint64_t a = file_rank((*x)->d_name), b = file_rank((*y)->d_name);
  return a != b ? (a > b) - (a < b) : strcmp((*x)->d_name, (*y)->d_name);
}

static int list_outputs(const char *folder, struct dirent ***entries, int *count) {
  *count = scandir(folder, entries, is_output, by_rank);
  CHECK(*count >= 0, STATUS_USAGE, "%s: cannot read: %s", folder, strerror(errno));
  return STATUS_OK;
}

static void free_entries(struct dirent **entries, int count) {
  for (int i = 0; i < count; i++) free(entries[i]);
  free(entries);
}

static int compare_entry(struct compare *k, const char *name, char only) {
  char a[PATH_MAX], b[PATH_MAX];
  if (only) {
    struct comparison c = {.only = only};
    snprintf(c.name, sizeof c.name, "%s", name);
    report(k, &c);
    return STATUS_OK;
  }
  TRY(path_join(a, k->arguments->paths[0], name));
  TRY(path_join(b, k->arguments->paths[1], name));
  return compare_files(k, name, a, b);
}

/* Both lists in one order, what only one has included. */
static int compare_lists(struct compare *k, struct dirent **a, int na, struct dirent **b, int nb) {
  CHECK(na > 0 || nb > 0, STATUS_USAGE, "neither folder has an output of amphi");
  for (int i = 0, j = 0; i < na || j < nb;) {
    int order = i == na   ? 1
                : j == nb ? -1
                          : by_rank((const struct dirent **)&a[i], (const struct dirent **)&b[j]);
    const char *name = order <= 0 ? a[i]->d_name : b[j]->d_name;
    TRY(compare_entry(k, name, order < 0 ? 'A' : order > 0 ? 'B' : 0));
    i += order <= 0;
    j += order >= 0;
  }
  return STATUS_OK;
}

static int compare_folders(struct compare *k) {
  struct dirent **a = NULL, **b = NULL;
  int na = 0, nb = 0;
  int status = list_outputs(k->arguments->paths[0], &a, &na);
  if (status == STATUS_OK) status = list_outputs(k->arguments->paths[1], &b, &nb);
  if (status == STATUS_OK) status = compare_lists(k, a, na, b, nb);
  free_entries(a, na);
  free_entries(b, nb);
  return status;
}

/* ---- the command ---- */

static int compare_any(struct compare *k) {
  const char *const *paths = k->arguments->paths;
  for (int i = 0; i < 2; i++) CHECK(path_exists(paths[i]), STATUS_USAGE, "%s: not there", paths[i]);
  bool a = path_is_folder(paths[0]), b = path_is_folder(paths[1]);
  CHECK(a == b, STATUS_USAGE, "%s is a folder, %s is not", a ? paths[0] : paths[1], a ? paths[1] : paths[0]);
  return a ? compare_folders(k) : compare_files(k, "", paths[0], paths[1]);
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
      {"exact", KEY_EXACT, NULL, 0, "The same bits: -0 is not 0, and a NaN only the same NaN", 0},
      {"tolerance", KEY_TOLERANCE, "X", 0,
       "Differences up to X times the largest magnitude of their field pass (default 0)", 0},
      {"json", KEY_JSON, NULL, 0, "Print JSON", 0},
      {0}};
  const struct argp program = {
      .options = options,
      .parser = parse,
      .args_doc = "A B",
      .doc =
          "Compare two snapshots, checkpoints or gauge tables, or two output folders: every file that both "
          "have; one that only one has is a difference. Particles are matched by their id, samples of a "
          "gauge "
          "by their order.\v"
          "For each field: how many rows differ, the largest difference, the same over the largest magnitude "
          "in the field, the 2-norm of the differences over that of the field, and where the worst is. "
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
