/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PARTICLE_H
#define WCSPH_PARTICLE_H
/* One stage of the time integrator for one particle of a state, a row at a time: what every backend without
 * vectors does. The formulas are in wcsph/models/advance.h. */
#include "wcsph/backend.h"
#include "wcsph/scalar.h"

/* Where a list that is built now, for `life`, expects a particle with velocity v, which is at `now`; paths
 * are in units of `unit` (state_path_unit), m. */
static inline struct position particle_expect(float unit, float life, const float quantum[3],
                                              const struct position *now, const struct vec4 *v) {
  const float most = PATH_MOST;
  if (unit == 0.0f) return (struct position){.x = now->x, .y = now->y, .z = now->z, .path = 0};
  const float speed = lane_sqrt((v->x * v->x + v->y * v->y) + v->z * v->z), rate = life / unit;
  const float units = speed * rate < most ? rate : most / speed; /* a second */
  const float velocity[3] = {v->x, v->y, v->z};
  uint32_t x[3] = {now->x, now->y, now->z}, packed = 0;
  for (int a = 0; a < 3; a++) {
    const int32_t path = (int32_t)(velocity[a] * units);
    x[a] += (uint32_t)(int32_t)(0.5f * unit * (float)path / quantum[a]);
    packed |= ((uint32_t)path & ((1u << PATH_BITS) - 1)) << (PATH_BITS * a);
  }
  return (struct position){.x = x[0], .y = x[1], .z = x[2], .path = packed};
}

/* Row i of a buffer, in one load where the machine has one, and in one store. */
static inline struct vec4 particle_row(const void *rows, uint32_t i) {
  struct vec4 row;
  const lane_vec4 all = ((const lane_vec4 *)rows)[i];
  __builtin_memcpy(&row, &all, sizeof row);
  return row;
}
static inline struct position particle_place(const void *rows, uint32_t i) {
  struct position row;
  const lane_vec4 all = ((const lane_vec4 *)rows)[i];
  __builtin_memcpy(&row, &all, sizeof row);
  return row;
}
static inline void particle_put(void *rows, uint32_t i, const void *row) {
  lane_vec4 all;
  __builtin_memcpy(&all, row, sizeof all);
  ((lane_vec4 *)rows)[i] = all;
}

/* A particle as it is or was; compensations are zero where the run has none. */
struct particle {
  struct position x;
  struct vec4 v, x_compensation, v_compensation;
};

static inline struct particle particle_load(const struct position *x, const struct vec4 *x_compensation,
                                            const struct vec4 *v, const struct vec4 *v_compensation,
                                            uint32_t i) {
  const struct vec4 none = {0};
  return (struct particle){particle_place(x, i), particle_row(v, i),
                           x_compensation ? particle_row(x_compensation, i) : none,
                           v_compensation ? particle_row(v_compensation, i) : none};
}

static inline struct moving particle_moving(const struct particle *p) {
  return (struct moving){
      .x = {(int32_t)p->x.x, (int32_t)p->x.y, (int32_t)p->x.z},
      .x_compensation = {p->x_compensation.x, p->x_compensation.y, p->x_compensation.z},
      .v = {p->v.x, p->v.y, p->v.z, p->v.w},
      .v_compensation = {p->v_compensation.x, p->v_compensation.y, p->v_compensation.z, p->v_compensation.w},
  };
}

static inline void particle_save(struct wcsph_state *s, const struct wcsph_stage *stage, uint32_t i,
                                 const struct particle *now) {
  if (stage->save_velocity) {
    particle_put(s->saved_vel, i, &now->v);
    if (s->vel_compensation) particle_put(s->saved_vel_compensation, i, &now->v_compensation);
  }
  if (stage->save_position) {
    particle_put(s->saved_pos, i, &now->x);
    if (s->pos_compensation) particle_put(s->saved_pos_compensation, i, &now->x_compensation);
  }
}

/* What the stage acts with; where it keeps rates, those of this step take the place of those before. */
static inline struct vec4 particle_rate(struct wcsph_state *s, const struct wcsph_stage *stage, uint32_t i) {
  const struct vec4 now = particle_row(s->rate, i);
  if (!stage->keeps_rate) return now;
  const struct vec4 before = particle_row(s->saved_vel, i);
  particle_put(s->saved_vel, i, &now);
  return (struct vec4){advance_rate(stage, now.x, before.x), advance_rate(stage, now.y, before.y),
                       advance_rate(stage, now.z, before.z), advance_rate(stage, now.w, before.w)};
}

static inline struct particle particle_store(struct wcsph_state *s, uint32_t i, uint32_t mark,
                                             const struct moving *m) {
  const struct particle p = {
      {(uint32_t)m->x[0], (uint32_t)m->x[1], (uint32_t)m->x[2], {mark}},
      {m->v[0], m->v[1], m->v[2], m->v[3]},
      {m->x_compensation[0], m->x_compensation[1], m->x_compensation[2], 0.0f},
      {m->v_compensation[0], m->v_compensation[1], m->v_compensation[2], m->v_compensation[3]}};
  particle_put(s->pos, i, &p.x);
  particle_put(s->vel, i, &p.v);
  if (s->pos_compensation) particle_put(s->pos_compensation, i, &p.x_compensation);
  if (s->vel_compensation) particle_put(s->vel_compensation, i, &p.v_compensation);
  return p;
}

static inline void particle_body_force(const struct wcsph_body_force *p, const float quantum[3],
                                       const struct position *x, const struct vec4 *v, struct vec4 *rate) {
  const float d[3] = {lane_from_int((int32_t)(x->x - p->from[0])) * quantum[0],
                      lane_from_int((int32_t)(x->y - p->from[1])) * quantum[1],
                      lane_from_int((int32_t)(x->z - p->from[2])) * quantum[2]};
  float add[3];
  for (int a = 0; a < 3; a++) {
    const float *m = &p->place[3 * a], *n = &p->velocity[3 * a];
    const float by_place = (m[0] * d[0] + m[1] * d[1]) + m[2] * d[2];
    add[a] = (p->constant[a] + by_place) + ((n[0] * v->x + n[1] * v->y) + n[2] * v->z);
  }
  rate->x += add[0], rate->y += add[1], rate->z += add[2];
}

static inline void motion_note_fault(struct wcsph_motion *motion, enum wcsph_fault fault, uint64_t id) {
  if (motion->fault != FAULT_NONE && motion->fault_id <= id) return;
  motion->fault = fault;
  motion->fault_id = id;
}

/* Row i of fluid, at x, has broken a limit: the run stops, or the row leaves at once where it may. */
static inline void particle_break(const struct wcsph_state *s, uint32_t i, const struct position *x,
                                  enum wcsph_fault fault, struct wcsph_motion *motion) {
  if (!(s->open & (fault == FAULT_OUTSIDE ? STATE_OPEN_LIMITS | STATE_OPEN_ELSEWHERE : STATE_OPEN_LIMITS))) {
    motion_note_fault(motion, fault, s->id[i]);
    return;
  }
  const struct position gone = {x->x, x->y, x->z, {MARK_GONE}};
  particle_put(s->pos, i, &gone);
  motion->left = LEFT_FAR;
}

/* Fluid outside the domain has left for good, wherever it moves next: it waits to be dropped. */
static inline void particle_note_place(const struct wcsph_state *s, uint32_t i, const struct position *before,
                                       const struct position *now, struct wcsph_motion *motion) {
  const enum whereabouts where = state_locate(s, now);
  if (where == INSIDE) return;
  if (where == OUT_ELSEWHERE && state_locate(s, before) == INSIDE) {
    particle_break(s, i, now, FAULT_OUTSIDE, motion);
    return;
  }
  const uint32_t left = state_is_far(s, now) ? LEFT_FAR : LEFT_LATELY;
  if (left > motion->left) motion->left = left;
}

/* Row i, of a structure, behind its sub-steps: to its place, and what that means for the list. */
static inline void particle_bend(const struct wcsph_state *s, const struct wcsph_law *law,
                                 const struct wall_pose *poses, uint32_t i, struct wcsph_motion *motion) {
  const enum pose_bent_fault fault = pose_judge_bending(s, &poses[s->body[i]], (double)law->max_speed, i);
  if (fault != BENT_WELL) {
    motion_note_fault(motion, fault == BENT_FAST ? FAULT_SPEED : FAULT_OUTSIDE, s->id[i]);
    return;
  }
  pose_move_row(s, poses, i);
  const struct position now = s->pos[i], then = s->listed_pos[i];
  const float d[3] = {lane_from_int((int32_t)(now.x - then.x)) * law->quantum[0],
                      lane_from_int((int32_t)(now.y - then.y)) * law->quantum[1],
                      lane_from_int((int32_t)(now.z - then.z)) * law->quantum[2]};
  const struct wcsph_spread mine = {
      (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2], {-d[0], -d[1], -d[2]}, {d[0], d[1], d[2]}};
  wcsph_spread_merge(&motion->spread, &mine);
}

/* Walls never leave: where fluid beyond the limits does, a wall may have any positive density. */
static inline bool particle_wall_is_sane(const struct wcsph_state *s, const struct wcsph_law *law, float d) {
  const bool any = s->open & STATE_OPEN_LIMITS;
  return any ? d > -1.0f && d < 1e3f : advance_sane_density(law, d);
}

/* These return the particle after the stage, without compensations. */
static inline struct particle particle_advance_wall(struct wcsph_state *s, const struct wcsph_law *law,
                                                    const struct wcsph_stage *stage, uint32_t i,
                                                    struct wcsph_motion *motion) {
  const struct particle now = particle_load(s->pos, NULL, s->vel, s->vel_compensation, i);
  if (now.x.mark == MARK_HALO) return (struct particle){.x = now.x, .v = now.v};
  const struct particle from =
      stage->v_from_saved ? particle_load(s->pos, NULL, s->saved_vel, s->saved_vel_compensation, i) : now;
  const float rate = particle_rate(s, stage, i).w;
  struct vec4 v = now.v, v_compensation = now.v_compensation;
  v_compensation.w = from.v_compensation.w;
  v.w = advance_wall(law, stage, from.v.w, now.v.w, rate, &v_compensation.w);
  particle_save(s, stage, i, &now);
  particle_put(s->vel, i, &v);
  if (s->vel_compensation) particle_put(s->vel_compensation, i, &v_compensation);
  if (!particle_wall_is_sane(s, law, v.w)) motion_note_fault(motion, FAULT_DENSITY, s->id[i]);
  return (struct particle){.x = now.x, .v = v};
}

/* All is read before anything is written, so that a GPU waits for memory once. */
static inline struct particle particle_advance_fluid(struct wcsph_state *s, const struct wcsph_law *law,
                                                     const struct wcsph_stage *stage,
                                                     const float inv_quantum[3], uint32_t i,
                                                     struct wcsph_motion *motion) {
  const struct particle p = particle_load(s->pos, s->pos_compensation, s->vel, s->vel_compensation, i);
  if (p.x.mark == MARK_HALO) return (struct particle){.x = p.x, .v = p.v};
  const struct vec4 r = particle_rate(s, stage, i);
  const struct position listed = particle_place(s->listed_pos, i);
  struct particle q = p;
  if (stage->v_from_saved || stage->along_saved) {
    q.v = particle_row(s->saved_vel, i);
    if (s->vel_compensation) q.v_compensation = particle_row(s->saved_vel_compensation, i);
  }
  if (stage->x_from_saved) {
    q.x = particle_place(s->saved_pos, i);
    if (s->pos_compensation) q.x_compensation = particle_row(s->saved_pos_compensation, i);
  }
  const struct moving now = particle_moving(&p), saved = particle_moving(&q);
  const float rate[4] = {r.x, r.y, r.z, r.w};
  struct moving next;
  particle_save(s, stage, i, &p);
  advance_fluid(law, stage, inv_quantum, &now, &saved, rate, &next);
  if (!advance_sane_speed(law, &next)) {
    particle_break(s, i, &p.x, FAULT_SPEED, motion);
    return (struct particle){.x = p.x, .v = p.v}; /* stay where it was: the number is not one */
  }
  const struct particle after = particle_store(s, i, p.x.mark, &next);
  if (!advance_sane_density(law, next.v[3])) particle_break(s, i, &after.x, FAULT_DENSITY, motion);
  particle_note_place(s, i, &p.x, &after.x, motion);
  const int32_t expected[3] = {(int32_t)listed.x, (int32_t)listed.y, (int32_t)listed.z};
  float d[3];
  path_deviation(expected, (int32_t)listed.path, next.x, law->quantum, state_path_unit(s), stage->since, d);
  const struct wcsph_spread mine = {
      (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2], {-d[0], -d[1], -d[2]}, {d[0], d[1], d[2]}};
  wcsph_spread_merge(&motion->spread, &mine);
  motion->max_speed2 = lane_max(motion->max_speed2, advance_speed2(&next));
  return after;
}

#endif
