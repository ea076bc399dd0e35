/* SPDX-License-Identifier: BSD-3-Clause */
/* One stage of the time integrator; only what the next step needs to know comes back. */
#include "offload/wcsph.h"
#include "offload/wcsph_law.h"
#include "util/error.h"
#include "wcsph/particle.h"

/* The lowest id that broke a limit, and which: one number to take the least of. */
static inline void note_fault(struct offload_finding *f, const struct wcsph_motion *m) {
  uint64_t fault = (uint64_t)m->fault_id << 8 | (uint64_t)m->fault, *least = &f->fault;
#pragma omp atomic compare
  if (*least > fault) {
    *least = fault;
  }
}

/* Particle i by one stage, and what there is to say of it. */
static inline void advance_one(struct wcsph_state *s, const struct wcsph_law *law,
                               const struct wcsph_stage *stage, const float inv_quantum[3],
                               struct position *hot, uint32_t i, struct offload_finding *f) {
  struct wcsph_motion mine = {.fault = FAULT_NONE};
  struct particle now;
  if (i >= s->wall_count)
    now = particle_advance_fluid(s, law, stage, inv_quantum, i, &mine);
  else
    now = particle_advance_wall(s, law, stage, i, &mine);
  const struct position heated = offload_heat(law, now.x, now.v.w);
  particle_put(hot, i, &heated);
  const struct wcsph_spread *m = &mine.spread;
  const float motion[8] = {m->distance2, m->back[0],  m->back[1],  m->back[2],
                           m->forth[0],  m->forth[1], m->forth[2], mine.max_speed2};
  if (i >= s->wall_count) offload_raise_motion(f, motion);
  if (mine.fault != FAULT_NONE) note_fault(f, &mine);
  if (mine.left) offload_raise_bits(&f->most, mine.left);
}

#ifdef __clang__
/* Pointers and values of their own: kernels keep those in constant memory. */
static void advance_all(struct offload *o, const struct wcsph_stage *stage, uint32_t begin,
                        struct offload_finding *found, struct offload_finding *next) {
#define X(NAME, type, member, field, components, hashed) type *member = o->view.state.member;
  WCSPH_BUFFERS(X)
#undef X
  (void)body;
  struct position *hot = o->view.hot;
  OFFLOAD_CAPTURE(o->law)
  const enum summation summation = o->law->summation;
  const enum formulation formulation = o->law->formulation;
  const struct wcsph_stage st = *stage;
  const bool v_from_saved = st.v_from_saved, x_from_saved = st.x_from_saved, along_saved = st.along_saved;
  const bool save_velocity = st.save_velocity, save_position = st.save_position;
  const bool density_ratio = st.density_ratio;
  const float dv = st.dv, step = st.dx, dxa = st.dxa, since = st.since;
  const float path = o->state->path, life = o->state->life;
  const double *quantum = o->state->quantum;
  const float i0 = (float)(1.0 / quantum[0]), i1 = (float)(1.0 / quantum[1]), i2 = (float)(1.0 / quantum[2]);
  const uint32_t *low = o->state->fluid_low, *high = o->state->fluid_high;
  const uint32_t low0 = low[0], low1 = low[1], low2 = low[2], high0 = high[0], high1 = high[1],
                 high2 = high[2];
  const uint32_t past0 = o->state->past[0], past1 = o->state->past[1], past2 = o->state->past[2];
  const unsigned open = o->state->open;
  const uint32_t n = o->view.state.count, walls = o->view.state.wall_count;
  int device = o->device;
  OFFLOAD_LOOP(n - begin, is_device_ptr(found, next, hot, pos, vel, pos_rest, vel_rest, saved_pos, saved_vel,
                                        saved_pos_rest, saved_vel_rest, listed_pos, rate))
  for (uint32_t i = begin; i < n; i++) {
    struct wcsph_state s = {.pos = pos,
                            .vel = vel,
                            .pos_rest = pos_rest,
                            .vel_rest = vel_rest,
                            .saved_pos = saved_pos,
                            .saved_vel = saved_vel,
                            .saved_pos_rest = saved_pos_rest,
                            .saved_vel_rest = saved_vel_rest,
                            .listed_pos = listed_pos,
                            .rate = rate,
                            .wall_count = walls,
                            .fluid_low = {low0, low1, low2},
                            .fluid_high = {high0, high1, high2},
                            .past = {past0, past1, past2},
                            .open = open,
                            .path = path,
                            .life = life};
    const struct wcsph_law law = {OFFLOAD_CAPTURED.formulation = formulation, .summation = summation};
    const struct wcsph_stage mine_stage = {v_from_saved,  x_from_saved,  along_saved, save_velocity,
                                           save_position, density_ratio, dv,          step,
                                           dxa,           since};
    const float inv_quantum[3] = {i0, i1, i2};
    advance_one(&s, &law, &mine_stage, inv_quantum, hot, i, offload_finding_of(found, i));
    if (i - begin < OFFLOAD_FINDINGS) offload_forget(&next[i - begin]);
  }
}
#else
/* State and law as the device's view has them (loop.h, OFFLOAD_CALL). */
#pragma omp declare target
static OFFLOAD_CALL void advance_there(struct offload_view *v, uint32_t i, bool v_from_saved,
                                       bool x_from_saved, bool along_saved, bool save_velocity,
                                       bool save_position, bool density_ratio, float dv, float dx, float dxa,
                                       float since, float i0, float i1, float i2, struct offload_finding *f) {
  const struct wcsph_stage stage = {v_from_saved,  x_from_saved, along_saved, save_velocity, save_position,
                                    density_ratio, dv,           dx,          dxa,           since};
  const float inv_quantum[3] = {i0, i1, i2};
  advance_one(&v->state, &v->law, &stage, inv_quantum, v->hot, i, f);
}
#pragma omp end declare target

static void advance_all(struct offload *o, const struct wcsph_stage *stage, uint32_t begin,
                        struct offload_finding *found, struct offload_finding *next) {
  struct offload_view *v = o->there;
  const bool v_from_saved = stage->v_from_saved, x_from_saved = stage->x_from_saved;
  const bool along_saved = stage->along_saved, save_velocity = stage->save_velocity;
  const bool save_position = stage->save_position, density_ratio = stage->density_ratio;
  const float dv = stage->dv, dx = stage->dx, dxa = stage->dxa, since = stage->since;
  const double *quantum = o->state->quantum;
  const float i0 = (float)(1.0 / quantum[0]), i1 = (float)(1.0 / quantum[1]), i2 = (float)(1.0 / quantum[2]);
  const uint32_t n = o->view.state.count;
  int device = o->device;
  OFFLOAD_LOOP(n - begin, is_device_ptr(v, found, next))
  for (uint32_t i = begin; i < n; i++) {
    advance_there(v, i, v_from_saved, x_from_saved, along_saved, save_velocity, save_position, density_ratio,
                  dv, dx, dxa, since, i0, i1, i2, offload_finding_of(found, i));
    if (i - begin < OFFLOAD_FINDINGS) offload_forget(&next[i - begin]);
  }
}
#endif

int offload_advance(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion) {
  struct offload *o = self;
  struct offload_finding *found, all;
  TRY(offload_expect(o, FOUND_BY_OTHERS, &found));
  struct offload_finding *next = o->found + (size_t)FOUND_BY_FORCES * OFFLOAD_FINDINGS;
  const uint32_t n = o->view.state.count, walls = o->view.state.wall_count;
  const uint32_t begin =
      o->law->boundary == BOUNDARY_DYNAMIC ? 0 : walls; /* dummy walls take from the fluid */
  advance_all(o, stage, begin, found, next);
  TRY(offload_collect(o, FOUND_BY_OTHERS, n - begin >= OFFLOAD_FINDINGS, &all));
  struct wcsph_spread spread;
  memcpy(&spread, all.spread, sizeof spread);
  *motion = (struct wcsph_motion){.spread = motion->spread, .left = all.most};
  memcpy(&motion->max_speed2, &all.max_speed2, sizeof motion->max_speed2);
  wcsph_spread_merge(&motion->spread, &spread);
  if (all.fault != UINT64_MAX) {
    motion->fault = (enum wcsph_fault)(all.fault & 0xff);
    motion->fault_id = (uint32_t)(all.fault >> 8);
  }
  return STATUS_OK;
}
