/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PHYSICS_PAIRWISE_MOTION_H
#define PHYSICS_PAIRWISE_MOTION_H
/* Velocity Verlet (Swope et al. 1982, J. Chem. Phys. 76, 637-649) for one particle: half a kick, the drift,
 * and, with the new force, half a kick again. Velocities are whole numbers of what one quantum of force adds
 * to them in half a step, so that kicks are exact: where forces are opposite to the last bit, the total
 * momentum stays to the last bit. */
#include "physics/integrate.h"
#include "physics/pairwise.h"

/* A finished sum of forces in whole quanta. */
static inline wide_t pairwise_quanta(const struct sum *s, enum summation mode) {
  return mode == SUM_FIXED ? s->quanta : lane_round(s->value * PAIRWISE_FORCE_SCALE);
}

#if LANES == 1
/* How near a finished sum is to its limit, in units of SUM_TERM_LIMIT; infinite beyond any doubt. */
static inline float pairwise_sum_load(const struct sum *s, enum summation mode, float load) {
  if (mode == SUM_FIXED) return sum_total_load(load, s);
  const float quanta = lane_abs(s->value) * PAIRWISE_FORCE_SCALE;
  if (!(quanta < SUM_TERM_LIMIT)) return __builtin_inff();
  return quanta > load ? quanta : load;
}

/* The way of a step along one axis, m. */
static inline float pairwise_way(const struct pairwise_law *law, int64_t velocity) {
  return lane_from_wide(velocity) * law->drift;
}

/* A coordinate after a step; *rest as integrate_position has it. */
static inline int32_t pairwise_drift(const struct pairwise_law *law, int32_t x, float way, float inv_quantum,
                                     float *rest) {
  return integrate_position(x, way, inv_quantum, rest, law->summation);
}
#endif

#endif
