/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_MIRRORED_PHASES_H
#define WCSPH_PASSES_MIRRORED_PHASES_H
/* passes/mirrored.h where there are several phases, whose pressure stands in `damping` (models/phase.h). What
 * a wall gets as density is its pressure over that of the material; sweeps/mirror_press.h puts it where
 * pressures of phases stand. */
#include "wcsph/passes/fitted.h"
#include "wcsph/passes/mirrored.h"

enum {
  mirrored_phases_READS = mirrored_READS,
  mirrored_phases_ROWS = 1,
  mirrored_phases_ROWS_FROM = BUFFER_INDEX_DAMPING,
  mirrored_phases_MEETS = mirrored_MEETS,
  mirrored_phases_SUMS = FIT_SUMS,
  mirrored_phases_EXCHANGED = 0,
  mirrored_phases_IN_H = 0,
  mirrored_phases_FINDS = 0,
  mirrored_phases_CHECKED = 0,
  mirrored_phases_SELF = 0,
  mirrored_phases_WRITES = mirrored_WRITES,
  mirrored_phases_WRITTEN = mirrored_WRITTEN,
  mirrored_phases_ADDS = 0,
};

#define mirrored_phases_IN_PLANE      fit_IN_PLANE
#define mirrored_phases_UNCOMPENSATED 1

#define mirrored_phases_measure fit_measure
#define mirrored_phases_pair    fitted_pair
#define mirrored_phases_quanta  fit_quanta
#define mirrored_phases_finish  mirrored_finish

#endif
