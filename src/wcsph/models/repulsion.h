/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_REPULSION_H
#define WCSPH_MODELS_REPULSION_H
/* Walls whose particles push fluid away, by their distance r alone; strength is `boundary.strength`, m^2/s^2:
 *   Lennard-Jones (Monaghan 1994, eq. 4.1):  strength ((dp/r)^12 - (dp/r)^6) r/r^2, within dp;
 *   Monaghan and Kajtar (2009, eq. 3.1):     strength W(r/h) r/r^2, W = (1 + 5/2 q + 2 q^2) (1 - q/2)^5,
 * within 2 h, wall particles standing as far apart as those of the fluid. Nearer than nothing comes that a
 * case allows, force stays what it is there, so that no sum overflows. */
#include "wcsph/models/pair_gap.h"

static inline bool repulsion_of(enum boundary_model boundary) {
  return boundary == BOUNDARY_LENNARD_JONES || boundary == BOUNDARY_MONAGHAN_KAJTAR ||
         boundary == BOUNDARY_SEMI_ANALYTICAL; /* of strength 0: passes/bounded.h has what acts */
}

/* r over this is where the force stops growing, dp. */
#define REPULSION_NEAREST 0.6f

/* Acceleration over r, in law->unit_acceleration per h; gap in h. law->contact is the strength, and
 * law->contact_slope dp^2. */
static inline real_t repulsion_act(const struct wcsph_law *law, const struct pair_gap *gap) {
  const float dp2 = law->contact_slope;
  const real_t r2 = lane_max(gap->r2, lane_set(REPULSION_NEAREST * REPULSION_NEAREST * dp2));
  const real_t inv2 = lane_bounded_quotient(lane_set(1.0f), r2), zero = lane_set(0.0f);
  if (law->boundary == BOUNDARY_LENNARD_JONES) {
    const real_t s2 = dp2 * inv2, s6 = (s2 * s2) * s2;
    return (law->contact * inv2) * lane_max(s6 * s6 - s6, zero);
  }
  const real_t q = gap->q, left = lane_max(1.0f - 0.5f * q, zero), left2 = left * left;
  return (law->contact * inv2) * (((1.0f + q * (2.5f + 2.0f * q)) * left) * (left2 * left2));
}

#endif
