/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi replay: a part of a finished run again, from the nearest checkpoint that stayed, with other gauges
 * and snapshots; the hash of the state at the next checkpoint proves that it is the same run. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/job.h"
#include "cli/notes.h"
#include "cli/output.h"
#include "cli/part.h"
#include "io/file.h"
#include "io/writer.h"
#include "util/error.h"
#include "util/log.h"
#include "util/path.h"

enum { KEY_FROM = 0x100, KEY_TO, KEY_FIELDS, KEY_INTERVAL, SETTING = 256 };

struct arguments {
  const char *run, *folder;
  double from, to; /* s; NaN: not given */
  char **gauges;
  size_t gauge_count;
  char interval[SETTING], fields[SETTING]; /* overrides; "": not given */
  bool quiet;
  struct overrides overrides;
  struct execution execution;
};

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "Folder for what is computed again", 0},
    {"from", KEY_FROM, "T", 0, "Beginning of the part, seconds of simulated time", 0},
    {"to", KEY_TO, "T", 0, "End of the part; both moments belong to it", 0},
    {"gauge", 'g', "GAUGE", 0,
     "A gauge in place of those of the run, as an item of `gauges` in a case: '{name: P9, type: pressure, "
     "at: "
     "[1, 0.2], interval: 0.001}'; can be given several times",
     0},
    {"interval", KEY_INTERVAL, "T", 0, "Simulated time between snapshots, s (output.interval)", 0},
    {"fields", KEY_FIELDS, "NAMES", 0, "What snapshots have, as in velocity,pressure (output.fields)", 0},
    {"quiet", 'q', NULL, 0, "Nothing on the terminal but errors; log.txt still gets everything", 0},
    {0}};

static double parse_seconds(struct argp_state *state, const char *option, const char *text) {
  char *end;
  const double time = strtod(text, &end);
  if (end == text || *end || !isfinite(time) || time < 0)
    argp_error(state, "%s '%s': expected seconds, 0 or more", option, text);
  return time;
}

static void parse_setting(char to[SETTING], struct argp_state *state, const char *format, const char *text) {
  const int length = snprintf(to, SETTING, format, text);
  if (length >= SETTING) argp_error(state, "'%s' is too long", text);
}

static void parse_gauge(struct arguments *a, struct argp_state *state, char *text) {
  char **more = realloc(a->gauges, (a->gauge_count + 1) * sizeof *more);
  if (!more) argp_failure(state, STATUS_FAILED, 0, "no memory");
  if (strchr(text, '\n')) argp_error(state, "--gauge: one line each");
  a->gauges = more;
  a->gauges[a->gauge_count++] = text;
}

static void check_window(const struct arguments *a, struct argp_state *state) {
  if (isnan(a->from) || isnan(a->to)) argp_error(state, "--from and --to say which part");
  if (a->from > a->to) argp_error(state, "--from %g is behind --to %g", a->from, a->to);
  if (!a->folder) argp_error(state, "-o DIR says where to");
}

static error_t parse_replay(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &a->overrides;
    state->child_inputs[1] = &a->execution;
    return 0;
  case 'o':
    a->folder = argument;
    return 0;
  case 'g':
    parse_gauge(a, state, argument);
    return 0;
  case 'q':
    a->quiet = true;
    return 0;
  case KEY_FROM:
    a->from = parse_seconds(state, "--from", argument);
    return 0;
  case KEY_TO:
    a->to = parse_seconds(state, "--to", argument);
    return 0;
  case KEY_INTERVAL:
    parse_setting(a->interval, state, "output.interval=%s", argument);
    return 0;
  case KEY_FIELDS:
    parse_setting(a->fields, state, "output.fields=[%s]", argument);
    return 0;
  case ARGP_KEY_SUCCESS:
    check_window(a, state);
    return 0;
  case ARGP_KEY_ARG:
    if (a->run) argp_error(state, "one output folder at a time; '%s' is too many", argument);
    a->run = argument;
    return 0;
  case ARGP_KEY_NO_ARGS:
    argp_error(state, "which output folder?");
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* ---- the case, with other outputs ---- */

/* The text without its list of gauges, which ends where the next key begins. */
static void print_without_gauges(FILE *out, const char *text) {
  bool inside = false;
  for (const char *line = text; *line;) {
    const size_t length = strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
    if (*line != ' ' && *line != '-' && *line != '\n') inside = !strncmp(line, "gauges:", 7);
    if (!inside) fwrite(line, 1, length, out);
    line += length;
  }
}

/* DIR/case.yaml: the case of the run with these gauges for its own. */
static int write_case(char path[PATH_MAX], const struct arguments *a) {
  char *text = NULL, *whole = NULL;
  size_t size = 0;
  TRY(file_read(path, STATUS_USAGE, &text, &size));
  FILE *out = open_memstream(&whole, &size);
  if (out) print_without_gauges(out, text), fputs("gauges:\n", out);
  for (size_t i = 0; out && i < a->gauge_count; i++) fprintf(out, "  - %s\n", a->gauges[i]);
  free(text);
  int status = out && !fclose(out) ? path_join(path, a->folder, "case.yaml")
                                   : error_set(STATUS_FAILED, "no memory for the case");
  if (!status) status = path_make_folder(a->folder);
  if (!status) status = file_replace(path, whole, size);
  free(whole);
  return status;
}

/* A run of tables alone may have a part with snapshots. */
static char snapshots[] = "output.snapshots=all";

static int load_replay(struct job *j, struct arguments *a) {
  char path[PATH_MAX], name[NAME_MAX + 1];
  CHECK(strlen(a->run) < PATH_MAX && *a->folder && strlen(a->folder) < PATH_MAX, STATUS_USAGE,
        "'%s' is no name of a folder", a->folder);
  CHECK(!folder_holds_run(a->folder, name), STATUS_USAGE, "%s: holds a run (%s): -o DIR goes elsewhere",
        a->folder, name);
  TRY(part_case(path, a->run));
  if (a->gauge_count) TRY(write_case(path, a));
  if (*a->interval || *a->fields) TRY(overrides_add(&a->overrides, snapshots));
  if (*a->interval) TRY(overrides_add(&a->overrides, a->interval));
  if (*a->fields) TRY(overrides_add(&a->overrides, a->fields));
  return part_load(j, a->run, path, &a->overrides);
}

/* Gauges that show what was before, which only those of the run have in its checkpoints. */
static bool remembers(const struct amphi_case *c) {
  for (size_t k = 0; k < c->gauge_count; k++)
    if (c->gauges[k].frequency > 0 || c->gauges[k].average > 0) return true;
  return false;
}

/* ---- again ---- */

static int judge_part(const struct job *j, const struct part_end *e, const char *run,
                      const char *difference) {
  CHECK(part_reached(j, e), STATUS_FAILED,
        "%s: not the same run again, so %s is not of it: at step %" PRIu64
        " the state has hash %s, and %s/%s "
        "has %s at step %" PRIu64 "%s%s",
        run, j->folder, j->at.step, j->state_hash, run, e->name, e->hash, e->step,
        *difference ? "; what differs: " : "", difference);
  log_say("The same run: at step %" PRIu64 " the state has hash %s, as in %s/%s", j->at.step, j->state_hash,
          run, e->name);
  log_say("Results are in %s", j->folder);
  return log_close();
}

static int replay_from(struct job *j, const struct arguments *a, const char *name, struct checkpoint *from,
                       const struct part_end *e) {
  char difference[NOTES_DIFFERENCE] = "", moment[MOMENT_TEXT], holds[NAME_MAX + 1];
  const bool own = *name && !a->gauge_count && notes_has_gauges(from, j); /* in their order */
  TRY(job_open(j, *name ? from : NULL));
  if (*name) TRY(notes_compare_build(difference, from, j));
  strcpy(j->folder, a->folder);
  TRY(path_make_folder(j->folder));
  TRY(folder_lock(j->folder));
  CHECK(!folder_holds_run(j->folder, holds), STATUS_USAGE, "%s: holds a run (%s): -o DIR goes elsewhere",
        j->folder, holds);
  j->windowed = true;
  j->window[0] = a->from, j->window[1] = a->to;
  TRY(output_replay(j, *name ? from : NULL, own));
  TRY(setup_say(&j->setup, false));
  log_say("  backend     %s", j->device);
  log_say("  from        %s/%s, %s", a->run, *name ? name : "used.yaml", job_moment(moment, j));
  log_say("  to          %s/%s, step %" PRIu64, a->run, e->name, e->step);
  int status = part_advance(j, e->step);
  const int ended = output_end(j);
  if (status == STATUS_OK) status = ended;
  return status ? status : judge_part(j, e, a->run, difference);
}

static int replay(struct job *j, struct arguments *a) {
  char name[NAME_MAX + 1] = "";
  struct part_end end = {0};
  struct checkpoint from = {0};
  TRY(load_replay(j, a));
  TRY(part_find_end(&end, j, a->to));
  int status = part_find_beginning(name, &from, j, a->from);
  const bool own = !a->gauge_count && notes_has_gauges(&from, j);
  if (!status && *name && !own && remembers(&j->setup.config)) {
    log_say("A gauge with `frequency` or `average` shows what was before: from the beginning of the run");
    *name = 0;
  }
  if (!status) status = replay_from(j, a, name, &from, &end);
  checkpoint_free(&from);
  return status;
}

int replay_main(int argc, char **argv) {
  static const struct argp_child children[] = {
      {&overrides_argp, 0, NULL, 0}, {&execution_argp, 0, NULL, 0}, {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_replay,
      .args_doc = "OUT",
      .doc = "Compute a part of a finished run again, with other gauges and snapshots."
             "\vIt begins at the last checkpoint before the part (output.keep), else at the run's beginning, "
             "and goes on to the next one behind it: the hash of the state there proves that it is the same "
             "run. Exit status: 0 it is, 1 it is not, or the system failed, 2 wrong usage, 3 diverged.",
      .children = children};
  struct arguments arguments = {.from = NAN, .to = NAN};
  if (cli_parse(&program, argc, argv, 0, &arguments)) return STATUS_FAILED;
  struct job job = {.execution = arguments.execution};
  log_quiet(arguments.quiet);
  const int status = replay(&job, &arguments);
  if (status) cli_fail(status);
  writer_end();
  table_close(job.gauges);
  file_settle();
  job_close(&job);
  overrides_free(&arguments.overrides);
  free(arguments.gauges);
  return status;
}
