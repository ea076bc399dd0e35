/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STUDY_REPEATED_H
#define STUDY_REPEATED_H
/* What repetitions of an experiment gave of a gauge, beside what those of a study give. */
#include "study/plan.h"
#include "study/statistics.h"

/* Spread of one quantity of a gauge; numbers that are not known are NaN. */
struct repeated_spread {
  size_t count;
  double mean, deviation, least, largest;
};

struct study_repeated {
  char gauge[80]; /* as the table names it, with or without its unit */
  enum quantity quantity;
  double from, to; /* s: of this part of the signal */
  struct repeated_spread measured;
  size_t variant;
  struct repeated_spread *found; /* [spacings]; NULL where the runs have no such gauge */
  double difference,
      error; /* of the means, finest spacing less experiment, and its standard error; NaN: not known */
};

#define REPEATED_HEAD "gauge,quantity,from,to,count,mean,deviation,least,largest"

/* A table with this head, behind comments that begin with #, from text that ends with a 0 and is written
 * into. Cells from `mean` on may be empty. STATUS_USAGE with name and line; the caller frees, also then. */
int study_repeated_read(struct study_repeated **rows, size_t *count, const char *name, char *text);

/* The same of signals of one spacing, [count]; those that do not reach over the times are left out. values:
 * room for a number of each. */
void study_repeated_find(struct repeated_spread *found, const struct study_repeated *of,
                         const struct signal *signals, size_t count, double *values);

/* Once all spacings are found. */
void study_repeated_compare(struct study_repeated *r);

#endif
