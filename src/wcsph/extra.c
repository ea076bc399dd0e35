/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/extra.h"

bool extra_damps(const struct wcsph_settings *c) {
  return c->damper.model != DAMPER_NONE && c->damper.strength > 0.0;
}

bool extra_of_dummies(const struct wcsph_settings *c) {
  return c->boundary.model == BOUNDARY_DUMMY || c->boundary.model == BOUNDARY_MDBC;
}

bool extra_of_heat(const struct wcsph_settings *c) {
  return c->heat.model != HEAT_NONE;
}

bool extra_of_eddies(const struct wcsph_settings *c) {
  return c->turbulence.model == TURBULENCE_K_EPSILON;
}

bool extra_of_substeps(const struct wcsph_settings *c) {
  return c->viscosity.substeps > 1;
}

bool extra_of_flow(const struct wcsph_settings *c) {
  return !extra_of_phases(c) &&
         (extra_of_substeps(c) || c->rheology.model != RHEOLOGY_NEWTON ||
          (extra_of_heat(c) && c->heat.thinning > 0.0) ||
          (c->turbulence.model == TURBULENCE_SMAGORINSKY && c->turbulence.strength > 0.0) ||
          extra_of_eddies(c));
}

bool extra_of_flowing_phases(const struct wcsph_settings *c) {
  bool any = extra_of_phases(c) && c->rheology.model != RHEOLOGY_NEWTON;
  for (size_t k = 0; k < c->phase_count; k++) any |= c->phases[k].rheology.model != RHEOLOGY_NEWTON;
  return any;
}

bool extra_of_phases(const struct wcsph_settings *c) {
  return c->phase_count > 0;
}
