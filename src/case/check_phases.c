/* SPDX-License-Identifier: BSD-3-Clause */
/* Which models can be combined with several phases. */
#include <stdio.h>

#include "case/read.h"

#define WANTS(condition, key, ...)                                                                           \
  do {                                                                                                       \
    if (!(condition)) check_fault(r, key, __VA_ARGS__);                                                      \
  } while (0)

/* The laws that would take all particles to have one mass, or one speed of sound. */
static void check_models(struct reader *r) {
  const struct amphi_case *c = r->c;
  WANTS(c->formulation == FORMULATION_VOLUME, "formulation",
        "%s sums masses, which differ between phases at their interface; expected volume",
        words_formulation[c->formulation]);
  WANTS(c->viscosity.model != VISCOSITY_RIEMANN, "viscosity.model",
        "riemann solves between two states of one fluid, and at an interface there are two; expected "
        "artificial, or another");
  WANTS(c->diffusion.model != DIFFUSION_ANTUONO, "density_diffusion.model",
        "antuono takes the gradient of one fluid's density, which at an interface has a jump; expected "
        "fourtakas, which spares water at rest too");
  WANTS(c->diffusion.model != DIFFUSION_ADAPTIVE, "density_diffusion.model",
        "adaptive measures densities by one speed of sound, and each phase has its own; expected fourtakas");
  WANTS(c->free_surface != FREE_SURFACE_NONE, "free_surface",
        "none takes tension for what a density says alone, and pressures of phases are not; expected some");
  WANTS(c->turbulence.model != TURBULENCE_K_EPSILON, "turbulence.model",
        "k_epsilon's wall functions know the sublayer of one fluid; expected none or smagorinsky");
  WANTS(c->damper.model != DAMPER_CLEANING, "acoustic_damper.model",
        "cleaning carries a pressure of its own where a phase's stands; expected none or sun");
}

/* A rheology needs a viscosity that it can change. */
static void check_rheologies(struct reader *r) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  for (size_t k = 0; k < c->phase_count; k++) {
    snprintf(key, sizeof key, "phases.%s.rheology.model", c->phases[k].name);
    WANTS(c->phases[k].rheology.model == RHEOLOGY_NEWTON || check_has_viscosity(c), key,
          "changes the viscosity of viscosity.model " CHECK_VISCOSITIES
          ", and the case has %s; expected one of these three",
          words_viscosity[c->viscosity.model]);
  }
}

static void check_walls_of_phases(struct reader *r) {
  const struct amphi_case *c = r->c;
  if (!c->wall_count) return;
  const bool repels = models_boundary[c->boundary.model].takes & TAKES_REPULSION;
  WANTS(c->boundary.model == BOUNDARY_DUMMY || c->boundary.model == BOUNDARY_MDBC || repels, "boundary.model",
        "%s walls have one density of their own, and each phase needs another; expected dummy or mdbc",
        words_boundary[c->boundary.model]);
}

/* What pairs that attract each other take off the pressure, in 2-D and 3-D (wcsph/models/cohesion.h): where
 * no background carries it, particles clump. */
static void check_cohesion(struct reader *r) {
  const struct amphi_case *c = r->c;
  const double support = model_radius(&models_kernel[c->kernel]) * c->smoothing_ratio * c->dp;
  const double pressure = (c->dimensions == 2 ? 3.770 : 4.000) * c->interface.tension / support;
  WANTS(c->interface.model != TENSION_PAIRWISE || c->material.background_pressure >= pressure,
        "material.background_pressure",
        "%g Pa; pairs that attract each other (interface.model pairwise) take %g Pa off it; expected more, "
        "by a third or so",
        c->material.background_pressure, pressure);
}

void check_phases(struct reader *r) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  WANTS(c->phase_count > 0 || c->interface.model == TENSION_NONE, "interface.model",
        "%s acts between phases, of which the case has one; expected none, or `phases`",
        words_tension[c->interface.model]);
  if (!c->phase_count) return;
  WANTS(c->phase_count <= PHASES_MOST, "phases", "%zu beside the material; expected at most %d",
        c->phase_count, PHASES_MOST);
  WANTS(c->phase_count == 1 || c->interface.model == TENSION_NONE, "interface.model",
        "%s is that of one interface, and the case has %zu phases; expected none, or two phases",
        words_tension[c->interface.model], c->phase_count + 1);
  for (size_t k = 0; k < c->phase_count; k++) {
    snprintf(key, sizeof key, "phases.%s.density", c->phases[k].name);
    WANTS(c->phases[k].density <= c->material.density, key,
          "%g kg/m^3 is more than material.density; expected the densest phase at `material`, and at most %g",
          c->phases[k].density, c->material.density);
  }
  for (size_t k = 0; k < c->fluid_count; k++) {
    snprintf(key, sizeof key, "fluids.%s.field", c->fluids[k].name);
    WANTS(c->fluids[k].field == FIELD_UNIFORM, key,
          "the vortices' pressure is that of one phase; expected uniform");
  }
  WANTS(!c->opening_count || c->density != DENSITY_SUMMATION, "density_equation",
        "summation takes the ends of open boundaries' layers for free surfaces; expected continuity");
  check_models(r);
  check_cohesion(r);
  check_rheologies(r);
  check_walls_of_phases(r);
}
