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

/* Whether a wall has a heat flux: then all walls are needed. */
bool heat_has_flux(const struct wcsph_settings *c);

/* Of the walls with a flux, by ids: the area that a particle has, m^2, in 2-D m. As segments_areas. */
int heat_areas(double **area, const struct wcsph_settings *c, const struct particles *p);

/* Of a phase, 0 being the material: conductivity, W/(m K); heat capacity of a volume, J/(m^3 K); expansion
 * and thinning, 1/K. */
struct heat_of_phase {
  double conductivity, capacity, expansion, thinning;
};
struct heat_of_phase heat_of_phase(const struct wcsph_settings *c, int phase);

/* The heat capacity of a particle of a body of fluid, J/K; in 2-D J/(m K). */
double heat_capacity(const struct wcsph_settings *c, const struct wcsph_law *law, uint16_t fluid);

/* The greatest conductivity between two particles over the capacity of one, m^2/s. */
double heat_diffusivity(const struct wcsph_settings *c);

/* Whether the viscosity of some fluid falls with temperature. */
bool heat_thins(const struct wcsph_settings *c);

/* The row of fluid of a temperature, K; NaN: that of reference. */
struct vec4 heat_row(const struct wcsph_settings *c, double temperature);

/* The temperatures and fluxes that the case begins with. p: all walls, where one has a flux. */
int heat_place(struct wcsph_run *r, const struct particles *p);

/* The longest step that conduction allows; it is not sub-stepped. */
int heat_limit_step(struct wcsph_run *r, struct step *s);

/* The sweep of one stage of the integrator; what walls give meanwhile is added to the run's budget. */
int heat_advance(struct wcsph_run *r, struct step *s);

/* What a wall of given temperature or flux gives the fluid, W; in 2-D W/m. wall -1: all of them. */
int heat_of_wall(const struct wcsph_run *r, int wall, double *heat);

/* The greatest temperature that a law has to count in quanta, K. */
double heat_scale(const struct wcsph_settings *c);

#endif
