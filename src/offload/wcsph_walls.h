/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_WALLS_H
#define OFFLOAD_WCSPH_WALLS_H
/* Walls that move, and bodies, a row at a time on the device: the loops of advance and of forces take it
 * along, for a loop of its own, or a copy, costs as much as a small pass. */
#include "offload/wcsph.h"

/* Row i, a wall's, to where its pose has it. */
static inline void offload_move(const struct offload_view *v, const struct wall_pose *poses, uint32_t i) {
  if (!pose_move_row(&v->state, poses, i)) return;
  v->records[i] = offload_pack_record(&v->law, v->state.pos[i], v->state.vel[i].w);
}

/* What row i, a wall's, takes from the fluid, to the loads of its body. */
static inline void offload_weigh(const struct offload_view *v, uint32_t i) {
  const struct wall_pose *w = &v->poses[v->state.body[i]];
  if (!w->body || pose_is_dry(&v->state, i) || v->state.pos[i].mark == MARK_HALO) return;
  const uint32_t slot = (w->body - 1) * v->load_slots + i / 32 % v->load_slots;
  uint64_t *to = v->loads + (size_t)slot * LOAD_SUMS;
  int64_t add[LOAD_SUMS];
  pose_weigh_row(&v->state, w, v->load_quanta, v->law.quantum, i, add);
  for (int k = 0; k < LOAD_SUMS; k++) {
    const uint64_t quanta = (uint64_t)add[k];
#pragma omp atomic update
    to[k] += quanta;
  }
}

/* wcsph_move.c: poses for a loop's clause map(always, to : poses[0 : count]), with which they reach the view;
 * NULL: it has them already. */
int offload_take_poses(struct offload *o, const struct wall_pose *poses, size_t count);

/* Whether force passes weigh, and what has been weighed, before one that does. */
static inline bool offload_weighs(const struct offload *o) {
  return o->view.load_slots > 0 && o->view.poses;
}
void offload_settle_loads(struct offload *o);

#endif
