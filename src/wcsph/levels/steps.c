/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps of all levels. A level takes a step before those in it, which follow with steps of their own, mostly
 * two of half the length, until they are as far: the rings around their boxes then know where the level
 * around them is going to. None is taken back, for a level that needs shorter steps takes more of them. */
#include <stdio.h>

#include "util/error.h"
#include "wcsph/levels/pace.h"
#include "wcsph/levels/run.h"

/* Steps of all levels whose rates are known. */
struct pace {
  struct step steps[LEVELS_MOST];
  struct step_control controls[LEVELS_MOST];
  double longest[LEVELS_MOST]; /* s: that each may take with all in it */
};

static int note_fault(struct levels_run *r, int k, int status) {
  if (status != STATUS_DIVERGED) return status;
  snprintf(r->diverged, sizeof r->diverged, "level %d: %.230s", k, r->runs[k]->diverged);
  return error_set(STATUS_DIVERGED, "%s", r->diverged);
}

/* Find the rates of a level and of all in it, which are at one time. */
static int begin(struct levels_run *r, int level, struct pace *p) {
  double own[LEVELS_MOST] = {0};
  for (int k = level; k < r->count; k++) {
    if (!levels_is_in(r->resolved, k, level)) continue;
    TRY(note_fault(r, k, wcsph_run_step_begin(r->runs[k], &p->steps[k], &p->controls[k])));
    own[k] = p->steps[k].dt;
  }
  levels_paces(r->resolved, r->count, level, own, p->longest);
  return STATUS_OK;
}

static int follow(struct levels_run *r, int level, struct pace *p);

/* End a step that has begun, and bring all levels in it to its end. */
static int finish(struct levels_run *r, int level, struct pace *p, double dt, double end) {
  p->steps[level].dt = dt;
  TRY(note_fault(r, level, wcsph_run_step_end(r->runs[level], &p->steps[level], &p->controls[level], end)));
  for (int k = level + 1; k < r->count; k++)
    if (r->resolved[k].around == level) TRY(follow(r, k, p));
  return STATUS_OK;
}

static int follow(struct levels_run *r, int level, struct pace *p) {
  const double end = r->runs[r->resolved[level].around]->time;
  for (;;) {
    const double now = r->runs[level]->time, left = end - now;
    const double steps = levels_steps_of(left, p->longest[level]), dt = left / steps;
    if (!(steps > 1.0)) return finish(r, level, p, left, end);
    TRY(finish(r, level, p, dt, now + dt));
    TRY(levels_meet(r, level));
    TRY(begin(r, level, p));
  }
}

int levels_step(struct levels_run *r) {
  struct pace p;
  TRY(levels_exchange(r));
  TRY(begin(r, 0, &p));
  return finish(r, 0, &p, p.longest[0], r->runs[0]->time + p.longest[0]);
}
