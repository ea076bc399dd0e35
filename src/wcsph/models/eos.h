/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_EOS_H
#define WCSPH_MODELS_EOS_H
/* Equation of state of Cole and Tait (paper 002, eq. 3; Monaghan 1994):
 * P = B ((rho/rho0)^gamma - 1) + background, B = rho0 c0^2 / gamma, from d = rho/rho0 - 1.
 * With an integer gamma it is a polynomial in d without constant term, so no digit of a small d is
 * lost, and there is no pow. */
#include "lane/lane.h"
#include "wcsph/law.h"

/* Pressure, Pa. */
static inline real_t eos_pressure(const struct wcsph_law *law, real_t d) {
  const float *e = law->eos;
  real_t p = e[5] + d * e[6];
  p = e[4] + d * p;
  p = e[3] + d * p;
  p = e[2] + d * p;
  p = e[1] + d * p;
  p = e[0] + d * p;
  return d * p + law->background;
}

/* d for a pressure: Newton steps from the acoustic limit; exact to rounding for |d| <= 0.2. */
static inline real_t eos_density(const struct wcsph_law *law, real_t pressure) {
  const float *e = law->eos;
  real_t p0 = pressure - law->background;
  real_t d = p0 / e[0];
  d = lane_max(lane_min(d, lane_set(0.5f)), lane_set(-0.5f));
  for (int k = 0; k < 5; k++) {
    real_t p = e[5] + d * e[6], slope = 6.0f * e[5] + d * (7.0f * e[6]);
    p = e[4] + d * p, slope = 5.0f * e[4] + d * slope;
    p = e[3] + d * p, slope = 4.0f * e[3] + d * slope;
    p = e[2] + d * p, slope = 3.0f * e[2] + d * slope;
    p = e[1] + d * p, slope = 2.0f * e[1] + d * slope;
    p = e[0] + d * p, slope = e[0] + d * slope;
    d = d - (d * p - p0) / slope;
  }
  return d;
}

/* The density of inertia and weight, kg/m^3. Under artificial compressibility (Chorin 1967) that is rho0: the
 * particle keeps its mass and its volume, and d is the pressure's variable alone. Water at rest then keeps
 * its lattice; with rho in the momentum equation it would have to be compressed by its own pressure first,
 * which on a lattice of spacing dp is an error of P/(rho0 c0^2) at any dp. */
static inline real_t eos_inertia(const struct wcsph_law *law, real_t d) {
  if (law->formulation == FORMULATION_INCOMPRESSIBLE) return lane_set(law->rho0);
  return law->rho0 * (1.0f + d);
}

/* The pressure term of a particle in the momentum equation, in the unit of law->per_density: rho0 P/rho^2 for
 * eq. 9 of paper 002, P/rho0 for eq. 11 (its 1/(rho_i rho_j) is the pair's) and where volumes stay. */
static inline real_t eos_momentum_term(const struct wcsph_law *law, real_t d) {
  real_t p = eos_pressure(law, d) * law->per_density;
  if (law->formulation != FORMULATION_MASS) return p;
  real_t ratio = 1.0f + d;
  return p / (ratio * ratio);
}

/* The same with a pressure beside that of d, Pa (sweeps/damp.h). */
static inline real_t eos_damped_term(const struct wcsph_law *law, real_t d, real_t damping) {
  const real_t more = damping * law->per_density;
  if (law->formulation != FORMULATION_MASS) return eos_momentum_term(law, d) + more;
  const real_t ratio = 1.0f + d;
  return eos_momentum_term(law, d) + more / (ratio * ratio);
}

#endif
