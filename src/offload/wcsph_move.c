/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls that move, one thread a particle. */
#include "offload/wcsph.h"
#include "util/error.h"
#include "wcsph/particle.h"
#include "wcsph/scalar.h"

#pragma omp declare target
static OFFLOAD_CALL void move_particle(const struct offload_view *v, uint32_t i, uint32_t q0, uint32_t q1,
                                       uint32_t q2, float v0, float v1, float v2) {
  const uint32_t by[3] = {q0, q1, q2};
  const float velocity[3] = {v0, v1, v2};
  particle_move(&v->state.pos[i], &v->state.vel[i], by, velocity);
  v->hot[i] = offload_heat(&v->law, v->state.pos[i], v->state.vel[i].w);
}
#pragma omp end declare target

int offload_move_wall(void *self, int wall, const uint32_t by[3], const float velocity[3]) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  const uint32_t n = state_range(&o->view.state, KIND_WALL).end, q0 = by[0], q1 = by[1], q2 = by[2];
  const float v0 = velocity[0], v1 = velocity[1], v2 = velocity[2];
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++)
    if (v->state.body[i] == wall) move_particle(v, i, q0, q1, q2, v0, v1, v2);
  o->walls_sorted = false;
  return STATUS_OK;
}
