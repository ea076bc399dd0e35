/* SPDX-License-Identifier: BSD-3-Clause */
/* A vector of particles at a time. */
#include "cpu/lanes.h"
#include "cpu/swarm.h"
#include "swarm/models/particle.h"

static void move_swarm(const struct swarm_view *view, const struct swarm_law *law, uint32_t iteration,
                       uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i += LANES) swarm_move_particle(view, law, i, iteration);
}

/* The best of the slice, by swarm_rank; what fills up the last vector is left out. */
static uint64_t evaluate(const struct swarm_view *view, const struct swarm_law *law, uint32_t begin,
                         uint32_t end) {
  uint64_t best = UINT64_MAX;
  for (uint32_t i = begin; i < end; i += LANES) {
    const real_t values = swarm_evaluate_particle(view, law, i);
    for (uint32_t k = 0; k < LANES && i + k < law->count; k++) {
      uint64_t rank = swarm_rank(values[k], i + k);
      best = rank < best ? rank : best;
    }
  }
  return best;
}

extern const struct swarm_lanes LANES_NAME(swarm_lanes);
const struct swarm_lanes LANES_NAME(swarm_lanes) = {move_swarm, evaluate};
