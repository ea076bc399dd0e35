/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_PRESS_H
#define WCSPH_SWEEPS_PRESS_H
/* The pressure of a particle of several phases, each with an equation of state of its own (models/phase.h).
 * Dummy walls have the fluid's (passes/pressed.h). */
#include "wcsph/models/phase.h"
#include "wcsph/sweeps/sweep.h"

enum {
  press_OVER = OVER_FLUID,
  press_READS = BUFFER_VELOCITY | BUFFER_PHASE | BUFFER_DAMPING,
  press_WRITES = BUFFER_DAMPING,
  press_SUMS = 0,
};

SWEEP_INLINE void press_act(const struct wcsph_law *law, const struct sweep_given *given,
                            struct sweep_row *row, real_t terms[]) {
  (void)given, (void)terms;
  const real_t d = row->vel[3] + row->damping[2] * (1.0f + row->vel[3]);
  row->damping[3] = phase_pressure(law, row->phase[0], row->phase[3], row->damping[0], d);
}

#endif
