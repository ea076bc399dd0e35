/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_FLUIDS_EDDIES_H
#define WCSPH_FLUIDS_EDDIES_H
/* Turbulence as variables of the particle: k, m^2/s^2, and epsilon, m^2/s^3 (Launder & Spalding 1974). Rows
 * of `eddies`, of fluid {k, its compensation, epsilon, its compensation}. Sums: passes/eddies.h; single
 * particles: sweeps/friction.h, k_epsilon.h; walls: models/wall_function.h. */
#include "wcsph/evolution.h"

/* What fluid has that begins or comes in. */
struct vec4 eddies_row(const struct wcsph_settings *c, const struct wcsph_law *law);

/* Fill in the initial values of the case. */
void eddies_place(struct wcsph_run *r);

#endif
