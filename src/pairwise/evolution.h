/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_EVOLUTION_H
#define PAIRWISE_EVOLUTION_H
/* A pairwise run: velocity Verlet over the forces of all pairs nearer than the cutoff, on any backend. */
#include "io/checkpoint.h"
#include "pairwise/backend.h"
#include "pairwise/source.h"

enum pairwise_timer {
  PAIRWISE_TIMER_REBUILD,
  PAIRWISE_TIMER_FORCES,
  PAIRWISE_TIMER_ADVANCE,
  PAIRWISE_TIMER_GAUGES,
  PAIRWISE_TIMERS
};
extern const char *const pairwise_timer_names[PAIRWISE_TIMERS + 1]; /* NULL at the end */

struct pairwise_run {
  const struct pairwise_settings *config;
  struct pairwise_law law;
  struct pairwise_state state;
  const struct pairwise_backend *backend;
  void *self;                    /* the backend's */
  uint64_t step;                 /* the time is step x dt */
  uint64_t interactions;         /* sum over force passes of pairs, each twice */
  bool listed;                   /* the backend has looked for neighbours */
  bool fetched;                  /* the host's buffers are current */
  struct pairwise_motion motion; /* of the last advance */
  double seconds[PAIRWISE_TIMERS];
  char diverged[256]; /* after STATUS_DIVERGED: which particle, where and why */
};

/* How positions become integers, and what depends on that. */
void pairwise_geometry_derive(struct pairwise_law *law, struct pairwise_state *s,
                              const struct pairwise_settings *c, const struct pairwise_source *source);

/* A place in quanta, rounded to the nearest. */
struct position pairwise_to_position(const struct pairwise_state *s, const double x[3]);

/* From the particles of a source, or from a checkpoint, whose buffers are taken (else NULL); the source then
 * says the box alone. */
int pairwise_run_open(struct pairwise_run *r, const struct pairwise_settings *c,
                      const struct pairwise_source *source, struct checkpoint *from,
                      const struct pairwise_backend *backend, const struct execution_options *options);
void pairwise_run_close(struct pairwise_run *r);

/* The forces of the first step; pairwise_run_open does it. */
int pairwise_run_begin(struct pairwise_run *r);
int pairwise_run_step(struct pairwise_run *r);

static inline double pairwise_run_time(const struct pairwise_run *r) {
  return (double)r->step * r->config->pairwise.step;
}

/* Make the host's buffers current; once after a step is enough. */
int pairwise_run_fetch(struct pairwise_run *r);

int pairwise_run_hash(struct pairwise_run *r, uint64_t *hash);
int pairwise_run_checkpoint(struct pairwise_run *r, struct checkpoint *out);
int pairwise_run_snapshot(struct pairwise_run *r, const char *path, const struct snapshot_moment *moment);

#endif
