/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PHYSICS_SWARM_PARTICLE_H
#define PHYSICS_SWARM_PARTICLE_H
/* What one particle of a swarm does in an iteration, or LANES of them at a time, from first on: loads, the
 * formulas of physics/, stores. All backends call these; their loops, threads and memory are their own. */
#include "physics/lane.h"
#include "physics/objective.h"
#include "physics/random.h"
#include "physics/swarm.h"
#include "swarm/state.h"

struct swarm_view {
  float *data;
  const uint32_t *leader;
  struct swarm_layout layout;
};

static inline real_t swarm_load(const struct swarm_view *v, enum swarm_member m, uint32_t first, uint32_t d) {
  const float *from = v->data + swarm_at(&v->layout, m, first, d);
  real_t x;
#if LANES == 1
  x = *from;
#else
  if (v->layout.stride[m] == 1)
    memcpy(&x, from, sizeof x);
  else
    for (int k = 0; k < LANES; k++) x[k] = from[v->layout.stride[m] * (size_t)k];
#endif
  return x;
}

static inline void swarm_store(const struct swarm_view *v, enum swarm_member m, uint32_t first, uint32_t d,
                               real_t x) {
  float *to = v->data + swarm_at(&v->layout, m, first, d);
#if LANES == 1
  *to = x;
#else
  if (v->layout.stride[m] == 1)
    memcpy(to, &x, sizeof x);
  else
    for (int k = 0; k < LANES; k++) to[v->layout.stride[m] * (size_t)k] = x[k];
#endif
}

/* The best place that the particles' leaders know. */
static inline real_t swarm_load_led(const struct swarm_view *v, uint32_t first, uint32_t d) {
#if LANES == 1
  return v->data[swarm_at(&v->layout, SWARM_BEST, v->leader[first], d)];
#else
  real_t x;
  for (int k = 0; k < LANES; k++)
    x[k] = v->data[swarm_at(&v->layout, SWARM_BEST, v->leader[first + (uint32_t)k], d)];
  return x;
#endif
}

static inline uint_t swarm_ids(uint32_t first) {
#if LANES == 1
  return first;
#else
  uint_t ids;
  for (uint32_t k = 0; k < LANES; k++) ids[k] = first + k;
  return ids;
#endif
}

/* Those whose leader they are themselves. */
static inline mask_t swarm_alone(const struct swarm_view *v, uint32_t first) {
#if LANES == 1
  return v->leader[first] == first;
#else
  uint_t leaders;
  memcpy(&leaders, v->leader + first, sizeof leaders);
  return leaders == swarm_ids(first);
#endif
}

/* The new velocity of a coordinate, and where it leads. */
static inline void swarm_go(const struct swarm_view *view, const struct swarm_law *law, uint32_t first,
                            uint32_t d, real_t x, real_t v) {
  x += v;
  swarm_confine(&x, &v, law->low, law->high);
  swarm_store(view, SWARM_POSITION, first, d, x);
  swarm_store(view, SWARM_VELOCITY, first, d, v);
  if (view->layout.whole) swarm_store(view, SWARM_BEST, first, d, swarm_load(view, SWARM_BEST, first, d));
}

static inline void swarm_move_canonical(const struct swarm_view *view, const struct swarm_law *law,
                                        uint32_t first, uint32_t iteration) {
  const uint_t ids = swarm_ids(first);
  for (uint32_t block = 0; 2 * block < law->dimensions; block++) {
    const struct random4 r = random_draw(law->key, ids, iteration, block, RANDOM_MOVE);
    for (uint32_t k = 0; k < 2 && 2 * block + k < law->dimensions; k++) {
      const uint32_t d = 2 * block + k;
      const real_t x = swarm_load(view, SWARM_POSITION, first, d);
      const real_t v = swarm_velocity_canonical(
          x, swarm_load(view, SWARM_VELOCITY, first, d), swarm_load(view, SWARM_BEST, first, d),
          swarm_load_led(view, first, d), random_uniform(r.word[2 * k]), random_uniform(r.word[2 * k + 1]),
          law->inertia, law->attraction);
      swarm_go(view, law, first, d, x, v);
    }
  }
}

/* Two passes over the coordinates: the radius of the ball and the length of a random direction, then the
 * step. The direction is drawn twice, which costs less than keeping it. */
static inline void swarm_move_spso(const struct swarm_view *view, const struct swarm_law *law, uint32_t first,
                                   uint32_t iteration) {
  const uint_t ids = swarm_ids(first);
  const mask_t alone = swarm_alone(view, first);
  real_t radius2 = lane_set(0.0f), length2 = lane_set(0.0f), scale = lane_set(0.0f);
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t block = 0; 4 * block < law->dimensions; block++) {
      const struct random_normals n =
          random_normal(random_draw(law->key, ids, iteration, block, RANDOM_MOVE));
      for (uint32_t k = 0; k < 4 && 4 * block + k < law->dimensions; k++) {
        const uint32_t d = 4 * block + k;
        const real_t x = swarm_load(view, SWARM_POSITION, first, d);
        const real_t centre = swarm_centre(x, swarm_load(view, SWARM_BEST, first, d),
                                           swarm_load_led(view, first, d), alone, law->attraction);
        if (pass == 0) {
          radius2 += centre * centre;
          length2 += n.value[k] * n.value[k];
        } else {
          swarm_go(view, law, first, d, x,
                   swarm_velocity(swarm_load(view, SWARM_VELOCITY, first, d), centre, scale * n.value[k],
                                  law->inertia));
        }
      }
    }
    const real_t u = random_uniform(random_draw(law->key, ids, iteration, 0, RANDOM_RADIUS).word[0]);
    scale = lane_select(length2 > 0.0f, u * lane_sqrt(radius2 / lane_max(length2, lane_set(1e-30f))),
                        lane_set(0.0f));
  }
}

static inline void swarm_move_particle(const struct swarm_view *view, const struct swarm_law *law,
                                       uint32_t first, uint32_t iteration) {
  if (law->form == SWARM_CANONICAL)
    swarm_move_canonical(view, law, first, iteration);
  else
    swarm_move_spso(view, law, first, iteration);
}

/* The function's value where the particle is; its best place follows if that is better. What is not a number
 * counts as infinite. */
static inline real_t swarm_judge(const struct swarm_view *view, const struct swarm_law *law, uint32_t first,
                                 real_t value) {
  const real_t infinite = lane_set(__builtin_inff());
  const real_t sound = lane_select(value == value, value, infinite);
  const real_t before = swarm_load(view, SWARM_BEST_VALUE, first, 0);
  const mask_t better = sound < before;
  swarm_store(view, SWARM_VALUE, first, 0, sound);
  if (lane_bits(better)) {
    swarm_store(view, SWARM_BEST_VALUE, first, 0, lane_select(better, sound, before));
    for (uint32_t d = 0; d < law->dimensions; d++)
      swarm_store(view, SWARM_BEST, first, d,
                  lane_select(better, swarm_load(view, SWARM_POSITION, first, d),
                              swarm_load(view, SWARM_BEST, first, d)));
  }
  return lane_select(better, sound, before);
}

static inline real_t swarm_evaluate_particle(const struct swarm_view *view, const struct swarm_law *law,
                                             uint32_t first) {
  struct objective o = objective_begin();
  for (uint32_t d = 0; d < law->dimensions; d++)
    objective_add(&o, law->function, d, swarm_load(view, SWARM_POSITION, first, d));
  return swarm_judge(view, law, first, objective_end(&o, law->function, law->dimensions));
}

#endif
