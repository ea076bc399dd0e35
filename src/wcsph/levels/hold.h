/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_HOLD_H
#define WCSPH_LEVELS_HOLD_H
/* The act by which fluid in a level's rings goes through a step as the exchange has told it. */
#include "wcsph/evolution.h"

/* Sets the acceleration of fluid in rings, except in their overlap, to that which the exchange has left. */
int hold_rings(struct wcsph_run *r, struct step *s);

#endif
