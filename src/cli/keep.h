/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_KEEP_H
#define CLI_KEEP_H
/* Checkpoints that stay in the folder of a run (`output.keep`). Number N is of the first step at or behind
 * N times the interval, so that runs of a case have theirs at the same steps. Where there would be too many,
 * every other one is removed: the numbers left are multiples of a stride, which doubles. */
#include "cli/job.h"

/* When the next one is due, s, of a run at its time; infinity: never. */
double keep_next(const struct job *j);

/* The number of the one that is due now. Where there are too many, the stride of the job doubles and the
 * others are removed; *number is 0 where this one is no multiple of the new stride. */
int keep_make_room(struct job *j, uint64_t *number);

/* Remove those that are behind the job's time. */
int keep_clear_behind(const struct job *j);

/* The largest number whose time is below `before`, s; 0: there is none. Likewise the least with a time of at
 * least `from`. */
int keep_last_before(const char *folder, double interval, double before, uint64_t *number);
int keep_first_from(const char *folder, double interval, double from, uint64_t *number);

#endif
