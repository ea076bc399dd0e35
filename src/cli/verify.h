/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_VERIFY_H
#define CLI_VERIFY_H
/* The result of `amphi verify`: the hashes of a case's state at some steps, for every way to execute it. */
#include <jansson.h>

#include "cli/cli.h"
#include "cli/job.h"
#include "cli/setup.h"
#include "util/words.h"

/* Of the hash file, with the definition of the hash. */
#define VERIFY_FORMAT "amphi hashes 1"

/* Step 0, powers of ten, and the last step. */
enum { MOST_MOMENTS = 24 };

/* Which ways to try. */
struct choice_of_ways {
  const char *backend, *isa, *device; /* NULL: all that there are */
  int threads;                        /* 0: several numbers of them */
  char *list;                         /* --ways, which is written to; NULL: not given */
  struct execution *listed;           /* what it says */
  size_t listed_count;
};

/* The largest difference of a field or a gauge from the first way. */
struct gap {
  bool of_gauge;
  char name[80];      /* "velocity", "P1 [Pa]" */
  double most, scale; /* infinite where one of the two lacks rows; the largest magnitude in either */
  char place[128];    /* where it is */
};

/* A way to execute (backend, threads, instruction set, device), and its results. */
struct way {
  struct execution execution;
  char name[256];                  /* as the backend describes it */
  uint64_t hashes[MOST_MOMENTS];   /* of the state at verification's steps */
  double times[MOST_MOMENTS];      /* s */
  double deviations[MOST_MOMENTS]; /* from the first way, where sums are not fixed */
  size_t reached;                  /* moments that it reached: all, unless it diverged */
  char diverged[256];              /* how; "" if it did not */
  char failed[256];                /* why it could not run; "" if it could */
  struct gap *gaps;                /* of fields after the last step, and of gauges; those that are the same
                                      are left out */
  size_t gap_count;
  double seconds; /* wall time */
};

struct verification {
  /* Of the case, once it has been read. */
  char path[PATH_MAX], digest[33];
  char *title;
  const struct method *method;
  enum summation summation; /* fixed: all ways must have the same bits */
  uint64_t particles;

  const struct overrides *overrides;
  uint64_t steps[MOST_MOMENTS];
  size_t moments;
  bool to_end;         /* the last step is the first way's at the end of the case */
  char work[PATH_MAX]; /* folder for results that are compared; "" before it is made */
  double bound;        /* deviation that passes where sums are not exact */
  struct way *ways;
  size_t way_count;
  bool begun;   /* a way has run */
  size_t first; /* the number of that way, with which the others are compared */

  /* What the ways must have; the first way's without a hash file. */
  const char *against; /* the file, NULL without */
  char against_origin[256];
  uint64_t expected[MOST_MOMENTS];
  size_t reached;     /* moments that are expected: all, unless the first way diverged */
  char diverged[256]; /* how it did */
};

/* Whether a way is what it must be at a moment: the same hash, or where sums are not fixed a small deviation;
 * or it diverged before, as all must. */
bool verify_is_right(const struct verification *v, const struct way *w, size_t moment);

/* The first moment at which it is not; v->moments if there is none. */
size_t verify_first_difference(const struct verification *v, const struct way *w);

/* Whether gauges differ where all must have the same bits. */
bool verify_gauges_differ(const struct verification *v, const struct way *w);

/* How many ways have one of the two, and how many could not run. */
size_t verify_count_differences(const struct verification *v);
size_t verify_count_failures(const struct verification *v);

/* verify_ways.c: the ways to try; the caller frees. */
int verify_list_ways(struct execution **ways, size_t *count, const struct choice_of_ways *c,
                     const struct method *m);

/* The command that finds where the states of the way and of the first part; the caller frees. NULL: there is
 * none, as where sums are not fixed. */
char *verify_bisect_command(const struct verification *v);

/* verify_results.c: gauges of a way that is being run, in v->work; then what is left of it is compared with
 * that of the first way. */
int verify_begin_results(const struct verification *v, struct job *j);
double verify_results_due(const struct job *j);
int verify_end_results(const struct verification *v, struct way *w, struct job *j);

/* verify_report.c: the table row by row, and the verdict. */
void verify_print_head(const struct verification *v);
void verify_print_way(const struct verification *v, const struct way *w);
void verify_print_verdict(const struct verification *v);

/* All of it; NULL without memory. What `verify --output` writes and `--against` reads. */
json_t *verify_json(const struct verification *v);

/* verify_file.c: a hash file, whole or not at all. */
int verify_write(const struct verification *v, const char *path);

/* The steps and the hashes of a file into v, whose case must have been read; the last step must be `steps` if
 * that is not 0. STATUS_USAGE if it is no hash file, or not one of this case with these settings. */
int verify_read(struct verification *v, const char *path, uint64_t steps);

#endif
