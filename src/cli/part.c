/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/part.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/folder.h"
#include "cli/keep.h"
#include "cli/notes.h"
#include "cli/output.h"
#include "cli/resume.h"
#include "util/error.h"
#include "util/path.h"

int part_case(char path[PATH_MAX], const char *folder) {
  CHECK(path_is_folder(folder), STATUS_USAGE, "%s: no such folder", folder);
  TRY(path_join(path, folder, "used.yaml"));
  CHECK(path_exists(path), STATUS_USAGE, "%s: no run of amphi in it (no used.yaml)", folder);
  return STATUS_OK;
}

int part_load(struct job *j, const char *folder, const char *case_path, const struct overrides *overrides) {
  static const struct overrides none;
  char path[PATH_MAX];
  TRY(part_case(path, folder));
  TRY(setup_load(&j->setup, case_path ? case_path : path, overrides ? overrides : &none));
  CHECK(!j->setup.method->timeless, STATUS_USAGE, "%s: method '%s' has no time, so no part between two",
        folder, j->setup.method->name);
  strcpy(j->folder, folder); /* shorter than path */
  return case_inputs_read(&j->setup.inputs, &j->setup.config);
}

const char *part_summation(const struct job *j) {
  const struct method *m = j->setup.method;
  return case_word_summation(m->summation ? m->summation(j->setup.plan) : SUM_FIXED);
}

static int take_scalar(double *value, const struct checkpoint *c, const char *path, const char *name) {
  const struct scalar *s = checkpoint_scalar(c, name);
  CHECK(s, STATUS_USAGE, "%s: no value '%s': it was written by an amphi without replay", path, name);
  *value = s->value;
  return STATUS_OK;
}

int part_read_end(struct part_end *e, const struct job *j) {
  char path[PATH_MAX], digest[sizeof((struct checkpoint *)0)->case_digest];
  double step = 0;
  struct checkpoint c = {0};
  TRY(path_join(path, j->folder, e->name));
  CHECK(path_exists(path), STATUS_USAGE, "%s: no checkpoint to hold the part against", j->folder);
  int status = checkpoint_read_head(&c, path);
  if (!status) status = take_scalar(&e->time, &c, path, "output_time");
  if (!status) status = take_scalar(&step, &c, path, "output_step");
  if (!status) status = case_digest(&j->setup.config, NULL, digest);
  if (!status && (strcmp(digest, c.case_digest) || !*c.state_hash))
    status = error_set(STATUS_USAGE, "%s: of another case than %s; only outputs and gauges may change", path,
                       j->setup.config.path);
  if (!status) status = notes_check_inputs(&c, j);
  e->step = (uint64_t)step;
  memcpy(e->hash, c.state_hash, sizeof e->hash);
  checkpoint_free(&c);
  return status;
}

bool part_is_end(const char *name) {
  uint64_t number;
  return folder_kept_number(name, &number) || !strcmp(name, "checkpoint.h5");
}

/* A checkpoint's state as a link, in its place; one that is there must have the same hash. */
static int take_end(struct chain *c, const struct part_end *e, const char *folder) {
  struct link l = {.step = e->step, .time = e->time};
  memcpy(l.hash, e->hash, sizeof l.hash);
  const size_t at = chain_behind(c, e->step);
  const struct link *there = chain_at(c, e->step);
  CHECK(!there || !strcmp(there->hash, l.hash), STATUS_USAGE,
        "%s: %s has the hash %s, and " CHAIN_FILE " has %s of its step %llu", folder, e->name, l.hash,
        there->hash, (unsigned long long)e->step);
  if (there) return STATUS_OK;
  TRY(chain_add(c, &l));
  memmove(c->links + at + 1, c->links + at, (c->count - 1 - at) * sizeof l);
  c->links[at] = l;
  return STATUS_OK;
}

static int take_checkpoint(struct chain *c, const struct job *j, const char *name) {
  struct part_end e = {0};
  snprintf(e.name, sizeof e.name, "%s", name);
  TRY(part_read_end(&e, j));
  return take_end(c, &e, j->folder);
}

int part_chain(struct chain *c, const struct job *j) {
  DIR *entries = opendir(j->folder);
  CHECK(entries, STATUS_FAILED, "%s: cannot read: %s", j->folder, strerror(errno));
  int status = chain_read(c, j->folder, NULL);
  for (struct dirent *entry; !status && (entry = readdir(entries));)
    if (part_is_end(entry->d_name)) status = take_checkpoint(c, j, entry->d_name);
  closedir(entries);
  return status;
}

int part_find_end(struct part_end *e, const struct job *j, double to) {
  uint64_t number = 0;
  const double interval = j->setup.config.output.keep.interval;
  if (interval > 0) TRY(keep_first_from(j->folder, interval, to, &number));
  strcpy(e->name, "checkpoint.h5");
  if (number) folder_kept_name(e->name, number);
  TRY(part_read_end(e, j));
  CHECK(to <= e->time, STATUS_USAGE, "%s: --to %g: its last checkpoint is at t = %.9g s", j->folder, to,
        e->time);
  return STATUS_OK;
}

int part_find_beginning(char name[NAME_MAX + 1], struct checkpoint *from, const struct job *j, double start) {
  const double interval = j->setup.config.output.keep.interval;
  double before = start, time = INFINITY;
  uint64_t number;
  while (interval > 0) {
    char path[PATH_MAX];
    TRY(keep_last_before(j->folder, interval, before, &number));
    if (!number) break;
    folder_kept_name(name, number);
    TRY(path_join(path, j->folder, name));
    TRY(resume_read(from, j, name));
    TRY(take_scalar(&time, from, path, "output_time"));
    if (time < start) return STATUS_OK;
    checkpoint_free(from); /* its step went beyond */
    before = (double)number * interval;
  }
  *name = 0;
  return STATUS_OK;
}

int part_advance(struct job *j, uint64_t last) {
  while (j->at.step < last) {
    const bool over = j->at.time > j->window[1];
    const struct horizon h = {over ? INFINITY : output_due(j), last};
    TRY(job_steps(j, &h));
    if (j->at.time <= j->window[1]) TRY(output_step(j));
  }
  return job_hash(j);
}

bool part_reached(const struct job *j, const struct part_end *e) {
  return j->at.step == e->step && !strcmp(j->state_hash, e->hash);
}
