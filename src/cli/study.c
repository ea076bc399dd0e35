/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi study: a case at several spacings, with repetitions and other values, and what they say together. */
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "check/read.h"
#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/provenance.h"
#include "cli/results.h"
#include "cli/setup.h"
#include "cli/signals.h"
#include "cli/study_options.h"
#include "io/file.h"
#include "registry/methods.h"
#include "study/estimate.h"
#include "study/result.h"
#include "study/store.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "util/path.h"
#include "util/words.h"

struct study {
  struct study_options options;
  char case_path[PATH_MAX], folder[PATH_MAX], program[PATH_MAX];
  struct amphi_case config;
  struct study_plan plan;
  struct study_launch launch;
  bool is_new, stopped;
};

/* ---- what is asked for ---- */

static int check_gauges(const struct study *s) {
  CHECK(case_gauge_count(&s->config) > 0, STATUS_USAGE,
        "%s: no gauges, which a study is of: --set 'gauges=[{...}]' gives some", s->case_path);
  return STATUS_OK;
}

static int choose_folder(struct study *s) {
  char name[NAME_MAX + 1], with[NAME_MAX + 8], holds[NAME_MAX + 1];
  if (s->options.folder) {
    CHECK(*s->options.folder && strlen(s->options.folder) < PATH_MAX, STATUS_USAGE,
          "--output: '%s' is no name of a folder", s->options.folder);
    strcpy(s->folder, s->options.folder);
  } else {
    TRY(setup_name(name, s->case_path));
    snprintf(with, sizeof with, "%s-study", name);
    TRY(path_join(s->folder, "out", with));
  }
  CHECK(!folder_holds_run(s->folder, holds), STATUS_USAGE,
        "%s: holds a run (%s): a study goes into a folder of its own (--output)", s->folder, holds);
  s->is_new = !path_exists(s->folder);
  return STATUS_OK;
}

static int load_study(struct study *s) {
  const struct overrides *o = &s->options.overrides;
  struct study_request *r = &s->options.request;
  TRY(path_program(s->program));
  TRY(setup_locate(s->case_path, s->options.target));
  TRY(case_read(&s->config, s->case_path, o->items, o->count));
  TRY(check_gauges(s));
  TRY(choose_folder(s));
  r->case_path = s->case_path, r->settings = o->items, r->setting_count = o->count;
  r->seed = methods[s->config.method]->seed;
  if (!r->spacings) r->spacings = s->config.method == METHOD_WCSPH && !r->dp_count ? 3 : 1;
  return study_plan_make(&s->plan, r, &s->config);
}

static bool wants_stop(void) {
  return signals_stop() != 0;
}

/* The threads of the study that is there, for other ones may have other bits; then the places. */
static int choose_launch(struct study *s) {
  const struct study_options *o = &s->options;
  int threads = o->execution.options.threads;
  TRY(study_options_check(o, methods[s->config.method]));
  if (threads < 0) TRY(study_store_threads(&threads, s->folder));
  s->launch = (struct study_launch){.program = s->program,
                                    .prefix = o->launch_words,
                                    .prefix_count = o->launch_count,
                                    .folder = s->folder,
                                    .backend = o->execution.name,
                                    .isa = o->execution.options.isa,
                                    .stop = wants_stop};
  return study_options_place(&s->options, &s->launch, threads, s->plan.run_count,
                             s->plan.variant_count * (size_t)s->plan.repeats);
}

/* ---- what it takes ---- */

static void say_group(const struct study_plan *p, size_t v, size_t k) {
  const struct study_run *first = study_plan_group(p, v, k);
  char time[24], bytes[16], dp[32] = "", each[80];
  int waiting = 0;
  for (int i = 0; i < p->repeats; i++) waiting += first[i].state == RUN_WAITING;
  if (p->dp[k] > 0) snprintf(dp, sizeof dp, "dp = %-10g ", p->dp[k]);
  snprintf(each, sizeof each, "each %s and %s", text_duration(time, first->seconds),
           text_bytes(bytes, first->bytes));
  if (!(first->seconds > 0)) snprintf(each, sizeof each, "diverges within %d steps", ESTIMATE_STEPS);
  log_say("  %s%d run%s, %s%s%s%s", dp, p->repeats, p->repeats == 1 ? "" : "s",
          waiting == 0 && !(first->seconds > 0) ? "" : each,
          waiting == 0           ? first->seconds > 0 ? "; done" : "done"
          : waiting < p->repeats ? "; some are done"
                                 : "",
          *p->variants[v].label ? ", " : "", p->variants[v].label);
}

static void say_estimate(const struct study *s) {
  const struct study_plan *p = &s->plan;
  struct study_estimate e;
  char time[24], longest[24], bytes[16], room[16], threads[48] = "";
  struct statvfs disk;
  if (s->launch.threads > 0)
    snprintf(threads, sizeof threads, " with %d thread%s", s->launch.threads,
             s->launch.threads == 1 ? "" : "s");
  log_say("%zu run%s, %d at a time%s:", p->run_count, p->run_count == 1 ? "" : "s", s->launch.side, threads);
  for (size_t k = 0; k < p->dp_count; k++)
    for (size_t v = 0; v < p->variant_count; v++) say_group(p, v, k);
  study_estimate_sum(&e, p, s->launch.side);
  log_say("  in all      about %s (the longest run %s) and %s on the disk", text_duration(time, e.seconds),
          text_duration(longest, e.longest), text_bytes(bytes, e.bytes));
  log_say("  by %d steps of each group; runs side by side share memory and may be slower", ESTIMATE_STEPS);
  if (statvfs(s->folder, &disk)) return;
  const double there = (double)disk.f_bavail * (double)disk.f_frsize;
  if (e.bytes > there)
    log_say("Warning: there are only %s on the disk of %s; output.interval says how often a run writes",
            text_bytes(room, there), s->folder);
}

/* ---- how it goes ---- */

static void tell(const struct study_progress *progress) {
  const double now = clock_now();
  char time[24], left[40] = "", failed[32] = "";
  if (!log_progress_due(now)) return;
  if (isfinite(progress->left)) snprintf(left, sizeof left, ", %s left", text_duration(time, progress->left));
  if (progress->failed) snprintf(failed, sizeof failed, ", %zu failed", progress->failed);
  log_progress(now, "%3.0f %%%s: %zu of %zu runs done, %zu running%s", 100 * progress->share, left,
               progress->finished, progress->count, progress->running, failed);
}

/* Print the failures; returns the exit status of the worst. */
static int say_failures(const struct study *s) {
  const struct study_plan *p = &s->plan;
  char said[JOB_SAID];
  int status = STATUS_OK;
  for (size_t i = 0; i < p->run_count; i++) {
    const struct study_run *run = &p->runs[i];
    if (run->state != RUN_DIVERGED && run->state != RUN_FAILED) continue;
    study_jobs_said(said, s->folder, run->name);
    fprintf(stderr, "amphi study: %s/%s %s: %s\n", s->folder, run->name, run_state_names[run->state],
            !strncmp(said, "amphi: ", 7) ? said + 7 : said);
    if (status != STATUS_FAILED) status = run->state == RUN_DIVERGED ? STATUS_DIVERGED : STATUS_FAILED;
  }
  return status;
}

static void say_stop(const struct study *s) {
  size_t done = 0;
  for (size_t i = 0; i < s->plan.run_count; i++) done += s->plan.runs[i].state == RUN_FINISHED;
  log_say("Stopped by %s: %zu of %zu runs are done, those that ran have checkpoints in %s",
          strsignal(signals_stop()), done, s->plan.run_count, s->folder);
  log_say("To go on, give the same command again");
}

/* ---- what it says ---- */

static int read_experiment(struct frame_file *table, char **text, const struct study *s) {
  const char *path = s->options.experiment;
  char run[PATH_MAX];
  size_t size = 0;
  int status = STATUS_OK;
  if (path)
    status = file_read(path, STATUS_USAGE, text, &size);
  else
    for (size_t i = 0; i < s->plan.run_count && !*text && !status; i++)
      if (s->plan.runs[i].state == RUN_FINISHED && !path_join(run, s->folder, s->plan.runs[i].name))
        status = results_experiment(run, text, &size);
  if (!status && *text) status = measured_read(table, path ? path : "experiment.csv", *text, size);
  return status;
}

/* The file that is named, or the one beside the case, if it is there. */
static int hold_repetitions(struct study_result *r, const struct study *s) {
  char beside[PATH_MAX], folder[PATH_MAX], *text = NULL;
  const char *path = s->options.repetitions;
  size_t size = 0;
  if (!path) {
    strcpy(folder, s->case_path);
    TRY(path_join(beside, dirname(folder), "repetitions.csv"));
    if (!path_exists(beside)) return STATUS_OK;
    path = beside;
  }
  int status = file_read(path, STATUS_USAGE, &text, &size);
  if (!status) status = study_hold_repeated(r, &s->plan, path, text);
  free(text);
  return status;
}

static void say_repetitions(const struct study_result *r, const struct study_plan *p) {
  for (size_t i = 0; i < r->repeated_count; i++) {
    const struct study_repeated *row = &r->repeated[i];
    const char *label = p->variants[row->variant].label;
    if (!row->found || !row->found->count) continue;
    log_say("  %s, %s from %g to %g s%s%s: mean %.4g of %zu, %.4g to %.4g; the experiment's %.4g of %zu, "
            "%.4g to %.4g",
            row->gauge, quantity_names[row->quantity], row->from, row->to, *label ? ", " : "", label,
            row->found->mean, row->found->count, row->found->least, row->found->largest, row->measured.mean,
            row->measured.count, row->measured.least, row->measured.largest);
  }
}

static void say_result(const struct study_result *r, const struct study_plan *p) {
  char doubt[256];
  for (size_t at = 0; study_doubt(doubt, r, p, &at);) log_say("Note: %s", doubt);
  for (size_t i = 0; i < r->series_count; i++) {
    const struct study_series *s = &r->series[i];
    const struct convergence *c = &s->convergence[QUANTITY_MEAN];
    const char *label = p->variants[s->variant].label;
    if (s->count == 0) {
      log_say("  %s%s%s: its runs have no times in common", s->name, *label ? ", " : "", label);
    } else if (convergence_is_found(c)) {
      log_say("  %s%s%s: mean %.6g, extrapolated %.6g +- %.2g, order %.2f", s->name, *label ? ", " : "",
              label, s->levels[0].spread[QUANTITY_MEAN].median, c->extrapolated, c->band, c->order);
    } else {
      log_say("  %s%s%s: mean %.6g; %s", s->name, *label ? ", " : "", label,
              s->levels[0].spread[QUANTITY_MEAN].median, verdict_texts[c->verdict]);
    }
  }
}

static int conclude(const struct study *s) {
  struct frame_file experiment = {0};
  struct study_result result = {0};
  char *text = NULL;
  int status = read_experiment(&experiment, &text, s);
  if (!status)
    status = study_analyse(&result, &s->plan, s->folder, &experiment, s->options.from, s->options.to);
  if (!status) status = hold_repetitions(&result, s);
  if (!status) status = study_write_json(&result, &s->plan, s->folder);
  if (!status) status = study_write_tables(&result, &s->plan, s->folder);
  if (!status) status = study_write_page(&result, &s->plan, s->folder);
  if (!status) say_result(&result, &s->plan), say_repetitions(&result, &s->plan);
  if (!status)
    log_say("%s/study.html: bands and orders; numbers in study.json, study.csv, bands.csv", s->folder);
  study_result_free(&result, &s->plan);
  frame_file_free(&experiment);
  free(text);
  return status;
}

/* ---- the study ---- */

static int prepare_study(struct study *s, const struct study_identity *id) {
  TRY(path_make_folder(s->folder));
  TRY(folder_lock(s->folder));
  TRY(study_jobs_look(&s->plan, s->folder));
  TRY(study_store_check(&s->plan, id, s->folder));
  signals_listen();
  TRY(study_estimate_measure(&s->plan, &s->launch, &s->stopped));
  return STATUS_OK;
}

static int work(struct study *s) {
  const struct study_identity id = {.build = provenance_of("sources"),
                                    .backend = s->launch.backend ? s->launch.backend : "",
                                    .isa = s->launch.isa ? s->launch.isa : "",
                                    .launch = s->options.launch ? s->options.launch : "",
                                    .threads = s->launch.threads};
  TRY(prepare_study(s, &id));
  if (s->stopped) return STATUS_OK;
  say_estimate(s);
  if (s->options.dry_run) return STATUS_OK;
  if (study_plan_waits(&s->plan)) TRY(study_store_write(&s->plan, &id, s->folder));
  TRY(study_jobs_run(&s->plan, &s->launch, tell, &s->stopped));
  log_close(); /* leaves the line of progress */
  const int failed = say_failures(s);
  if (s->stopped) {
    say_stop(s);
    return STATUS_OK;
  }
  TRY(conclude(s));
  return failed ? error_set(failed, "%s: not all runs finished; what did is in its results", s->folder)
                : STATUS_OK;
}

int study_main(int argc, char **argv) {
  struct study s = {0};
  if (study_options_parse(&s.options, argc, argv)) return STATUS_FAILED;
  int status = load_study(&s);
  if (!status) status = choose_launch(&s);
  if (!status) status = work(&s);
  if (s.is_new && (s.options.dry_run || status)) rmdir(s.folder); /* where nothing is in it */
  if (status)
    cli_fail(status);
  else if (s.stopped)
    status = 128 + signals_stop();
  study_plan_free(&s.plan);
  case_free(&s.config);
  study_options_free(&s.options);
  return status;
}
