/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/fluids/viscosity.h"

#include "util/error.h"
#include "wcsph/calls.h"

int viscosity_follow(struct wcsph_run *r, struct step *s) {
  double factor;
  (void)s;
  track_linear(&r->config->viscosity.track, r->time, 1, &factor);
  if (factor == r->viscosity_factor) return STATUS_OK;
  r->viscosity_factor = factor;
  wcsph_derive_viscosity(&r->law, &r->state, r->config, factor);
  return wcsph_law(r->backend, r->self, &r->law);
}
