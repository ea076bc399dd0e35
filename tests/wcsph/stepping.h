/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_WCSPH_STEPPING_H
#define TESTS_WCSPH_STEPPING_H
/* The reference as a backend that takes steps by itself where they are bare (wcsph/evolution.c), which so far
 * GPUs alone do: a model that adds to a step, and is forgotten there, has another hash by it. CMocka's
 * headers must come first. */
#include <math.h>

#include "registry/backends.h"
#include "setup.h"
#include "wcsph/step_control.h"

static uint32_t stepping_calls;

/* struct wcsph_ahead, word by word. */
static inline int step_by_step(void *self, struct wcsph_ahead *a) {
  const struct wcsph_backend *b = wcsph_backend_find("reference");
  struct wcsph_limits limits;
  stepping_calls++;
  while (a->end == AHEAD_WENT_ON) {
    assert_int_equal(wcsph_forces(b, self, &limits), STATUS_OK);
    if (!(limits.load < 1.0f)) {
      a->end = AHEAD_OVERFLOW;
      break;
    }
    const double dt = step_control_length(&a->control, limits.max_acceleration, limits.max_mu);
    struct wcsph_stage stage = step_control_stage(&a->control, a->step, dt, a->dt);
    stage.since = (float)(list_life_share(a->time + dt, a->listed_time, a->life) - 0.5);
    assert_int_equal(b->advance(self, &stage, &a->motion), STATUS_OK);
    a->dt = dt;
    if (a->motion.fault == FAULT_NONE) a->step++, a->taken++, a->time += dt;
    const double age = list_life_share(a->time, a->listed_time, a->life);
    if (a->motion.fault != FAULT_NONE || a->taken == a->most || a->time >= a->until ||
        a->motion.left != LEFT_NONE || list_is_used_up(age, &a->motion.spread, a->skin))
      a->end = AHEAD_ENDED;
  }
  return STATUS_OK;
}

static inline int run_or_step(void *self, const struct wcsph_entry *e) {
  return e->work == WORK_STEPS ? step_by_step(self, e->ahead) : wcsph_backend_find("reference")->run(self, e);
}

/* A run of the reference goes on by it. */
static inline void trial_steps_ahead(struct trial *t) {
  static struct wcsph_backend stepping;
  stepping = *wcsph_backend_find("reference");
  stepping.run = run_or_step;
  stepping.takes |= 1u << WORK_STEPS;
  t->run.backend = &stepping;
  stepping_calls = 0;
}

/* So many steps, as amphi takes them. */
static inline int trial_go(struct trial *t, uint64_t count) {
  const struct horizon h = {INFINITY, t->run.step + count};
  int status = STATUS_OK;
  while (status == STATUS_OK && t->run.step < h.step) status = wcsph_run_steps(&t->run, &h);
  return status;
}

#endif
