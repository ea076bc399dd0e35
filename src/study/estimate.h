/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STUDY_ESTIMATE_H
#define STUDY_ESTIMATE_H
/* The time and disk space of a study, estimated from a few steps of one run of each group. */
#include "study/jobs.h"

enum { ESTIMATE_STEPS = 24 }; /* of a run */

struct study_estimate {
  double seconds; /* of all runs that wait, `side` at a time */
  double longest; /* of one run */
  double bytes;   /* still to be written */
};

/* Measure the groups whose runs are not known yet, and that still have some to run. *stopped as of
 * study_jobs_run. */
int study_estimate_measure(struct study_plan *p, const struct study_launch *l, bool *stopped);

/* The sums over the runs that wait, longest first, `side` at a time. */
void study_estimate_sum(struct study_estimate *e, const struct study_plan *p, int side);

#endif
