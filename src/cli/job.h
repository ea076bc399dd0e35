/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_JOB_H
#define CLI_JOB_H
/* A run in progress with its output folder; `amphi run` drives it, bench uses the first half. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/setup.h"
#include "io/checkpoint.h"
#include "io/summary.h"
#include "io/table.h"
#include "wcsph/evolution.h"
#include "wcsph/hash.h"

enum outcome { OUTCOME_FINISHED, OUTCOME_STOPPED, OUTCOME_INTERRUPTED, OUTCOME_DIVERGED, OUTCOME_FAILED };

struct job {
  struct setup setup;
  struct execution execution;
  struct wcsph_run run;
  bool open;             /* the run is */
  char folder[PATH_MAX]; /* "" until it is made */
  char device[256];      /* the backend's own words */

  struct table *gauges;  /* NULL: the case has none */
  double *gauge_due;     /* [gauges] s */
  double *gauge_row;     /* [columns] */
  uint64_t snapshots;    /* written so far */
  double snapshot_time;  /* s, of the last one */
  double snapshot_due;   /* s */
  double checkpoint_due; /* clock_now */
  double output_seconds; /* spent on files */

  /* Where this session began, so that rates leave out what an earlier one did. */
  double began; /* clock_now */
  double first_time;
  uint64_t first_step, first_particle_steps, first_pairs;
  double first_seconds[TIMER_COUNT];

  enum outcome outcome;
  char reason[512];
  char state_hash[HASH_TEXT]; /* of the last state, once job_hash took it; "" before */
};

/* Open the run from the initial particles (from NULL) or a checkpoint; what the run took is dropped. */
int job_open(struct job *j, struct checkpoint *from);
void job_close(struct job *j);

/* Start counting: what came before (warm-up, an earlier session) is left out of rates. */
void job_mark(struct job *j);

/* Bytes of the state and of what the backend allocated. */
size_t job_bytes(struct job *j);

/* Take the hash of the state for the summary. */
int job_hash(struct job *j);

/* The stages' times need TIMER_COUNT + 2 rows and stay the caller's. */
void job_summarise(struct job *j, struct summary *s, struct summary_stage stages[TIMER_COUNT + 2]);

/* Counts, times by stage and rates through log_say. */
void job_say_summary(const struct summary *s);

#endif
