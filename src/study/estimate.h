/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STUDY_ESTIMATE_H
#define STUDY_ESTIMATE_H
/* What a study will take, from a few steps of one run of each group. */
#include "study/jobs.h"

enum { ESTIMATE_STEPS = 24 }; /* of a run */

struct study_estimate {
  double seconds; /* of all that waits, so many runs at a time */
  double longest; /* of one run */
  double bytes;   /* that it still writes */
};

/* Measure the groups whose runs are not known yet, and that still have some to run. *stopped as of
 * study_jobs_run. */
int study_estimate_measure(struct study_plan *p, const struct study_launch *l, bool *stopped);

/* Of what waits, longest first, on so many places. */
void study_estimate_sum(struct study_estimate *e, const struct study_plan *p, int side);

#endif
