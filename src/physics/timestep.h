/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PHYSICS_TIMESTEP_H
#define PHYSICS_TIMESTEP_H
/* Stable time step (Monaghan & Kos 1999; Morris et al. 1997), s: CFL times the smaller of sqrt(h/|a|) and
 * h/(c0 + max mu), and 0.125 h^2/nu. */
#include <math.h>

#include "wcsph/law.h"

static inline double timestep_stable(const struct wcsph_law *law, double cfl, float max_acceleration,
                                     float max_mu) {
  double h = law->h;
  double dt = h / ((double)law->c0 + (double)max_mu);
  if (max_acceleration > 0.0f) dt = fmin(dt, sqrt(h / (double)max_acceleration));
  dt *= cfl;
  if (law->viscosity == VISCOSITY_LAMINAR && law->nu > 0.0f) dt = fmin(dt, 0.125 * h * h / (double)law->nu);
  return dt;
}

#endif
