/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_RESULTS_H
#define WCSPH_LEVELS_RESULTS_H
/* Output of all levels together: snapshots, checkpoints, results. */
#include "io/checkpoint.h"
#include "io/snapshot.h"
#include "io/summary.h"
#include "wcsph/levels/run.h"

int levels_snapshot(void *run, const char *path, const struct snapshot_moment *moment);
int levels_checkpoint(void *run, struct checkpoint *out);
int levels_results(void *run, struct run_result results[SUMMARY_RESULTS], int *count);

/* The part of a checkpoint that is level k's, whose buffers it takes; freed with checkpoint_free. */
int levels_part(struct checkpoint *part, struct checkpoint *from, int k);

/* The state of gates and faces, from a checkpoint and for one. */
int levels_take(struct levels_run *r, const struct checkpoint *from);
size_t levels_number_count(const struct levels_run *r);
void levels_numbers(struct levels_run *r); /* into r->numbers */

#endif
