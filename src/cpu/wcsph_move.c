/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls that move, what pushes all fluid alike, and what fluid does to walls: not vectorised. */
#include "cpu/wcsph.h"
#include "reference/wcsph.h"
#include "util/error.h"
#include "wcsph/pose.h"

int cpu_move_walls(void *self, const struct wall_pose *poses, size_t count) {
  (void)count;
  struct cpu_run *run = self;
  const struct range walls = state_range(run->state, KIND_WALL);
#pragma omp parallel for schedule(static) num_threads(run->threads)
  for (uint32_t i = walls.begin; i < walls.end; i++) pose_move_row(run->state, poses, i);
  cpu_make_hot_old(run, true, false);
  run->walls_sorted = false;
  return STATUS_OK;
}

int cpu_push(void *self, const struct wcsph_push *push) {
  reference_push_of(((struct cpu_run *)self)->state, ((struct cpu_run *)self)->law, push);
  return STATUS_OK;
}

int cpu_wall_loads(void *self, const struct wall_pose *poses, size_t count, struct wall_load *loads) {
  const struct cpu_run *run = self;
  return reference_wall_loads_of(run->state, run->law, poses, count, loads);
}
