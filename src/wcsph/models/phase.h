/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_PHASE_H
#define WCSPH_MODELS_PHASE_H
/* What a particle of several phases carries, so that no pair law has to know how many there are. law->eos is
 * 0 then: all pressure but the background is that of `damping`.
 *   row `phase`: rho0 of the material over its own, at least 1; dynamic viscosity over rho0 of the material,
 *   m^2/s; its number, 0 for the material; its speed of sound, m/s.
 *   row `damping`: gamma; the first of `phase` once more; d0; pressure, Pa, that of (1 + d) (1 + d0) - 1. d0
 *   is not 0 where density is summed: d is then 0 on the lattice, whatever pressure it begins under. */
#include "lane/lane.h"
#include "wcsph/law.h"

/* Cole and Tait, as in models/eos.h, without background, for any whole gamma: (1 + d)^(k+1) - 1 is
 * ((1 + d)^k - 1) (1 + d) + d, which loses no digit of a small d. */
static inline real_t phase_pressure(const struct wcsph_law *law, real_t light, real_t sound, real_t gamma,
                                    real_t d) {
  const real_t ratio = 1.0f + d;
  real_t power = d;
  for (int k = 2; k <= 7; k++) power = lane_select(gamma >= (float)k, power * ratio + d, power);
  return (law->rho0 * (sound * sound)) / (light * gamma) * power;
}

#endif
