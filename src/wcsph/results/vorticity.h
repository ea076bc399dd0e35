/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_RESULTS_VORTICITY_H
#define WCSPH_RESULTS_VORTICITY_H
/* What snapshots and gauges need of particles and no step does: vorticity, and whether they are at the free
 * surface. One loop on the host, in double and in the order of ids: the same bits on every backend. */
#include "wcsph/state.h"

struct wcsph_found {
  double vorticity[3]; /* 1/s; of walls 0 */
  bool at_surface;
};

/* By rows of the state, whose positions, velocities and ids the host has; `order`: its rows by id; nothing of
 * rows marked MARK_HALO. Vorticity is that of the renormalised gradient of the fluid's velocity (Randles and
 * Libersky 1996), exact for linear fields, and 0 where neighbours do not tell; at the surface are particles
 * whose places diverge by less than 1.5, in 3-D 2.4 (Lee et al. 2008), by fluid and walls. The caller frees.
 */
int vorticity_find(const struct wcsph_state *s, const struct wcsph_law *law, const uint32_t *order,
                   struct wcsph_found **found);

#endif
