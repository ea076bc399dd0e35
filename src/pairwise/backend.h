/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_BACKEND_H
#define PAIRWISE_BACKEND_H
/* The contract between evolution and execution for `method: pairwise`. Evolution decides what happens in
 * which order; a backend owns loops and data movement; the formulas are in pairwise/models/pair.h. */
#include "method/backend.h"
#include "pairwise/state.h"

/* What an advance found. */
enum pairwise_fault { PAIRWISE_FINE, PAIRWISE_TOO_FAST, PAIRWISE_OUTSIDE, PAIRWISE_OVERFLOW };
struct pairwise_motion {
  float distance2;           /* m^2: the farthest from where it was listed, squared */
  enum pairwise_fault fault; /* a particle broke a limit: the run has diverged */
  uint64_t fault_id;         /* the lowest id that did */
};

/* The fault of the lowest id stays. */
static inline void pairwise_note_fault(struct pairwise_motion *m, enum pairwise_fault fault, uint64_t id) {
  if (m->fault != PAIRWISE_FINE && m->fault_id <= id) return;
  m->fault = fault;
  m->fault_id = id;
}

/* What a force pass found. */
struct pairwise_limits {
  bool overflow;        /* a contribution or a sum is beyond its range */
  uint64_t overflow_id; /* the lowest id of those; the reference alone says it, others 0 */
};

struct pairwise_counters {
  uint64_t candidates; /* distances that a force pass looks at */
  uint64_t inside;     /* of them, those of pairs, each pair twice; found when neighbours are looked for */
  uint64_t rebuilds;
  size_t bytes; /* memory the backend allocated, beside the state's buffers */
};

struct pairwise_backend {
  struct backend about; /* first, so that a pointer to it is one to this */

  /* The state and law live as long as the backend; it works on their buffers. */
  int (*open)(void **self, struct pairwise_state *state, const struct pairwise_law *law,
              const struct execution_options *options);
  void (*close)(void *self);

  /* Sort particles into cells, set listed_pos, and build what finds neighbours. With keep_order from
   * listed_pos as it is: a resumed run gets what it had. */
  int (*rebuild)(void *self, bool keep_order);

  /* Find `force`; with `kick` the velocities take their half of it. */
  int (*forces)(void *self, bool kick, struct pairwise_limits *limits);

  /* The velocities take half of the force they have, and the particles go the way of a step. */
  int (*advance)(void *self, struct pairwise_motion *motion);

  /* Make the host's buffers current / tell the backend that the host changed them. */
  int (*fetch)(void *self);
  int (*send)(void *self);

  void (*count)(void *self, struct pairwise_counters *out);
  void (*describe)(void *self, char *text, size_t size);
  size_t (*estimate)(size_t count, double neighbours, int threads); /* bytes beside the state's */
};

#endif
