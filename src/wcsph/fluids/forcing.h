/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_FLUIDS_FORCING_H
#define WCSPH_FLUIDS_FORCING_H
/* Accelerations of single fluids and bodies along time, as DualSPHysics has them (sweeps/forcing.h has the
 * law). */
#include "wcsph/evolution.h"

/* Whether one acts at a time: its acceleration, and alpha and omega in radians. */
bool forcing_at(const struct forcing *f, int dimensions, double time, double a[3], double alpha[3],
                double omega[3]);

/* Whether a fluid has one. */
bool forcing_any(const struct wcsph_settings *c);

/* Adds them to the fluids' accelerations, after a force pass, and the greatest value to the limits. */
int forcing_act(struct wcsph_run *r, struct step *s);

#endif
