/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/extra.h"

#include "wcsph/state.h"
#include "wcsph/walls/motion.h"

static bool of_antuono(const struct wcsph_settings *c) {
  return c->diffusion.model == DIFFUSION_ANTUONO && c->diffusion.delta > 0.0;
}

static bool of_summation(const struct wcsph_settings *c) {
  return c->density == DENSITY_SUMMATION && !extra_of_phases(c);
}

static bool of_correction(const struct wcsph_settings *c) {
  return c->correction != CORRECTION_NONE;
}

static bool of_reconstruction(const struct wcsph_settings *c) {
  return c->reconstruction != RECONSTRUCTION_NONE;
}

bool extra_damps(const struct wcsph_settings *c) {
  return c->damper.model != DAMPER_NONE && c->damper.strength > 0.0;
}

bool extra_of_dummies(const struct wcsph_settings *c) {
  return c->boundary.model == BOUNDARY_DUMMY || c->boundary.model == BOUNDARY_MDBC;
}

static bool of_damped_walls(const struct wcsph_settings *c) {
  const bool takes = extra_of_dummies(c) || c->boundary.model == BOUNDARY_SEMI_ANALYTICAL;
  return extra_damps(c) && takes && c->wall_count > 0;
}

static bool of_dummies(const struct wcsph_settings *c) {
  return extra_of_dummies(c) && motion_any(c);
}

bool extra_of_heat(const struct wcsph_settings *c) {
  return c->heat.model != HEAT_NONE;
}

static bool of_thinning(const struct wcsph_settings *c) {
  return extra_of_heat(c) && c->heat.thinning > 0.0;
}

static bool of_warm_walls(const struct wcsph_settings *c) {
  return extra_of_heat(c) && c->wall_count > 0;
}

static bool of_lift(const struct wcsph_settings *c) {
  return extra_of_heat(c) && c->heat.expansion > 0.0;
}

bool extra_of_eddies(const struct wcsph_settings *c) {
  return c->turbulence.model == TURBULENCE_K_EPSILON;
}

bool extra_of_substeps(const struct wcsph_settings *c) {
  return c->viscosity.substeps > 1;
}

bool extra_of_flow(const struct wcsph_settings *c) {
  return !extra_of_phases(c) &&
         (extra_of_substeps(c) || c->rheology.model != RHEOLOGY_NEWTON || of_thinning(c) ||
          (c->turbulence.model == TURBULENCE_SMAGORINSKY && c->turbulence.strength > 0.0) ||
          extra_of_eddies(c));
}

bool extra_of_flowing_phases(const struct wcsph_settings *c) {
  bool any = extra_of_phases(c) && c->rheology.model != RHEOLOGY_NEWTON;
  for (size_t k = 0; k < c->phase_count; k++) any |= c->phases[k].rheology.model != RHEOLOGY_NEWTON;
  return any;
}

static bool of_whole_steps(const struct wcsph_settings *c) {
  return extra_of_flow(c) && !extra_of_substeps(c);
}

bool extra_of_phases(const struct wcsph_settings *c) {
  return c->phase_count > 0;
}

static bool of_summed_phases(const struct wcsph_settings *c) {
  return extra_of_phases(c) && c->density == DENSITY_SUMMATION;
}

static bool of_phases_at_walls(const struct wcsph_settings *c) {
  return extra_of_phases(c) && c->wall_count > 0;
}

static bool of_stress(const struct wcsph_settings *c) {
  return c->interface.model == TENSION_STRESS && c->interface.tension > 0.0;
}

static bool of_cohesion(const struct wcsph_settings *c) {
  return c->interface.model == TENSION_PAIRWISE && c->interface.tension > 0.0;
}

static bool of_segments(const struct wcsph_settings *c) {
  return c->boundary.model == BOUNDARY_SEMI_ANALYTICAL && c->wall_count > 0 && c->dimensions == 2;
}

static bool of_facets(const struct wcsph_settings *c) {
  return c->boundary.model == BOUNDARY_SEMI_ANALYTICAL && c->wall_count > 0 && c->dimensions == 3;
}

const struct extra wcsph_extras[] = {
    {PASS_density, SWEEP_press, BEFORE_WALLS, 0, of_summed_phases},
    {PASS_density, SWEEP_COUNT, BEFORE_WALLS, 0, of_summation},
    {PASS_pressed, SWEEP_COUNT, BEFORE_FORCES, 0, of_phases_at_walls},
    {PASS_colour, SWEEP_COUNT, BEFORE_FORCES, 0, of_stress},
    {PASS_cohesion, SWEEP_COUNT, AFTER_FORCES, 0, of_cohesion},
    {PASS_shear, SWEEP_thicken, BEFORE_FORCES, BUFFER_FLOW, extra_of_flowing_phases},
    {PASS_phases, SWEEP_COUNT, AFTER_FORCES, BUFFER_PHASE | BUFFER_INTERFACE | BUFFER_DAMPING,
     extra_of_phases},
    {PASS_bounded, SWEEP_COUNT, AFTER_FORCES, BUFFER_SEGMENT, of_segments},
    {PASS_faced, SWEEP_COUNT, AFTER_FORCES, BUFFER_SEGMENT | BUFFER_SEGMENT_MORE, of_facets},
    {PASS_damped, SWEEP_COUNT, BEFORE_FORCES, 0, of_damped_walls},
    {PASS_correction, SWEEP_COUNT, CARRIED, BUFFER_CORRECTION | BUFFER_CORRECTION_MORE, of_correction},
    {PASS_gradient, SWEEP_COUNT, BEFORE_FORCES, BUFFER_GRADIENT, of_antuono},
    {PASS_shear, SWEEP_apparent, BEFORE_FORCES, BUFFER_FLOW, extra_of_flow},
    {PASS_COUNT, SWEEP_thin, BEFORE_FORCES, 0, of_thinning},
    {PASS_eddies, SWEEP_friction, BEFORE_FORCES, BUFFER_EDDIES | BUFFER_EDDY_RATE | BUFFER_EDDY_WALL,
     extra_of_eddies},
    {PASS_viscous, SWEEP_COUNT, AFTER_FORCES, 0, of_whole_steps},
    {PASS_drag, SWEEP_COUNT, AFTER_FORCES, BUFFER_DRAG | BUFFER_GAIN | BUFFER_GAIN_BEFORE, extra_of_substeps},
    {PASS_strain, SWEEP_COUNT, CARRIED, BUFFER_STRAIN | BUFFER_STRAIN_MORE, of_reconstruction},
    {PASS_limited, SWEEP_COUNT, AFTER_FORCES, 0, of_reconstruction},
    {PASS_antuono, SWEEP_COUNT, AFTER_FORCES, 0, of_antuono},
    {PASS_corrected, SWEEP_COUNT, AFTER_FORCES, 0, of_correction},
    {PASS_displace, SWEEP_COUNT, AFTER_FORCES, 0, of_dummies},
    {PASS_ghosts, SWEEP_COUNT, AFTER_FORCES, 0, of_warm_walls},
    {PASS_conduct, SWEEP_COUNT, AFTER_FORCES, BUFFER_HEAT | BUFFER_WARMING, extra_of_heat},
    {PASS_COUNT, SWEEP_lift, AFTER_FORCES, 0, of_lift},
    {.wanted = NULL},
};
