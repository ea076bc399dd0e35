/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SUBSTEPS_H
#define WCSPH_SUBSTEPS_H
/* Viscous sub-steps, where viscosity would make the step much shorter than sound does. In a stage of the
 * integrator places, densities and all other rates stay, and velocity takes s sub-steps with the viscous term
 * (passes/viscous_rate.h) found anew in each; walls that take their velocity from the fluid find it anew,
 * too. They are those of Runge-Kutta-Legendre super time stepping of first order (Meyer, Balsara & Aslam
 * 2014), which together are as long as s (s + 1)/2 plain ones may be. */
#include "wcsph/evolution.h"

/* After a force pass: replaces the rates by those with which a stage of step->stage_dt gains what the
 * sub-steps gain; `again`: they start from the saved velocity. */
int substeps_act(struct wcsph_run *r, struct step *step);

#endif
