/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_SUMMARY_H
#define IO_SUMMARY_H
/* What a run was and did, as JSON: summary.json, and `amphi bench --json`. */
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/note.h"

enum { SUMMARY_KINDS = 4, SUMMARY_STAGES = 10, SUMMARY_RESULTS = 80 };

/* Particles of one kind at the start. */
struct particle_kind {
  const char *name; /* "fluid"; NULL where all particles are alike */
  uint64_t count;
};

/* A number that a run is after. */
struct run_result {
  const char *name, *unit; /* unit "": none */
  double value;
};

/* One of the parts of a run (src/parts). */
struct summary_part {
  uint64_t fluid, walls, halo; /* rows of its own, and copies of others' */
  double busy, waited;         /* s at work, and waiting for others and messages */
  double sharing, exchanging;  /* s for copies of others': when lists are made, and between */
  uint64_t sent, cuts;         /* bytes of them that it gave, and how often the domain was cut anew */
};

struct summary_stage {
  const char *name;
  double seconds;
};

struct summary {
  const struct note *build; /* cli/provenance.h, as an object; a name NULL ends it */
  bool one_build;           /* and one way of execution, where that matters: since the run began */
  const char *version, *case_path, *title, *method;
  const char *outcome; /* finished, stopped, interrupted, diverged, failed */
  const char *reason;  /* why, where it did not finish; NULL otherwise */
  const char *backend, *execution;
  const char *code;        /* "compiled in", "cache", "joined", "general"; NULL: there is one for all */
  const char *combination; /* of models, that it is for */
  const char *advice;      /* on general code; NULL: none */
  const char *isa;         /* NULL: the backend has no choice of one */
  int threads;

  const struct particle_kind *kinds; /* particles at the start */
  int kind_count;
  uint64_t particles;           /* of all kinds */
  uint64_t left;                /* fluid particles that left through open faces or beyond limits */
  uint64_t over;                /* of these, over the top of the domain */
  double lost;                  /* the share of all that left of all fluid */
  double lost_time, lost_at[3]; /* s, m: when and where the first did; NaN: not known */
  uint64_t came_in, went_out;   /* through open boundaries */
  uint64_t begun, fluid;  /* what was and is there, with the rows of such boundaries; both 0: it has none */
  double mean_neighbours; /* a fluid particle; NaN where the method has none */

  uint64_t steps, first_step; /* steps in all; where this session began (resumed runs) */
  double time, end;           /* s */
  bool timeless;              /* the method has no time but its steps */
  const char *state_hash;     /* of the last state; NULL: not taken */
  struct run_result results[SUMMARY_RESULTS];
  int result_count;

  double wall_time;                            /* s, of this session, like what follows */
  struct summary_stage stages[SUMMARY_STAGES]; /* of a step, and output and the rest */
  size_t stage_count;
  uint64_t particle_steps, pair_interactions;
  size_t peak_memory; /* bytes, of this process */
  const struct summary_part *parts;
  int part_count; /* 0: it ran alone */
  uint64_t snapshots;
};

/* Per second of wall time; 0 where no time has passed. */
double summary_rate(const struct summary *s, uint64_t work);

/* NULL without memory; the caller releases it with json_decref. */
json_t *summary_json(const struct summary *s);

/* Whole or not at all. */
int summary_write(const char *path, const struct summary *s);

/* Whether the summary at `path` is of a run that came to its end after so many steps. */
bool summary_is_complete(const char *path, uint64_t steps);

/* Most memory that this process ever held, bytes. */
size_t summary_peak_memory(void);

#endif
