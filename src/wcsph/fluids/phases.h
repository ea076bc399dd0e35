/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_FLUIDS_PHASES_H
#define WCSPH_FLUIDS_PHASES_H
/* Several phases on the host: the rows that their particles carry (wcsph/models/phase.h), and their values
 * for a body of fluid. */
#include "wcsph/evolution.h"
#include "wcsph/settings.h"

struct wcsph_whole; /* wcsph/start/place.h */

/* rho0 of a body of fluid over that of the material; 1 in a case of one phase. */
static inline float phases_share(const struct wcsph_settings *c, uint16_t fluid) {
  const int phase = c->fluids[fluid].phase;
  return phase < 0 ? 1.0f : (float)(c->phases[phase].density / c->material.density);
}

/* The same of a particle; of walls 1. */
static inline float phases_share_of(const struct wcsph_run *r, uint32_t i) {
  if (!r->state.phase || state_kind(&r->state, i) == KIND_WALL) return 1.0f;
  return phases_share(r->config, r->state.body[i]);
}

/* The phase of a particle: 0 the material, then as the case lists them; of walls 0. */
static inline int phases_number(const struct wcsph_run *r, uint32_t i) {
  return state_kind(&r->state, i) == KIND_WALL ? 0 : r->config->fluids[r->state.body[i]].phase + 1;
}

/* The speed of sound in a phase, 0 being the material, of which it is given, m/s. */
double phases_sound(const struct wcsph_settings *c, int phase, double material);

/* The rheology of a phase, over rho0 of the material; 0 is the material or, in a case of one phase, its
 * fluid. */
struct rheology phases_rheology(const struct wcsph_settings *c, int phase);

/* The greatest viscosity that two particles have between them over the density of the lighter one, m^2/s, at
 * any shear rate and any pressure that goes with a speed of sound, m/s. */
double phases_viscosity(const struct wcsph_settings *c, double sound);

/* The rows of a particle of a fluid at no pressure; the speed is that of sound in the material, m/s. */
void phases_rows(const struct wcsph_settings *c, uint16_t fluid, float sound, struct vec4 *phase,
                 struct vec4 *damping);

/* The rows of all particles; and, of fluids that begin so, the density that carries the weight of what is
 * above, the levels being those of hydrostatic_levels, or NULL. STATUS_FAILED without memory. */
int phases_place(struct wcsph_run *r, const struct particles *p, const struct wcsph_whole *whole,
                 const int32_t *levels);

#endif
