/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_FLUIDS_HEAT_H
#define WCSPH_FLUIDS_HEAT_H
/* Heat as a variable of the particle. Rows of `heat`: of fluid {T, its compensation, both as the integrator
 * saved them}; of walls of given temperature {T towards the fluid, given T, 0, 1}; of others {what each of
 * the fluid's kernels takes of it, K/s; what the surface that is its own gives with the flux, over the heat
 * capacity of a particle, K/s; share of its kernel that walls leave to the fluid; 0}, all 0 of one that is
 * not at the surface or has no flux. Sums: passes/ghosts.h, conduct.h, warmth.h; single particles:
 * sweeps/warm.h, buoyancy.h, warm_viscosity.h, wall_heat.h. */
#include "wcsph/evolution.h"

struct particles;

/* Whether any wall has a heat flux; if so, the functions below need all walls. */
bool heat_has_flux(const struct wcsph_settings *c);

/* The area of each particle of walls with a flux, by id; m^2, in 2-D m. Compare segments_areas. */
int heat_areas(double **area, const struct wcsph_settings *c, const struct particles *p);

/* Properties of a phase (0: the material): conductivity, W/(m K); heat capacity per volume, J/(m^3 K);
 * coefficients of thermal expansion and of thinning, 1/K. */
struct heat_of_phase {
  double conductivity, capacity, expansion, thinning;
};
struct heat_of_phase heat_of_phase(const struct wcsph_settings *c, int phase);

/* The heat capacity of a particle of a fluid, J/K; in 2-D J/(m K). */
double heat_capacity(const struct wcsph_settings *c, const struct wcsph_law *law, uint16_t fluid);

/* The largest diffusivity, m^2/s: the conductivity between two particles over the heat capacity of one. */
double heat_diffusivity(const struct wcsph_settings *c);

/* Whether the viscosity of some fluid falls with temperature. */
bool heat_thins(const struct wcsph_settings *c);

/* The row `heat` of fluid at a temperature, K; NaN: at the reference temperature. */
struct vec4 heat_row(const struct wcsph_settings *c, double temperature);

/* Sets temperatures and fluxes at the start. p: all walls, if one has a flux. */
int heat_place(struct wcsph_run *r, const struct particles *p);

/* Bounds the time step by conduction, which takes no sub-steps. */
int heat_limit_step(struct wcsph_run *r, struct step *s);

/* Runs the sweep of one stage of the integrator, and adds what walls give in it to the run's budget of
 * heat. */
int heat_advance(struct wcsph_run *r, struct step *s);

/* The heat, W, that a wall of given temperature or flux gives the fluid; in 2-D W/m. wall -1: all such
 * walls. */
int heat_of_wall(const struct wcsph_run *r, int wall, double *heat);

/* The largest temperature, K, that sums of quanta have to represent. */
double heat_scale(const struct wcsph_settings *c);

#endif
