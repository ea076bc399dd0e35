/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_RESOLVED_H
#define WCSPH_START_RESOLVED_H
/* How well spacing and scheme resolve a case, in numbers, for `amphi check`: particles across the water's
 * depth, waves and bodies, the Mach number, numerical viscosity, and what waves lose by it. */
#include "geometry/particles.h"
#include "wcsph/settings.h"

/* c0, m/s. */
void resolved_say(const struct wcsph_settings *c, const struct particles *p, double c0);

/* The part of that about bodies. */
void resolved_say_bodies(const struct wcsph_settings *c, const struct particles *p);

/* Particles across structures, and their sub-steps in a step of so many s. */
void resolved_say_structures(const struct wcsph_settings *c, const struct particles *p, double step);

#endif
