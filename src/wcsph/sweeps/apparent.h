/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_APPARENT_H
#define WCSPH_SWEEPS_APPARENT_H
/* The viscosity that a particle of fluid has at its shear rate and pressure (models/rheology.h). Writes
 * `flow`: behind the shear rate the viscosity, m^2/s, and its root. */
#include "wcsph/models/eos.h"
#include "wcsph/models/rheology.h"
#include "wcsph/sweeps/sweep.h"

enum {
  apparent_OVER = OVER_FLUID,
  apparent_READS = BUFFER_FLOW | BUFFER_VELOCITY,
  apparent_WRITES = BUFFER_FLOW,
  apparent_SUMS = 0,
};

SWEEP_INLINE void apparent_act(const struct wcsph_law *law, const struct sweep_given *given,
                               struct sweep_row *row, real_t terms[]) {
  (void)given, (void)terms;
  row->flow[1] = rheology_with_eddies(&law->rheology, row->flow[0], eos_pressure(law, row->vel[3]));
  row->flow[2] = lane_sqrt(row->flow[1]);
}

#endif
