/* SPDX-License-Identifier: BSD-3-Clause */
/* The papers that a run of WCSPH builds on. */
#include <stddef.h>

#include "util/log.h"
#include "wcsph/method.h"

static const struct model time_step = {
    .what = "variable time step",
    .paper = "Monaghan & Kos 1999, J. Waterw. Port Coast. Ocean Eng. 125, 145-155"};

static void say(const struct model *m) {
  if (m->paper)
    log_say("  %s: %s", m->what, m->paper);
  else
    log_say("  %s", m->what);
}

void wcsph_cite(const struct amphi_case *c) {
  say(&models_kernel[c->kernel]);
  say(&models_formulation[c->formulation]);
  if (c->density != DENSITY_CONTINUITY) say(&models_density[c->density]);
  if (c->correction != CORRECTION_NONE) say(&models_correction[c->correction]);
  say(&models_state[STATE_TAIT]);
  if (c->tensile != TENSILE_NONE) say(&models_tensile[c->tensile]);
  say(&models_viscosity[c->viscosity.model]);
  say(&models_diffusion[c->diffusion.model]);
  if (c->wall_count) say(&models_boundary[c->boundary.model]);
  say(&models_integrator[c->integrator.scheme]);
  if (c->shifting.model != SHIFTING_NONE) say(&models_shifting[c->shifting.model]);
  say(&time_step);
  say(&models_summation[c->summation]);
}
