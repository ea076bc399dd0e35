/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/fluids/eddies.h"

#include "lane/scalar.h"
#include "wcsph/models/wall_function.h"

struct vec4 eddies_row(const struct wcsph_settings *c, const struct wcsph_law *law) {
  const double swing = 0.05 * 0.1 * (double)law->c0; /* 5 % of a tenth of the speed of sound */
  const double k = c->turbulence.energy > 0.0 ? c->turbulence.energy : 1.5 * swing * swing;
  const double usual = (double)K_EPSILON_MU * k * k / (10.0 * c->viscosity.nu);
  const double epsilon = c->turbulence.dissipation > 0.0 ? c->turbulence.dissipation : usual;
  return (struct vec4){(float)k, 0.0f, (float)epsilon, 0.0f};
}

void eddies_place(struct wcsph_run *r) {
  struct wcsph_state *s = &r->state;
  const struct vec4 row = eddies_row(r->config, &r->law);
  for (uint32_t i = 0; i < s->count; i++)
    if (state_kind(s, i) == KIND_FLUID) s->eddies[i] = row;
}
