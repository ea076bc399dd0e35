/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_PHASE_DAMP_H
#define WCSPH_SWEEPS_PHASE_DAMP_H
/* The pressure of the acoustic damper (damp.h, of Sun et al. 2023) in several phases, each with its own
 * density and speed of sound: strength h c rho0 e, beside that which press.h has found. */
#include "wcsph/sweeps/sweep.h"

enum {
  phase_damp_OVER = OVER_FLUID,
  phase_damp_READS = BUFFER_RATE | BUFFER_PHASE,
  phase_damp_WRITES = BUFFER_DAMPING,
  phase_damp_SUMS = 0,
};

SWEEP_INLINE void phase_damp_act(const struct wcsph_law *law, const struct sweep_given *given,
                                 struct sweep_row *row, real_t terms[]) {
  const float of_sound = law->damper / law->c0;
  (void)given, (void)terms;
  row->damping[3] = row->damping[3] + ((of_sound * row->phase[3]) / row->phase[0]) * row->rate[3];
}

#endif
