/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H
/* The progress line of a run: time, step, dt, speed and how long it still takes. */
#include "cli/job.h"

struct progress {
  double clock; /* of the last line, clock_now */
  double time;  /* s */
  uint64_t step, particle_steps;
  double time_rate;     /* simulated s a wall-clock s */
  double step_rate;     /* steps a wall-clock s */
  double particle_rate; /* particle-steps a wall-clock s */
};

void progress_begin(struct progress *p, const struct job *j);

/* Show a line if one is due; last_step UINT64_MAX: no limit but the case's end. */
void progress_show(struct progress *p, const struct job *j, uint64_t last_step);

#endif
