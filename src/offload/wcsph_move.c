/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls that move, and what the fluid does to them, one thread a particle. */
#include <stdlib.h>
#include <string.h>

#include "offload/wcsph.h"
#include "util/error.h"
#include "wcsph/particle.h"
#include "wcsph/scalar.h"

#pragma omp declare target
static OFFLOAD_CALL void move_particle(const struct offload_view *v, const struct wall_pose *poses,
                                       uint32_t i) {
  if (!pose_move_row(&v->state, poses, i)) return;
  v->hot[i] = offload_heat(&v->law, v->state.pos[i], v->state.vel[i].w);
}

/* Sums that threads do not queue for: each has `slots` copies. */
static OFFLOAD_CALL void weigh_particle(const struct offload_view *v, const struct wall_pose *poses,
                                        double scale, int64_t *sums, uint32_t slots, uint32_t i) {
  const uint16_t body = v->state.body[i];
  if (!poses[body].weighed) return;
  int64_t add[LOAD_SUMS], *slot = sums + ((size_t)body * slots + i / 32 % slots) * LOAD_SUMS;
  pose_weigh_row(&v->state, &poses[body], scale, v->law.quantum, i, add);
  for (int k = 0; k < LOAD_SUMS; k++) {
    if (add[k] == 0) continue;
#pragma omp atomic update
    slot[k] += add[k];
  }
}

static OFFLOAD_CALL void push_particle(const struct offload_view *v, const struct wcsph_push *push,
                                       uint32_t i) {
  particle_push(push, v->law.quantum, &v->state.pos[i], &v->state.vel[i], &v->state.rate[i]);
}
#pragma omp end declare target

/* Room that is kept for the next time, in that of points. */
static int scratch(struct offload *o, size_t bytes) {
  return offload_reserve_points(o, (bytes + sizeof *o->points - 1) / sizeof *o->points);
}

int offload_push(void *self, const struct wcsph_push *push) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  const struct range fluid = state_range(&o->view.state, KIND_FLUID);
  const uint32_t begin = fluid.begin, end = fluid.end;
  TRY(scratch(o, sizeof *push));
  TRY(offload_copy(o->device, o->points, push, sizeof *push, false));
  const struct wcsph_push *there = (const struct wcsph_push *)o->points;
  int device = o->device;
  OFFLOAD_LOOP(end - begin, is_device_ptr(v, there))
  for (uint32_t i = begin; i < end; i++) push_particle(v, there, i);
  return STATUS_OK;
}

int offload_move_walls(void *self, const struct wall_pose *poses, size_t count) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  const uint32_t n = state_range(&o->view.state, KIND_WALL).end;
  TRY(scratch(o, count * sizeof *poses));
  TRY(offload_copy(o->device, o->points, poses, count * sizeof *poses, false));
  const struct wall_pose *there = (const struct wall_pose *)o->points;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v, there))
  for (uint32_t i = 0; i < n; i++) move_particle(v, there, i);
  o->walls_sorted = false;
  return STATUS_OK;
}

/* The sums stand behind the poses. */
int offload_wall_loads(void *self, const struct wall_pose *poses, size_t count, struct wall_load *loads) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  const uint32_t n = state_range(&o->view.state, KIND_WALL).end;
  const uint32_t slots = count < 64 ? 32 : count < 2048 ? 2048 / (uint32_t)count : 1;
  const size_t pose_bytes = count * sizeof *poses, sum_count = count * slots * LOAD_SUMS;
  const size_t bytes = pose_bytes + sum_count * sizeof(int64_t);
  char *here = calloc(1, bytes);
  CHECK(here, STATUS_FAILED, "no memory for %zu walls", count);
  memcpy(here, poses, pose_bytes);
  int64_t *sums = (int64_t *)(here + pose_bytes);
  int status = scratch(o, bytes), device = o->device;
  if (status == STATUS_OK) status = offload_copy(device, o->points, here, bytes, false);
  if (status == STATUS_OK) {
    const struct wall_pose *there = (const struct wall_pose *)o->points;
    int64_t *slots_there = (int64_t *)((char *)o->points + pose_bytes);
    const double scale = (double)pose_force_quanta(o->law);
    OFFLOAD_LOOP(n, is_device_ptr(v, there, slots_there))
    for (uint32_t i = 0; i < n; i++) weigh_particle(v, there, scale, slots_there, slots, i);
    status = offload_copy(device, sums, slots_there, sum_count * sizeof *sums, true);
  }
  for (size_t k = 0; k < count && status == STATUS_OK; k++) {
    int64_t *total = sums + k * slots * LOAD_SUMS;
    for (uint32_t s = 1; s < slots; s++)
      for (int a = 0; a < LOAD_SUMS; a++) total[a] += total[s * LOAD_SUMS + (uint32_t)a];
    pose_load(o->law, &poses[k], total, &loads[k]);
  }
  free(here);
  return status;
}
