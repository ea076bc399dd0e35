/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H
/* What a job writes into its folder, and what it must remember so that a resumed run writes the
 * same. Snapshot times are a function of the case and the time alone, so they need no memory. */
#include "cli/job.h"

/* A fresh folder: log, used.yaml, gauges and the snapshot of the initial state. */
int output_begin(struct job *j);

/* The same for a job that was opened from a checkpoint: gauges and snapshots behind it are dropped. */
int output_resume(struct job *j, const struct checkpoint *from);

/* A folder for a part of a run that is computed again, from a checkpoint of it or, NULL, from its beginning:
 * only times in the job's window are written. own_gauges: the gauges are those of the run. */
int output_replay(struct job *j, const struct checkpoint *from, bool own_gauges);

/* The job's table of gauges, anew (NULL) or behind what a checkpoint counts on; a row of those whose time has
 * come. */
int output_open_gauges(struct job *j, const struct table_mark *from);
int output_sample_gauges(struct job *j);

/* s: when a gauge's time, or that of a snapshot, comes next. */
double output_due(const struct job *j);

/* After a step: gauges, and a snapshot if its time has come. */
int output_step(struct job *j);

int output_checkpoint(struct job *j);

/* A snapshot of where the run ends, unless it was just written. */
int output_last_snapshot(struct job *j);

/* The state that broke down, as diverged.vtkhdf. */
int output_diverged(struct job *j);

/* Close what is open. */
int output_end(struct job *j);

#endif
