/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_PHASE_VISCOSITY_H
#define WCSPH_SWEEPS_PHASE_VISCOSITY_H
/* The viscosity that a particle of one of several phases has at its shear rate and pressure
 * (models/rheology.h). Given: the phase's number and its rheology over rho0 of the material, as
 * phases_rheology lists it, and (strength dp)^2 of Smagorinsky's eddies, m^2. Writes `phase`: the dynamic
 * viscosity over rho0 of the material; and `flow`: behind the shear rate the kinematic one, m^2/s. */
#include "wcsph/models/rheology.h"
#include "wcsph/sweeps/sweep.h"

enum {
  phase_viscosity_OVER = OVER_FLUID,
  phase_viscosity_READS = BUFFER_FLOW | BUFFER_PHASE | BUFFER_DAMPING,
  phase_viscosity_WRITES = BUFFER_FLOW | BUFFER_PHASE,
  phase_viscosity_SUMS = 0,
};

SWEEP_INLINE void phase_viscosity_act(const struct wcsph_law *law, const struct sweep_given *given,
                                      struct sweep_row *row, real_t terms[]) {
  const float *v = given->value;
  const struct rheology f = {.nu = v[1],
                             .power = v[2],
                             .decay = v[3],
                             .yield = v[4],
                             .friction = v[5],
                             .growth = v[6],
                             .ceiling = v[7],
                             .rise = v[8],
                             .pace = v[9]};
  const mask_t mine = row->phase[2] == v[0];
  const real_t nu =
      rheology_viscosity(&f, row->flow[0], row->damping[3]) + v[10] * row->flow[0] / row->phase[0];
  (void)law, (void)terms;
  row->phase[1] = lane_select(mine, nu, row->phase[1]);
  row->flow[1] = lane_select(mine, nu * row->phase[0], row->flow[1]);
}

#endif
