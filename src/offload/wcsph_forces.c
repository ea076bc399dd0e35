/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass: one thread a particle, which sums over all its neighbours. */
#include <math.h>

#include "offload/wcsph.h"
#include "offload/wcsph_forces.h"
#include "util/error.h"

#pragma omp declare target
static OFFLOAD_CALL void heat_one(const struct offload_view *v, uint32_t i) {
  const struct vec4 vel = v->state.vel[i];
  v->hot[i] = offload_heat(v->state.pos[i], vel, eos_momentum_term(&v->law, vel.w));
}
#pragma omp end declare target

/* After a sort or a change by the host; otherwise who changes a particle heats it. */
static void heat_all(struct offload *o) {
  const struct offload_view *v = o->there;
  uint32_t n = o->view.state.count;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) heat_one(v, i);
  o->hot_is_stale = false;
}

/* The force on particle i from the cells around it. */
static inline void force_around(const struct wcsph_law *law, const struct offload_view *v, uint32_t i,
                                struct offload_finding *f) {
  const struct offload_hot me = offload_hot_at(&v->hot[i]);
  const struct position at = v->state.listed_pos[i];
  const bool wall = i < v->state.wall_count;
  struct offload_sums s = {0};
  if (wall) {
    meet_around(law, WALL_MEETS_FLUID, v, v->grid.fluid_start, &at, i, &me, &s);
  } else {
    meet_around(law, FLUID_MEETS_FLUID, v, v->grid.fluid_start, &at, i, &me, &s);
    meet_around(law, FLUID_MEETS_WALL, v, v->grid.wall_start, &at, i, &me, &s);
  }
  v->state.rate[i] = finish(law, &s, wall, f);
}

/* Any law, neighbours from the list or from the cells. */
#pragma omp declare target
static OFFLOAD_CALL void force_by_general_law(const struct offload_view *v, uint32_t i,
                                              struct offload_finding *f) {
  if (v->list)
    force_listed(&v->law, v, i, f);
  else
    force_around(&v->law, v, i, f);
}
#pragma omp end declare target

static void general(struct offload *o, struct offload_finding *found, struct offload_finding *next) {
  const struct offload_view *v = o->there;
  const uint32_t n = o->view.state.count;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v, found, next))
  for (uint32_t i = 0; i < n; i++) {
    force_by_general_law(v, i, offload_finding_of(found, i));
    if (i < OFFLOAD_FINDINGS) offload_forget(&next[i]);
  }
}

static float from_bits(uint32_t bits) {
  float x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

int offload_forces(void *self, struct wcsph_limits *limits) {
  struct offload *o = self;
  struct offload_finding *found, all;
  if (o->hot_is_stale) heat_all(o);
  TRY(offload_expect(o, FOUND_BY_FORCES, &found));
  struct offload_finding *next = o->found + (size_t)FOUND_BY_OTHERS * OFFLOAD_FINDINGS;
  if (!offload_forces_otherwise(o, found, next)) (o->view.list && o->own ? o->own : general)(o, found, next);
  TRY(offload_collect(o, FOUND_BY_FORCES, o->view.state.count >= OFFLOAD_FINDINGS, &all));
  *limits = (struct wcsph_limits){.max_acceleration = sqrtf(from_bits(all.max_a2)),
                                  .max_mu = from_bits(all.max_mu) / o->law->damping,
                                  .load = from_bits(all.max_load) / SUM_TERM_LIMIT};
  return STATUS_OK;
}
