/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_RHEOLOGY_H
#define WCSPH_MODELS_RHEOLOGY_H
/* Apparent viscosity, of the generalised Newtonian fluids that paper 002 lists (table 1; RHEOLOGIES): one
 * formula with the numbers of struct rheology, in which Bingham has growth infinite and power and decay 0,
 * and so on. */
#include "lane/elementary.h"
#include "wcsph/law.h"

/* Friction of grains at a shear rate and pressure, over density: with Jop, Forterre & Pouliquen's (2006)
 * mu(I) = mu_s + (mu_2 - mu_s) I/(I + I_0), I = g d (P/rho_s)^(-1/2), rise is what mu_2 adds. */
static inline real_t rheology_friction(const struct rheology *f, real_t shear, real_t pressure) {
  if (!(f->pace > 0.0f)) return lane_set(f->friction);
  return f->friction + f->rise * (shear / (shear + f->pace * lane_sqrt(pressure)));
}

/* nu g^power exp(-decay g) + (yield + friction P) (1 - exp(-growth g)) / g, at most the ceiling; m^2/s. The
 * shear rate g, 1/s, is sqrt(2 D:D), D the symmetric part of the velocity gradient; P, Pa, counts where it
 * presses. */
static inline real_t rheology_viscosity(const struct rheology *f, real_t shear, real_t pressure) {
  const real_t one = lane_set(1.0f), g = lane_max(shear, lane_set(1e-20f)), x = f->growth * g;
  const real_t viscous = f->nu * real_exp(f->power * real_log(g) - f->decay * g);
  const real_t pressing = lane_max(pressure, lane_set(0.0f));
  const real_t strength = f->yield + rheology_friction(f, g, pressing) * pressing;
  /* Where growth is infinite x is, too: then the series is no number, and not taken. */
  const real_t series = f->growth * (one - x * (0.5f - x * ((1.0f / 6.0f) - x * (1.0f / 24.0f))));
  const real_t grown = lane_select(x < 0.05f, series, (one - real_exp(-x)) / g);
  return lane_min(viscous + strength * grown, lane_set(f->ceiling));
}

/* And that of eddies smaller than particles: Smagorinsky's (strength dp)^2 g. */
static inline real_t rheology_with_eddies(const struct rheology *f, real_t shear, real_t pressure) {
  return rheology_viscosity(f, shear, pressure) + f->eddy * shear;
}

#endif
