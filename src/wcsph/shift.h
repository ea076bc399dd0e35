/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SHIFT_H
#define WCSPH_SHIFT_H
/* Particle shifting, a pass of its own every so many steps. It runs on the host for every backend: rare, and
 * nothing that a run without it could notice. */
#include "wcsph/evolution.h"

/* Put the gradient of the concentration (physics/shift.h) into `rate` of the fluid, for an advance along it;
 * *max_speed is the fluid's, m/s. */
int wcsph_shift_gradient(struct wcsph_run *r, double *max_speed);

#endif
