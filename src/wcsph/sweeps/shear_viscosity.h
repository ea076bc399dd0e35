/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_SHEAR_VISCOSITY_H
#define WCSPH_SWEEPS_SHEAR_VISCOSITY_H
/* The viscosity that a particle of fluid has at its shear rate and pressure (models/rheology.h). Writes
 * `flow`: behind the shear rate the viscosity, m^2/s, and its root. */
#include "wcsph/models/eos.h"
#include "wcsph/models/rheology.h"
#include "wcsph/sweeps/sweep.h"

enum {
  shear_viscosity_OVER = OVER_FLUID,
  shear_viscosity_READS = BUFFER_FLOW | BUFFER_VELOCITY,
  shear_viscosity_WRITES = BUFFER_FLOW,
  shear_viscosity_SUMS = 0,
};

SWEEP_INLINE void shear_viscosity_act(const struct wcsph_law *law, const struct sweep_given *given,
                                      struct sweep_row *row, real_t terms[]) {
  (void)given, (void)terms;
  row->flow[1] = rheology_with_eddies(&law->rheology, row->flow[0], eos_pressure(law, row->vel[3]));
  row->flow[2] = lane_sqrt(row->flow[1]);
}

#endif
