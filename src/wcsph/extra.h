/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_EXTRA_H
#define WCSPH_EXTRA_H
/* What the models of a case come to. */
#include <stdbool.h>

#include "wcsph/settings.h"

/* Whether walls take velocity and pressure from the fluid, so that pairs meet them as dummy particles. */
bool extra_of_dummies(const struct wcsph_settings *c);

/* Whether particles have viscosities of their own. */
bool extra_of_flow(const struct wcsph_settings *c);

/* Whether turbulence has an energy and a dissipation of its own (wcsph/fluids/eddies.h). */
bool extra_of_eddies(const struct wcsph_settings *c);

/* Whether there are several phases, one of which at least has a viscosity that depends on shear. */
bool extra_of_flowing_phases(const struct wcsph_settings *c);

/* Whether the viscous term is sub-stepped (wcsph/substeps.h). */
bool extra_of_substeps(const struct wcsph_settings *c);

/* Whether there are several phases: after each stage the sweep `press` finds their pressure. */
bool extra_of_phases(const struct wcsph_settings *c);

/* Whether particles have a temperature. */
bool extra_of_heat(const struct wcsph_settings *c);

/* Whether a damper acts: after each stage the sweep `damp` finds its pressure. */
bool extra_damps(const struct wcsph_settings *c);

#endif
