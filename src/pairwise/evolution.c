/* SPDX-License-Identifier: BSD-3-Clause */
#include "pairwise/evolution.h"

#include <stdio.h>
#include <string.h>

#include "util/clock.h"
#include "util/error.h"

const char *const pairwise_timer_names[PAIRWISE_TIMERS + 1] = {"rebuild", "forces", "advance", "gauges",
                                                               NULL};

/* Run `call` and add its wall time to a timer. */
#define TIMED(run, timer, call)                                                                              \
  do {                                                                                                       \
    const double start_ = clock_now();                                                                       \
    const int result_ = (call);                                                                              \
    (run)->seconds[timer] += clock_now() - start_;                                                           \
    TRY(result_);                                                                                            \
  } while (0)

/* Neighbours are known as long as no two particles came nearer by more than the skin. */
static bool list_is_stale(const struct pairwise_run *r) {
  const float most = 0.999f * r->state.skin; /* a little less, for rounding */
  return !r->listed || !(4.0f * r->motion.distance2 < most * most);
}

static int report_evolution(struct pairwise_run *r, enum pairwise_fault fault, uint64_t id) {
  static const char *const why[] = {"", "it goes more than the cutoff or a tenth of an axis in one step",
                                    "it has left the domain through a face that is not periodic",
                                    "the sum over its neighbours exceeds the range of forces"};
  const struct pairwise_state *s = &r->state;
  TRY(pairwise_run_fetch(r));
  uint32_t i = 0;
  while (i + 1 < s->count && s->id[i] != id) i++;
  snprintf(r->diverged, sizeof r->diverged,
           "the run diverged at t = %.9g s, step %llu: particle %llu at (%.6g, %.6g, %.6g) m: %s",
           pairwise_run_time(r), (unsigned long long)r->step, (unsigned long long)id,
           pairwise_coordinate(s, s->pos[i].x, 0), pairwise_coordinate(s, s->pos[i].y, 1),
           pairwise_coordinate(s, s->pos[i].z, 2), why[fault]);
  return error_set(STATUS_DIVERGED, "%s", r->diverged);
}

/* Sums have overflowed: ask the reference whose, so that every backend names the same particle. */
static int report_overflow(struct pairwise_run *r) {
  const struct pairwise_backend *judge = (const struct pairwise_backend *)r->backend->about.judge;
  struct pairwise_limits limits = {0};
  void *self;
  TRY(pairwise_run_fetch(r));
  TRY(judge->open(&self, &r->state, &r->law, &(struct execution_options){0}));
  int status = judge->rebuild(self, true);
  if (status == STATUS_OK) status = judge->forces(self, false, &limits);
  judge->close(self);
  TRY(status);
  return report_evolution(r, PAIRWISE_OVERFLOW, limits.overflow_id);
}

static int find_forces(struct pairwise_run *r, bool kick) {
  struct pairwise_limits limits = {0};
  if (list_is_stale(r)) {
    TIMED(r, PAIRWISE_TIMER_REBUILD, r->backend->rebuild(r->self, false));
    r->motion.distance2 = 0.0f;
    r->listed = true;
  }
  TIMED(r, PAIRWISE_TIMER_FORCES, r->backend->forces(r->self, kick, &limits));
  if (limits.overflow) return report_overflow(r);
  struct pairwise_counters counters;
  r->backend->count(r->self, &counters);
  r->interactions += counters.inside;
  return STATUS_OK;
}

int pairwise_run_begin(struct pairwise_run *r) {
  r->fetched = false;
  return find_forces(r, false);
}

int pairwise_run_step(struct pairwise_run *r) {
  r->fetched = false;
  TIMED(r, PAIRWISE_TIMER_ADVANCE, r->backend->advance(r->self, &r->motion));
  if (r->motion.fault != PAIRWISE_FINE) return report_evolution(r, r->motion.fault, r->motion.fault_id);
  TRY(find_forces(r, true));
  r->step++;
  return STATUS_OK;
}

int pairwise_run_fetch(struct pairwise_run *r) {
  if (!r->fetched) TRY(r->backend->fetch(r->self));
  r->fetched = true;
  return STATUS_OK;
}
