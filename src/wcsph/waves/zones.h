/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WAVES_ZONES_H
#define WCSPH_WAVES_ZONES_H
/* Zones in which waves die away (sweeps/absorb.h) and where they are made (sweeps/relax.h). */
#include "wcsph/evolution.h"

/* What a step changes in the case's zones. */
int zones_act(struct wcsph_run *r, struct step *s);

#endif
