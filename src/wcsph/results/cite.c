/* SPDX-License-Identifier: BSD-3-Clause */
/* The papers that a run of WCSPH builds on. */
#include <stddef.h>

#include "util/log.h"
#include "wcsph/method.h"
#include "wcsph/settings.h"

static const struct model time_step = {
    .what = "variable time step",
    .paper = "Monaghan & Kos 1999, J. Waterw. Port Coast. Ocean Eng. 125, 145-155"};

static const struct model substeps = {.what = "viscous sub-steps",
                                      .paper = "Meyer, Balsara & Aslam 2014, J. Comput. Phys. 257, 594-626"};

static void say_cite(const struct model *m) {
  if (m->paper)
    log_say("  %s: %s", m->what, m->paper);
  else
    log_say("  %s", m->what);
}

void wcsph_cite(const struct wcsph_settings *c) {
  const struct model *chosen[] = {
#define CHOICE(X, axis, how, KIND, name, type, TABLE, member, ...) &models_##name[c->member],
      CHOICES(CHOICE, )
#undef CHOICE
  };
  for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++)
    if (chosen[k]->paper && (chosen[k] != &models_boundary[c->boundary.model] || c->wall_count))
      say_cite(chosen[k]);
  say_cite(&models_state[STATE_TAIT]);
  say_cite(&time_step);
  if (c->viscosity.substeps > 1) say_cite(&substeps);
  say_cite(&models_summation[c->summation]);
}
