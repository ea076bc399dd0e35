/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_MODELS_MOTION_H
#define PAIRWISE_MODELS_MOTION_H
/* Velocity Verlet (Swope et al. 1982, J. Chem. Phys. 76, 637-649) for one particle: half a kick, the drift
 * and, with the new force, half a kick again. The unit of velocity is what one quantum of force adds in half
 * a step, so kicks are exact sums of whole numbers: where forces are opposite to the last bit, the total
 * momentum is conserved to the last bit. */
#include "lane/integrate.h"
#include "pairwise/models/pair.h"
#include "pairwise/state.h"

/* A finished sum of floats, N, as whole quanta. *load is raised to how near it is to its limit, in units of
 * SUM_TERM_LIMIT; beyond, or for a NaN, it becomes infinite. */
static inline int64_t pairwise_value_quanta(float value, float *load) {
  const float quanta = value * PAIRWISE_FORCE_SCALE, size = __builtin_fabsf(quanta);
  if (!(size < SUM_TERM_LIMIT)) {
    *load = __builtin_inff();
    return 0;
  }
  *load = size > *load ? size : *load;
  return (int64_t)__builtin_rintf(quanta);
}

/* Half a kick: in these units a force adds itself. The sum wraps if a run has diverged. */
static inline int64_t pairwise_kick(int64_t velocity, int64_t force) {
  return (int64_t)((uint64_t)velocity + (uint64_t)force);
}

/* A particle during a step: coordinates in quanta, their remainders below a quantum, velocities. */
struct pairwise_moving {
  int_t x[3];
  real_t rest[3];
  wide_t v[3];
};

/* Which lanes are within bounds after a step. */
struct pairwise_verdict {
  mask_t slow, inside; /* moved at most `longest`; is within the domain */
};

/* Half a kick, then the drift, which is left out where it would be longer than `longest`. */
static inline struct pairwise_verdict pairwise_move(const struct pairwise_law *law,
                                                    const struct pairwise_bounds *bounds,
                                                    const wide_t force[3], struct pairwise_moving *m) {
  const mask_t all = (lane_set(0.0f) == lane_set(0.0f));
  struct pairwise_verdict is = {all, all};
  for (int a = 0; a < 3; a++) {
    m->v[a] = lane_wide_add(m->v[a], force[a]);
    const real_t way = lane_from_wide(m->v[a]) * law->drift;
    const mask_t slow = lane_abs(way) < law->longest;
    m->x[a] = integrate_position(m->x[a], lane_select(slow, way, lane_set(0.0f)), bounds->inv_quantum[a],
                                 &m->rest[a], law->summation);
    is.slow = is.slow & slow;
    is.inside = is.inside & ((uint_t)m->x[a] >= bounds->low[a]) & ((uint_t)m->x[a] <= bounds->high[a]);
  }
  return is;
}

/* The square of the distance of two places, m^2. */
static inline real_t pairwise_distance2(const struct pairwise_law *law, const int_t a[3], const int_t b[3]) {
  const real_t dx = lane_from_int(lane_subtract_wrap(a[0], b[0])) * law->quantum[0];
  const real_t dy = lane_from_int(lane_subtract_wrap(a[1], b[1])) * law->quantum[1];
  const real_t dz = lane_from_int(lane_subtract_wrap(a[2], b[2])) * law->quantum[2];
  return (dx * dx + dy * dy) + dz * dz;
}

#if LANES == 1
/* A finished sum, whatever its kind. */
static inline int64_t pairwise_sum_quanta(const struct sum *s, enum summation mode, float *load) {
  if (mode != SUM_FIXED) return pairwise_value_quanta(s->value, load);
  *load = sum_total_load(*load, s);
  return s->quanta;
}
#endif

#endif
