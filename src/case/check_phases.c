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
  WANTS(c->viscosity.model == VISCOSITY_NONE || c->viscosity.model == VISCOSITY_LAMINAR ||
            c->viscosity.model == VISCOSITY_MONAGHAN,
        "viscosity.model",
        "%s is defined for a single density and speed of sound; expected none, laminar or monaghan",
        words_viscosity[c->viscosity.model]);
  WANTS(c->diffusion.model == DIFFUSION_NONE || c->diffusion.model == DIFFUSION_MOLTENI ||
            c->diffusion.model == DIFFUSION_FOURTAKAS,
        "density_diffusion.model", "%s does not distinguish phases; expected none, molteni or fourtakas",
        words_diffusion[c->diffusion.model]);
  WANTS(c->turbulence.model == TURBULENCE_NONE, "turbulence.model",
        "%s adds its viscosity to that of one phase; expected none", words_turbulence[c->turbulence.model]);
  WANTS(c->correction == CORRECTION_NONE, "gradient_correction",
        "%s adds forces over one mass; expected none", words_correction[c->correction]);
  WANTS(c->tensile == TENSILE_NONE, "tensile_correction",
        "%s does not distinguish the pressures of two phases; expected none", words_tensile[c->tensile]);
  WANTS(c->damper.model == DAMPER_NONE, "acoustic_damper.model",
        "%s has one density and one speed of sound; expected none", words_damper[c->damper.model]);
  WANTS(c->shifting.model == SHIFTING_NONE || c->shifting.model == SHIFTING_SUN, "shifting.model",
        "%s moves what two phases have across the interface between them; expected none or sun",
        words_shifting[c->shifting.model]);
}

/* A rheology needs a viscosity that it can change. */
static void check_rheologies(struct reader *r) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  for (size_t k = 0; k < c->phase_count; k++) {
    snprintf(key, sizeof key, "phases.%s.rheology.model", c->phases[k].name);
    WANTS(c->phases[k].rheology.model == RHEOLOGY_NEWTON || c->viscosity.model == VISCOSITY_LAMINAR ||
              c->viscosity.model == VISCOSITY_MONAGHAN,
          key,
          "changes the viscosity of viscosity.model laminar or monaghan, and the case has %s; expected one "
          "of these two",
          words_viscosity[c->viscosity.model]);
  }
}

static void check_walls_of_phases(struct reader *r) {
  const struct amphi_case *c = r->c;
  if (!c->wall_count) return;
  WANTS(c->boundary.model == BOUNDARY_DUMMY, "boundary.model",
        "%s walls have one density of their own, and each phase needs another; expected dummy",
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
