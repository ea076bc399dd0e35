/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/fluids/heat.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/segments.h"
#include "geometry/shape.h"
#include "geometry/sites.h"
#include "util/error.h"
#include "wcsph/scalar.h"
#include "wcsph/sweeps/wall_heat.h"

/* A flux, W/m^2, over density and capacity, K m/s; 0 without. */
static double flux_of(const struct wcsph_settings *c, const struct body *wall) {
  return isnan(wall->warmth.flux) ? 0.0 : wall->warmth.flux / (c->material.density * c->heat.capacity);
}

struct heat_of_phase heat_of_phase(const struct wcsph_settings *c, int phase) {
  const struct case_heat *h = &c->heat;
  const struct phase *p = phase ? &c->phases[phase - 1] : NULL;
  if (!p)
    return (struct heat_of_phase){h->conductivity, c->material.density * h->capacity, h->expansion,
                                  h->thinning};
  return (struct heat_of_phase){p->heat.conductivity, p->density * p->heat.capacity, p->heat.expansion,
                                p->heat.thinning};
}

double heat_capacity(const struct wcsph_settings *c, const struct wcsph_law *law, uint16_t fluid) {
  const double all = heat_of_phase(c, c->fluids[fluid].phase + 1).capacity;
  return (double)law->mass * c->heat.capacity * (all / heat_of_phase(c, 0).capacity);
}

double heat_diffusivity(const struct wcsph_settings *c) {
  double most = 0.0;
  for (int i = 0; i <= (int)c->phase_count; i++)
    for (int j = 0; j <= i; j++) {
      const struct heat_of_phase a = heat_of_phase(c, i), b = heat_of_phase(c, j);
      const double mean = 2.0 * a.conductivity * b.conductivity / (a.conductivity + b.conductivity);
      most = fmax(most, mean / fmin(a.capacity, b.capacity));
    }
  return most;
}

bool heat_thins(const struct wcsph_settings *c) {
  bool any = false;
  for (int k = 0; k <= (int)c->phase_count; k++) any |= heat_of_phase(c, k).thinning > 0.0;
  return any && settings_has_heat(c);
}

static bool has_flux(const struct body *wall) {
  return !isnan(wall->warmth.flux) && wall->warmth.flux != 0.0;
}

bool heat_has_flux(const struct wcsph_settings *c) {
  bool any = false;
  for (size_t k = 0; k < c->wall_count; k++) any |= has_flux(&c->walls[k]);
  return any;
}

static bool is_wall_at(const struct wcsph_settings *c, const struct lattice *l, const struct sites *sites,
                       const int32_t site[3]) {
  int32_t at[3] = {site[0], site[1], site[2]};
  for (int a = 0; a < 3; a++) {
    const int32_t count = (int32_t)l->count[a];
    if (l->periodic[a]) at[a] = (at[a] % count + count) % count;
  }
  const int64_t key = site_key(at);
  for (size_t k = 0; k < c->wall_count; k++)
    if (sites_hold(sites, sites->begin[k], sites->begin[k + 1], key)) return true;
  return false;
}

/* Share of the kernel of a wall's particle, on a site, that walls leave. */
static double open_share(const struct wcsph_run *r, const struct sites *sites, const double x[3]) {
  const struct wcsph_settings *c = r->config;
  const struct wcsph_law *law = &r->law;
  struct lattice l;
  lattice_set(&l, &c->scene);
  const double per = (double)law->w_factor * (double)law->volume;
  const int reach = (int)((double)law->support / c->dp), deep = c->dimensions == 3 ? reach : 0;
  int32_t home[3];
  shape_site(home, &l, x);
  double walls = 0.0;
  for (int k = -deep; k <= deep; k++)
    for (int j = -reach; j <= reach; j++)
      for (int i = -reach; i <= reach; i++) {
        const int32_t site[3] = {home[0] + i, home[1] + j, home[2] + k};
        const double q = sqrt(i * i + j * j + k * k) * c->dp / (double)law->h;
        if (is_wall_at(c, &l, sites, site)) walls += per * (double)kernel_w(c->kernel, (float)q);
      }
  return fmax(1.0 - walls, 0.0);
}

int heat_areas(double **area, const struct wcsph_settings *c, const struct particles *p) {
  bool *wanted = calloc(c->wall_count + 1, sizeof *wanted);
  CHECK(wanted, STATUS_FAILED, "no memory for the areas of walls");
  for (size_t k = 0; k < c->wall_count; k++) wanted[k] = has_flux(&c->walls[k]);
  const int status = segments_areas(area, &c->scene, p, wanted);
  free(wanted);
  return status;
}

/* The rows of walls with a flux. */
static int place_fluxes(struct wcsph_run *r, const struct particles *p) {
  const struct wcsph_settings *c = r->config;
  struct wcsph_state *s = &r->state;
  const struct range walls = state_range(s, KIND_WALL);
  struct sites sites = {0};
  double *area = NULL;
  int status = heat_areas(&area, c, p);
  if (status == STATUS_OK) status = sites_make(&sites, &c->scene, p);
#pragma omp parallel for schedule(static)
  for (uint32_t i = walls.begin; i < walls.end; i++) {
    const struct body *wall = &c->walls[s->body[i]];
    if (status != STATUS_OK || !has_flux(wall) || !(area[s->id[i]] > 0.0)) continue;
    s->heat[i].y = (float)(flux_of(c, wall) * area[s->id[i]] / (double)r->law.volume);
    s->heat[i].z = (float)open_share(r, &sites, p->position[s->id[i]]);
  }
  sites_free(&sites);
  free(area);
  return status;
}

struct vec4 heat_row(const struct wcsph_settings *c, double temperature) {
  const float t = (float)(isnan(temperature) ? c->heat.reference : temperature);
  return (struct vec4){t, 0.0f, t, 0.0f};
}

int heat_place(struct wcsph_run *r, const struct particles *p) {
  const struct wcsph_settings *c = r->config;
  struct wcsph_state *s = &r->state;
  for (uint32_t i = 0; i < s->count; i++) {
    const bool wall = state_kind(s, i) == KIND_WALL;
    const struct body *body = wall ? &c->walls[s->body[i]] : &c->fluids[s->body[i]];
    const float t = (float)body->warmth.temperature;
    s->heat[i] = !wall       ? heat_row(c, body->warmth.temperature)
                 : !isnan(t) ? (struct vec4){t, t, 0.0f, 1.0f}
                             : (struct vec4){0};
  }
  return heat_has_flux(c) ? place_fluxes(r, p) : STATUS_OK;
}

static bool walls_give(const struct wcsph_settings *c) {
  bool any = false;
  for (size_t k = 0; k < c->wall_count; k++)
    any |= has_flux(&c->walls[k]) || !isnan(c->walls[k].warmth.temperature);
  return any;
}

/* As SWEEP_warm does with a particle's temperature. */
static int note_given(struct wcsph_run *r, const struct wcsph_stage *stage) {
  struct wcsph_heat_budget *b = &r->heat;
  double power;
  if (!walls_give(r->config)) return STATUS_OK;
  TRY(heat_of_wall(r, -1, &power));
  const double from = stage->x_from_saved ? b->saved : b->given;
  if (stage->save_position) b->saved = b->given;
  b->given = from + (double)stage->dx * power;
  return STATUS_OK;
}

int heat_limit_step(struct wcsph_run *r, struct step *s) {
  s->longest = fmin(s->longest, timestep_of_viscosity(&r->law, r->config, r->law.heat.diffusivity));
  return STATUS_OK;
}

int heat_advance(struct wcsph_run *r, struct step *s) {
  const struct wcsph_stage *stage = s->stage;
  TRY(note_given(r, stage));
  const struct sweep_given given = {
      .body = -1,
      .value = {stage->dx, stage->x_from_saved ? 1.0f : 0.0f, stage->save_position ? 1.0f : 0.0f}};
  struct sweep_found none;
  return wcsph_sweep(r->backend, r->self, SWEEP_warm, &given, &none);
}

int heat_of_wall(const struct wcsph_run *r, int wall, double *heat) {
  const struct sweep_given given = {.body = wall};
  struct sweep_found found;
  TRY(wcsph_sweep(r->backend, r->self, SWEEP_wall_heat, &given, &found));
  *heat = -(double)r->law.mass * r->config->heat.capacity / (double)wall_heat_quanta(&r->law) *
          (double)found.sums[0];
  return STATUS_OK;
}

double heat_scale(const struct wcsph_settings *c) {
  double most = fabs(c->heat.reference), across2 = 0.0, flux = 0.0;
  for (int a = 0; a < c->dimensions; a++)
    across2 += (c->domain.high[a] - c->domain.low[a]) * (c->domain.high[a] - c->domain.low[a]);
  for (size_t k = 0; k < c->fluid_count; k++) most = fmax(most, fabs(c->fluids[k].warmth.temperature));
  for (size_t k = 0; k < c->opening_count; k++) most = fmax(most, fabs(c->openings[k].temperature));
  for (size_t k = 0; k < c->wall_count; k++) {
    most = fmax(most, fabs(c->walls[k].warmth.temperature));
    flux = fmax(flux, fabs(flux_of(c, &c->walls[k])));
  }
  double least = c->heat.conductivity;
  for (int k = 1; k <= (int)c->phase_count; k++) least = fmin(least, heat_of_phase(c, k).conductivity);
  most += flux * sqrt(across2) * c->material.density * c->heat.capacity / least;
  return most > 0.0 ? most : 1.0;
}
