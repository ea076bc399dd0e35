/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STUDY_JOBS_H
#define STUDY_JOBS_H
/* The runs of a study as processes, some at a time. Their folders show which are done, so that a study goes
 * on from these alone. */
#include "study/plan.h"

/* How runs are started; the caller's. */
struct study_launch {
  const char *program; /* amphi */
  char *const *prefix; /* words in front of it, such as mpirun -n 2 */
  size_t prefix_count;
  const char *folder;         /* of the study */
  const char *backend, *isa;  /* NULL: amphi's own choice */
  int threads;                /* of a run; 0: amphi's own choice */
  const char *const *devices; /* one for each of `side`, or NULL */
  int side;                   /* runs at a time */
  bool (*stop)(void);         /* whether the user wants an end */
};

/* Progress of a study. */
struct study_progress {
  size_t finished, failed, running, count;
  double share; /* of all work, 0 to 1 */
  double left;  /* s; NaN: not known */
};

/* Set the state of each run from its folder: finished, diverged, or else waiting. */
int study_jobs_look(struct study_plan *p, const char *folder);

/* Start the runs that wait, longest first. *stopped: the user wanted an end, and all processes have
 * ended, each with a checkpoint. A run that fails leaves the others alone: its state says so, and
 * study_jobs_said what it said. tell is called now and then. */
int study_jobs_run(struct study_plan *p, const struct study_launch *l,
                   void (*tell)(const struct study_progress *progress), bool *stopped);

/* Run a number of steps into FOLDER/NAME, which is emptied first; STATUS_FAILED with the run's message. */
int study_jobs_measure(const struct study_plan *p, const struct study_launch *l, const struct study_run *run,
                       const char *name, int steps, bool *stopped);

/* The last line that a run printed, preferably one that begins with "amphi: "; "" if there is none. */
enum { JOB_SAID = 512 };
void study_jobs_said(char said[JOB_SAID], const char *folder, const char *name);

#endif
