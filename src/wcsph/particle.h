/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PARTICLE_H
#define WCSPH_PARTICLE_H
/* One stage of the time integrator for one particle of a state, a row at a time: what every backend without
 * vectors does. The formulas are in physics/advance.h. */
#include "physics/scalar.h"
#include "wcsph/backend.h"

static inline struct moving particle_load(const struct position *x, const struct vec4 *x_rest,
                                          const struct vec4 *v, const struct vec4 *v_rest, uint32_t i) {
  const struct vec4 none = {0};
  struct vec4 xr = x_rest ? x_rest[i] : none, vr = v_rest ? v_rest[i] : none;
  return (struct moving){
      .x = {(int32_t)x[i].x, (int32_t)x[i].y, (int32_t)x[i].z},
      .x_rest = {xr.x, xr.y, xr.z},
      .v = {v[i].x, v[i].y, v[i].z, v[i].w},
      .v_rest = {vr.x, vr.y, vr.z, vr.w},
  };
}

static inline void particle_save(struct wcsph_state *s, const struct wcsph_stage *stage, uint32_t i) {
  if (stage->save_velocity) {
    s->saved_vel[i] = s->vel[i];
    if (s->vel_rest) s->saved_vel_rest[i] = s->vel_rest[i];
  }
  if (stage->save_position) {
    s->saved_pos[i] = s->pos[i];
    if (s->pos_rest) s->saved_pos_rest[i] = s->pos_rest[i];
  }
}

static inline void particle_store(struct wcsph_state *s, uint32_t i, const struct moving *m) {
  s->pos[i].x = (uint32_t)m->x[0], s->pos[i].y = (uint32_t)m->x[1], s->pos[i].z = (uint32_t)m->x[2];
  s->vel[i] = (struct vec4){m->v[0], m->v[1], m->v[2], m->v[3]};
  if (s->pos_rest) s->pos_rest[i] = (struct vec4){m->x_rest[0], m->x_rest[1], m->x_rest[2], 0.0f};
  if (s->vel_rest) s->vel_rest[i] = (struct vec4){m->v_rest[0], m->v_rest[1], m->v_rest[2], m->v_rest[3]};
}

/* With the wall that it belongs to. */
static inline void particle_move(struct position *x, struct vec4 *v, const uint32_t by[3],
                                 const float velocity[3]) {
  x->x += by[0], x->y += by[1], x->z += by[2];
  v->x = velocity[0], v->y = velocity[1], v->z = velocity[2];
}

static inline void motion_note_fault(struct wcsph_motion *motion, enum wcsph_fault fault, uint32_t id) {
  if (motion->fault != FAULT_NONE && motion->fault_id <= id) return;
  motion->fault = fault;
  motion->fault_id = id;
}

static inline void particle_advance_wall(struct wcsph_state *s, const struct wcsph_law *law,
                                         const struct wcsph_stage *stage, uint32_t i,
                                         struct wcsph_motion *motion) {
  const struct vec4 none = {0};
  struct vec4 saved = s->saved_vel[i], saved_rest = s->saved_vel_rest ? s->saved_vel_rest[i] : none;
  float now = s->vel[i].w, rest = s->vel_rest ? s->vel_rest[i].w : 0.0f;
  particle_save(s, stage, i);
  float from = stage->v_from_saved ? saved.w : now;
  if (stage->v_from_saved) rest = saved_rest.w;
  s->vel[i].w = advance_wall(law, stage, from, now, s->rate[i].w, &rest);
  if (s->vel_rest) s->vel_rest[i].w = rest;
  if (!advance_sane_density(law, s->vel[i].w)) motion_note_fault(motion, FAULT_DENSITY, s->pos[i].id);
}

static inline void particle_advance_fluid(struct wcsph_state *s, const struct wcsph_law *law,
                                          const struct wcsph_stage *stage, const float inv_quantum[3],
                                          uint32_t i, struct wcsph_motion *motion) {
  const bool v_saved = stage->v_from_saved || stage->along_saved, x_saved = v_saved && stage->x_from_saved;
  const struct moving now = particle_load(s->pos, s->pos_rest, s->vel, s->vel_rest, i);
  const struct moving saved =
      particle_load(x_saved ? s->saved_pos : s->pos, x_saved ? s->saved_pos_rest : s->pos_rest,
                    v_saved ? s->saved_vel : s->vel, v_saved ? s->saved_vel_rest : s->vel_rest, i);
  struct moving next;
  const float rate[4] = {s->rate[i].x, s->rate[i].y, s->rate[i].z, s->rate[i].w};
  particle_save(s, stage, i);
  advance_fluid(law, stage, inv_quantum, &now, &saved, rate, &next);
  uint32_t id = s->pos[i].id;
  if (!advance_sane_speed(law, &next)) {
    motion_note_fault(motion, FAULT_SPEED, id);
    return; /* stay where it was: the number is not one */
  }
  particle_store(s, i, &next);
  if (!advance_sane_density(law, next.v[3])) motion_note_fault(motion, FAULT_DENSITY, id);
  enum whereabouts where = state_locate(s, &s->pos[i]);
  if (where == OUT_ELSEWHERE) motion_note_fault(motion, FAULT_OUTSIDE, id);
  if (where == OUT_THROUGH_OPEN_FACE) motion->left++;
  const struct position *old = &s->listed_pos[i];
  float dx = lane_from_int((int32_t)(s->pos[i].x - old->x)) * law->quantum[0];
  float dy = lane_from_int((int32_t)(s->pos[i].y - old->y)) * law->quantum[1];
  float dz = lane_from_int((int32_t)(s->pos[i].z - old->z)) * law->quantum[2];
  const struct wcsph_spread mine = {(dx * dx + dy * dy) + dz * dz, {-dx, -dy, -dz}, {dx, dy, dz}};
  wcsph_spread_merge(&motion->spread, &mine);
}

#endif
