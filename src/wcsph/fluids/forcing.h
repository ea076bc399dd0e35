/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_FLUIDS_FORCING_H
#define WCSPH_FLUIDS_FORCING_H
/* Accelerations of single fluids along time, as DualSPHysics has them (sweeps/forcing.h has the law). */
#include "wcsph/evolution.h"

bool forcing_any(const struct wcsph_settings *c);

/* Add them to the fluids' accelerations, after a force pass, and the greatest value to the limits. */
int forcing_act(struct wcsph_run *r, struct step *s);

#endif
