/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_HOLD_H
#define WCSPH_LEVELS_HOLD_H
/* What a level alone does about its rings: an act of its step. */
#include "wcsph/evolution.h"

/* Fluid in rings, but for their overlap, is not accelerated. */
int hold_rings(struct wcsph_run *r, struct step *s);

#endif
