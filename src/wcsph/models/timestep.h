/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_TIMESTEP_H
#define WCSPH_MODELS_TIMESTEP_H
/* Stable time step (Monaghan & Kos 1999; Morris et al. 1997), s: CFL times the smaller of sqrt(h/|a|) and
 * h/(c0 + max mu), and the viscous limit. */
#include <math.h>

#include "wcsph/models/kernel.h"
#include "wcsph/settings.h"
#include "wcsph/step_control.h"

/* The decay rate of the stiffest mode of a diffusion, in nu/h^2 or delta c0/h: twice the integral of -F h^2.
 * Kernels with a smaller one than Wendland's, 7, are given its time step. */
static inline double timestep_stiffness(const struct wcsph_settings *c) {
  return fmax(7.0, kernel_rows[c->kernel].stiffness);
}

/* Viscous limit over h^2/nu. For schemes that damp the stiffest mode it is 0.125 (Morris et al. 1997).
 * Verlet's leapfrog does not damp it: with x = stiffness dt nu/h^2, one of its two roots grows by exp(x) per
 * step, and the next Euler step leaves x^2/4 of that mode. If x is at most 3 / (euler_every + 2), the growth
 * between two Euler steps stays below what each removes, with a margin for walls. Adams-Bashforth is stable
 * up to x = 0.9 (wcsph/step_control.h). */
static inline double timestep_viscous(const struct wcsph_settings *c) {
  if (c->integrator.scheme == INTEGRATOR_ADAMS_BASHFORTH) return 0.5 / timestep_stiffness(c);
  if (c->integrator.scheme != INTEGRATOR_VERLET) return 0.125;
  return fmin(0.125, 3.0 / timestep_stiffness(c) / (c->integrator.euler_every + 2));
}

/* The viscous limit, s, of a sub-step if there are any (wcsph/substeps.h); and the ratio of a step's limit to
 * it. */
static inline double timestep_of_viscosity(const struct wcsph_law *law, const struct wcsph_settings *c,
                                           float nu) {
  const double h = law->h;
  return timestep_viscous(c) * h * h / (double)nu;
}
static inline double timestep_substeps(const struct wcsph_settings *c) {
  const double s = c->viscosity.substeps > 1 ? c->viscosity.substeps : 1; /* 0: viscosity has none */
  return 0.5 * s * (s + 1.0);
}

/* The limit of the acoustic damper over h/c0. The stiffest mode of grad div under a kernel decays at a rate
 * below x = stiffness/5 strength c0/h (tests/wcsph/test_damper.c), taken from one stage earlier. Leapfrog and
 * Euler are then stable for x dt < 1; this is half of it. */
static inline double timestep_damper(const struct wcsph_settings *c) {
  return c->damper.strength > 0.0 ? 0.5 / (0.2 * timestep_stiffness(c) * c->damper.strength) : INFINITY;
}

/* The limit of surface tension, s: by its shortest wave in the lightest phase (Brackbill, Kothe & Zemach
 * 1992). */
static inline double timestep_tension(const struct wcsph_settings *c, double h) {
  double lightest = c->material.density;
  if (!(c->interface.tension > 0.0)) return INFINITY;
  for (size_t k = 0; k < c->phase_count; k++) lightest = fmin(lightest, c->phases[k].density);
  return 0.25 * sqrt(lightest * h * h * h / (6.283185307179586 * c->interface.tension));
}

/* From this and the results of a force pass, step_control_length (wcsph/step_control.h) computes the step.
 * nu, m^2/s, is that of the modes that viscosity damps most: law->nu unless particles have their own. */
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
