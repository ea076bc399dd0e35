/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls, one thread a particle: dummy ones take from the fluid around them, and those that move are moved. */
#include "offload/neighbours.h"
#include "offload/wcsph.h"
#include "physics/scalar.h"
#include "util/error.h"
#include "wcsph/particle.h"

static inline void add_fluid(const struct offload_view *v, const struct wcsph_law *law,
                             const struct position *me, uint32_t j, struct wall_sums *sums) {
  const struct position p = v->state.pos[j];
  const struct vec4 u = v->state.vel[j];
  float dx = lane_from_int((int32_t)(me->x - p.x)) * law->quantum[0];
  float dy = lane_from_int((int32_t)(me->y - p.y)) * law->quantum[1];
  float dz = lane_from_int((int32_t)(me->z - p.z)) * law->quantum[2];
  wall_add(law, sums, dx, dy, dz, u.x, u.y, u.z, u.w);
}

#pragma omp declare target
static OFFLOAD_CALL void extrapolate_to(const struct offload_view *v, uint32_t i) {
  const struct wcsph_law *law = &v->law;
  struct wall_sums sums = {0};
  const struct position me = v->state.pos[i];
  if (v->list) {
    const struct offload_quad *row = v->list + (size_t)i * v->across;
    for (uint32_t k = v->fluid_count[i]; k > 0; k--, row += v->along) {
      const struct offload_quad quad = *row;
      for (int n = 0; n < 4; n++)
        if (quad.j[n] != i) add_fluid(v, law, &me, quad.j[n], &sums);
    }
  } else {
    struct offload_rows rows;
    uint32_t begin, end;
    rows_around(&rows, &v->grid, law->quantum, law->support + v->state.skin, &v->state.listed_pos[i]);
    while (rows_next(&rows, &begin, &end))
      for (uint32_t j = v->grid.fluid_start[begin]; j < v->grid.fluid_start[end]; j++)
        add_fluid(v, law, &me, j, &sums);
  }
  float out[4];
  const enum summation mode = law->summation;
  wall_extrapolate(
      law, sum_value(&sums.weight, law->quanta_weight, mode),
      sum_value(&sums.pressure, law->quanta_pressure, mode), sum_value(&sums.u, law->quanta_velocity, mode),
      sum_value(&sums.v, law->quanta_velocity, mode), sum_value(&sums.w, law->quanta_velocity, mode), out);
  const struct vec4 vel = {out[0], out[1], out[2], out[3]};
  v->state.vel[i] = vel;
  v->hot[i] = offload_heat(me, vel, eos_momentum_term(law, vel.w));
}
#pragma omp end declare target

int offload_extrapolate(void *self) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  const uint32_t n = o->view.state.wall_count;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) extrapolate_to(v, i);
  return STATUS_OK;
}

#pragma omp declare target
static OFFLOAD_CALL void move_particle(const struct offload_view *v, uint32_t i, uint32_t q0, uint32_t q1,
                                       uint32_t q2, float v0, float v1, float v2) {
  const uint32_t by[3] = {q0, q1, q2};
  const float velocity[3] = {v0, v1, v2};
  particle_move(&v->state.pos[i], &v->state.vel[i], by, velocity);
  const struct vec4 vel = v->state.vel[i];
  v->hot[i] = offload_heat(v->state.pos[i], vel, eos_momentum_term(&v->law, vel.w));
}
#pragma omp end declare target

int offload_move_wall(void *self, int wall, const uint32_t by[3], const float velocity[3]) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  const uint32_t n = o->view.state.wall_count, q0 = by[0], q1 = by[1], q2 = by[2];
  const float v0 = velocity[0], v1 = velocity[1], v2 = velocity[2];
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++)
    if (v->state.body[i] == wall) move_particle(v, i, q0, q1, q2, v0, v1, v2);
  o->walls_sorted = false;
  return STATUS_OK;
}
