/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALL_FORCE_H
#define WCSPH_WALL_FORCE_H
/* The force on a wall: what its particles take from the fluid, m/s^2, summed in whole quanta, so that it does
 * not depend on the order of particles. */
#include "wcsph/law.h"

/* Quanta a unit: 2^-14 of those of a sum leave room for 10^9 particles. */
static inline float wall_force_quanta(const struct wcsph_law *law) {
  return 0x1p-14f * law->quanta_reaction;
}

static inline int64_t wall_force_term(double term, float scale) {
  const double shift = 0x1.8p52; /* leaves no room for a fraction, so that it is rounded, ties to even */
  return (int64_t)((term * (double)scale + shift) - shift);
}

#endif
