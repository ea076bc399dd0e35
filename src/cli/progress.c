/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/progress.h"

#include <math.h>

#include "util/clock.h"
#include "util/log.h"
#include "util/words.h"

static const double MEMORY = 5; /* s of wall time that rates look back */

void progress_begin(struct progress *p, const struct job *j) {
  *p = (struct progress){
      .clock = clock_now(), .time = j->at.time, .step = j->at.step, .particle_steps = j->at.particle_steps};
}

static void average(double *rate, double now, double weight) {
  *rate = *rate > 0 ? *rate + weight * (now - *rate) : now;
}

static void update(struct progress *p, const struct job *j, double clock) {
  double elapsed = clock - p->clock, weight = 1 - exp(-elapsed / MEMORY);
  average(&p->time_rate, (j->at.time - p->time) / elapsed, weight);
  average(&p->step_rate, (double)(j->at.step - p->step) / elapsed, weight);
  average(&p->particle_rate, (double)(j->at.particle_steps - p->particle_steps) / elapsed, weight);
  p->clock = clock;
  p->time = j->at.time;
  p->step = j->at.step;
  p->particle_steps = j->at.particle_steps;
}

void progress_show(struct progress *p, const struct job *j, uint64_t last_step) {
  double now = clock_now();
  if (!log_progress_due(now) || now <= p->clock) return;
  update(p, j, now);
  const struct run_account *r = &j->at;
  double end = j->setup.config.end;
  double left = (end - r->time) / p->time_rate;
  if (last_step < UINT64_MAX) left = fmin(left, (double)(last_step - r->step) / p->step_rate);
  char rate[16], eta[24];
  text_duration(eta, fmax(left, 0));
  text_count(rate, p->particle_rate);
  if (j->setup.method->timeless)
    log_progress(now, "%3.0f %%, at most %s left: step %llu, %s particle-steps/s",
                 100 * fmin(r->time / end, 1), eta, (unsigned long long)r->step, rate);
  else
    log_progress(now, "%3.0f %%, %s left: t = %.5f s, step %llu, dt = %.3g s, %s particle-steps/s",
                 100 * fmin(r->time / end, 1), eta, r->time, (unsigned long long)r->step, r->dt, rate);
}
