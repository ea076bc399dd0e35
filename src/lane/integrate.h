/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_INTEGRATE_H
#define LANE_INTEGRATE_H
/* Time integration: x' = x + dx, v' = v + dv with what rounding lost carried to the next step (paper
 * 000, 5.2) where the run compensates. */
#include "lane/sum.h"

/* value + increment; *rest is the compensation that belongs to value, and then to the result. */
static inline real_t integrate_value(real_t value, real_t increment, real_t *rest, enum summation mode) {
  if (mode == SUM_PLAIN) return value + increment;
  SUM_COMPENSATED(value, *rest, increment);
  return value;
}

/* x + displacement (m) for a position in quanta; *rest is the part of a quantum that the integer
 * could not hold. |displacement| must be below 2^30 quanta. */
static inline int_t integrate_position(int_t x, real_t displacement, float inv_quantum, real_t *rest,
                                       enum summation mode) {
  real_t quanta = displacement * inv_quantum;
  if (mode != SUM_PLAIN) quanta = quanta + *rest;
  real_t half = lane_select(quanta < 0.0f, lane_set(-0.5f), lane_set(0.5f));
  int_t whole = lane_to_int(quanta + half);
  if (mode != SUM_PLAIN) *rest = quanta - lane_from_int(whole);
  return lane_add_wrap(x, whole);
}

/* Increment of d in the corrector of the symplectic scheme: rho' = rho (2 - e)/(2 + e),
 * e = -dt (drho/dt)/rho at half step (Monaghan 2005; Dominguez et al. 2022). */
static inline real_t integrate_density_ratio(real_t from, real_t half_step_d, real_t rate, float dt) {
  real_t e = -(dt * rate) / (1.0f + half_step_d);
  return (1.0f + from) * ((-2.0f * e) / (2.0f + e));
}

#endif
