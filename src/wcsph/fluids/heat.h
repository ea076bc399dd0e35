/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_FLUIDS_HEAT_H
#define WCSPH_FLUIDS_HEAT_H
/* Heat as a number of the particle. Rows of `heat`: of fluid {T, its compensation, both as the integrator
 * saved them}; of walls {T towards the fluid, given T, given flux over density and capacity, K m/s, 1 if T is
 * given}. Sums: passes/ghosts.h, conduct.h, warmth.h; single particles: sweeps/warm.h, lift.h, thin.h,
 * wall_heat.h. */
#include "wcsph/evolution.h"

/* The temperatures that the case begins with. */
void heat_place(struct wcsph_run *r);

/* The sweep of one stage of the integrator. */
int heat_advance(const struct wcsph_run *r, const struct wcsph_stage *stage);

/* What a wall of given temperature gives the fluid, W; in 2-D W/m. */
int heat_of_wall(const struct wcsph_run *r, int wall, double *heat);

/* The greatest temperature that a law has to count in quanta, K. */
double heat_scale(const struct amphi_case *c);

#endif
