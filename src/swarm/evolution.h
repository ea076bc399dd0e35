/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SWARM_EVOLUTION_H
#define SWARM_EVOLUTION_H
/* A particle swarm on its way to a minimum, on any backend. All particles move by what was known before the
 * iteration, so that their order does not matter. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/checkpoint.h"
#include "io/snapshot.h"
#include "swarm/backend.h"
#include "swarm/settings.h"
#include "swarm/state.h"
#include "swarm/user.h"

enum swarm_timer { SWARM_TIMER_LEAD, SWARM_TIMER_MOVE, SWARM_TIMER_EVALUATE, SWARM_TIMER_COUNT };
extern const char *const swarm_timer_names[SWARM_TIMER_COUNT + 1]; /* NULL at the end */

struct swarm_run {
  const struct swarm_settings *config;
  struct swarm_law law;
  struct swarm_state state;
  const struct swarm_backend *backend;
  void *self;              /* the backend's */
  struct swarm_user *user; /* NULL: a standard function */

  uint64_t step;  /* iterations */
  uint64_t best;  /* rank of the best place so far */
  uint64_t drawn; /* iteration at which the links of a random neighbourhood were drawn */
  bool improved;  /* the last iteration found a better place */
  uint64_t evaluations;
  double seconds[SWARM_TIMER_COUNT]; /* wall time by stage */
  float *saved[SWARM_MEMBERS];       /* rows of particles for a checkpoint */
};

/* The constants of a case; a function of the user's is opened by swarm_run_open. */
void swarm_derive(struct swarm_law *law, const struct swarm_settings *c);

/* From a checkpoint, or from the start (NULL), where all particles have been evaluated once. The settings
 * must outlive the run. swarm_run_close also after a failure. */
int swarm_run_open(struct swarm_run *r, const struct swarm_settings *c, const struct checkpoint *from,
                   const struct swarm_backend *backend, const struct execution_options *options);
void swarm_run_close(struct swarm_run *r);

/* One iteration. */
int swarm_run_step(struct swarm_run *r);

/* Whether the target or the number of evaluations is reached. */
bool swarm_run_is_finished(const struct swarm_run *r);

/* The whole state as one number, whatever the layout. */
int swarm_run_hash(struct swarm_run *r, uint64_t *hash);

/* As struct method has them. */
int swarm_run_checkpoint(struct swarm_run *r, struct checkpoint *out);
int swarm_run_snapshot(struct swarm_run *r, const char *path, const struct snapshot_moment *moment);

#endif
