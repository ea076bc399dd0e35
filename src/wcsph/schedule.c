/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/schedule.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "util/clock.h"
#include "util/error.h"
#include "wcsph/calls.h"
#include "wcsph/evolution.h"
#include "wcsph/passes/says.h"
#include "wcsph/scalar.h"
#include "wcsph/sweeps/says.h"

/* ---- what headers say ---- */

row_mask pass_reads(enum pass_id pass) {
  const struct pass_says *says = wcsph_pass_says[pass];
  return pass_says_buffers(says->rows_from, says->rows);
}

row_mask pass_writes(enum pass_id pass) {
  const struct pass_says *says = wcsph_pass_says[pass];
  return pass_says_buffers(says->writes, says->written);
}

row_mask sweep_reads(enum sweep_id sweep) {
  return wcsph_sweep_says[sweep]->reads;
}

row_mask sweep_writes(enum sweep_id sweep) {
  return wcsph_sweep_says[sweep]->writes;
}

/* ---- adding ---- */

static struct scheduled *add_schedule(struct schedule *s, enum moment when) {
  assert(s->count < SCHEDULE_MOST);
  struct scheduled *e = &s->entries[s->count++];
  *e = (struct scheduled){.when = when, .every = 1, .given.body = -1};
  return e;
}

struct scheduled *schedule_forces(struct schedule *s) {
  struct scheduled *e = add_schedule(s, AT_FORCES);
  e->kernel.work = WORK_FORCES;
  e->reads = pass_reads(PASS_forces), e->writes = pass_writes(PASS_forces);
  return e;
}

struct scheduled *schedule_pass(struct schedule *s, enum moment when, enum pass_id pass) {
  struct scheduled *e = add_schedule(s, when);
  e->kernel = (struct wcsph_entry){.work = WORK_PASS, .pass = pass};
  e->reads = pass_reads(pass), e->writes = pass_writes(pass);
  return e;
}

struct scheduled *schedule_points(struct schedule *s, enum moment when, enum point_pass_id pass) {
  const struct pass_says *says = wcsph_point_pass_says[pass];
  struct scheduled *e = add_schedule(s, when);
  e->of_points = true, e->points = pass;
  e->reads = pass_says_buffers(says->rows_from, says->rows), e->writes = row_bit(says->writes);
  return e;
}

struct scheduled *schedule_sweep(struct schedule *s, enum moment when, enum sweep_id sweep) {
  struct scheduled *e = add_schedule(s, when);
  e->kernel = (struct wcsph_entry){.work = WORK_SWEEP, .sweep = sweep};
  e->reads = sweep_reads(sweep), e->writes = sweep_writes(sweep);
  return e;
}

struct scheduled *schedule_act(struct schedule *s, enum moment when,
                               int (*act)(struct wcsph_run *r, struct step *s), row_mask writes) {
  struct scheduled *e = add_schedule(s, when);
  e->act = act;
  e->writes = writes;
  return e;
}

/* Whether one loop may serve for the force pass and the entry behind it, whose terms are added before sums
 * take them: under `fixed` that has other bits, and sums of other kinds have no such loop. */
static bool may_join(const struct schedule *s, enum summation summation) {
#define JOINED_ROW(name) [PASS_##name] = true,
  static const bool joined[PASS_COUNT] = {JOINED_PASSES(JOINED_ROW)};
  const struct scheduled *next = &s->entries[s->begin[AFTER_FORCES]];
  if (summation != SUM_PLAIN && summation != SUM_KAHAN) return false;
  if (s->begin[AFTER_FORCES + 1] == s->begin[AFTER_FORCES] || next->act || next->every != 1) return false;
  return next->kernel.work == WORK_PASS && joined[next->kernel.pass];
}

void schedule_end(struct schedule *s, bool has_one_stage, enum summation summation) {
  struct scheduled sorted[SCHEDULE_MOST];
  uint32_t n = 0;
  for (int when = 0; when < MOMENTS; when++) {
    s->begin[when] = n;
    for (uint32_t k = 0; k < s->count; k++)
      if ((int)s->entries[k].when == when) sorted[n++] = s->entries[k];
  }
  s->begin[MOMENTS] = n;
  memcpy(s->entries, sorted, n * sizeof *sorted);
  s->is_bare = has_one_stage && s->begin[AT_FORCES + 1] - s->begin[AT_START + 1] == 1 &&
               s->begin[MOMENTS] == s->begin[AT_FORCES + 1];
  for (uint32_t k = 0; k < n; k++) {
    s->buffers |= s->entries[k].reads | s->entries[k].writes;
    s->finds_viscosity |= s->entries[k].finds_viscosity;
  }
  s->joins = may_join(s, summation);
}

/* ---- going through ---- */

/* A pass that adds to accelerations finds their maximum again. */
static void note_found(const struct scheduled *e, const struct pass_found *found,
                       struct wcsph_limits *limits) {
  if (e->finds_viscosity) limits->max_viscosity = found->most_of_pairs;
  if (found->most_of_rows > 0.0f) limits->max_acceleration = sqrtf(found->most_of_rows);
  if (limits->load < 1.0f) limits->overflow_id = found->overflow_id;
  limits->load = fmaxf(limits->load, found->load / SUM_TERM_LIMIT);
}

static int run_kernel(const struct scheduled *e, const struct wcsph_backend *backend, void *self,
                      struct step *s) {
  struct wcsph_entry kernel = e->kernel;
  struct sweep_given given = e->given;
  struct sweep_found swept;
  struct pass_found found = {0};
  if (e->of_points) return backend->points(self, e->points, 0, NULL, NULL);
  if (e->is_timed) given.value[0] = (float)(e->when == AFTER_STAGE ? s->stage_dt : s->dt);
  kernel.given = &given, kernel.swept = &swept, kernel.found = &found, kernel.limits = &s->limits;
  TRY(backend->run(self, &kernel));
  if (kernel.work == WORK_PASS && e->when > AT_FORCES) note_found(e, &found, &s->limits);
  return STATUS_OK;
}

/* The force pass, and the entry behind it, which follows here as it would by itself. */
static int run_joined(struct wcsph_run *r, struct step *s) {
  const struct scheduled *next = &r->schedule.entries[r->schedule.begin[AFTER_FORCES]];
  struct wcsph_entry kernel = {.work = WORK_JOINED, .pass = next->kernel.pass, .limits = &s->limits};
  struct pass_found found = {0};
  kernel.found = &found;
  TRY(r->backend->run(r->self, &kernel));
  note_found(next, &found, &s->limits);
  return STATUS_OK;
}

static bool is_due(const struct wcsph_run *r, const struct scheduled *e) {
  return r->step % e->every == 0;
}

static double all_seconds(const struct wcsph_run *r) {
  double sum = 0.0;
  for (int k = 0; k < TIMER_COUNT; k++) sum += r->seconds[k];
  return sum;
}

int schedule_go(struct wcsph_run *r, enum moment when, struct step *s) {
  static const enum wcsph_timer timers[MOMENTS] = {
      [BEFORE_WALLS] = TIMER_FORCES, [AT_WALLS] = TIMER_WALLS,      [BEFORE_FORCES] = TIMER_FORCES,
      [AT_FORCES] = TIMER_FORCES,    [AFTER_FORCES] = TIMER_FORCES, [BEHIND_RATES] = TIMER_FORCES,
      [BEFORE_STAGE] = TIMER_FORCES, [IN_STAGE] = TIMER_ADVANCE,    [AFTER_STAGE] = TIMER_ADVANCE,
      [AFTER_STEP] = TIMER_ADVANCE,  [AT_START] = TIMER_ADVANCE,    [BEFORE_STEP] = TIMER_GAUGES};
  const bool joins = r->schedule.joins && wcsph_takes(r->backend, WORK_JOINED);
  const uint32_t begin = r->schedule.begin[when] + (joins && when == AFTER_FORCES),
                 end = r->schedule.begin[when + 1];
  if (begin == end) return STATUS_OK;
  const double start = clock_now(),
               before = all_seconds(r); /* acts time what is of another kind themselves */
  for (uint32_t k = begin; k < end; k++) {
    const struct scheduled *e = &r->schedule.entries[k];
    if (!is_due(r, e)) continue;
    if (joins && when == AT_FORCES)
      TRY(run_joined(r, s));
    else
      TRY(e->act ? e->act(r, s) : run_kernel(e, r->backend, r->self, s));
  }
  r->seconds[timers[when]] += clock_now() - start - (all_seconds(r) - before);
  return STATUS_OK;
}

int schedule_judge(const struct wcsph_run *r, const struct wcsph_backend *backend, void *self,
                   enum moment from, enum moment to, struct step *s) {
  for (uint32_t k = r->schedule.begin[from]; k < r->schedule.begin[to + 1]; k++) {
    const struct scheduled *e = &r->schedule.entries[k];
    if (!e->act && is_due(r, e)) TRY(run_kernel(e, backend, self, s));
  }
  return STATUS_OK;
}
