/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SWARM_MODELS_PARTICLE_H
#define SWARM_MODELS_PARTICLE_H
/* One iteration of a particle, or of LANES of them from `first` on: loads, the formulas in the files beside
 * this one, stores. All backends call these functions; loops, threads and memory are their own. */
#include "lane/lane.h"
#include "lane/random.h"
#include "swarm/models/move.h"
#include "swarm/models/objective.h"
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
    __builtin_memcpy(&x, from, sizeof x);
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
    __builtin_memcpy(to, &x, sizeof x);
  else
    for (int k = 0; k < LANES; k++) to[v->layout.stride[m] * (size_t)k] = x[k];
#endif
}

/* The best places of the particles' leaders. */
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

/* Which particles are their own leaders. */
static inline mask_t swarm_alone(const struct swarm_view *v, uint32_t first) {
#if LANES == 1
  return v->leader[first] == first;
#else
  uint_t leaders;
  __builtin_memcpy(&leaders, v->leader + first, sizeof leaders);
  return leaders == swarm_ids(first);
#endif
}

/* Stores the new velocity of a coordinate and the position that it leads to. */
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

/* The factor that turns a random direction with that length into a step: the radius is uniform in the
 * ball's. */
static inline real_t swarm_radius(const struct swarm_law *law, uint_t ids, uint32_t iteration, real_t radius2,
                                  real_t length2) {
  const real_t u = random_uniform(random_draw(law->key, ids, iteration, 0, RANDOM_RADIUS).word[0]);
  return lane_select(length2 > 0.0f, u * lane_sqrt(radius2 / lane_max(length2, lane_set(1e-30f))),
                     lane_set(0.0f));
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
    if (pass == 0) scale = swarm_radius(law, ids, iteration, radius2, length2);
  }
}

/* ---- up to four coordinates: all of a particle in registers ---- */

/* Loads a row; one load if the layout has its coordinates together. */
static inline void swarm_load_row(const struct swarm_view *v, enum swarm_member m, uint32_t first, uint32_t n,
                                  real_t x[4]) {
#if LANES == 1
  if (n > 1 && v->layout.quads) {
    __builtin_memcpy(x, __builtin_assume_aligned(v->data + swarm_at(&v->layout, m, first, 0), 16), 16);
    return;
  }
#endif
  for (uint32_t d = 0; d < n; d++) x[d] = swarm_load(v, m, first, d);
}

static inline void swarm_store_row(const struct swarm_view *v, enum swarm_member m, uint32_t first,
                                   uint32_t n, const real_t x[4]) {
#if LANES == 1
  if (n > 1 && v->layout.quads) {
    __builtin_memcpy(__builtin_assume_aligned(v->data + swarm_at(&v->layout, m, first, 0), 16), x, 16);
    return;
  }
#endif
  for (uint32_t d = 0; d < n; d++) swarm_store(v, m, first, d, x[d]);
}

static inline void swarm_load_led_row(const struct swarm_view *v, uint32_t first, uint32_t n, real_t x[4]) {
#if LANES == 1
  swarm_load_row(v, SWARM_BEST, v->leader[first], n, x);
#else
  for (uint32_t d = 0; d < n; d++) x[d] = swarm_load_led(v, first, d);
#endif
}

/* Particles that are in registers: places, velocities, best places, and those of their leaders. */
struct swarm_rows {
  real_t x[4], v[4], p[4], l[4];
};

/* Positions and velocities after a move; the same operations in the same order as swarm_move_canonical and
 * swarm_move_spso. form and n are constants for the compiler. */
__attribute__((always_inline)) static inline void
swarm_step_few(const struct swarm_law *law, uint_t ids, mask_t alone, uint32_t iteration,
               struct swarm_rows *r, const enum swarm_form form, const uint32_t n) {
  const struct random4 random = random_draw(law->key, ids, iteration, 0, RANDOM_MOVE);
  if (form == SWARM_CANONICAL) {
    struct random4 more = random;
    for (uint32_t d = 0; d < n; d++) {
      if (d == 2) more = random_draw(law->key, ids, iteration, 1, RANDOM_MOVE);
      r->v[d] =
          swarm_velocity_canonical(r->x[d], r->v[d], r->p[d], r->l[d], random_uniform(more.word[2 * (d % 2)]),
                                   random_uniform(more.word[2 * (d % 2) + 1]), law->inertia, law->attraction);
    }
  } else {
    const struct random_normals normal = random_normal(random);
    real_t centre[4], radius2 = lane_set(0.0f), length2 = lane_set(0.0f);
    for (uint32_t d = 0; d < n; d++) {
      centre[d] = swarm_centre(r->x[d], r->p[d], r->l[d], alone, law->attraction);
      radius2 += centre[d] * centre[d];
      length2 += normal.value[d] * normal.value[d];
    }
    const real_t scale = swarm_radius(law, ids, iteration, radius2, length2);
    for (uint32_t d = 0; d < n; d++)
      r->v[d] = swarm_velocity(r->v[d], centre[d], scale * normal.value[d], law->inertia);
  }
  for (uint32_t d = 0; d < n; d++) {
    r->x[d] += r->v[d];
    swarm_confine(&r->x[d], &r->v[d], law->low, law->high);
  }
}

__attribute__((always_inline)) static inline void
swarm_move_few(const struct swarm_view *view, const struct swarm_law *law, uint32_t first, uint32_t iteration,
               const enum swarm_form form, const uint32_t n) {
  struct swarm_rows r = {.x = {lane_set(0.0f), lane_set(0.0f), lane_set(0.0f), lane_set(0.0f)}};
  swarm_load_row(view, SWARM_POSITION, first, n, r.x);
  swarm_load_row(view, SWARM_VELOCITY, first, n, r.v);
  swarm_load_row(view, SWARM_BEST, first, n, r.p);
  swarm_load_led_row(view, first, n, r.l);
  swarm_step_few(law, swarm_ids(first), swarm_alone(view, first), iteration, &r, form, n);
  swarm_store_row(view, SWARM_POSITION, first, n, r.x);
  swarm_store_row(view, SWARM_VELOCITY, first, n, r.v);
  if (view->layout.whole) swarm_store_row(view, SWARM_BEST, first, n, r.p);
}

static inline void swarm_move_particle(const struct swarm_view *view, const struct swarm_law *law,
                                       uint32_t first, uint32_t iteration) {
  switch (law->dimensions) {
  case 1:
    swarm_move_few(view, law, first, iteration, law->form, 1);
    return;
  case 2:
    swarm_move_few(view, law, first, iteration, law->form, 2);
    return;
  case 3:
    swarm_move_few(view, law, first, iteration, law->form, 3);
    return;
  case 4:
    swarm_move_few(view, law, first, iteration, law->form, 4);
    return;
  }
  if (law->form == SWARM_CANONICAL)
    swarm_move_canonical(view, law, first, iteration);
  else
    swarm_move_spso(view, law, first, iteration);
}

/* Stores the value of the function at a particle's position and returns the particle's best value. NaN counts
 * as infinite. Where *better, the caller has to store the position as the best one. */
static inline real_t swarm_take_value(const struct swarm_view *view, uint32_t first, real_t value,
                                      mask_t *better) {
  const real_t sound = lane_select(value == value, value, lane_set(__builtin_inff()));
  const real_t before = swarm_load(view, SWARM_BEST_VALUE, first, 0);
  *better = sound < before;
  const real_t best = lane_select(*better, sound, before);
  swarm_store(view, SWARM_VALUE, first, 0, sound);
  if (lane_bits(*better)) swarm_store(view, SWARM_BEST_VALUE, first, 0, best);
  return best;
}

/* Evaluates the function at a particle's position, which becomes its best one if it is better. */
static inline real_t swarm_judge(const struct swarm_view *view, const struct swarm_law *law, uint32_t first,
                                 real_t value) {
  mask_t better;
  const real_t best = swarm_take_value(view, first, value, &better);
  if (lane_bits(better))
    for (uint32_t d = 0; d < law->dimensions; d++)
      swarm_store(view, SWARM_BEST, first, d,
                  lane_select(better, swarm_load(view, SWARM_POSITION, first, d),
                              swarm_load(view, SWARM_BEST, first, d)));
  return best;
}

static inline real_t swarm_evaluate_particle(const struct swarm_view *view, const struct swarm_law *law,
                                             uint32_t first) {
  struct objective o = objective_begin();
  for (uint32_t d = 0; d < law->dimensions; d++)
    objective_add(&o, law->function, d, swarm_load(view, SWARM_POSITION, first, d));
  return swarm_judge(view, law, first, objective_end(&o, law->function, law->dimensions));
}

/* Moves and evaluates particles of up to four coordinates that all have one informant, `leader`. Its best
 * place `led` is passed as it was before the iteration, since it may change here. */
__attribute__((always_inline)) static inline real_t
swarm_advance_few(const struct swarm_view *view, const struct swarm_law *law, uint32_t first,
                  uint32_t iteration, uint32_t leader, const float led[4], const enum swarm_form form,
                  const uint32_t n) {
  struct swarm_rows r = {.x = {lane_set(0.0f), lane_set(0.0f), lane_set(0.0f), lane_set(0.0f)}};
  swarm_load_row(view, SWARM_POSITION, first, n, r.x);
  swarm_load_row(view, SWARM_VELOCITY, first, n, r.v);
  swarm_load_row(view, SWARM_BEST, first, n, r.p);
  for (uint32_t d = 0; d < n; d++) r.l[d] = lane_set(led[d]);
  swarm_step_few(law, swarm_ids(first), swarm_ids(first) == leader, iteration, &r, form, n);
  swarm_store_row(view, SWARM_POSITION, first, n, r.x);
  swarm_store_row(view, SWARM_VELOCITY, first, n, r.v);
  struct objective o = objective_begin();
  for (uint32_t d = 0; d < n; d++) objective_add(&o, law->function, d, r.x[d]);
  mask_t better;
  const real_t best = swarm_take_value(view, first, objective_end(&o, law->function, n), &better);
  for (uint32_t d = 0; d < n; d++) r.p[d] = lane_select(better, r.x[d], r.p[d]);
  if (lane_bits(better) || view->layout.whole) swarm_store_row(view, SWARM_BEST, first, n, r.p);
  return best;
}

#endif
