/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls that move, forces of the fluid on bodies, and the body force: one thread a particle. */
#include <string.h>

#include "offload/wcsph.h"
#include "offload/wcsph_walls.h"
#include "util/error.h"
#include "wcsph/particle.h"
#include "wcsph/scalar.h"

#pragma omp declare target
static OFFLOAD_CALL void move_particle(const struct offload_view *v, const struct wall_pose *poses,
                                       uint32_t i) {
  offload_move(v, poses, i);
}

static OFFLOAD_CALL void weigh_particle(const struct offload_view *v, uint32_t i) {
  offload_weigh(v, i);
}

static OFFLOAD_CALL void push_particle(const struct offload_view *v, const struct wcsph_body_force *force,
                                       uint32_t i) {
  particle_body_force(force, v->law.quantum, &v->state.pos[i], &v->state.vel[i], &v->state.rate[i]);
}
#pragma omp end declare target

int offload_body_force(void *self, const struct wcsph_body_force *force) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  const struct range fluid = state_range(&o->view.state, KIND_FLUID);
  const uint32_t begin = fluid.begin, end = fluid.end;
  int device = o->device;
  OFFLOAD_LOOP(end - begin, is_device_ptr(v) map(to : force [0:1]))
  for (uint32_t i = begin; i < end; i++) push_particle(v, force, i);
  return STATUS_OK;
}

int offload_take_poses(struct offload *o, const struct wall_pose *poses, size_t count) {
  void *here;
  if (!o->view.poses) {
    o->view.poses = offload_allocate_twin(o, count * sizeof *poses, &here);
    CHECK(o->view.poses, STATUS_FAILED, "no memory on the device for %zu walls that move", count);
    o->poses = here;
    o->pose_count = count;
    TRY(offload_publish(o));
  }
  memcpy(o->poses, poses, o->pose_count * sizeof *poses);
  return STATUS_OK;
}

int offload_move_walls(void *self, const struct wall_pose *poses, size_t count) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  const uint32_t n = state_range(&o->view.state, KIND_WALL).end;
  TRY(offload_take_poses(o, poses, count));
  const struct wall_pose *all = o->poses;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v) map(always, to : all [0:count]))
  for (uint32_t i = 0; i < n; i++) move_particle(v, all, i);
  o->walls_sorted = false;
  return STATUS_OK;
}

/* The loads on the host, of all slots of a body together. */
static uint64_t load_of(const struct offload *o, uint32_t body, int sum) {
  const uint64_t *slots = (const uint64_t *)(const void *)(o->seen + 2 * OFFLOAD_FINDINGS);
  uint64_t all = 0;
  for (uint32_t s = 0; s < o->view.load_slots; s++)
    all += slots[((size_t)body * o->view.load_slots + s) * LOAD_SUMS + (size_t)sum];
  return all;
}

void offload_settle_loads(struct offload *o) {
  for (uint32_t b = 0; b < o->state->bodies; b++)
    for (int k = 0; k < LOAD_SUMS; k++) o->loads_before[b * LOAD_SUMS + (uint32_t)k] = load_of(o, b, k);
}

/* Rates that the force pass has not weighed, or that others have added to since. */
static int weigh(struct offload *o, const struct wall_pose *poses, size_t count) {
  const uint32_t n = state_range(&o->view.state, KIND_WALL).end;
  if (!o->view.poses) {
    TRY(offload_take_poses(o, poses, count));
    TRY(offload_copy(o->device, o->view.poses, o->poses, count * sizeof *poses, false));
  }
  offload_settle_loads(o);
  const struct offload_view *v = o->there;
  __attribute__((unused)) struct offload_finding *loads = o->seen + 2 * OFFLOAD_FINDINGS; /* of the clause */
  const size_t room = o->found_room - 2 * OFFLOAD_FINDINGS;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v) map(always, from : loads [0:room]))
  for (uint32_t i = 0; i < n; i++) weigh_particle(v, i);
  return STATUS_OK;
}

int offload_wall_loads(void *self, const struct wall_pose *poses, size_t count, int64_t (*sums)[LOAD_SUMS]) {
  struct offload *o = self;
  if (!o->has_weighed) TRY(weigh(o, poses, count));
  for (uint32_t b = 0; b < o->state->bodies; b++)
    for (int k = 0; k < LOAD_SUMS; k++)
      sums[b][k] += (int64_t)(load_of(o, b, k) - o->loads_before[b * LOAD_SUMS + (uint32_t)k]);
  return STATUS_OK;
}
