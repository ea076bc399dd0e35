/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METHOD_METHOD_H
#define METHOD_METHOD_H
/* What a method is to the commands: one table. A method keeps its state, its steps and its own contract with
 * backends to itself; see docs/add-a-method.md. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code/code.h"
#include "io/checkpoint.h"
#include "io/snapshot.h"
#include "io/summary.h"
#include "method/backend.h"
#include "method/bounds.h"
#include "method/horizon.h"
#include "method/trace.h"
#include "particles/position.h"
#include "util/json.h"

struct amphi_case;
enum { METHOD_STAGES = SUMMARY_STAGES - 2 };

/* Where a run is and what it has done. Counts are of the whole run, also of what came before a resume. */
struct run_account {
  double time; /* s; of a method without time the number of steps */
  uint64_t step;
  double dt;       /* s, of the last step */
  bool finished;   /* the method has what it was after, whatever the case's end */
  const char *why; /* it has then finished; NULL: there is nothing to say */
  uint64_t particle_steps;
  uint64_t interactions;         /* pairs of particles, both directions; 0 where there are none */
  uint64_t left;                 /* particles that have left the domain */
  uint64_t over;                 /* of these, over the top of the domain */
  double lost;                   /* the share of all that left of all fluid there ever was */
  double lost_time, lost_at[3];  /* s, m: when and where the first did; NaN: none has, or it is not known */
  uint64_t came_in, went_out;    /* through open boundaries */
  uint64_t begun, fluid;         /* particles of it that there were at the start and are; 0 where none come */
  double neighbours;             /* mean of a particle; NaN where there are none */
  double seconds[METHOD_STAGES]; /* wall time by stage */
  size_t bytes;                  /* of the state, and of what the backend allocated */
  const char *diverged;          /* once a step returned STATUS_DIVERGED: what, where, when and why */
};

/* The particles of a plan, for a domain that is cut in parts. */
struct plan_places {
  struct position *at; /* walls first */
  uint32_t walls, count;
  uint32_t cells[3];         /* along the faces of which the domain can be cut */
  double quantum[3];         /* m */
  float support, skin, path; /* m: how far particles meet, and what a list adds for how far they move */
};

struct method {
  const char *name;          /* as in case files */
  const char *title;         /* in words */
  bool fills;                /* open takes checkpoints whose rows are still in the file, and fills them */
  bool timeless;             /* its steps are iterations, and stand for nothing in time */
  const char *seed;          /* key of the case that `--repeat` counts up; NULL: there is no chance */
  const char *const *stages; /* what run_account.seconds are of, NULL at the end */

  /* ---- a case made ready, nothing opened yet: `plan` alone sees the case, which outlives the plan; the plan
   * outlives its runs ---- */

  /* plan_free also after a failure. in_parts: each of several parts places its own particles. */
  int (*plan)(void **plan, const struct amphi_case *c, bool in_parts);
  void (*plan_free)(void *plan);
  void (*describe)(const void *plan, bool details); /* lines of a header; details are for `amphi check` */
  int (*kinds)(const void *plan, struct particle_kind kinds[SUMMARY_KINDS]);  /* how many there are */
  size_t (*estimate)(const void *plan, const struct backend *b, int threads); /* bytes of a run */
  size_t (*copies)(const void *plan); /* bytes of a checkpoint and a snapshot that are being written */
  void (*cite)(const void *plan);     /* what it computes with and whose it is, through log_say */
  enum summation (*summation)(const void *plan); /* NULL: the same bits everywhere, in any case */

  /* Headers of gauges.csv, such as "P1 [Pa]", NULL at the end; the caller frees each and all. *dues is how
   * many due times the gauges have together, 0 if the case has no gauge. NULL without memory. */
  char **(*gauges)(const void *plan, size_t *dues);

  /* The code that a backend runs the plan with (code/code.h); code->backend NULL: it has one for all. NULL:
   * so has every backend. */
  int (*code)(struct code *code, const void *plan, const struct backend *b,
              const struct execution_options *options);

  /* Where all particles are; the caller frees places->at, also after a failure. NULL: the method does not run
   * in parts. */
  int (*places)(const void *plan, struct plan_places *places);

  /* ---- a run ---- */

  /* From the plan, or from a checkpoint (else NULL); takes the plan's arrays and the checkpoint's buffers,
   * for a run needs the memory. */
  int (*open)(void **run, void *plan, struct checkpoint *from, const struct backend *b,
              const struct execution_options *options);
  void (*close)(void *run);
  int (*step)(void *run, const struct horizon *h);   /* one, or several where that is faster; STATUS_DIVERGED:
                                                      * see   run_account.diverged */
  void (*account)(void *run, struct run_account *a); /* cheap: called after every step */
  void (*execution)(void *run, char *text, size_t size); /* "cpu: avx2, 8 lanes, 2 threads" */
  int (*results)(void *run, struct run_result results[SUMMARY_RESULTS], int *count); /* NULL: none */

  /* The whole state as one number, the same on every machine whose state has the same bits. */
  int (*hash)(void *run, uint64_t *hash);

  /* From now on what the entries of a step do to particles is noted. NULL: it knows no entries. */
  int (*trace)(void *run, struct trace *t);

  /* What bounds each stage, from so many steps more with so many threads. NULL: it does not know. */
  int (*bounds)(void *run, uint64_t steps, int threads, struct peaks *peaks,
                struct stage_bound bounds[METHOD_STAGES]);

  /* Buffers and scalars that `open` goes on from, state_hash included; valid until the next step, freed with
   * checkpoint_release. */
  int (*checkpoint)(void *run, struct checkpoint *out);

  /* What ParaView shows of a moment, in a file. */
  int (*snapshot)(void *run, const char *path, const struct snapshot_moment *moment);

  /* The same left to the writer (io/writer.h), the state's hash included, if the state of now can be kept for
   * it by less than a copy of what is written; else *left is false. NULL: never. */
  int (*leave_snapshot)(void *run, const char *path, const struct snapshot_moment *moment, bool *left);

  /* Those gauges whose time has come, each in its column; the others become NaN. */
  int (*sample)(void *run, double *due, double *columns, int *sampled);

  /* A moment kept, and how far another run is from it: root mean square, in units of what is large for it.
   * NULL where `summation` is. */
  int (*record)(void **record, void *run);
  void (*record_free)(void *record);
  int (*deviation)(const void *record, void *run, double *largest);
};

#endif
