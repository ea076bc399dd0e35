/* SPDX-License-Identifier: BSD-3-Clause */
/* What a step of a case is made of: the one list of all models' entries. Where several add to the same rate,
 * their order here is the order of sums. */
#include "wcsph/start/schedule.h"
#include "wcsph/fluids/forcing.h"
#include "wcsph/fluids/heat.h"
#include "wcsph/fluids/phases.h"
#include "wcsph/fluids/viscosity.h"
#include "wcsph/levels/hold.h"
#include "wcsph/openings/openings.h"
#include "wcsph/settings.h"
#include "wcsph/shifting.h"
#include "wcsph/substeps.h"
#include "wcsph/walls/bodies.h"
#include "wcsph/walls/cables.h"
#include "wcsph/walls/frame.h"
#include "wcsph/walls/motion.h"
#include "wcsph/walls/structures.h"
#include "wcsph/waves/paddles.h"
#include "wcsph/waves/zones.h"

/* Where no pass writes, an act does. */
enum { NOTHING = 0 };

/* ---- densities, before walls look at them ---- */

static void add_density(struct schedule *s, const struct wcsph_settings *c) {
  if (c->density != DENSITY_SUMMATION) return;
  schedule_pass(s, BEFORE_WALLS, PASS_density);
  if (!settings_has_phases(c)) return;
  schedule_sweep(s, BEFORE_WALLS, SWEEP_summed);
  schedule_sweep(s, BEFORE_WALLS, SWEEP_press);
}

/* ---- walls ---- */

static void add_dummies(struct schedule *s, const struct wcsph_settings *c, size_t wall_particles) {
  if (!settings_walls_take(c) || wall_particles == 0) return;
  if (c->boundary.model == BOUNDARY_MDBC && settings_has_phases(c)) {
    schedule_points(s, AT_WALLS, PASS_mirrored_phases)->reads |= BUFFER_MIRROR;
    schedule_sweep(s, AT_WALLS, SWEEP_mirror_press);
  } else if (c->boundary.model == BOUNDARY_MDBC)
    schedule_points(s, AT_WALLS, PASS_mirrored)->reads |= BUFFER_MIRROR;
  else
    schedule_pass(s, AT_WALLS, motion_of_dummies(c) ? PASS_moving : PASS_walls);
}

/* Dummy walls that move also add to continuity, by the volume that they sweep. */
static void add_displacement(struct schedule *s, const struct wcsph_settings *c) {
  if (settings_has_dummies(c) && motion_any(c)) schedule_pass(s, AFTER_FORCES, PASS_displace);
}

static void add_semi_analytical(struct schedule *s, const struct wcsph_settings *c) {
  if (c->boundary.model != BOUNDARY_SEMI_ANALYTICAL || c->wall_count == 0) return;
  schedule_pass(s, AFTER_FORCES, c->dimensions == 2 ? PASS_bounded : PASS_faced);
}

static void add_motion(struct schedule *s, const struct wcsph_settings *c) {
  const row_mask moved = motion_of_dummies(c) ? BUFFER_WALL_VELOCITY | BUFFER_WALL_ACCELERATION : NOTHING;
  if (c->frame.given) schedule_act(s, BEHIND_RATES, frame_force, BUFFER_RATE);
  if (forcing_any(c)) schedule_act(s, BEHIND_RATES, forcing_act, sweep_writes(SWEEP_forcing));
  if (c->cable_count) schedule_act(s, BEHIND_RATES, cables_advance, NOTHING);
  if (bodies_any(c)) {
    schedule_act(s, BEHIND_RATES, bodies_find_forces, NOTHING);
    if (settings_has_substeps(c))
      schedule_act(s, BEFORE_STAGE, bodies_find_forces, NOTHING); /* of their mean */
    schedule_act(s, IN_STAGE, bodies_advance, NOTHING);
  }
  if (motion_any(c) || moved) schedule_act(s, IN_STAGE, motion_advance, moved);
  if (structures_any(c)) schedule_act(s, IN_STAGE, structures_advance, moved);
}

/* ---- several phases ---- */

/* Viscosities of phases, each with its own laws. */
static void add_phase_viscosity(struct schedule *s, const struct wcsph_settings *c) {
  const bool stirred = c->turbulence.model == TURBULENCE_SMAGORINSKY;
  const double eddy = stirred ? c->turbulence.strength * c->dp : 0.0;
  if (!settings_has_flowing_phases(c)) return;
  schedule_pass(s, BEFORE_FORCES, PASS_shear);
  for (int k = 0; k <= (int)c->phase_count; k++) {
    const struct rheology f = phases_rheology(c, k);
    schedule_sweep(s, BEFORE_FORCES, SWEEP_phase_viscosity)->given =
        (struct sweep_given){.body = -1,
                             .value = {(float)k, f.nu, f.power, f.decay, f.yield, f.friction, f.growth,
                                       f.ceiling, f.rise, f.pace, (float)(eddy * eddy)}};
  }
  for (int k = 0; heat_thins(c) && k <= (int)c->phase_count; k++)
    schedule_sweep(s, BEFORE_FORCES, SWEEP_phase_thinning)->given =
        (struct sweep_given){.body = -1, .value = {(float)k, (float)heat_of_phase(c, k).thinning}};
}

static void add_phases(struct schedule *s, const struct wcsph_settings *c) {
  const bool tension = c->interface.tension > 0.0;
  if (!settings_has_phases(c)) return;
  if (c->wall_count > 0 && c->boundary.model == BOUNDARY_DUMMY)
    schedule_pass(s, BEFORE_FORCES, motion_of_dummies(c) ? PASS_moving_pressed : PASS_pressed);
  if (tension && c->interface.model == TENSION_STRESS) schedule_pass(s, BEFORE_FORCES, PASS_colour);
  add_phase_viscosity(s, c);
  if (tension && c->interface.model == TENSION_PAIRWISE) schedule_pass(s, AFTER_FORCES, PASS_cohesion);
}

/* Behind all that adds up forces, which it divides by the masses of phases. */
static void add_masses(struct schedule *s, const struct wcsph_settings *c) {
  if (!settings_has_phases(c)) return;
  schedule_pass(s, AFTER_FORCES, PASS_phases)->finds_viscosity = settings_stirs_phases(c);
  schedule_sweep(s, AFTER_STAGE, SWEEP_press)->is_timed = true;
}

/* ---- viscosities of particles' own, turbulence ---- */

static void add_flow(struct schedule *s, const struct wcsph_settings *c) {
  if (!settings_has_flow(c)) return;
  schedule_pass(s, BEFORE_FORCES, PASS_shear);
  schedule_sweep(s, BEFORE_FORCES, SWEEP_shear_viscosity);
  if (settings_has_heat(c) && c->heat.thinning > 0.0) schedule_sweep(s, BEFORE_FORCES, SWEEP_warm_viscosity);
  if (settings_has_eddies(c)) {
    schedule_pass(s, BEFORE_FORCES, PASS_eddies);
    schedule_sweep(s, BEFORE_FORCES, SWEEP_friction);
    schedule_sweep(s, AFTER_STEP, SWEEP_k_epsilon)->is_timed = true;
  }
  if (!settings_has_substeps(c)) {
    schedule_pass(s, AFTER_FORCES, PASS_viscous)->finds_viscosity = true;
    return;
  }
  schedule_pass(s, AFTER_FORCES, PASS_viscous_rate)->finds_viscosity = true;
  schedule_act(s, BEFORE_STAGE, substeps_act,
               sweep_writes(SWEEP_substep_begin) | sweep_writes(SWEEP_substep) |
                   sweep_writes(SWEEP_substep_end));
}

/* ---- what makes sums more exact ---- */

static void add_reconstruction(struct schedule *s, const struct wcsph_settings *c) {
  if (c->reconstruction == RECONSTRUCTION_NONE) return;
  schedule_pass(s, BEFORE_FORCES, PASS_strain)->every = (uint32_t)c->gradients_every;
  schedule_pass(s, AFTER_FORCES, PASS_limited);
}

/* Fluid without a free surface bears tension. */
static void add_suction(struct schedule *s, const struct wcsph_settings *c) {
  if (c->free_surface != FREE_SURFACE_NONE) return;
  schedule_pass(s, BEFORE_FORCES, PASS_crowding)->every = (uint32_t)c->gradients_every;
  schedule_sweep(s, AFTER_FORCES, SWEEP_suction);
}

static void add_antuono(struct schedule *s, const struct wcsph_settings *c) {
  if (c->diffusion.model != DIFFUSION_ANTUONO || !(c->diffusion.delta > 0.0)) return;
  schedule_pass(s, BEFORE_FORCES, PASS_gradient);
  schedule_pass(s, AFTER_FORCES, PASS_antuono);
}

static void add_correction(struct schedule *s, const struct wcsph_settings *c) {
  const bool surface = c->correction == CORRECTION_SURFACE;
  if (c->correction == CORRECTION_NONE || (surface && c->free_surface == FREE_SURFACE_NONE)) return;
  schedule_pass(s, BEFORE_FORCES, PASS_correction)->every = (uint32_t)c->gradients_every;
  schedule_pass(s, AFTER_FORCES, surface ? PASS_beneath : PASS_corrected);
  if (!surface) return;
  const bool viscous = c->viscosity.nu > 0.0 && !settings_has_flow(c) && !settings_has_phases(c);
  if (viscous) schedule_pass(s, AFTER_FORCES, PASS_viscous_beneath);
  schedule_sweep(s, AFTER_FORCES, SWEEP_swell);
}

static void add_damper(struct schedule *s, const struct wcsph_settings *c) {
  if (!settings_has_damper(c)) return;
  if (settings_has_phases(c)) { /* walls take it with the pressure that it is a part of */
    schedule_sweep(s, AFTER_STAGE, SWEEP_phase_damp);
    return;
  }
  if (settings_walls_take(c) && c->wall_count > 0) schedule_pass(s, BEFORE_FORCES, PASS_damped);
  schedule_sweep(s, AFTER_STAGE, SWEEP_damp)->is_timed = true;
}

/* ---- heat ---- */

static void add_heat_of_phases(struct schedule *s, const struct wcsph_settings *c) {
  const struct heat_of_phase material = heat_of_phase(c, 0);
  bool expands = false;
  for (int k = 0; k <= (int)c->phase_count; k++) {
    const struct heat_of_phase h = heat_of_phase(c, k);
    schedule_sweep(s, AFTER_FORCES, SWEEP_phase_heat)->given =
        (struct sweep_given){.body = -1,
                             .value = {(float)k, (float)(h.conductivity / material.conductivity),
                                       (float)(material.capacity / h.capacity), (float)h.expansion}};
    expands |= h.expansion > 0.0;
  }
  schedule_pass(s, AFTER_FORCES, PASS_conduct_phases);
  if (expands) schedule_sweep(s, AFTER_FORCES, SWEEP_phase_buoyancy);
}

static void add_heat(struct schedule *s, const struct wcsph_settings *c) {
  if (!settings_has_heat(c)) return;
  if (c->wall_count > 0) schedule_pass(s, AFTER_FORCES, PASS_ghosts);
  if (settings_has_phases(c))
    add_heat_of_phases(s, c);
  else
    schedule_pass(s, AFTER_FORCES, PASS_conduct);
  if (c->heat.expansion > 0.0 && !settings_has_phases(c)) schedule_sweep(s, AFTER_FORCES, SWEEP_buoyancy);
  schedule_act(s, BEHIND_RATES, heat_limit_step, NOTHING);
  schedule_act(s, AFTER_STAGE, heat_advance, sweep_writes(SWEEP_warm));
}

/* ---- what changes fluid between steps ---- */

static void add_waves(struct schedule *s, const struct wcsph_settings *c) {
  if (paddles_any(c)) {
    schedule_act(s, AT_START, paddles_begin, NOTHING);
    schedule_act(s, BEFORE_STEP, paddles_follow, NOTHING);
  }
  if (c->zone_count + c->relaxation_count > 0)
    schedule_act(s, AFTER_STEP, zones_act,
                 sweep_writes(SWEEP_absorb) | sweep_writes(SWEEP_absorb_round) | sweep_writes(SWEEP_relax) |
                     sweep_writes(SWEEP_stream));
}

static void add_shifting(struct schedule *s, const struct wcsph_settings *c) {
  const row_mask carried = pass_writes(PASS_carry);
  if (c->shifting.model == SHIFTING_NONE) return;
  schedule_act(s, AFTER_STEP, shifting_act, shifting_carries(c->shifting.model) ? carried : BUFFER_RATE)
      ->every = (uint32_t)c->shifting.every;
}

static void add_openings(struct schedule *s, const struct wcsph_settings *c) {
  if (c->opening_count == 0) return;
  schedule_act(s, BEHIND_RATES, openings_find, NOTHING);
  schedule_act(s, IN_STAGE, openings_impose, NOTHING);
  schedule_act(s, AFTER_STEP, openings_exchange, NOTHING);
}

/* Behind all that adds to rates. */
static void add_levels(struct schedule *s, const struct wcsph_settings *c) {
  if (c->region.given) schedule_act(s, BEFORE_STAGE, hold_rings, sweep_writes(SWEEP_hold));
}

void schedule_make(struct schedule *s, const struct wcsph_settings *c, size_t wall_particles) {
  *s = (struct schedule){0};
  if (c->viscosity.file) schedule_act(s, BEFORE_STEP, viscosity_follow, NOTHING);
  if (c->opening_count > 0) schedule_act(s, AT_START, openings_begin, NOTHING);
  if (c->settle > 0) schedule_act(s, AT_START, shifting_settle, pass_writes(PASS_carry));
  schedule_forces(s);
  add_density(s, c);
  add_dummies(s, c, wall_particles);
  add_phases(s, c);
  add_semi_analytical(s, c);
  add_flow(s, c);
  add_reconstruction(s, c);
  add_suction(s, c);
  add_antuono(s, c);
  add_correction(s, c);
  add_masses(s, c);
  add_displacement(s, c);
  add_damper(s, c);
  add_heat(s, c);
  add_motion(s, c);
  add_waves(s, c);
  add_shifting(s, c);
  add_openings(s, c);
  add_levels(s, c);
  schedule_end(s, c->integrator.scheme != INTEGRATOR_SYMPLECTIC, c->summation);
}
