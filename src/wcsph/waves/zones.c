/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/waves/zones.h"

#include <float.h>
#include <math.h>

#include "case/motion.h"
#include "lane/scalar.h"
#include "util/error.h"
#include "wcsph/sweeps/relax.h"
#include "wcsph/sweeps/stream.h"

/* Where a zone begins, in the domain: along axes across its way any place does, but along `axis`, -1: none.
 */
static void find_begin(const struct wcsph_settings *c, const double from[3], const double to[3], int axis,
                       double at[3]) {
  for (int a = 0; a < 3; a++)
    at[a] = a < c->dimensions && a != axis && to[a] == from[a]
                ? fmin(fmax(from[a], c->domain.low[a]), c->domain.high[a])
                : from[a];
}

static void fill_zones(const struct wcsph_run *r, const struct damping_zone *z, struct sweep_given *g) {
  double from[3];
  find_begin(r->config, z->from, z->to, -1, from);
  const struct position at = state_position(&r->state, from);
  double way[3], length2 = 0.0;
  for (int a = 0; a < 3; a++) way[a] = z->to[a] - z->from[a], length2 += way[a] * way[a];
  *g = (struct sweep_given){.body = -1, .quanta = {at.x, at.y, at.z}};
  for (int a = 0; a < 3; a++) {
    const bool flat = a >= r->config->dimensions;
    g->value[a] = (float)(way[a] / length2);
    g->value[4 + a] = flat || isnan(z->low[a]) ? -FLT_MAX : (float)(z->low[a] - from[a]);
    g->value[7 + a] = flat || isnan(z->high[a]) ? FLT_MAX : (float)(z->high[a] - from[a]);
  }
  g->value[3] = isnan(z->beyond) ? FLT_MAX : (float)(1.0 + z->beyond / sqrt(length2));
}

/* About an axis; along one of the domain any place is as good. */
static void fill_round(const struct wcsph_run *r, const struct damping_zone *z, struct sweep_given *g) {
  const struct wcsph_settings *c = r->config;
  const double length = isnan(z->axis[0]) ? 0.0 : sqrt(dot3(z->axis, z->axis)),
               begin = damping_distance(z, z->from), width = damping_distance(z, z->to) - begin;
  double through[3];
  for (int a = 0; a < 3; a++)
    through[a] = a < c->dimensions && length > 0.0 && fabs(z->axis[a]) == length
                     ? fmin(fmax(z->through[a], c->domain.low[a]), c->domain.high[a])
                     : z->through[a];
  const struct position at = state_position(&r->state, through);
  *g = (struct sweep_given){.body = -1, .quanta = {at.x, at.y, at.z}};
  for (int a = 0; a < 3; a++) g->value[a] = length > 0.0 ? (float)(z->axis[a] / length) : 0.0f;
  g->value[3] = isnan(z->beyond) ? FLT_MAX : (float)(1.0 + z->beyond / width);
  g->value[4] = (float)begin, g->value[5] = (float)(1.0 / width);
}

static int damp_zone(struct wcsph_run *r, const struct damping_zone *z, double dt) {
  const bool round = !isnan(z->through[0]), all = !z->axes[0] && !z->axes[1] && !z->axes[2];
  struct sweep_given given;
  struct sweep_found none;
  if (round)
    fill_round(r, z, &given);
  else
    fill_zones(r, z, &given);
  for (int a = 0; a < 3; a++) given.value[10 + a] = all || z->axes[a] ? (float)(z->strength * dt) : 0.0f;
  return wcsph_sweep(r->backend, r->self, round ? SWEEP_absorb_round : SWEEP_absorb, &given, &none);
}

/* Time over which waves grow: 3 u^2 - 2 u^3. */
static double grown(const struct relaxation_zone *z, double time) {
  const double u = z->ramp > 0.0 ? fmin((time - z->starts) / z->ramp, 1.0) : 1.0;
  return u * u * (3.0 - 2.0 * u);
}

/* What all sines of a zone share. */
static void fill_relaxation(const struct wcsph_run *r, const struct relaxation_zone *z, const double way[3],
                            double dt, struct sweep_given *g) {
  double from[3];
  find_begin(r->config, z->from, z->to, scene_gravity_axis(&r->config->scene), from);
  const struct position at = state_position(&r->state, from);
  const int axis = scene_gravity_axis(&r->config->scene);
  const double length2 = dot3(way, way);
  *g = (struct sweep_given){.body = -1, .quanta = {at.x, at.y, at.z}};
  for (int a = 0; a < 3; a++) g->value[a] = (float)(way[a] / length2);
  g->value[3] = axis < 0 ? 0.0f : r->config->gravity[axis] < 0.0 ? (float)(axis + 1) : -(float)(axis + 1);
  g->value[4] = isnan(z->behind) ? 1.0f : (float)(sqrt(length2) / z->behind);
  g->value[5] = (float)(z->strength * dt);
  g->value[6] = (float)RELAX_FIRST;
}

static void fill_solitary(const struct relaxation_zone *z, double time, double length,
                          struct sweep_given *g) {
  double k, c, stroke;
  solitary_shape(&z->waves, &k, &c, &stroke);
  g->value[6] = (float)RELAX_SOLITARY;
  g->value[7] = (float)(k * c * (time - z->starts) - 4.0); /* as its paddle begins */
  g->value[8] = (float)(k * length);
  g->value[9] = (float)k, g->value[10] = (float)z->waves.depth;
  g->value[11] = (float)z->waves.height, g->value[12] = (float)c;
}

static void fill_sine(const struct relaxation_zone *z, size_t i, double time, double length,
                      struct sweep_given *g) {
  const struct wave_flow flow = waves_flow(&z->waves, i);
  const double turns = flow.frequency * (time - z->starts) + flow.turns, size = grown(z, time);
  g->value[6] = (float)(i ? RELAX_FURTHER : RELAX_FIRST);
  g->value[7] = (float)(turns - floor(turns));
  g->value[8] = (float)(flow.number * length / two_pi);
  g->value[9] = (float)flow.number, g->value[10] = (float)z->waves.depth;
  g->value[11] = (float)(size * flow.speed);
  g->value[12] = i ? 0.0f : (float)(-size * size * waves_return(&z->waves));
}

static double current_speed(const struct relaxation_zone *z, double time) {
  double factor = 1.0;
  if (z->track.count) track_linear(&z->track, time, 1, &factor);
  return grown(z, time) * factor * z->current;
}

/* A current between sides. */
static int stream(struct wcsph_run *r, const struct relaxation_zone *z, const double way[3], double dt) {
  const double length2 = dot3(way, way), *const sides[2] = {z->side, z->top};
  const struct position at = state_position(&r->state, z->from);
  struct sweep_given g = {.body = -1, .quanta = {at.x, at.y, at.z}};
  struct sweep_found none;
  for (int a = 0; a < 3; a++) g.value[a] = (float)(way[a] / length2);
  for (int k = 0; k < 2; k++) {
    double across[3];
    if (isnan(sides[k][0])) continue;
    for (int a = 0; a < 3; a++) across[a] = sides[k][a] - z->from[a];
    for (int a = 0; a < 3; a++) g.value[3 + 3 * k + a] = (float)(across[a] / dot3(across, across));
  }
  g.value[9] = (float)(z->strength * dt);
  g.value[10] = isnan(z->behind) ? 1.0f : (float)(sqrt(length2) / z->behind);
  g.value[11] = (float)current_speed(z, r->time);
  return wcsph_sweep(r->backend, r->self, SWEEP_stream, &g, &none);
}

enum { NODES_MOST = 24 };

/* Nodes over an extent, as near to each other as the nearest places of the mesh, at most so many. */
static size_t mesh_nodes(const struct profiles *p, int axis, double extent) {
  double nearest = INFINITY;
  if (p->count[axis] < 2) return 1;
  for (size_t k = 1; k < p->count[axis]; k++) nearest = fmin(nearest, p->at[axis][k] - p->at[axis][k - 1]);
  return (size_t)fmin(fmax(ceil(extent / nearest - 1e-6), 1.0), NODES_MOST - 1) + 1;
}

/* A mesh: first what the velocities lose, then each node what it adds. */
static int relax_mesh(struct wcsph_run *r, const struct relaxation_zone *z, const double way[3],
                      struct sweep_given *g) {
  const struct profiles *p = &z->field;
  const int up = scene_gravity_axis(&r->config->scene);
  const bool down = r->config->gravity[up] > 0.0;
  const double length = sqrt(dot3(way, way)), behind = isnan(z->behind) ? length : z->behind;
  int axis = 0;
  while (way[axis] == 0.0) axis++;
  const size_t across = mesh_nodes(p, axis, length + behind), last = p->count[up] ? p->count[up] - 1 : 0;
  const double low = last ? p->at[up][0] : 0.0, extent = last ? p->at[up][last] - low : 0.0;
  const size_t high = mesh_nodes(p, up, extent);
  const double width = across > 1 ? (length + behind) / (double)(across - 1) : 0.0,
               step = high > 1 ? extent / (double)(high - 1) : 0.0;
  const double size = grown(z, r->time);
  struct sweep_found none;
  g->value[6] = (float)(p->components == 1 ? RELAX_ALONG : RELAX_FIRST);
  g->value[11] = g->value[12] = 0.0f;
  TRY(wcsph_sweep(r->backend, r->self, SWEEP_relax, g, &none));
  for (size_t i = 0; i < across; i++)
    for (size_t k = 0; k < high; k++) {
      const double ahead = (double)i * width - (across > 1 ? behind : 0.0);
      double place[3], velocity[2] = {0.0, 0.0};
      const size_t above = down ? high - 1 - k : k; /* of heights against gravity */
      for (int a = 0; a < 3; a++) place[a] = z->from[a];
      place[axis] += way[axis] < 0.0 ? -ahead : ahead;
      if (high > 1) place[up] = low + (double)above * step;
      profiles_at(p, r->time, place, up, velocity);
      const bool lowest = k == 0, highest = k + 1 == high;
      g->value[6] = (float)(lowest && highest ? RELAX_ALONE
                            : lowest          ? RELAX_LOWEST
                            : highest         ? RELAX_HIGHEST
                                              : RELAX_NODE);
      g->value[7] = width > 0.0 ? (float)(length / width) : 0.0f;
      g->value[8] = width > 0.0 ? (float)(ahead / width) : 0.0f;
      g->value[9] = step > 0.0 ? (float)(1.0 / step) : 0.0f;
      g->value[10] =
          step > 0.0 ? (float)((down ? z->from[up] - place[up] : place[up] - z->from[up]) / step) : 0.0f;
      g->value[11] = (float)(size * velocity[0]), g->value[12] = (float)(size * velocity[1]);
      TRY(wcsph_sweep(r->backend, r->self, SWEEP_relax, g, &none));
    }
  return STATUS_OK;
}

static int relax(struct wcsph_run *r, const struct relaxation_zone *z, double dt) {
  const bool sines = z->given && z->waves.kind != WAVES_SOLITARY;
  const size_t count = sines ? waves_flow_count(&z->waves) : 1;
  double way[3];
  if (r->time < z->starts || r->time >= z->ends) return STATUS_OK; /* never at or beyond NaN */
  for (int a = 0; a < 3; a++) way[a] = z->to[a] - z->from[a];
  if (relaxation_has_sides(z)) return stream(r, z, way, dt);
  const double length = sqrt(dot3(way, way));
  struct sweep_given given;
  struct sweep_found none;
  fill_relaxation(r, z, way, dt, &given);
  if (z->velocities) return relax_mesh(r, z, way, &given);
  for (size_t i = 0; i < count; i++) {
    if (sines)
      fill_sine(z, i, r->time, length, &given);
    else if (z->given)
      fill_solitary(z, r->time, length, &given);
    else
      given.value[12] = (float)current_speed(z, r->time); /* a wave of no height on it */
    TRY(wcsph_sweep(r->backend, r->self, SWEEP_relax, &given, &none));
  }
  return STATUS_OK;
}

int zones_act(struct wcsph_run *r, struct step *s) {
  for (size_t k = 0; k < r->config->zone_count; k++) TRY(damp_zone(r, &r->config->zones[k], s->dt));
  for (size_t k = 0; k < r->config->relaxation_count; k++) TRY(relax(r, &r->config->relaxations[k], s->dt));
  return STATUS_OK;
}
