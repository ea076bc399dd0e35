/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/shifting.h"

#include <math.h>

#include "util/error.h"
#include "wcsph/passes/shift.h"

bool shifting_carries(enum shifting_model model) {
  return model == SHIFTING_PLUS || model == SHIFTING_ADAMI;
}

/* What the bounded gradient of passes/shift.h is multiplied with, m^2; XSPH's velocity with a time, s. dt
 * stands for each of the steps since the last shift. */
static double factor(const struct wcsph_run *r, double speed, double dt) {
  const double every = r->config->shifting.every, strength = r->config->shifting.strength;
  switch (r->config->shifting.model) {
  case SHIFTING_XSPH:
    return strength * every * dt;
  case SHIFTING_ADAMI:
    return -transport_reach(&r->law, strength, every * dt * dt);
  default:
    return -shift_reach(&r->law, strength, speed, every * dt);
  }
}

static bool several(const struct wcsph_run *r) {
  return settings_has_phases(r->config);
}

/* An advance along what a pass left in `rate`, and what that owes to velocity and density. */
static int slide(struct wcsph_run *r, struct step *s, struct wcsph_stage *stage, bool carries) {
  struct pass_found none;
  if (carries) {
    const struct sweep_given given = {.body = -1, .value = {stage->dxa}};
    struct sweep_found swept;
    TRY(wcsph_pass(r->backend, r->self, several(r) ? PASS_phase_carry : PASS_carry, &none));
    TRY(wcsph_sweep(r->backend, r->self, SWEEP_carried, &given, &swept));
  }
  s->stage = stage;
  s->time = r->time;
  return wcsph_run_stage(r, s);
}

int shifting_act(struct wcsph_run *r, struct step *s) {
  const enum shifting_model model = r->config->shifting.model;
  struct pass_found found, none;
  TRY(wcsph_run_list(r));
  const enum pass_id drift = several(r) ? PASS_phase_xsph : PASS_xsph;
  TRY(wcsph_pass(r->backend, r->self, model == SHIFTING_XSPH ? drift : PASS_shift, &found));
  if (model == SHIFTING_PLUS) TRY(wcsph_pass(r->backend, r->self, PASS_surface, &none));
  if (several(r) && model != SHIFTING_XSPH) TRY(wcsph_pass(r->backend, r->self, PASS_phase_shift, &none));
  struct wcsph_stage stage = {.dxa = (float)factor(r, sqrt((double)found.most_of_rows), s->dt)};
  return slide(r, s, &stage, shifting_carries(model));
}

/* What a lattice comes to rest with. No force acts, so that no particle gains speed. */
int shifting_settle(struct wcsph_run *r, struct step *s) {
  struct wcsph_stage stage = {.dxa = -0.1f * r->law.h * r->law.h};
  struct pass_found found;
  for (int k = 0; k < r->config->settle; k++) {
    TRY(wcsph_run_list(r));
    TRY(wcsph_pass(r->backend, r->self, PASS_even, &found));
    if (r->law.shift_inside < 0.0f) TRY(wcsph_pass(r->backend, r->self, PASS_surface, &found));
    if (several(r)) TRY(wcsph_pass(r->backend, r->self, PASS_phase_shift, &found));
    TRY(slide(r, s, &stage, true));
  }
  return STATUS_OK;
}
