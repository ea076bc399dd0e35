/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_JOB_H
#define CLI_JOB_H
/* A run in progress with its output folder; `amphi run` drives it, bench uses the first half. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/chain.h"
#include "cli/code.h"
#include "cli/setup.h"
#include "io/checkpoint.h"
#include "io/summary.h"
#include "io/table.h"
#include "util/words.h"

enum outcome { OUTCOME_FINISHED, OUTCOME_STOPPED, OUTCOME_INTERRUPTED, OUTCOME_DIVERGED, OUTCOME_FAILED };

enum { UNLISTED_MOST = 16 };

/* The writer thread's account of the snapshots, while there is one (io/writer.h). */
struct written {
  uint64_t snapshots;
  int unlisted;                         /* the last that the series lacks */
  double unlisted_times[UNLISTED_MOST]; /* s */
};

struct job {
  struct setup setup;
  struct execution execution;
  void *run;                /* the method's; NULL until it is open */
  struct run_account at;    /* where it is, by job_look */
  char folder[PATH_MAX];    /* "" until it is made */
  char device[256];         /* as the backend describes it */
  bool mixed;               /* a part of the run is by another build or execution, which may change bits */
  struct code code;         /* that the models run on */
  char advice[CODE_ADVICE]; /* on it; "": none */

  struct table *gauges;             /* NULL: the case has none */
  size_t gauge_dues;                /* due times of all gauges together */
  double *gauge_due;                /* [gauge_dues] s */
  double *gauge_row;                /* [columns] */
  struct summary_part *parts;       /* [parts], of the last summary; NULL: it runs alone */
  struct summary_part *parts_first; /* likewise, when job_mark was called */
  struct table_mark gauge_mark;     /* gauges.csv at the last checkpoint; 0 bytes: none has had a table */
  double gauges_since;              /* s: the gauges and their intervals are the same from here on */
  uint64_t snapshots;               /* written so far, or left to the writer */
  double snapshot_time;             /* s, of the last one */
  int unlisted;                     /* of the snapshots, the last that are not to be listed yet */
  struct written written;
  double settle_due;     /* clock_now */
  uint64_t copied;       /* bytes of gauges.csv that are in gauges.h5 */
  double snapshot_due;   /* s */
  double checkpoint_due; /* clock_now */
  double keep_due;       /* s: of the next checkpoint that stays (keep.h) */
  uint64_t keep_stride;  /* between the numbers of those that do */
  struct chain chain;    /* of those that stayed so far */
  bool windowed;         /* a part of a run computed again: only times in the window are written */
  double window[2];      /* s */
  double output_seconds; /* spent on files */

  /* Where this session began, so that rates leave out what an earlier one did. */
  double began; /* clock_now */
  struct run_account first;

  enum outcome outcome;
  char reason[512];
  char state_hash[HASH_TEXT]; /* of the last state, once job_hash took it; "" before */
};

/* One step, or several up to a horizon, and where that led; STATUS_DIVERGED with the reason as the error's
 * text. job_step looks at step `last` alone. */
int job_steps(struct job *j, const struct horizon *h);
int job_step(struct job *j, uint64_t last);

/* "step 12, t = 0.1 s"; returns text. */
enum { MOMENT_TEXT = 64 };
char *job_moment(char text[MOMENT_TEXT], const struct job *j);

/* Open the run from the initial particles (from NULL) or a checkpoint, of which rows are freed once taken. */
int job_open(struct job *j, struct checkpoint *from);
void job_close(struct job *j);

/* Start counting: what came before (warm-up, an earlier session) is left out of rates. */
void job_mark(struct job *j);

/* Take the hash of the state for the summary. */
int job_hash(struct job *j);

int job_summarise(struct job *j, struct summary *s);

/* Counts, times by stage and rates through log_say. */
void job_say_summary(const struct summary *s);

#endif
