/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/fluids/heat.h"

#include <math.h>

#include "util/error.h"
#include "wcsph/sweeps/wall_heat.h"

/* What a flux, W/m^2, is over density and capacity, K m/s. */
static double flux_of(const struct amphi_case *c, const struct body *wall) {
  return isnan(wall->warmth.flux) ? 0.0 : wall->warmth.flux / (c->material.density * c->heat.capacity);
}

void heat_place(struct wcsph_run *r) {
  const struct amphi_case *c = r->config;
  struct wcsph_state *s = &r->state;
  for (uint32_t i = 0; i < s->count; i++) {
    const bool wall = state_kind(s, i) == KIND_WALL;
    const struct body *body = wall ? &c->walls[s->body[i]] : &c->fluids[s->body[i]];
    const bool given = !isnan(body->warmth.temperature);
    const float t = (float)(given ? body->warmth.temperature : c->heat.reference);
    s->heat[i] = wall ? (struct vec4){t, t, (float)flux_of(c, body), given ? 1.0f : 0.0f}
                      : (struct vec4){t, 0.0f, t, 0.0f};
  }
}

int heat_advance(const struct wcsph_run *r, const struct wcsph_stage *stage) {
  const struct sweep_given given = {
      .body = -1,
      .value = {stage->dx, stage->x_from_saved ? 1.0f : 0.0f, stage->save_position ? 1.0f : 0.0f}};
  struct sweep_found none;
  return r->backend->sweep(r->self, SWEEP_warm, &given, &none);
}

int heat_of_wall(const struct wcsph_run *r, int wall, double *heat) {
  const struct sweep_given given = {.body = wall};
  struct sweep_found found;
  TRY(r->backend->sweep(r->self, SWEEP_wall_heat, &given, &found));
  *heat = -(double)r->law.mass * r->config->heat.capacity / (double)wall_heat_quanta(&r->law) *
          (double)found.sums[0];
  return STATUS_OK;
}

double heat_scale(const struct amphi_case *c) {
  double most = fabs(c->heat.reference), across2 = 0.0, flux = 0.0;
  for (int a = 0; a < c->dimensions; a++)
    across2 += (c->domain.high[a] - c->domain.low[a]) * (c->domain.high[a] - c->domain.low[a]);
  for (size_t k = 0; k < c->fluid_count; k++) most = fmax(most, fabs(c->fluids[k].warmth.temperature));
  for (size_t k = 0; k < c->wall_count; k++) {
    most = fmax(most, fabs(c->walls[k].warmth.temperature));
    flux = fmax(flux, fabs(flux_of(c, &c->walls[k])));
  }
  most += flux * sqrt(across2) * c->material.density * c->heat.capacity / c->heat.conductivity;
  return most > 0.0 ? most : 1.0;
}
