/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "geometry/followed.h"
#include "lane/sine.h"
#include "util/error.h"
#include "wcsph/fluids/eddies.h"
#include "wcsph/fluids/heat.h"
#include "wcsph/fluids/phases.h"
#include "wcsph/openings/opening_values.h"
#include "wcsph/scalar.h"
#include "wcsph/settings.h"
#include "wcsph/start/hydrostatic.h"
#include "wcsph/start/initial.h"
#include "wcsph/walls/mirror.h"
#include "wcsph/walls/motion.h"
#include "wcsph/walls/segments.h"

static bool has_points(const struct body *b) {
  for (size_t i = 0; i < b->shape_count; i++)
    if (b->shapes[i].kind == SHAPE_POINTS) return true;
  return false;
}

bool wcsph_places_apart(const struct amphi_case *c) {
  bool can = !followed_any(c);
  for (size_t i = 0; i < c->wall_count; i++) can = can && !has_points(&c->walls[i]);
  for (size_t i = 0; i < c->fluid_count; i++) can = can && !has_points(&c->fluids[i]);
  return can;
}

bool wcsph_looks_at_walls(const struct wcsph_settings *c) {
  return motion_any(c) || motion_of_dummies(c) || c->opening_count > 0 || c->output.surfaces == SHOWN_ALL ||
         (settings_has_heat(c) && heat_has_flux(c));
}

/* Move fluid off its sites: up to `jitter` spacings either way along each axis, by random numbers of the
 * site and the fluid's seed, so that the order of particles does not matter. */
static void jitter_fluid(const struct wcsph_run *r, struct particles *p) {
  const struct wcsph_settings *c = r->config;
  for (size_t i = p->wall_count; i < p->wall_count + p->fluid_count; i++) {
    double most = c->fluids[p->body[i]].jitter * c->dp;
    if (most == 0.0) continue;
    struct position site = state_position(&r->state, p->position[i]);
    const uint32_t seed = (uint32_t)c->fluids[p->body[i]].seed;
    struct random4 random = random_philox((struct random4){{site.x, site.y, site.z, 0}}, seed, RANDOM_JITTER);
    for (int a = 0; a < c->dimensions; a++)
      p->position[i][a] += most * (2.0 * (double)random_uniform(random.word[a]) - 1.0);
  }
}

/* Velocity and pressure of the Taylor-Green vortex at t = 0 over the periodic box (Taylor & Green 1937). */
static void taylor_green(const struct wcsph_run *r, double amplitude, const double x[3], struct vec4 *v) {
  const struct wcsph_settings *c = r->config;
  double a = (x[0] - c->domain.low[0]) / (c->domain.high[0] - c->domain.low[0]); /* in turns */
  double b = (x[1] - c->domain.low[1]) / (c->domain.high[1] - c->domain.low[1]);
  v->x = (float)(-amplitude * cosine_of_turns(a) * sine_of_turns(b));
  v->y = (float)(amplitude * sine_of_turns(a) * cosine_of_turns(b));
  double waves = cosine_of_turns(2.0 * a) + cosine_of_turns(2.0 * b);
  double pressure = -0.25 * c->material.density * amplitude * amplitude * waves;
  v->w = eos_density(&r->law, (float)(pressure + c->material.background_pressure));
}

/* A pressure and the place where it is. */
struct known {
  double pressure, place[3]; /* Pa, m */
};

/* What the open boundaries say at the start of the pressure of fluid without a free surface, of which the
 * weight above says nothing: how many of them. */
static size_t known_pressures(const struct wcsph_settings *c, struct known *out) {
  const int up = opening_upright(&c->scene);
  size_t count = 0;
  for (size_t k = 0; k < c->opening_count && c->free_surface == FREE_SURFACE_NONE; k++) {
    const struct opening *o = &c->openings[k];
    struct opening_now now;
    if (o->pressure.model < OPENING_GIVEN) continue;
    opening_values_at(o, 0.0, &now);
    struct known *n = &out[count++];
    n->pressure = now.pressure;
    for (int a = 0; a < 3; a++)
      n->place[a] = o->shape == OPENING_BOX ? 0.5 * (o->low[a] + o->high[a]) : o->point[a];
    if (o->pressure.model == OPENING_HYDROSTATIC) n->place[up] = now.level;
  }
  return count;
}

/* d of fluid at rest: under the weight of the fluid above, rho0 g depth, or as open boundaries say. */
static int set_hydrostatic(struct wcsph_run *r, const struct particles *p, const int32_t *levels) {
  const struct wcsph_settings *c = r->config;
  const double *gravity = c->gravity, g = sqrt(dot3(gravity, gravity));
  struct known *known = malloc((c->opening_count + 1) * sizeof *known);
  CHECK(known, STATUS_FAILED, "no memory for what open boundaries say");
  const size_t count = known_pressures(c, known);
  for (size_t i = p->wall_count; (levels || count) && i < p->wall_count + p->fluid_count; i++) {
    double pressure = 0.0;
    const struct body *fluid = &c->fluids[p->body[i]];
    if (g != 0.0 && !fluid->hydrostatic) continue;
    if (g == 0.0 && (fluid->field != FIELD_UNIFORM || (p->given && !isnan(p->given[i - p->wall_count][3]))))
      continue;
    for (size_t k = 0; k < count; k++) {
      pressure += known[k].pressure / (double)count;
      for (int a = 0; a < 3; a++)
        pressure +=
            c->material.density * gravity[a] * (p->position[i][a] - known[k].place[a]) / (double)count;
    }
    if (!count)
      pressure = c->material.density * g *
                 (hydrostatic_surface(c, levels[i - p->wall_count]) - hydrostatic_height(c, p->position[i]));
    if (pressure != 0.0 || g != 0.0)
      r->state.vel[i].w = eos_density(&r->law, (float)(pressure + (double)r->law.background));
  }
  free(known);
  return STATUS_OK;
}

/* What a file of points says. */
static void take_given(const struct wcsph_run *r, uint16_t body, const float given[4], struct vec4 *v) {
  const struct wcsph_settings *c = r->config;
  if (!isnan(given[0])) v->x = given[0], v->y = given[1], v->z = r->law.dimensions == 3 ? given[2] : 0.0f;
  if (!isnan(given[3])) v->w = given[3] / (r->law.rho0 * phases_share(c, body)) - 1.0f;
}

/* Those of walls that move are known beside their sites. */
static int place_mirrors(const struct wcsph_run *r, const struct particles *p,
                         const struct wcsph_whole *whole) {
  const struct wcsph_state *s = &r->state;
  const uint32_t walls = (uint32_t)p->wall_count;
  if (s->site_count == 0) return mirror_place(r, whole->particles, p->number, walls, s->mirror);
  for (uint32_t i = 0; i < walls; i++)
    s->mirror[i] = s->sites[s->site_count / 2 + (p->number ? p->number[i] : i)];
  return STATUS_OK;
}

int wcsph_place(struct wcsph_run *r, struct particles *p, const struct wcsph_whole *whole,
                const int32_t *levels) {
  struct wcsph_state *s = &r->state;
  const struct wcsph_settings *c = r->config;
  float most = r->motion.max_speed2;
  if (s->mirror) TRY(place_mirrors(r, p, whole));
  jitter_fluid(r, p);
#pragma omp parallel for schedule(static) reduction(max : most)
  for (uint32_t i = 0; i < s->count; i++) {
    s->pos[i] = state_position(s, p->position[i]);
    s->id[i] = p->number ? p->number[i] : i;
    s->body[i] = p->body[i];
    if (state_kind(s, i) == KIND_WALL) {
      if (r->poses) pose_move_row(s, r->poses, i);
      continue;
    }
    const struct body *fluid = &c->fluids[p->body[i]];
    s->vel[i] =
        (struct vec4){(float)fluid->velocity[0], (float)fluid->velocity[1], (float)fluid->velocity[2], 0.0f};
    if (fluid->field == FIELD_TAYLOR_GREEN) taylor_green(r, fluid->velocity[0], p->position[i], &s->vel[i]);
    if (p->given) take_given(r, p->body[i], p->given[i - p->wall_count], &s->vel[i]);
    const struct vec4 *v = &s->vel[i];
    most = fmaxf(most, (v->x * v->x + v->y * v->y) + v->z * v->z);
  }
  r->motion.max_speed2 = most;
  if (settings_has_phases(c))
    TRY(phases_place(r, p, whole, levels));
  else
    TRY(set_hydrostatic(r, p, levels));
  TRY(initial_set(r, p));
  if (s->heat) TRY(heat_place(r, whole->particles));
  if (s->eddies) eddies_place(r);
  if (!r->law.keeps_rate) memcpy(s->saved_vel, s->vel, s->count * sizeof *s->vel);
  if (s->saved_pos) memcpy(s->saved_pos, s->pos, s->count * sizeof *s->pos);
  return s->segment ? segments_place(r, whole->particles) : STATUS_OK;
}
