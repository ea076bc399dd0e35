/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_HOLD_H
#define WCSPH_LEVELS_HOLD_H
/* The act by which a level's step leaves velocities in its rings as the exchange has set them. */
#include "wcsph/evolution.h"

/* Sets the acceleration of fluid in rings to zero, except in their overlap. */
int hold_rings(struct wcsph_run *r, struct step *s);

#endif
