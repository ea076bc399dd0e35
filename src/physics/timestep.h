/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PHYSICS_TIMESTEP_H
#define PHYSICS_TIMESTEP_H
/* Stable time step (Monaghan & Kos 1999; Morris et al. 1997), s: CFL times the smaller of sqrt(h/|a|) and
 * h/(c0 + max mu), and the viscous limit. */
#include <math.h>

#include "wcsph/law.h"

/* Viscous limit over h^2/nu. With laminar viscosity the stiffest mode decays at about 7 nu/h^2 (Wendland;
 * cubic spline 5.7). 0.125 serves schemes that damp it (Morris et al. 1997). Leapfrog, Verlet's step, does
 * not: of its two roots one grows as exp(x a step), x = 7 dt nu/h^2, until the next Euler step leaves x^2/4
 * of it. x at most 3 / (euler_every + 2) keeps what grows between two Euler steps below what each removes,
 * with a margin for walls. */
static inline double timestep_viscous(const struct amphi_case *c) {
  if (c->integrator.scheme != INTEGRATOR_VERLET) return 0.125;
  return fmin(0.125, 3.0 / 7.0 / (c->integrator.euler_every + 2));
}

static inline double timestep_stable(const struct wcsph_law *law, const struct amphi_case *c,
                                     float max_acceleration, float max_mu) {
  double h = law->h;
  double dt = h / ((double)law->c0 + (double)max_mu);
  if (max_acceleration > 0.0f) dt = fmin(dt, sqrt(h / (double)max_acceleration));
  dt *= c->integrator.cfl;
  if (law->viscosity == VISCOSITY_LAMINAR && law->nu > 0.0f)
    dt = fmin(dt, timestep_viscous(c) * h * h / (double)law->nu);
  return dt;
}

#endif
