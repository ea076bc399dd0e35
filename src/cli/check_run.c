/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/check_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/job.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "io/writer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "util/path.h"
#include "util/words.h"

enum { WARM_UP = 5, SAMPLES = 5 };
static const double SAMPLE = 0.3; /* s of wall time that a sample takes at least */

static off_t size_of(const char *folder, const char *name) {
  char path[PATH_MAX];
  struct stat info;
  return path_join(path, folder, name) || stat(path, &info) ? 0 : info.st_size;
}

/* Moments at which the case wants snapshots, with the first and the last. */
static double snapshots_of(const struct amphi_case *c) {
  if (c->output.snapshots == SNAPSHOTS_NONE) return 0.0;
  const double regular = c->output.interval > 0.0 ? floor(c->end / c->output.interval * (1.0 + 1e-12)) : 0.0;
  return 1.0 + (double)c->output.time_count + fmax(regular, 1.0);
}

static int say_disk(struct job *j) {
  const struct amphi_case *c = &j->setup.config;
  char name[NAME_MAX + 1], each[16], all[16], mark[16];
  folder_snapshot_name(name, 0);
  TRY(output_checkpoint(j));
  TRY(writer_wait());
  const double count = snapshots_of(c), snapshot = (double)size_of(j->folder, name),
               checkpoint = (double)size_of(j->folder, "checkpoint.h5");
  const double kept = c->output.keep.interval > 0.0
                          ? fmin(floor(c->end / c->output.keep.interval), (double)c->output.keep.count)
                          : 0.0;
  log_say(
      "  disk        about %s: %.0f snapshots of %s as it begins, %.0f checkpoint%s of %s; gauges besides",
      text_bytes(all, count * snapshot + (kept + 1.0) * checkpoint), count, text_bytes(each, snapshot),
      kept + 1.0, kept > 0.0 ? "s" : "", text_bytes(mark, checkpoint));
  return STATUS_OK;
}

/* Seconds of a step, of several samples: the mean of all, the least and the most of one. */
struct pace {
  double mean, least, most;
  uint64_t steps;
};

/* Some steps, unless a signal asks for the end: the work folder must not stay. */
static int step(struct job *j, uint64_t until) {
  CHECK(!signals_stop(), STATUS_FAILED, "--time: stopped: %s", strsignal(signals_stop()));
  return job_step(j, until);
}

static int measure_pace(struct job *j, struct pace *p) {
  *p = (struct pace){.least = INFINITY};
  double all = 0.0;
  TRY(step(j, j->at.step + WARM_UP));
  while (j->at.step < WARM_UP) TRY(step(j, WARM_UP));
  for (int i = 0; i < SAMPLES; i++) {
    const double began = clock_now();
    const uint64_t first = j->at.step;
    while (clock_now() - began < SAMPLE || j->at.step == first) TRY(step(j, UINT64_MAX));
    const double took = clock_now() - began, one = took / (double)(j->at.step - first);
    p->least = fmin(p->least, one);
    p->most = fmax(p->most, one);
    p->steps += j->at.step - first;
    all += took;
  }
  p->mean = all / (double)p->steps;
  return STATUS_OK;
}

/* Steps at the pace of the first ones; what is not known is said. */
static int say_time(struct job *j) {
  struct pace p;
  char text[24], low[24], high[24];
  const int status = measure_pace(j, &p);
  TRY(status == STATUS_DIVERGED ? error_prefix(status, "diverged") : status);
  const double end = j->setup.config.end;
  const double left = j->setup.method->timeless ? end : end / j->at.dt;
  log_say(
      "  takes       about %s (%s to %s) on %s: %.0f steps at the pace and length of the first %llu, %.3g to "
      "%.3g ms each; faster flow makes steps shorter, and output and other programs take more",
      text_duration(text, left * p.mean), text_duration(low, left * p.least),
      text_duration(high, left * p.most), j->device, ceil(left), (unsigned long long)p.steps, 1e3 * p.least,
      1e3 * p.most);
  return STATUS_OK;
}

static int draw_start(struct job *j, const char *picture) {
  /* Fluid at rest has the same velocity everywhere. */
  char name[] = "amphi check", to[] = "-o", field[] = "--field=pressure", *file = strdup(picture);
  char *argv[] = {name, j->folder, to, file, NULL, NULL};
  int argc = 4;
  CHECK(file, STATUS_FAILED, "no memory");
  if (j->setup.config.method == METHOD_WCSPH) argv[argc++] = field;
  const int status = render_main(argc, argv);
  free(file);
  return status ? error_prefix(status, "--picture") : STATUS_OK;
}

static int begin(struct job *j, const struct check_run *wanted) {
  TRY(job_open(j, NULL));
  log_quiet(true);
  const int status = output_begin(j);
  log_quiet(false);
  TRY(status);
  if (wanted->times) TRY(say_disk(j));
  return wanted->times ? say_time(j) : STATUS_OK;
}

int check_run(const struct check_run *wanted, struct setup *s, struct execution *e) {
  struct job j = {.setup = *s, .execution = *e};
  signals_listen();
  int status = folder_make_work(j.folder, "amphi-check-XXXXXX");
  if (status == STATUS_OK) {
    j.setup.config.output.checkpoint = 0.0;
    if (wanted->picture) j.setup.config.output.snapshots = SNAPSHOTS_ALL;
    status = begin(&j, wanted);
    const int ended = output_end(&j);
    if (status == STATUS_OK) status = ended;
    log_close();
    if (status == STATUS_OK && wanted->picture) status = draw_start(&j, wanted->picture);
    folder_remove_work(j.folder);
  }
  if (j.run) s->method->close(j.run);
  j.run = NULL;
  j.setup = (struct setup){0}; /* the caller's */
  job_close(&j);
  return status;
}
