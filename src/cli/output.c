/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/folder.h"
#include "cli/keep.h"
#include "cli/notes.h"
#include "cli/provenance.h"
#include "cli/results.h"
#include "io/file.h"
#include "io/table_hdf.h"
#include "io/writer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "util/path.h"
#include "util/schedule.h"

enum { SETTLE_SECONDS = 1 }; /* after which a snapshot is to be seen, at the latest behind the next step */

/* The first snapshot time of the case beyond `time`; infinity if there is none. */
static double next_snapshot(const struct amphi_case *c, double time) {
  double next = INFINITY;
  if (c->output.snapshots == SNAPSHOTS_NONE) return next;
  if (c->output.interval > 0) next = schedule_next(c->output.interval, time, 0);
  for (size_t i = 0; i < c->output.time_count; i++)
    if (c->output.times[i] > time && c->output.times[i] < next) next = c->output.times[i];
  return next;
}

static int write_snapshot(struct job *j, const char *name, bool whole) {
  const struct method *m = j->setup.method;
  struct snapshot_moment moment = {.time = j->at.time, .step = j->at.step, .whole = whole};
  char path[PATH_MAX], text[HASH_TEXT];
  bool left = false;
  uint64_t hash;
  TRY(path_join(path, j->folder, name));
  if (m->leave_snapshot) TRY(m->leave_snapshot(j->run, path, &moment, &left));
  if (left) return STATUS_OK;
  TRY(m->hash(j->run, &hash));
  hash_text(text, hash);
  moment.state_hash = text;
  return m->snapshot(j->run, path, &moment);
}

/* ---- the writer's part: in its thread, or in any once it has ended ---- */

/* Snapshots get their names, and are listed, some at a time: a sync takes much longer than a small snapshot.
 */
static int list_snapshots(void *job) {
  struct written *w = &((struct job *)job)->written;
  char names[UNLISTED_MOST][NAME_MAX + 1];
  struct series_entry entries[UNLISTED_MOST];
  const int count = w->unlisted;
  for (int i = 0; i < count; i++) {
    folder_snapshot_name(names[i], w->snapshots - (uint64_t)(count - i));
    entries[i] = (struct series_entry){names[i], w->unlisted_times[i]};
  }
  w->unlisted = 0;
  return count ? series_append(((struct job *)job)->folder, entries, (size_t)count) : file_settle();
}

/* A snapshot has been written. */
struct noted {
  struct written *in;
  double time;
};
static int note_snapshot(void *what) {
  const struct noted *n = what;
  n->in->unlisted_times[n->in->unlisted++] = n->time;
  n->in->snapshots++;
  return STATUS_OK;
}

static int sync_gauges(void *job) {
  return table_sync(((struct job *)job)->gauges);
}

/* gauges.csv up to a moment that counts, also as HDF5. */
struct table_copy {
  struct job *job;
  uint64_t bytes;
};
static int copy_table(void *what) {
  const struct table_copy *c = what;
  char table[PATH_MAX], copy[PATH_MAX];
  TRY(path_join(table, c->job->folder, "gauges.csv"));
  TRY(path_join(copy, c->job->folder, "gauges.h5"));
  return table_copy_hdf(table, copy, c->bytes);
}

static void keep_outputs(void *job) {
  (void)job;
}

static int leave(struct job *j, int (*act)(void *)) {
  return writer_do((struct writer_work){.run = act, .free = keep_outputs, .what = j});
}

/* ---- the run's ---- */

/* What asks HDF5 does so before it is the writer's. */
static void begin_writer(void) {
  provenance();
  writer_begin();
}

static int settle(struct job *j) {
  j->unlisted = 0;
  return leave(j, list_snapshots);
}

static int add_snapshot(struct job *j) {
  char name[NAME_MAX + 1];
  if (j->unlisted == UNLISTED_MOST) TRY(settle(j));
  folder_snapshot_name(name, j->snapshots);
  TRY(write_snapshot(j, name, false));
  struct noted *noted = malloc(sizeof *noted);
  CHECK(noted, STATUS_FAILED, "no memory for a snapshot");
  *noted = (struct noted){&j->written, j->at.time};
  TRY(writer_do((struct writer_work){.run = note_snapshot, .free = free, .what = noted}));
  if (!j->unlisted) j->settle_due = clock_now() + SETTLE_SECONDS;
  j->unlisted++;
  j->snapshots++;
  j->snapshot_time = j->at.time;
  j->snapshot_due = next_snapshot(&j->setup.config, j->at.time);
  return STATUS_OK;
}

static int open_table(struct job *j, char *const *names, const struct table_mark *from) {
  size_t columns = 0;
  char path[PATH_MAX];
  while (names[columns]) columns++;
  j->gauge_due = calloc(j->gauge_dues, sizeof *j->gauge_due);
  j->gauge_row = calloc(columns, sizeof *j->gauge_row);
  CHECK(j->gauge_due && j->gauge_row, STATUS_FAILED, "no memory");
  TRY(path_join(path, j->folder, "gauges.csv"));
  return table_open(&j->gauges, path, (const char *const *)names, columns, from);
}

/* Anew, or behind what a checkpoint counts on. */
int output_open_gauges(struct job *j, const struct table_mark *from) {
  char **names = j->setup.method->gauges(j->setup.plan, &j->gauge_dues);
  CHECK(names, STATUS_FAILED, "no memory");
  int status = j->gauge_dues ? open_table(j, names, from) : STATUS_OK;
  for (size_t i = 0; names[i]; i++) free(names[i]);
  free(names);
  return status;
}

static int copy_gauges(struct job *j, uint64_t bytes) {
  if (j->copied == bytes) return STATUS_OK;
  j->copied = bytes;
  struct table_copy *copy = malloc(sizeof *copy);
  CHECK(copy, STATUS_FAILED, "no memory for gauges.h5");
  *copy = (struct table_copy){j, bytes};
  return writer_do((struct writer_work){.run = copy_table, .free = free, .what = copy});
}

static bool is_shown(const struct job *j) {
  return !j->windowed || (j->window[0] <= j->at.time && j->at.time <= j->window[1]);
}

static bool has_snapshots(const struct job *j) {
  return j->setup.config.output.snapshots != SNAPSHOTS_NONE;
}

int output_sample_gauges(struct job *j) {
  if (!j->gauges) return STATUS_OK;
  int sampled = 0;
  TRY(j->setup.method->sample(j->run, j->gauge_due, j->gauge_row, &sampled));
  return sampled && is_shown(j) ? table_write(j->gauges, j->at.time, j->gauge_row) : STATUS_OK;
}

static int write_used(const struct amphi_case *c, const char *path) {
  char *text;
  size_t size;
  TRY(case_print(c, &text, &size));
  const int status = file_replace_soon(path, text, size);
  free(text);
  return status;
}

static int open_files(struct job *j, bool resumed) {
  char path[PATH_MAX];
  TRY(path_join(path, j->folder, "log.txt"));
  TRY(log_open(path, resumed));
  TRY(path_join(path, j->folder, "used.yaml"));
  return write_used(&j->setup.config, path);
}

static void schedule_checkpoint(struct job *j) {
  double interval = j->setup.config.output.checkpoint;
  j->checkpoint_due = interval > 0 ? clock_now() + interval : INFINITY;
}

/* The first moment of a run, or of a part of one. */
static int show_beginning(struct job *j) {
  TRY(output_sample_gauges(j));
  if (is_shown(j) && has_snapshots(j))
    return add_snapshot(j); /* before the writer begins, for HDF5 begins here, guarded */
  j->snapshot_due = next_snapshot(&j->setup.config, j->at.time);
  return STATUS_OK;
}

/* The state of now becomes a link of the chain, which is there before the checkpoint that stays. */
static int add_link(struct job *j) {
  struct link l = {.step = j->at.step, .time = j->at.time};
  uint64_t hash;
  TRY(j->setup.method->hash(j->run, &hash));
  hash_text(l.hash, hash);
  TRY(chain_add(&j->chain, &l));
  return j->chain.count > 1 ? chain_append(&j->chain, j->folder) : chain_write(&j->chain, j->folder);
}

int output_begin(struct job *j) {
  double began = clock_now();
  TRY(open_files(j, false));
  TRY(results_keep_experiment(j->folder, j->setup.config.path));
  TRY(output_open_gauges(j, NULL));
  TRY(show_beginning(j));
  begin_writer();
  schedule_checkpoint(j);
  j->keep_stride = 1;
  j->keep_due = keep_next(j);
  if (j->setup.config.output.keep.interval > 0) TRY(add_link(j));
  j->output_seconds += clock_now() - began;
  return STATUS_OK;
}

double output_due(const struct job *j) {
  double due = fmin(j->snapshot_due, j->keep_due);
  for (size_t i = 0; i < j->gauge_dues; i++) due = fmin(due, j->gauge_due[i]);
  return due;
}

static int keep_checkpoint(struct job *j);

/* Of a run without snapshots, for viewers while it goes on. */
static int show_table(struct job *j) {
  if (!j->gauges || clock_now() < j->settle_due) return STATUS_OK;
  j->settle_due = clock_now() + SETTLE_SECONDS;
  return table_show(j->gauges);
}

int output_step(struct job *j) {
  TRY(writer_check());
  TRY(output_sample_gauges(j)); /* timed as a stage of the run */
  const bool due = j->at.time >= j->snapshot_due && is_shown(j);
  if (j->at.time >= j->snapshot_due && !due) j->snapshot_due = next_snapshot(&j->setup.config, j->at.time);
  if (j->at.time >= j->keep_due) TRY(keep_checkpoint(j));
  if (!due && !j->unlisted) return has_snapshots(j) ? STATUS_OK : show_table(j);
  double began = clock_now();
  if (due) TRY(add_snapshot(j));
  if (due && j->gauges) TRY(table_show(j->gauges)); /* for viewers of the running case */
  if (j->unlisted && began >= j->settle_due) TRY(settle(j));
  j->output_seconds += clock_now() - began;
  return STATUS_OK;
}

int output_last_snapshot(struct job *j) {
  double began = clock_now();
  if (has_snapshots(j) && (j->snapshot_time < j->at.time || !j->snapshots)) TRY(add_snapshot(j));
  j->output_seconds += clock_now() - began;
  return STATUS_OK;
}

int output_diverged(struct job *j) {
  return write_snapshot(j, "diverged.vtkhdf", true);
}

static int close_gauges(struct job *j) {
  if (!j->gauges) return STATUS_OK;
  TRY(table_show(j->gauges));
  const uint64_t bytes = table_mark(j->gauges).bytes;
  int status = table_close(j->gauges);
  j->gauges = NULL;
  return status ? status : copy_gauges(j, bytes);
}

/* What the writer could not do is not done again; what it had written gets its name. */
int output_end(struct job *j) {
  double began = clock_now();
  char text[1024];
  const int writer = writer_end();
  if (writer) snprintf(text, sizeof text, "%s", error_text());
  j->snapshots = j->written.snapshots;
  const int gauges = close_gauges(j), status = settle(j);
  j->output_seconds += clock_now() - began;
  if (writer) return error_set((enum status)writer, "%s", text);
  return gauges ? gauges : status;
}

/* ---- what a checkpoint carries beside the run ---- */

enum { SCALAR_NAME = 48, OWN_SCALARS = 6 }; /* and one a gauge */

static void put_scalar(struct scalar *to, char name[SCALAR_NAME], const char *text, size_t index,
                       double value) {
  snprintf(name, SCALAR_NAME, text, index);
  *to = (struct scalar){name, value, .bookkeeping = true};
}

/* The run's checkpoint with the scalars of the output behind its own. */
static int write_extended(struct job *j, struct checkpoint *run, const char *name) {
  size_t own = OWN_SCALARS + j->gauge_dues, n = run->scalar_count;
  struct scalar *scalars = calloc(n + own, sizeof *scalars);
  char(*names)[SCALAR_NAME] = calloc(own, sizeof *names);
  int status = error_set(STATUS_FAILED, "no memory");
  if (scalars && names) {
    memcpy(scalars, run->scalars, n * sizeof *scalars);
    put_scalar(scalars + n, names[0], "output_snapshots", 0, (double)j->snapshots);
    put_scalar(scalars + n + 1, names[1], "output_snapshot_time", 0, j->snapshot_time);
    put_scalar(scalars + n + 2, names[2], "output_keep_stride", 0, (double)j->keep_stride);
    put_scalar(scalars + n + 3, names[3], "output_keep_interval", 0, j->setup.config.output.keep.interval);
    put_scalar(scalars + n + 4, names[4], "output_time", 0, j->at.time);
    put_scalar(scalars + n + 5, names[5], "output_step", 0, (double)j->at.step);
    for (size_t i = OWN_SCALARS; i < own; i++)
      put_scalar(scalars + n + i, names[i], "output_gauge_due_%zu", i - OWN_SCALARS,
                 j->gauge_due[i - OWN_SCALARS]);
    struct checkpoint whole = *run;
    whole.scalars = scalars;
    whole.scalar_count = n + own;
    snprintf(whole.method, sizeof whole.method, "%s", j->setup.method->name);
    char path[PATH_MAX];
    status = path_join(path, j->folder, name);
    if (!status) status = case_digest(&j->setup.config, NULL, whole.case_digest);
    if (!status) status = notes_make(&whole, j);
    if (!status) run->end = NULL; /* taken */
    if (!status) status = checkpoint_write(path, &whole);
    notes_free(&whole);
  }
  free(scalars);
  free(names);
  return status;
}

static int write_checkpoint(struct job *j, const char *name) {
  double began = clock_now();
  if (j->gauges) {
    TRY(table_show(j->gauges));
    TRY(leave(j, sync_gauges)); /* the checkpoint counts on these rows */
    j->gauge_mark = table_mark(j->gauges);
    TRY(copy_gauges(j, j->gauge_mark.bytes));
  }
  TRY(settle(j)); /* and on these snapshots */
  struct checkpoint run = {0};
  TRY(j->setup.method->checkpoint(j->run, &run));
  int status = write_extended(j, &run, name);
  checkpoint_release(&run);
  j->output_seconds += clock_now() - began;
  return status;
}

int output_checkpoint(struct job *j) {
  const int status = write_checkpoint(j, "checkpoint.h5");
  schedule_checkpoint(j);
  return status;
}

static int keep_checkpoint(struct job *j) {
  char name[NAME_MAX + 1];
  uint64_t number;
  TRY(keep_make_room(j, &number));
  j->keep_due = keep_next(j);
  if (!number) return STATUS_OK;
  folder_kept_name(name, number);
  TRY(add_link(j));
  return write_checkpoint(j, name);
}

static int get_scalar(double *value, const struct checkpoint *from, const char *name) {
  const struct scalar *scalar = checkpoint_scalar(from, name);
  CHECK(scalar, STATUS_USAGE, "checkpoint.h5: no value '%s'", name);
  *value = scalar->value;
  return STATUS_OK;
}

/* A gauge whose interval is shorter than it was need not wait for the end of the last one. */
struct redue {
  struct job *job;
  size_t index;
};
static int redue(void *to, const struct case_aside *aside) {
  struct redue *r = to;
  if (!case_aside_is_gauge(aside)) return STATUS_OK;
  double *due = &r->job->gauge_due[r->index++];
  *due = fmin(*due, schedule_next(aside->interval, r->job->at.time, 1e-9));
  return STATUS_OK;
}

/* When a gauge is due next that has been there all along. */
static int set_due(void *to, const struct case_aside *aside) {
  struct redue *r = to;
  if (case_aside_is_gauge(aside))
    r->job->gauge_due[r->index++] = schedule_next(aside->interval, r->job->at.time, 1e-9);
  return STATUS_OK;
}

static int take_due(struct job *j, const struct checkpoint *from) {
  for (size_t i = 0; i < j->gauge_dues; i++) {
    char name[SCALAR_NAME];
    snprintf(name, sizeof name, "output_gauge_due_%zu", i);
    const struct scalar *due = checkpoint_scalar(from, name);
    if (due) j->gauge_due[i] = due->value; /* a gauge that is new is due at once */
  }
  return STATUS_OK;
}

static int resume_gauges(struct job *j, const struct checkpoint *from) {
  j->gauges_since = notes_gauges_since(from, j);
  if (isnan(j->gauges_since)) j->gauges_since = j->at.time;
  TRY(output_open_gauges(j, j->gauge_mark.bytes > 0 ? &j->gauge_mark : NULL));
  TRY(take_due(j, from));
  return case_asides(&j->setup.config, redue, &(struct redue){j, 0});
}

/* What stands behind the checkpoint goes, but for the snapshot with which the run ended there: it stays until
 * another one of its number is written, for the run may not get so far. The summary goes, since it is of the
 * run that ended: a run that is killed before it has another lacks files (run.c). */
static int clear_behind(struct job *j) {
  char last[NAME_MAX + 1], ending[NAME_MAX + 1];
  folder_snapshot_name(ending, j->snapshots);
  const struct series_entry end = {ending, j->at.time};
  const bool ends = series_has(j->folder, &end);
  TRY(folder_clear(j->folder, j->snapshots + ends, false));
  TRY(folder_remove(j->folder, "summary.json"));
  if (!j->snapshots) return STATUS_OK;
  folder_snapshot_name(last, j->snapshots - 1); /* adding it again drops what stood behind it */
  const struct series_entry entries[] = {{last, j->snapshot_time}, end};
  return series_append(j->folder, entries, ends ? 2 : 1);
}

/* The numbers of checkpoints that stayed count intervals, so that may not change under them. */
static int resume_keeping(struct job *j, const struct checkpoint *from) {
  const double interval = j->setup.config.output.keep.interval;
  double was = 0, stride = 1;
  if (checkpoint_scalar(from, "output_keep_interval")) {
    TRY(get_scalar(&was, from, "output_keep_interval"));
    TRY(get_scalar(&stride, from, "output_keep_stride"));
  }
  CHECK(was == 0 || was == interval, STATUS_USAGE,
        "%s: output.keep.interval: is %g s, and was %g s so far, by which the checkpoints that stayed are "
        "numbered: put it back as it was, or start anew with --force",
        j->setup.config.path, interval, was);
  j->keep_stride = (uint64_t)stride;
  j->keep_due = keep_next(j);
  bool cut = false;
  if (interval > 0) TRY(chain_read(&j->chain, j->folder, &cut));
  const size_t count = chain_behind(&j->chain, j->at.step);
  if (count < j->chain.count || cut) {
    j->chain.count = count;
    TRY(chain_write(&j->chain, j->folder));
  }
  return keep_clear_behind(j);
}

/* Of gauges that the run had, the sensors and due times go on; others are due as if they had been there. */
int output_replay(struct job *j, const struct checkpoint *from, bool own_gauges) {
  TRY(path_make_folder(j->folder));
  TRY(open_files(j, false));
  TRY(output_open_gauges(j, NULL));
  if (!from) {
    TRY(show_beginning(j));
  } else {
    TRY(case_asides(&j->setup.config, set_due, &(struct redue){j, 0}));
    if (own_gauges) TRY(take_due(j, from));
    j->snapshot_due = next_snapshot(&j->setup.config, j->at.time);
  }
  begin_writer();
  j->checkpoint_due = j->keep_due = INFINITY;
  return STATUS_OK;
}

int output_resume(struct job *j, const struct checkpoint *from) {
  double snapshots = 0;
  TRY(get_scalar(&snapshots, from, "output_snapshots"));
  TRY(get_scalar(&j->snapshot_time, from, "output_snapshot_time"));
  j->snapshots = j->written.snapshots = (uint64_t)snapshots;
  j->snapshot_due = next_snapshot(&j->setup.config, j->at.time);
  TRY(resume_gauges(j, from));
  TRY(resume_keeping(j, from));
  TRY(clear_behind(j));
  TRY(open_files(j, true));
  begin_writer();
  schedule_checkpoint(j);
  return STATUS_OK;
}
