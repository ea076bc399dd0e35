/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STUDY_PLAN_H
#define STUDY_PLAN_H
/* Which runs a study is made of. */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "case/case.h"

/* The options of the study; owned by the caller. */
struct study_request {
  const char *case_path; /* the file */
  char *const *settings; /* "key=value", of all runs */
  size_t setting_count;
  const double *dp; /* m; dp_count 0: the case's, and coarser ones by `ratio` */
  size_t dp_count;
  int spacings; /* how many then */
  double ratio;
  int repeats;         /* 1: the case as it is */
  double jitter;       /* spacings, of fluids that have none, where there are several repeats */
  char *const *varied; /* "key=a,b,c" */
  size_t varied_count;
  bool grid;        /* all combinations of them; else one key at a time, and the case itself */
  const char *seed; /* the method's key of random numbers; NULL: it has none */
};

/* Values of keys that all runs of a group have, beside those of the case. */
struct study_variant {
  char label[256]; /* "viscosity.alpha=0.02"; "": the case as it is */
  char **settings;
  size_t count;
};

enum run_state { RUN_WAITING, RUN_RUNNING, RUN_FINISHED, RUN_DIVERGED, RUN_FAILED };
extern const char *const run_state_names[];

struct study_run {
  char name[64];           /* of its folder */
  size_t variant, spacing; /* indices */
  int seed;                /* 0: the case as it is */
  char **settings;         /* all, for --set */
  size_t count;
  double seconds, bytes; /* expected: wall time of the run alone, disk space; 0: not known */
  enum run_state state;
};

struct study_plan {
  const char *case_path; /* the caller's */
  char title[256];
  int dimensions;
  double end; /* s */
  double *dp; /* m, the finest first; of methods without a spacing one that is 0 */
  size_t dp_count;
  int repeats;
  double jitter; /* that was added; 0: none */
  struct study_variant *variants;
  size_t variant_count;
  struct study_run *runs; /* the finest first, by variant, then by seed */
  size_t run_count;
};

/* c: the case with the request's settings. Every run's keys are read once, so that a wrong value is reported
 * before anything runs. STATUS_USAGE for what cannot be studied; the caller frees, also then. */
int study_plan_make(struct study_plan *p, const struct study_request *r, const struct amphi_case *c);
void study_plan_free(struct study_plan *p);

/* The runs of a group, `repeats` in a row. */
struct study_run *study_plan_group(const struct study_plan *p, size_t variant, size_t spacing);

/* Whether some run is still to be run. */
bool study_plan_waits(const struct study_plan *p);

/* The case as a run has it; the caller frees it with case_free. */
int study_plan_read(struct amphi_case *c, const struct study_plan *p, const struct study_run *run);

#endif
