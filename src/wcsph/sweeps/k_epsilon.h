/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_K_EPSILON_H
#define WCSPH_SWEEPS_K_EPSILON_H
/* A step, value[0] s long, of turbulent kinetic energy and its dissipation (Launder & Spalding 1974):
 *   dk/dt = P - epsilon + mixing,   depsilon/dt = (1.44 P - 1.92 epsilon) epsilon/k + mixing,
 * where what decays is taken at the end of the step, so that neither changes its sign. P is nu_t S^2, or
 * where less sqrt(0.09) k S (Guimet & Laurence 2002), S the shear rate. Beside walls both are what
 * passes/eddies.h says. Eddies are never less viscous than the 1e-3rd of the fluid, nor more than 0.05 c0 h:
 * both bounds only keep numbers from being none. Writes `eddies`, compensated. */
#include "wcsph/models/wall_function.h"
#include "wcsph/sweeps/sweep.h"

enum {
  k_epsilon_OVER = OVER_FLUID,
  k_epsilon_READS = BUFFER_FLOW | BUFFER_EDDY_RATE,
  k_epsilon_WRITES = BUFFER_EDDIES,
  k_epsilon_SUMS = 0,
};

SWEEP_INLINE void k_epsilon_act(const struct wcsph_law *law, const struct sweep_given *given,
                                struct sweep_row *row, real_t terms[]) {
  (void)terms;
  const float dt = given->value[0], least_k = 1e-12f * (law->c0 * law->c0);
  const real_t zero = lane_set(0.0f), shear = row->flow[0];
  real_t k = row->eddies[0], rest_k = row->eddies[1], e = row->eddies[2], rest_e = row->eddies[3];
  const real_t old_k = lane_max(k, lane_set(least_k)), old_e = lane_max(e, lane_set(1e-30f)),
               rate = old_e / old_k;
  const real_t eddy = eddy_viscosity(old_k, old_e);
  const real_t made = lane_min((eddy * shear) * shear, (K_EPSILON_ROOT * old_k) * shear);
  SUM_COMPENSATED(k, rest_k, (dt * ((made + row->eddy_rate[0]) - old_e)) / (1.0f + dt * rate));
  SUM_COMPENSATED(e, rest_e,
                  (dt * ((K_EPSILON_ONE * made - K_EPSILON_TWO * old_e) * rate + row->eddy_rate[1])) /
                      (1.0f + (dt * K_EPSILON_TWO) * rate));
  const mask_t given_here = row->eddy_rate[2] > 0.0f;
  k = lane_max(lane_select(given_here, row->eddy_rate[0], k), lane_set(least_k));
  e = lane_select(given_here, row->eddy_rate[1], e);
  const real_t most =
      (K_EPSILON_MU * (k * k)) * (1.0f / lane_max(lane_set(1e-3f * law->mixing), lane_set(1e-30f)));
  const real_t low = (K_EPSILON_MU * (k * k)) / (0.05f * (law->c0 * law->h));
  row->eddies[2] = lane_max(lane_min(e, most), low);
  row->eddies[0] = k;
  row->eddies[1] = lane_select(given_here, zero, rest_k);
  row->eddies[3] = lane_select(given_here, zero, rest_e);
}

#endif
