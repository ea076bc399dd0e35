/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_FORCES_H
#define OFFLOAD_WCSPH_FORCES_H
/* The force pass over the stored list: one thread a particle, which sums over all its neighbours. */
#include "offload/wcsph.h"
#include "offload/wcsph_meet.h"

/* The force on particle i from its column of the list. */
static inline void force_listed(const struct wcsph_law *law, const struct offload_view *v, uint32_t i,
                                struct offload_finding *f) {
  const struct offload_hot me = offload_hot_at(&v->hot[i]);
  const ptrdiff_t stride = v->stride;
  const bool wall = i < v->state.wall_count;
  struct offload_sums s = {0};
  if (wall) {
    meet_listed(law, WALL_MEETS_FLUID, &me, v->hot, v->list + i, stride, v->fluid_count[i], &s);
  } else {
    meet_listed(law, FLUID_MEETS_FLUID, &me, v->hot, v->list + i, stride, v->fluid_count[i], &s);
    meet_listed(law, FLUID_MEETS_WALL, &me, v->hot, v->list + (size_t)(v->rows - 1) * v->stride + i, -stride,
                v->wall_count[i], &s);
  }
  v->state.rate[i] = finish(law, &s, wall, f);
}

#endif
