/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SWARM_BACKEND_H
#define SWARM_BACKEND_H
/* The contract between evolution and execution for swarms. What a particle does is in
 * swarm/models/particle.h; a backend owns loops, threads and memory. All backends have the same bits. */
#include "method/backend.h"
#include "swarm/state.h"

struct swarm_backend {
  struct backend about;

  /* State and law live as long as the backend. */
  int (*open)(void **self, struct swarm_state *state, const struct swarm_law *law,
              const struct execution_options *options);
  void (*close)(void *self);

  /* Finds every particle's leader: the one with the best place among itself and its informants, along links
   * drawn at iteration `drawn`; `best` is the best of all. */
  int (*lead)(void *self, uint32_t drawn, uint32_t best);

  /* Moves all particles. A backend may already evaluate them; `evaluate` is called next in any case. */
  int (*move)(void *self, uint32_t iteration);

  /* Evaluates each particle and updates its best place; *best is the swarm's, by swarm_rank. A function of
   * the user's (law->user) is computed by swarm_user_evaluate, on the host. */
  int (*evaluate)(void *self, uint64_t *best);

  /* The best place of one particle, as many numbers as the function has dimensions. */
  int (*recall)(void *self, uint32_t i, float *place);

  /* For a benchmark: copies half of the block over the other half, after which the run cannot go on; *bytes
   * were read and as many written. */
  int (*copy)(void *self, size_t *bytes);

  /* Make the host's copy of the particles current; tell the backend that the host changed it. */
  int (*fetch)(void *self);
  int (*send)(void *self);

  /* Bytes beside the state's. */
  size_t (*estimate)(uint32_t count, uint32_t dimensions, enum swarm_arrangement a);

  void (*describe)(void *self, char *text, size_t size);
};

/* The best place of a particle in the host's copy. */
void swarm_recall(const struct swarm_state *state, uint32_t i, float *place);

#endif
