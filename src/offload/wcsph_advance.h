/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_ADVANCE_H
#define OFFLOAD_WCSPH_ADVANCE_H
/* One stage of the time integrator, a particle. */
#include "offload/wcsph.h"
#include "wcsph/particle.h"

/* The first row that moves: dynamic walls have a density of their own, others take theirs from the fluid. */
static inline uint32_t advance_from(const struct offload *o) {
  return o->law->boundary == BOUNDARY_DYNAMIC ? 0 : state_range(&o->view.state, KIND_FLUID).begin;
}

/* The lowest id that broke a limit, and which: one number to take the least of. Ids stay below 2^56. */
static inline void note_fault(struct offload_finding *f, const struct wcsph_motion *m) {
  uint64_t fault = (uint64_t)m->fault_id << 8 | (uint64_t)m->fault, *least = &f->fault;
#pragma omp atomic compare
  if (*least > fault) {
    *least = fault;
  }
}

/* Advance particle i by one stage, and raise its findings. */
static inline void advance_one(struct wcsph_state *s, const struct wcsph_law *law,
                               const struct wcsph_stage *stage, const float inv_quantum[3],
                               struct position *records, uint32_t i, struct offload_finding *f) {
  struct wcsph_motion mine = {.fault = FAULT_NONE};
  struct particle now;
  if (state_kind(s, i) == KIND_FLUID)
    now = particle_advance_fluid(s, law, stage, inv_quantum, i, &mine);
  else
    now = particle_advance_wall(s, law, stage, i, &mine);
  const struct position packed = offload_pack_record(law, now.x, now.v.w);
  particle_put(records, i, &packed);
  const struct wcsph_spread *m = &mine.spread;
  const float motion[8] = {m->distance2, m->back[0],  m->back[1],  m->back[2],
                           m->forth[0],  m->forth[1], m->forth[2], mine.max_speed2};
  if (state_kind(s, i) == KIND_FLUID) offload_raise_motion(f, motion);
  if (mine.fault != FAULT_NONE) note_fault(f, &mine);
  if (mine.left) offload_raise_bits(&f->most, mine.left);
}

#endif
