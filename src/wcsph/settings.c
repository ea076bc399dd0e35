/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/settings.h"

bool settings_has_damper(const struct wcsph_settings *c) {
  return c->damper.model != DAMPER_NONE && c->damper.strength > 0.0;
}

bool settings_has_dummies(const struct wcsph_settings *c) {
  return c->boundary.model == BOUNDARY_DUMMY || c->boundary.model == BOUNDARY_MDBC;
}

bool settings_walls_take(const struct wcsph_settings *c) {
  return settings_has_dummies(c) || c->boundary.model == BOUNDARY_SEMI_ANALYTICAL;
}

bool settings_has_heat(const struct wcsph_settings *c) {
  return c->heat.model != HEAT_NONE;
}

bool settings_has_eddies(const struct wcsph_settings *c) {
  return c->turbulence.model == TURBULENCE_K_EPSILON;
}

bool settings_has_substeps(const struct wcsph_settings *c) {
  return c->viscosity.substeps > 1;
}

bool settings_has_flow(const struct wcsph_settings *c) {
  return !settings_has_phases(c) &&
         (settings_has_substeps(c) || c->rheology.model != RHEOLOGY_NEWTON ||
          (settings_has_heat(c) && c->heat.thinning > 0.0) ||
          (c->turbulence.model == TURBULENCE_SMAGORINSKY && c->turbulence.strength > 0.0) ||
          settings_has_eddies(c));
}

bool settings_has_flowing_phases(const struct wcsph_settings *c) {
  bool any = settings_has_phases(c) && (c->rheology.model != RHEOLOGY_NEWTON || settings_stirs_phases(c));
  for (size_t k = 0; k < c->phase_count; k++) any |= c->phases[k].rheology.model != RHEOLOGY_NEWTON;
  return any;
}

bool settings_stirs_phases(const struct wcsph_settings *c) {
  bool any = c->turbulence.model == TURBULENCE_SMAGORINSKY && c->turbulence.strength > 0.0;
  any |= settings_has_heat(c) && c->heat.thinning > 0.0;
  for (size_t k = 0; k < c->phase_count; k++) any |= settings_has_heat(c) && c->phases[k].heat.thinning > 0.0;
  return any && settings_has_phases(c);
}

bool settings_has_phases(const struct wcsph_settings *c) {
  return c->phase_count > 0;
}
