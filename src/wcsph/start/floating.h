/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_FLOATING_H
#define WCSPH_START_FLOATING_H
/* Mass, centre and inertia of a body, and how deep it floats, for `amphi check`. */
#include "geometry/particles.h"
#include "wcsph/settings.h"

/* Whether a joint holds it above all fluid of the start. */
bool floating_hangs(const struct wcsph_settings *c, const struct particles *p, size_t wall);

void floating_say(const struct wcsph_settings *c, const struct particles *p, size_t wall);

#endif
