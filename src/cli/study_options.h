/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_STUDY_OPTIONS_H
#define CLI_STUDY_OPTIONS_H
/* The command line of amphi study. */
#include "cli/execution.h"
#include "study/jobs.h"

struct study_options {
  const char *target, *folder, *experiment, *repetitions, *launch; /* NULL: not given */
  struct study_request request;
  double *dp;
  char **varied;
  double from, to; /* s; NaN: not given */
  int jobs;        /* 0: not given */
  bool dry_run;
  struct overrides overrides;
  struct execution execution; /* threads -1: not given */
  char *launch_text, **launch_words;
  size_t launch_count;
  char *device_text;
  const char **devices; /* [launch.side] */
};

/* Wrong usage ends the program. */
int study_options_parse(struct study_options *o, int argc, char **argv);
void study_options_free(struct study_options *o);

/* Check that the method can run with these options. */
int study_options_check(const struct study_options *o, const struct method *m);

/* How many runs at a time, with how many threads (-1: not given), on which devices: as many as there are of
 * the finest spacing, for these last longest, and cores for all of them. */
int study_options_place(struct study_options *o, struct study_launch *l, int threads, size_t runs,
                        size_t finest);

#endif
