/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CPU_SWARM_H
#define CPU_SWARM_H
/* The SIMD backend of swarms: a vector of particles at a time, one thread per slice. */
#include "swarm/backend.h"

struct swarm_view;

/* One instruction set's code, for particles [begin, end); both are multiples of SWARM_ROUND, or the end of
 * the memory. */
struct swarm_lanes {
  void (*move)(const struct swarm_view *view, const struct swarm_law *law, uint32_t iteration, uint32_t begin,
               uint32_t end);
  uint64_t (*evaluate)(const struct swarm_view *view, const struct swarm_law *law, uint32_t begin,
                       uint32_t end);
};

extern const struct swarm_backend swarm_cpu;

#endif
