/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi run: a case from start, or from a checkpoint, to its end. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/job.h"
#include "cli/notes.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/provenance.h"
#include "cli/repeat.h"
#include "cli/resume.h"
#include "cli/signals.h"
#include "io/file.h"
#include "io/writer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "util/path.h"
#include "util/words.h"

struct run_arguments {
  const char *target, *folder;
  uint64_t last_step; /* UINT64_MAX: no limit */
  uint64_t repeat;    /* 0: an ordinary run */
  bool resume, force, quiet, specialise, exact;
  char end[64]; /* "end=T" as an override */
  struct overrides overrides;
  struct execution execution;
};

enum { KEY_STEPS = 0x100, KEY_RESUME, KEY_FORCE, KEY_REPEAT, KEY_SPECIALISE, KEY_EXACT };

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "Folder for the results; default: out/NAME", 0},
    {"end", 'e', "T", 0, "End at T seconds of simulated time instead of the case's", 0},
    {"steps", KEY_STEPS, "N", 0, "Stop after N time steps in all; 0: write the start", 0},
    {"resume", KEY_RESUME, NULL, 0, "Go on from the checkpoint in the output folder", 0},
    {"exact", KEY_EXACT, NULL, 0,
     "With --resume: refuse if the checkpoint is of a build whose bits may differ", 0},
    {"force", KEY_FORCE, NULL, 0, "Remove an earlier run's results from the output folder", 0},
    {"repeat", KEY_REPEAT, "N", 0,
     "Where chance plays a part: run seeds 1 to N, print statistics of the results, and write nothing", 0},
    {"specialise", KEY_SPECIALISE, NULL, 0,
     "Compile specialised code for the models first, where there is none (amphi specialise)", 0},
    {"quiet", 'q', NULL, 0, "Nothing on the terminal but errors; log.txt still gets everything", 0},
    {0}};

static void parse_end(struct run_arguments *a, const char *text, struct argp_state *state) {
  int length = snprintf(a->end, sizeof a->end, "end=%s", text);
  if (length >= (int)sizeof a->end) argp_error(state, "--end: expected seconds, got '%s'", text);
}

static error_t parse_run(int key, char *argument, struct argp_state *state) {
  struct run_arguments *a = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &a->overrides;
    state->child_inputs[1] = &a->execution;
    state->child_inputs[2] = &a->overrides;
    return 0;
  case 'o':
    a->folder = argument;
    return 0;
  case 'e':
    parse_end(a, argument, state);
    return 0;
  case 'q':
    a->quiet = true;
    return 0;
  case KEY_STEPS:
    a->last_step = parse_whole(state, "--steps", argument, 0, 1ull << 53);
    return 0;
  case KEY_REPEAT:
    a->repeat = parse_count(state, "--repeat", argument, 1000000);
    return 0;
  case KEY_SPECIALISE:
    a->specialise = true;
    return 0;
  case KEY_RESUME:
    a->resume = true;
    return 0;
  case KEY_EXACT:
    a->exact = true;
    return 0;
  case KEY_FORCE:
    a->force = true;
    return 0;
  case ARGP_KEY_SUCCESS:
    if (a->repeat && !a->last_step) argp_error(state, "--repeat takes steps; --steps 0 takes none");
    if (a->resume && a->force) argp_error(state, "--resume and --force exclude each other");
    if (a->exact && !a->resume) argp_error(state, "--exact goes with --resume");
    if (a->repeat && (a->resume || a->force || a->folder))
      argp_error(state, "--repeat writes nothing, so it goes without --output, --resume and --force");
    return 0;
  default:
    return parse_case(key, argument, state, &a->target);
  }
}

/* ---- where from, where to ---- */

static int choose_folder(char folder[PATH_MAX], const struct run_arguments *a, const char *case_path) {
  char name[NAME_MAX + 1];
  if (!a->folder) {
    TRY(setup_name(name, case_path));
    return path_join(folder, "out", name);
  }
  CHECK(*a->folder && strlen(a->folder) < PATH_MAX, STATUS_USAGE, "--output: '%s' is no name of a folder",
        a->folder);
  strcpy(folder, a->folder);
  return STATUS_OK;
}

/* The case file, and the folder of the results in j->folder. */
static int locate(char path[PATH_MAX], struct job *j, const struct run_arguments *a) {
  if (a->resume && !a->folder && resume_is_folder(a->target)) {
    CHECK(strlen(a->target) < PATH_MAX, STATUS_USAGE, "%s: name too long", a->target);
    strcpy(j->folder, a->target);
    TRY(path_join(path, a->target, "used.yaml"));
    CHECK(path_exists(path), STATUS_USAGE,
          "%s: no used.yaml in this folder; give the case: amphi run CASE --resume -o %s", a->target,
          a->target);
    return STATUS_OK;
  }
  TRY(setup_locate(path, a->target));
  return choose_folder(j->folder, a, path);
}

/* Refuses a run whose output would overwrite an input of the case. A resumed run may rewrite its own
 * used.yaml, which gets the same keys. */
static int check_inputs(const struct job *j, const char *case_path, bool resumed) {
  const struct case_inputs *in = &j->setup.inputs;
  CHECK(resumed || !folder_would_lose(j->folder, case_path), STATUS_USAGE,
        "%s: is the case file, and a run into %s removes or replaces files of this name: copy it elsewhere, "
        "or give another folder with -o",
        case_path, j->folder);
  for (size_t i = 0; i < in->count; i++)
    CHECK(!folder_would_lose(j->folder, in->items[i].path), STATUS_USAGE,
          "%s: %s: the case reads %s, and a run into %s removes or replaces files of this name: copy it "
          "elsewhere, or give another folder with -o",
          case_path, in->items[i].key, in->items[i].path, j->folder);
  return STATUS_OK;
}

/* Refuses a folder that holds an earlier run. */
static int check_folder(const struct run_arguments *a, const char *folder) {
  char name[NAME_MAX + 1];
  CHECK(!path_exists(folder) || path_is_folder(folder), STATUS_USAGE, "%s: is a file, not a folder", folder);
  CHECK(a->force || !folder_holds_run(folder, name), STATUS_USAGE,
        "%s: holds an earlier run (%s): --resume goes on with it, --force replaces it, -o DIR goes elsewhere",
        folder, name);
  return STATUS_OK;
}

/* Check the folder while holding its lock, so that no other run can start in it in between. */
static int prepare_folder(const struct run_arguments *a, const char *folder) {
  TRY(path_make_folder(folder));
  TRY(folder_lock(folder));
  TRY(check_folder(a, folder));
  return a->force ? folder_clear(folder, 0, true) : STATUS_OK;
}

/* ---- the run ---- */

static void say_build(void) {
  log_say("  sources     %s, by %s %s", provenance_of("sources"), provenance_of("compiler"),
          provenance_of("flags"));
  log_say("  libraries   %s", provenance_of("libraries"));
}

static int say_header(struct job *j, const struct run_arguments *a) {
  char bytes[16], moment[MOMENT_TEXT];
  TRY(setup_say(&j->setup, false));
  log_say("  backend     %s", j->device);
  say_build();
  code_say(&j->code);
  log_say("  memory      %s allocated", text_bytes(bytes, (double)j->at.bytes));
  log_say("  output      %s", j->folder);
  if (a->resume) log_say("Resumed at %s", job_moment(moment, j));
  return STATUS_OK;
}

static bool is_finished(const struct job *j) {
  return j->at.finished || j->at.time >= j->setup.config.end;
}

static bool is_done(const struct job *j, const struct run_arguments *a) {
  return is_finished(j) || j->at.step >= a->last_step;
}

/* Steps until the end, a signal or a failure. The end and output times never shorten a step, so
 * that a run extended later, or with other outputs, is the same run. */
static int advance_run(struct job *j, const struct run_arguments *a) {
  struct progress progress;
  char moment[MOMENT_TEXT];
  progress_begin(&progress, j);
  while (!is_done(j, a)) {
    const struct horizon h = {fmin(j->setup.config.end, output_due(j)), a->last_step};
    TRY(job_steps(j, &h));
    TRY(output_step(j));
    TRY(log_status());
    progress_show(&progress, j, a->last_step);
    if (signals_stop()) break;
    bool wanted = signals_checkpoint();
    if (wanted || clock_now() >= j->checkpoint_due) TRY(output_checkpoint(j));
    if (wanted) TRY(writer_wait());
    if (wanted) log_say("Checkpoint written at %s", job_moment(moment, j));
  }
  return STATUS_OK;
}

/* Write the checkpoint before the last snapshot, which a run that is resumed later would not have written. */
static int complete(struct job *j, const struct run_arguments *a) {
  TRY(output_checkpoint(j));
  if (is_done(j, a)) {
    j->outcome = is_finished(j) ? OUTCOME_FINISHED : OUTCOME_STOPPED;
    if (j->outcome == OUTCOME_STOPPED) snprintf(j->reason, sizeof j->reason, "--steps was reached");
    if (j->at.finished && j->at.why) snprintf(j->reason, sizeof j->reason, "%s", j->at.why);
    TRY(output_last_snapshot(j));
  } else {
    j->outcome = OUTCOME_INTERRUPTED;
    snprintf(j->reason, sizeof j->reason, "%s", strsignal(signals_stop()));
  }
  TRY(job_hash(j));
  return output_end(j);
}

static int diverge(struct job *j) {
  j->outcome = OUTCOME_DIVERGED;
  snprintf(j->reason, sizeof j->reason, "%s", j->at.diverged);
  TRY(output_diverged(j));
  TRY(job_hash(j));
  TRY(output_end(j));
  return error_set(STATUS_DIVERGED, "diverged: %s; the state is in %s/diverged.vtkhdf", j->reason, j->folder);
}

static void say_end(const struct job *j, const struct summary *s) {
  char moment[MOMENT_TEXT], word[PATH_QUOTED];
  log_say("%c%s at %s%s%s", s->outcome[0] - 'a' + 'A', s->outcome + 1, job_moment(moment, j),
          s->reason ? ": " : "", s->reason ? s->reason : "");
  job_say_summary(s);
  log_say("Methods used:");
  j->setup.method->cite(j->setup.plan);
  if (j->outcome == OUTCOME_INTERRUPTED || j->outcome == OUTCOME_STOPPED)
    log_say("To go on: amphi run --resume %s", path_quoted(word, j->folder));
  else
    log_say("Results are in %s", j->folder);
}

static int report_run(struct job *j) {
  struct summary summary;
  char path[PATH_MAX];
  TRY(job_summarise(j, &summary));
  say_end(j, &summary);
  TRY(path_join(path, j->folder, "summary.json"));
  TRY(summary_write(path, &summary));
  return log_close();
}

/* Drive an opened job to its end; what went wrong is in the summary as far as that can be written. */
static int drive(struct job *j, const struct run_arguments *a) {
  int status = advance_run(j, a);
  if (!status) status = complete(j, a);
  if (status == STATUS_DIVERGED) status = diverge(j);
  if (!status) return report_run(j);
  char text[sizeof j->reason];
  snprintf(text, sizeof text, "%s", error_text());
  if (status != STATUS_DIVERGED) {
    j->outcome = OUTCOME_FAILED;
    snprintf(j->reason, sizeof j->reason, "%s", text);
  }
  output_end(j);
  report_run(j);
  return error_set(status, "%s", text);
}

static int start_run(struct job *j, const struct run_arguments *a) {
  TRY(check_folder(a, j->folder)); /* early, for opening may take long */
  TRY(job_open(j, NULL));
  TRY(prepare_folder(a, j->folder));
  signals_listen();
  TRY(output_begin(j));
  TRY(say_header(j, a));
  return drive(j, a);
}

/* A run that another build, backend or number of threads began goes on with a warning, or with --exact is
 * refused. */
static int check_build(char difference[NOTES_DIFFERENCE], struct job *j, bool exact,
                       const struct checkpoint *from) {
  TRY(notes_compare_build(difference, from, j));
  j->mixed = *difference;
  CHECK(!j->mixed || !exact, STATUS_USAGE,
        "%s: --exact: the checkpoint is not of this amphi, run like this (%s): go on with the one that wrote "
        "it, or "
        "without --exact, or start anew with --force",
        j->folder, difference);
  return STATUS_OK;
}

static int resume(struct job *j, const struct run_arguments *a, struct checkpoint *from) {
  char summary[PATH_MAX], difference[NOTES_DIFFERENCE];
  bool timeless = j->setup.method->timeless;
  TRY(path_join(summary, j->folder, "summary.json"));
  TRY(notes_check_gauges(&j->gauge_mark, from, j));
  TRY(job_open(j, from));
  TRY(check_build(difference, j, a->exact, from));
  /* Even a run that reached its end has files to write if it was killed after its last checkpoint. */
  if (is_done(j, a) && summary_is_complete(summary, j->at.step)) {
    char moment[MOMENT_TEXT];
    log_say("Nothing to do: the run in %s is at %s, and ends at %s%.6g%s; --end goes beyond", j->folder,
            job_moment(moment, j), timeless ? "step " : "t = ", j->setup.config.end, timeless ? "" : " s");
    return STATUS_OK;
  }
  signals_listen();
  TRY(output_resume(j, from));
  TRY(say_header(j, a));
  if (j->mixed)
    log_say(
        "Warning: the checkpoint is not of this amphi, run like this, so neither alone gives the bits of the "
        "result: %s",
        difference);
  return drive(j, a);
}

static int run_case(struct job *j, struct run_arguments *a) {
  char path[PATH_MAX];
  if (*a->end) TRY(overrides_add(&a->overrides, a->end));
  if (a->repeat) {
    TRY(setup_locate(path, a->target));
    return repeat_case(path, &a->overrides, &a->execution, a->repeat,
                       a->last_step < UINT64_MAX ? a->last_step : 0);
  }
  TRY(locate(path, j, a));
  TRY(setup_load(&j->setup, path, &a->overrides));
  TRY(case_inputs_read(&j->setup.inputs, &j->setup.config));
  TRY(check_inputs(j, path, a->resume));
  if (a->specialise) {
    TRY(execution_choose(&j->execution, j->setup.method));
    TRY(code_specialise(&j->setup, &j->execution));
  }
  if (!a->resume) return start_run(j, a);
  struct checkpoint from = {0};
  if (path_is_folder(j->folder)) TRY(folder_lock(j->folder));
  int status = resume_read(&from, j, "checkpoint.h5");
  if (!status) status = resume(j, a, &from);
  checkpoint_free(&from);
  return status;
}

int run_main(int argc, char **argv) {
  static const struct argp_child children[] = {
      {&overrides_argp, 0, NULL, 0}, {&execution_argp, 0, NULL, 0}, {&draft_argp, 0, NULL, 0}, {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_run,
      .args_doc = "CASE\n--resume DIR",
      .doc = "Run a case and write its results to a folder.\v"
             "CASE is a case file, a folder with a case.yaml, or a name of 'amphi cases'. SIGTERM, SIGUSR2, "
             "SIGXCPU and Ctrl-C finish "
             "the step, write a "
             "checkpoint and stop; a second Ctrl-C ends the program at once, and the last checkpoint stays. "
             "SIGUSR1 writes one and goes on. Exit status: 0 finished, 1 the system failed, 2 wrong usage or "
             "case file, 3 diverged, 128 + N stopped by signal N.",
      .children = children};
  struct run_arguments arguments = {.last_step = UINT64_MAX};
  if (cli_parse(&program, argc, argv, 0, &arguments)) return STATUS_FAILED;
  struct job job = {.execution = arguments.execution};
  log_quiet(arguments.quiet);
  int status = run_case(&job, &arguments);
  if (status)
    cli_fail(status);
  else if (job.outcome == OUTCOME_INTERRUPTED)
    status = 128 + signals_stop();
  writer_end();
  table_close(job.gauges);
  file_settle(); /* what waits where opening failed */
  job_close(&job);
  overrides_free(&arguments.overrides);
  return status;
}
