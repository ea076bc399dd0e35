/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_BISECT_H
#define CLI_BISECT_H
/* Where two runs part: amphi bisect. */
#include <limits.h>
#include <stdbool.h>

#include "cli/chain.h"
#include "cli/execution.h"
#include "method/trace.h"

/* One of the two runs: a case that is computed here, a run's folder, or what is known of one elsewhere. */
struct side {
  char letter; /* 'A', 'B' */
  const char *target;
  struct overrides overrides;
  struct execution execution;
  char case_path[PATH_MAX]; /* "": there is none, so nothing can be computed */
  char folder[PATH_MAX];    /* of a run; "": it is not one */
  struct chain chain;       /* what is known of it */
  char way[256];            /* how it was computed here */
};

/* A state that a side came to. */
struct reached {
  uint64_t step;
  double time;
  char hash[HASH_TEXT];
  char diverged[256]; /* how; "": it did not */
  bool ended;         /* the case ends here */
};

/* States of both sides at a step, as files; "": the beginning of its case. */
struct states {
  uint64_t step;
  char files[2][PATH_MAX];
};

struct bisect {
  struct side sides[2];
  uint64_t last_step;          /* look no farther; 0: to the end */
  char work[PATH_MAX];         /* folder for states */
  struct states earlier, same; /* two at which both are the same, one behind the other, as far as is known */
  bool known;                  /* that they are the same at b->same; at first not even at the beginning */
  bool parted;                 /* they are not at some step, and the first that is known of is this: */
  struct states different;     /* files "": not computed */
  size_t runs, steps;          /* computed for it */
};

/* bisect_run.c: a side from a state to a step, where its state goes to a file unless that is NULL. */
int bisect_compute(struct bisect *b, int side, const char *from, uint64_t to, const char *file,
                   struct reached *r);

/* The step behind a state, with what its entries leave noted, where the method has a trace. */
bool bisect_can_trace(const struct bisect *b);
int bisect_trace(struct bisect *b, int side, const char *from, struct trace *t);

/* bisect_step.c: what differs in b->different, a step behind b->same, and behind which entry of that step
 * first.
 */
int bisect_say_step(struct bisect *b);

#endif
