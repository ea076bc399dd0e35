/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_FRICTION_H
#define WCSPH_SWEEPS_FRICTION_H
/* What eddies and wall functions make of viscosity, of the sums of passes/eddies.h. A particle's is greater
 * by 0.09 k^2/epsilon. The one it has with walls is such that passes/viscous.h takes from it 2 u*^2 |grad
 * gamma|: over all fluid beside a wall that is the wall's stress u*^2, whatever the velocity's profile.
 * Writes `flow`, and in `eddy_rate` instead of sums of walls 1 if the particle is nearer to a wall than dp,
 * and then k = u*^2/sqrt(0.09) and epsilon = u*^3/(0.41 d) instead of what mixing adds; else 0. */
#include "wcsph/models/wall_function.h"
#include "wcsph/sweeps/sweep.h"

enum {
  friction_OVER = OVER_FLUID,
  friction_READS = BUFFER_EDDIES | BUFFER_EDDY_WALL,
  friction_WRITES = BUFFER_FLOW | BUFFER_EDDY_RATE,
  friction_SUMS = 0,
};

SWEEP_INLINE void friction_act(const struct wcsph_law *law, const struct sweep_given *given,
                               struct sweep_row *row, real_t terms[]) {
  (void)given, (void)terms;
  const real_t zero = lane_set(0.0f), one = lane_set(1.0f), u = row->eddy_wall[0];
  const real_t slope = row->eddy_rate[3], held = lane_select(slope > 1e-4f, row->eddy_wall[1], zero);
  const mask_t acts = held > 0.0f;
  const real_t d = wall_distance(law, row->eddy_rate[2], lane_select(acts, slope, one));
  const real_t star = wall_friction(law, u, d), stress = star * star;
  const real_t wanted = ((2.0f * stress) * wall_gradient(law, slope)) * law->eddies.viscosity;
  const real_t nu = lane_min(wanted / lane_select(acts, held, one), (4.0f * (stress * d)) / u);
  row->flow[1] = row->flow[1] + eddy_viscosity(row->eddies[0], row->eddies[2]);
  row->flow[2] = lane_sqrt(row->flow[1]);
  row->flow[3] = lane_select(acts, nu, zero);
  const mask_t beside = lane_select(acts, d, lane_set(2.0f * law->eddies.spacing)) < law->eddies.spacing;
  row->eddy_rate[0] = lane_select(beside, stress * (1.0f / K_EPSILON_ROOT), row->eddy_rate[0]);
  row->eddy_rate[1] = lane_select(beside, (stress * star) / (KARMAN * d), row->eddy_rate[1]);
  row->eddy_rate[2] = lane_select(beside, one, zero);
  row->eddy_rate[3] = zero;
}

#endif
