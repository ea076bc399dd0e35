/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SWARM_MODELS_MOVE_H
#define SWARM_MODELS_MOVE_H
/* How a particle of a swarm moves, a coordinate at a time. x is where it is, v its velocity, p its own best
 * place, l the best place of its informants.
 *   SPSO-2011 (Clerc 2012, "Standard particle swarm optimisation", hal-00764996): a random point of the ball
 *   around the centre of gravity G of x, p and l, all the same in any coordinate system;
 *   canonical (Kennedy & Eberhart 1995, paper 000's reference 8; inertia after Shi & Eberhart 1998): each
 *   coordinate is drawn to p and l by random amounts. */
#include "lane/lane.h"

/* SPSO-2011: G - x. `alone` lanes have no informant better than their own p. */
static inline real_t swarm_centre(real_t x, real_t p, real_t l, mask_t alone, float attraction) {
  const real_t own = attraction * (p - x), others = attraction * (l - x);
  return lane_select(alone, own * 0.5f, (own + others) * (1.0f / 3.0f));
}

/* SPSO-2011: v' = w v + x' - x, where x' = G + step and `step` is a point of the ball around G. */
static inline real_t swarm_velocity(real_t v, real_t centre, real_t step, float inertia) {
  return inertia * v + (centre + step);
}

/* Canonical: v' = w v + u1 c (p - x) + u2 c (l - x), u1 and u2 in [0, 1). */
static inline real_t swarm_velocity_canonical(real_t x, real_t v, real_t p, real_t l, real_t u1, real_t u2,
                                              float inertia, float attraction) {
  return inertia * v + (u1 * attraction * (p - x) + u2 * attraction * (l - x));
}

/* The standard's wall: a particle that would leave stands on it, and turns back at half its velocity. */
static inline void swarm_confine(real_t *x, real_t *v, float low, float high) {
  const mask_t below = *x<low, above = *x> high;
  *v = lane_select(below | above, -0.5f * *v, *v);
  *x = lane_select(below, lane_set(low), lane_select(above, lane_set(high), *x));
}

#endif
