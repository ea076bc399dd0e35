/* SPDX-License-Identifier: BSD-3-Clause */
/* Sections of two runs, computed to find the step at which they begin to differ. */
#include <stdio.h>
#include <string.h>

#include "cli/bisect.h"
#include "cli/job.h"
#include "parts/parts.h"
#include "util/error.h"

static int write_state(const struct job *j, const char *file) {
  struct checkpoint c = {0};
  TRY(j->setup.method->checkpoint(j->run, &c));
  snprintf(c.method, sizeof c.method, "%s", j->setup.method->name);
  int status = case_digest(&j->setup.config, NULL, c.case_digest);
  if (!status) status = checkpoint_write(file, &c);
  checkpoint_release(&c);
  return status;
}

static int open_side(struct job *j, const struct side *s, const char *from) {
  struct checkpoint state = {0};
  parts_stay_alone(s->alone);
  TRY(setup_load(&j->setup, s->case_path, &s->overrides));
  const bool later = parts_count() > 1 && j->setup.method->fills; /* each part reads its own rows */
  int status = !*from  ? STATUS_OK
               : later ? checkpoint_read_head(&state, from)
                       : checkpoint_read(&state, from);
  if (!status && *from && strcmp(state.method, j->setup.method->name))
    status = error_set(STATUS_USAGE, "%s: a state of method '%s', and %c is of '%s'", from, state.method,
                       s->letter, j->setup.method->name);
  if (!status) status = job_open(j, *from ? &state : NULL);
  checkpoint_free(&state);
  return status;
}

static bool has_ended(const struct job *j) {
  return j->at.finished || j->at.time >= j->setup.config.end;
}

static int advance_bisect_run(struct bisect *b, struct job *j, uint64_t to, struct reached *r) {
  const uint64_t began = j->at.step;
  int status = STATUS_OK;
  while (!status && j->at.step < to && !has_ended(j)) {
    const struct horizon h = {j->setup.config.end, to};
    status = job_steps(j, &h);
  }
  if (status == STATUS_DIVERGED) {
    snprintf(r->diverged, sizeof r->diverged, "%s", j->at.diverged);
    status = STATUS_OK;
  }
  b->runs++;
  b->steps += j->at.step - began;
  r->step = j->at.step;
  r->time = j->at.time;
  r->ended = has_ended(j);
  return status;
}

int bisect_compute(struct bisect *b, int side, const char *from, uint64_t to, const char *file,
                   struct reached *r) {
  struct side *s = &b->sides[side];
  struct job j = {.execution = s->execution};
  *r = (struct reached){0};
  int status = open_side(&j, s, from);
  if (!status) snprintf(s->way, sizeof s->way, "%s", j.device);
  if (!status) status = advance_bisect_run(b, &j, to, r);
  if (!status) status = job_hash(&j);
  if (!status && file) status = write_state(&j, file);
  memcpy(r->hash, j.state_hash, sizeof r->hash);
  job_close(&j);
  return status ? error_prefix(status, "%c, %s", s->letter, s->target) : STATUS_OK;
}

int bisect_trace(struct bisect *b, int side, const char *from, struct trace *t) {
  struct side *s = &b->sides[side];
  struct job j = {.execution = s->execution};
  struct reached r;
  int status = open_side(&j, s, from);
  if (!status) status = j.setup.method->trace(j.run, t);
  if (!status) status = advance_bisect_run(b, &j, j.at.step + 1, &r);
  job_close(&j);
  return status ? error_prefix(status, "%c, %s", s->letter, s->target) : STATUS_OK;
}

bool bisect_can_trace(const struct bisect *b) {
  struct setup s = {0};
  const bool can = !setup_load(&s, b->sides[0].case_path, &b->sides[0].overrides) && s.method->trace;
  setup_free(&s);
  return can;
}
