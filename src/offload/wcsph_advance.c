/* SPDX-License-Identifier: BSD-3-Clause */
/* One stage of the time integrator; only what the next step needs to know comes back. */
#include "offload/wcsph.h"
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

int offload_advance(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  struct offload_finding *found, all;
  TRY(offload_expect(o, FOUND_BY_OTHERS, &found));
  struct offload_finding *next = o->found + (size_t)FOUND_BY_FORCES * OFFLOAD_FINDINGS;
  /* Pointers and values of their own: kernels keep those in constant memory. */
#define X(NAME, type, member, field, components) type *member = o->view.state.member;
  WCSPH_BUFFERS(X)
#undef X
  struct offload_hot *hot = o->view.hot;
  const bool v_from_saved = stage->v_from_saved, x_from_saved = stage->x_from_saved;
  const bool along_saved = stage->along_saved, density_ratio = stage->density_ratio;
  const bool save_velocity = stage->save_velocity, save_position = stage->save_position;
  const float dv = stage->dv, step = stage->dx, dxa = stage->dxa;
  const double *quantum = o->state->quantum;
  const float i0 = (float)(1.0 / quantum[0]), i1 = (float)(1.0 / quantum[1]), i2 = (float)(1.0 / quantum[2]);
  const uint32_t n = o->view.state.count, walls = o->view.state.wall_count;
  const uint32_t begin =
      o->law->boundary == BOUNDARY_DYNAMIC ? 0 : walls; /* dummy walls take from the fluid */
  int device = o->device;
  OFFLOAD_LOOP(n - begin, is_device_ptr(v, found, next, hot, pos, vel, pos_rest, vel_rest, saved_pos,
                                        saved_vel, saved_pos_rest, saved_vel_rest, listed_pos, rate))
  for (uint32_t i = begin; i < n; i++) {
    struct wcsph_state s = v->state;
    s.pos = pos, s.vel = vel, s.pos_rest = pos_rest, s.vel_rest = vel_rest;
    s.saved_pos = saved_pos, s.saved_vel = saved_vel;
    s.saved_pos_rest = saved_pos_rest, s.saved_vel_rest = saved_vel_rest;
    s.listed_pos = listed_pos, s.rate = rate;
    const struct wcsph_stage st = {
        v_from_saved, x_from_saved, along_saved, save_velocity, save_position, density_ratio, dv, step, dxa};
    const float inv_quantum[3] = {i0, i1, i2};
    struct wcsph_motion mine = {.fault = FAULT_NONE};
    if (i >= walls)
      particle_advance_fluid(&s, &v->law, &st, inv_quantum, i, &mine);
    else
      particle_advance_wall(&s, &v->law, &st, i, &mine);
    const struct vec4 now = vel[i];
    hot[i] = offload_heat(pos[i], now, eos_momentum_term(&v->law, now.w));
    struct offload_finding *f = offload_finding_of(found, i);
    const struct wcsph_spread *spread = &mine.spread;
    offload_raise(&f->spread[0], spread->distance2);
    for (int a = 0; a < 3; a++) {
      offload_raise(&f->spread[1 + a], spread->back[a]);
      offload_raise(&f->spread[4 + a], spread->forth[a]);
    }
    if (mine.fault != FAULT_NONE) note_fault(f, &mine);
    if (mine.left) {
#pragma omp atomic update
      f->left++;
    }
    if (i - begin < OFFLOAD_FINDINGS) offload_forget(&next[i - begin]);
  }
  (void)body;
  TRY(offload_collect(o, FOUND_BY_OTHERS, n - begin >= OFFLOAD_FINDINGS, &all));
  *motion = (struct wcsph_motion){.left = (uint32_t)all.left};
  memcpy(&motion->spread, all.spread, sizeof motion->spread);
  if (all.fault != UINT64_MAX) {
    motion->fault = (enum wcsph_fault)(all.fault & 0xff);
    motion->fault_id = (uint32_t)(all.fault >> 8);
  }
  return STATUS_OK;
}
