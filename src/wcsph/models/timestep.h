/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_TIMESTEP_H
#define WCSPH_MODELS_TIMESTEP_H
/* Stable time step (Monaghan & Kos 1999; Morris et al. 1997), s: CFL times the smaller of sqrt(h/|a|) and
 * h/(c0 + max mu), and the viscous limit. */
#include <math.h>

#include "wcsph/models/kernel.h"
#include "wcsph/settings.h"
#include "wcsph/step_control.h"

/* How fast the stiffest mode of what diffuses decays, in nu/h^2 or delta c0/h: twice the integral of -F h^2.
 * Kernels softer than Wendland's, whose is 7, take the step that it takes. */
static inline double timestep_stiffness(const struct wcsph_settings *c) {
  return fmax(7.0, kernel_rows[c->kernel].stiffness);
}

/* Viscous limit over h^2/nu. 0.125 serves schemes that damp the stiffest mode (Morris et al. 1997). Leapfrog,
 * Verlet's step, does not: of its two roots one grows as exp(x a step), x = stiffness dt nu/h^2, until the
 * next Euler step leaves x^2/4 of it. x at most 3 / (euler_every + 2) keeps what grows between two Euler
 * steps below what each removes, with a margin for walls. Adams-Bashforth bears an x of 0.9
 * (wcsph/step_control.h).
 */
static inline double timestep_viscous(const struct wcsph_settings *c) {
  if (c->integrator.scheme == INTEGRATOR_ADAMS_BASHFORTH) return 0.5 / timestep_stiffness(c);
  if (c->integrator.scheme != INTEGRATOR_VERLET) return 0.125;
  return fmin(0.125, 3.0 / timestep_stiffness(c) / (c->integrator.euler_every + 2));
}

/* The same, s, of one sub-step where there are some (wcsph/substeps.h), and over it that of a step. */
static inline double timestep_of_viscosity(const struct wcsph_law *law, const struct wcsph_settings *c,
                                           float nu) {
  const double h = law->h;
  return timestep_viscous(c) * h * h / (double)nu;
}
static inline double timestep_substeps(const struct wcsph_settings *c) {
  const double s = c->viscosity.substeps > 1 ? c->viscosity.substeps : 1; /* 0: viscosity has none */
  return 0.5 * s * (s + 1.0);
}

/* The limit of the acoustic damper over h/c0. The stiffest mode of div and grad under a kernel decays at less
 * than x = stiffness/5 strength c0/h (tests/wcsph/test_damper.c), by the rate that was one stage earlier:
 * then leapfrog and Euler are stable while x dt < 1; half of it here. */
static inline double timestep_damper(const struct wcsph_settings *c) {
  return c->damper.strength > 0.0 ? 0.5 / (0.2 * timestep_stiffness(c) * c->damper.strength) : INFINITY;
}

/* The limit of surface tension, s: its shortest wave, of the lightest phase (Brackbill, Kothe & Zemach 1992).
 */
static inline double timestep_tension(const struct wcsph_settings *c, double h) {
  double lightest = c->material.density;
  if (!(c->interface.tension > 0.0)) return INFINITY;
  for (size_t k = 0; k < c->phase_count; k++) lightest = fmin(lightest, c->phases[k].density);
  return 0.25 * sqrt(lightest * h * h * h / (6.283185307179586 * c->interface.tension));
}

/* With what a force pass finds, step_control_length (wcsph/step_control.h) finds the step. nu, m^2/s, is that
 * of the modes that viscosity damps most: law->nu, where particles have none of their own. */
static inline struct step_control timestep_control(const struct wcsph_law *law,
                                                   const struct wcsph_settings *c, float nu) {
  struct step_control p = {.h = law->h, .c0 = law->c0, .longest = INFINITY};
  if (c->integrator.scheme == INTEGRATOR_VERLET) p.euler_every = (uint64_t)c->integrator.euler_every;
  p.courant = c->integrator.cfl * (7.0 / timestep_stiffness(c)); /* density diffusion is as stiff */
  if (nu > 0.0f) p.longest = timestep_substeps(c) * timestep_of_viscosity(law, c, nu);
  if (c->phase_count > 0) p.longest = fmin(p.longest, timestep_tension(c, p.h));
  if (c->damper.model != DAMPER_NONE) p.longest = fmin(p.longest, timestep_damper(c) * p.h / p.c0);
  if (c->integrator.max_step > 0.0) p.longest = fmin(p.longest, c->integrator.max_step);
  return p;
}

#endif
