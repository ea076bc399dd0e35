/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_SWELL_H
#define WCSPH_SWEEPS_SWELL_H
/* Keeps the fluid's volume, for `gradient_correction: surface`: density follows the filled share of the
 * support (passes/correction.h) where that differs from rho/rho0 by more than a margin, and pressure or
 * weight then moves the particles. Continuity alone does not: its errors add up.
 * In long steep waves particles come to stand closer than their density says, since a corrected rate of
 * continuity is not that of the number density. Even fluid, and what is near a surface, is below the margin.
 * Where surfaces meet, as in a splash, they take each other for fluid at a distance of the support, so that
 * the gap between them stays, and shifting spreads it over the fluid around. A surface leaves less of the
 * support filled, too, but across itself alone: only moments that are much the same along all axes count.
 * What bears no pressure is left as it is, for tension would pull at drops and jets. */
#include "wcsph/sweeps/sweep.h"

enum {
  swell_OVER = OVER_FLUID,
  swell_READS = BUFFER_VELOCITY | BUFFER_CORRECTION | BUFFER_CORRECTION_MORE,
  swell_WRITES = BUFFER_RATE,
  swell_SUMS = 0,
};

#define SWELL_MARGIN 0.01f
#define SWELL_GAPS   0.05f /* from there on down the correction tells along which axes support is missing */
#define SWELL_LEAST  0.7f  /* below, the fluid is a drop or a thread */
#define SWELL_PACE   0.01f /* of c0 / h: slow beside sound, quick beside what it mends */

/* 1 where M^-1 - 1 is much the same along all axes, 0 where it differs by half its trace and more. */
SWEEP_INLINE real_t swell_evenness(const struct wcsph_law *law, const struct sweep_row *row) {
  const real_t *c = row->correction, *m = row->correction_more, zero = lane_set(0.0f), one = lane_set(1.0f);
  const real_t xy = c[0] - c[1], yz = c[1] - c[2], zx = c[2] - c[0], trace = (c[0] + c[1]) + c[2];
  const real_t plane = xy * xy + 4.0f * (m[0] * m[0]);
  const real_t space = ((xy * xy + yz * yz) + zx * zx) + 6.0f * ((m[0] * m[0] + m[1] * m[1]) + m[2] * m[2]);
  const real_t spread = lane_sqrt(law->dimensions == 2 ? plane : space);
  const mask_t known = trace > 0.02f;
  const real_t share = 2.0f - 4.0f * (spread / lane_select(known, trace, one));
  return lane_select(known, lane_max(lane_min(share, one), zero), zero);
}

SWEEP_INLINE void swell_act(const struct wcsph_law *law, const struct sweep_given *given,
                            struct sweep_row *row, real_t terms[]) {
  (void)given, (void)terms;
  const real_t zero = lane_set(0.0f), over = row->correction[3] - (1.0f + row->vel[3]);
  const mask_t pressed = (row->vel[3] > 0.0f) & (row->correction[3] > SWELL_LEAST);
  const real_t gaps = lane_select(pressed, lane_min(over + SWELL_GAPS, zero), zero);
  const float pace = SWELL_PACE * (law->c0 * law->inv_h);
  row->rate[3] =
      row->rate[3] + pace * (lane_max(over - SWELL_MARGIN, zero) + swell_evenness(law, row) * gaps);
}

#endif
