/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_REFUSED_H
#define WCSPH_START_REFUSED_H
/* What a run would come to before or in its first step, and is refused of a plan. */
#include "geometry/particles.h"
#include "wcsph/law.h"
#include "wcsph/settings.h"

/* STATUS_USAGE for fluid, bodies and walls that are as fast as what has diverged, and for surfaces of walls
 * that semi_analytical walls or a flux of heat cannot take. */
int refused_check(const struct wcsph_settings *c, const struct wcsph_law *law, const struct particles *p);

#endif
