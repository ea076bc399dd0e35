/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SWARM_USER_H
#define SWARM_USER_H
/* Functions to minimise that are the user's: an expression of the case, or a function in a shared object.
 * They are computed on the host, in double precision. */
#include "swarm/settings.h"
#include "swarm/state.h"

struct swarm_user;

/* *u is NULL where the case has a standard function. `threads` may compute at the same time; of a shared
 * object only one does. */
int swarm_user_open(struct swarm_user **u, const struct swarm_settings *c, int threads);
void swarm_user_close(struct swarm_user *u);

/* The value of each particle, in the host's copy, and its best place; *best is the swarm's, by swarm_rank. On
 * at most `threads` of the threads that the function was opened for. */
void swarm_user_evaluate(const struct swarm_user *u, int threads, struct swarm_state *state,
                         const struct swarm_law *law, uint64_t *best);

#endif
