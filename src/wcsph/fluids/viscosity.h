/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_FLUIDS_VISCOSITY_H
#define WCSPH_FLUIDS_VISCOSITY_H
/* A viscosity that changes over time (viscosity.file). */
#include "wcsph/evolution.h"

/* Give the law the viscosity of the run's time, and the backend the law. */
int viscosity_follow(struct wcsph_run *r, struct step *s);

#endif
