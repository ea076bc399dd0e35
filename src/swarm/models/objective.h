/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SWARM_MODELS_OBJECTIVE_H
#define SWARM_MODELS_OBJECTIVE_H
/* The standard functions to minimise, one coordinate after the other, so that no layout of memory matters.
 * Rosenbrock 1960; Rastrigin 1974; Ackley 1987; Griewank 1981. All have the minimum 0. */
#include "case/swarm.h"
#include "lane/elementary.h"
#include "lane/lane.h"

struct objective {
  real_t a, b, before;
};

static inline struct objective objective_begin(void) {
  return (struct objective){lane_set(0.0f), lane_set(0.0f), lane_set(0.0f)};
}

/* Coordinate d, from 0. */
static inline void objective_add(struct objective *o, enum objective_kind kind, uint32_t d, real_t x) {
  switch (kind) {
  case OBJECTIVE_SPHERE:
    o->a += x * x;
    break;
  case OBJECTIVE_ROSENBROCK: /* sum of 100 (x[i+1] - x[i]^2)^2 + (1 - x[i])^2 */
    if (d > 0) {
      const real_t bent = x - o->before * o->before, rest = 1.0f - o->before;
      o->a += 100.0f * (bent * bent) + rest * rest;
    }
    o->before = x;
    break;
  case OBJECTIVE_RASTRIGIN: /* 10 D + sum of x^2 - 10 cos 2 pi x */
    o->a += x * x + 10.0f * real_wave(x);
    break;
  case OBJECTIVE_ACKLEY: /* -20 exp(-0.2 sqrt(mean of x^2)) - exp(mean of cos 2 pi x) + 20 + e */
    o->a += x * x;
    o->b += real_wave(x);
    break;
  case OBJECTIVE_GRIEWANK: /* 1 + sum of x^2 / 4000 - product of cos(x / sqrt(i)), i from 1 */
    o->a += x * x;
    if (d == 0) o->b = lane_set(1.0f);
    o->b = o->b * real_cosine_of_turns(x * (0.159154943f / lane_sqrt(lane_set((float)(d + 1)))));
    break;
  case OBJECTIVE_EXPRESSION: /* computed elsewhere */
  case OBJECTIVE_USER:
    break;
  }
}

static inline real_t objective_end(const struct objective *o, enum objective_kind kind, uint32_t dimensions) {
  const float one = 1.0f / (float)dimensions;
  if (kind == OBJECTIVE_ACKLEY) {
    const real_t wide = 20.0f - 20.0f * real_exp(-0.2f * lane_sqrt(o->a * one));
    return wide + 2.71828183f * (1.0f - real_exp(-(o->b * one)));
  }
  if (kind == OBJECTIVE_GRIEWANK) return o->a * (1.0f / 4000.0f) + (1.0f - o->b);
  return o->a;
}

#endif
