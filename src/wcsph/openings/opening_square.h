/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_OPENINGS_OPENING_SQUARE_H
#define WCSPH_OPENINGS_OPENING_SQUARE_H
/* The values in a square of an open boundary, from what the case says of it and from the fluid before the
 * face. For the host and for a device alike. */
#include "wcsph/openings/opening.h"
#include "wcsph/openings/opening_fit.h"
#include "wcsph/scalar.h"

/* Shares of the kernel: below the first there is no fluid to take anything from, below the second none to
 * draw a line through; above the third the place is wet. */
#define OPENING_KNOWN_SHARE 0.1f
#define OPENING_FIT_SHARE   0.3f
#define OPENING_WET_SHARE   0.5f

/* What stands for a pressure, Pa, with the background: struct opening_site says what. */
static inline float opening_density(const struct wcsph_law *law, float pressure) {
  return law->eos[0] > 0.0f ? eos_density(law, pressure) : (pressure - law->background) / law->rho0;
}

/* Velocity: as it is before the face, across it where fluid comes in; or as given, along the normal. Density,
 * and how it goes on behind the face: with the weight of water, or as the pressure before the face does. */
static inline void opening_square(const struct wcsph_law *law, const struct opening_zone *z,
                                  const struct opening_given *given, const struct opening_fit *seen,
                                  struct opening_site *at) {
  const float *n = z->axes[0], c2 = law->eos[0] > 0.0f ? law->c0 * law->c0 : 1.0f;
  const bool free = z->follows & OPENING_FOLLOWS_VELOCITY, near = seen->share >= OPENING_KNOWN_SHARE;
  if (at->state == OPENING_CLOSED) return;
  const float *u = &seen->value[FIT_U];
  const float in = free ? (u[0] * n[0] + u[1] * n[1]) + u[2] * n[2] : given->speed;
  at->state = free && !near ? OPENING_UNKNOWN : OPENING_KNOWN;
  for (int a = 0; a < 3; a++) at->velocity[a] = free && !(in > 0.0f) ? u[a] : in * n[a];
  at->d = given->d;
  at->slope = -(float)z->gravity / c2;
  if (z->follows & OPENING_FOLLOWS_PRESSURE && near) {
    const float slope =
        z->follows & OPENING_FOLLOWS_SLOPE ? seen->slope : (float)((double)law->rho0 * z->gravity);
    at->slope = -slope / (law->rho0 * c2);
    at->d = opening_density(law, seen->value[FIT_PRESSURE] - slope * law->support);
  }
  at->wet = z->follows & OPENING_FOLLOWS_SURFACE ? seen->share > OPENING_WET_SHARE : given->wet;
}

/* The square of the speed there, m^2/s^2: 0 where none is known. */
static inline float opening_speed2(const struct opening_site *at) {
  const float *v = at->velocity;
  return at->state == OPENING_KNOWN ? (v[0] * v[0] + v[1] * v[1]) + v[2] * v[2] : 0.0f;
}

#endif
