/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_PHASE_DAMP_H
#define WCSPH_SWEEPS_PHASE_DAMP_H
/* The pressure of the acoustic damper (damp.h, of Sun et al. 2023) in several phases, beside that which
 * press.h has found: strength h rho0 c e, rho0 c of the phase in which it is least. With each its own, the
 * bulk viscosity of a liquid would act on gas beside it that is a thousand times lighter, in steps as much
 * shorter. */
#include "wcsph/sweeps/sweep.h"

enum {
  phase_damp_OVER = OVER_FLUID,
  phase_damp_READS = BUFFER_RATE,
  phase_damp_WRITES = BUFFER_DAMPING,
  phase_damp_SUMS = 0,
};

SWEEP_INLINE void phase_damp_act(const struct wcsph_law *law, const struct sweep_given *given,
                                 struct sweep_row *row, real_t terms[]) {
  (void)given, (void)terms;
  row->damping[3] = row->damping[3] + law->damper * row->rate[3];
}

#endif
