/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_PHASE_DENSITY_H
#define WCSPH_MODELS_PHASE_DENSITY_H
/* The inverse of models/phase.h, for the host and a device: the density of a pressure. */

/* rho/rho0 - 1 under a pressure over rho0 of the material, m^2/s^2, by Newton's method: exact to rounding up
 * to a magnitude of 0.2. */
static inline float phase_density(float light, float sound, float gamma, float pressure) {
  const float expected = pressure * light / (sound * sound);
  float d = expected < -0.5f ? -0.5f : expected > 0.5f ? 0.5f : expected;
  for (int step = 0; step < 6; step++) {
    float power = d, slope = 1.0f;
    for (int k = 2; k <= 7; k++)
      if (gamma >= (float)k) power = power * (1.0f + d) + d, slope = slope * (1.0f + d);
    d = d - (power / gamma - expected) / slope;
  }
  return d;
}

#endif
