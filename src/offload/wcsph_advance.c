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
  struct offload_finding *found = o->found, all;
  const bool v_from_saved = stage->v_from_saved, x_from_saved = stage->x_from_saved;
  const bool along_saved = stage->along_saved, density_ratio = stage->density_ratio;
  const bool save_velocity = stage->save_velocity, save_position = stage->save_position;
  const float dv = stage->dv, step = stage->dx, dxa = stage->dxa;
  const double *quantum = o->state->quantum;
  const float i0 = (float)(1.0 / quantum[0]), i1 = (float)(1.0 / quantum[1]), i2 = (float)(1.0 / quantum[2]);
  const uint32_t n = o->view.state.count;
  int device = o->device;
  TRY(offload_expect(o));
  OFFLOAD_LOOP(n, is_device_ptr(v, found))
  for (uint32_t i = 0; i < n; i++) {
    const struct wcsph_law law = v->law;
    struct wcsph_state s = v->state;
    const struct wcsph_stage st = {
        v_from_saved, x_from_saved, along_saved, save_velocity, save_position, density_ratio, dv, step, dxa};
    const float inv_quantum[3] = {i0, i1, i2};
    struct wcsph_motion mine = {0, 0, FAULT_NONE, 0};
    if (i >= s.wall_count)
      particle_advance_fluid(&s, &law, &st, inv_quantum, i, &mine);
    else if (law.boundary == BOUNDARY_DYNAMIC)
      particle_advance_wall(&s, &law, &st, i, &mine);
    else
      continue;
    const struct vec4 vel = s.vel[i];
    v->hot[i] = offload_heat(s.pos[i], vel, eos_momentum_term(&law, vel.w));
    struct offload_finding *f = &found[i / OFFLOAD_TEAM % OFFLOAD_FINDINGS];
    offload_raise(&f->max_displacement2, mine.max_displacement2);
    if (mine.fault != FAULT_NONE) note_fault(f, &mine);
    if (mine.left) {
#pragma omp atomic update
      f->left++;
    }
  }
  TRY(offload_collect(o, &all));
  *motion = (struct wcsph_motion){.left = all.left};
  memcpy(&motion->max_displacement2, &all.max_displacement2, sizeof(float));
  if (all.fault != UINT64_MAX) {
    motion->fault = (enum wcsph_fault)(all.fault & 0xff);
    motion->fault_id = (uint32_t)(all.fault >> 8);
  }
  return STATUS_OK;
}
