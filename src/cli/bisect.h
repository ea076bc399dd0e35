/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_BISECT_H
#define CLI_BISECT_H
/* Where two runs part: amphi bisect. */
#include <limits.h>
#include <stdbool.h>

#include "cli/chain.h"
#include "cli/execution.h"
#include "method/trace.h"

/* One of the two runs: a case that is computed here, a run's folder, or a file of another run's hashes. */
struct side {
  char letter; /* 'A', 'B' */
  const char *target;
  struct overrides overrides;
  struct execution execution;
  bool alone;               /* of several parts, part 0 computes it and the others wait */
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
  struct states earlier, same; /* the last two steps known at which both are the same */
  bool known;                  /* that they are the same at b->same; at first not even at the beginning */
  bool parted;                 /* they differ at some step; the first such step known is `different` */
  struct states different;     /* files "": not computed */
  size_t runs, steps;          /* computed so far */
};

/* bisect_run.c: a side from a state to a step, where its state goes to a file unless that is NULL. */
int bisect_compute(struct bisect *b, int side, const char *from, uint64_t to, const char *file,
                   struct reached *r);

/* Compute the step after a state and record what each entry of the schedule leaves; methods with a trace. */
bool bisect_can_trace(const struct bisect *b);
int bisect_trace(struct bisect *b, int side, const char *from, struct trace *t);

/* bisect_step.c: what differs in b->different, one step after b->same, and the first entry of that step that
 * leaves a difference. */
int bisect_say_step(struct bisect *b);

#endif
