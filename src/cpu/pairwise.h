/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CPU_PAIRWISE_H
#define CPU_PAIRWISE_H
/* The cpu backend of pairwise. As that of wcsph (cpu/wcsph.h): particles sorted by cell, a stored list that
 * holds every pair once, a vector of neighbours at a time, an accumulator a thread. */
#include "cpu/wcsph.h"
#include "pairwise/backend.h"

struct cpu_pairwise_lanes;

struct cpu_pairwise {
  struct pairwise_state *state;
  const struct pairwise_law *law;
  const struct isa *isa;
  const struct cpu_pairwise_lanes *lanes;
  int threads;
  bool in_clusters;         /* of more than one: the box is wide enough for a particle that is near none */
  struct grid grid;         /* start[0]: cells of particles */
  struct cpu_slice *slices; /* [threads]; what is of walls is not used */
  struct position *records; /* [count, and CPU_FILLER_ROWS a thread] */
  uint32_t *key, *from;     /* [count] sort: cell of a particle, and which comes here */
  void *spare;              /* [count] rows of 32 bytes that buffers are permuted into */
  uint32_t *axis[3]; /* [count] coordinates of the listed positions, side by side, with a vector's overhang */
  struct pairwise_counters counters;
};

/* The code that is compiled once an instruction set: work on one slice or range. */
struct cpu_pairwise_lanes {
  int (*list)(const struct cpu_pairwise *run, struct cpu_slice *slice); /* pairwise_list.c */
  void (*forces)(struct cpu_pairwise *run, struct cpu_slice *slice);    /* pairwise_forces.c */
  /* Finish the forces of particles [begin, end) from all threads' accumulators, and kick. */
  void (*merge)(struct cpu_pairwise *run, struct cpu_slice *slice, bool kick, uint32_t begin, uint32_t end);
  /* Advance whole vectors of particles of [begin, end), up to one with a fault; returns where it stopped. */
  uint32_t (*advance)(struct cpu_pairwise *run, uint32_t begin, uint32_t end, struct pairwise_motion *motion);
};

#define X(name, lanes) extern const struct cpu_pairwise_lanes cpu_pairwise_lanes_##name;
CPU_ISAS(X)
#undef X

extern const struct pairwise_backend pairwise_cpu;

#endif
