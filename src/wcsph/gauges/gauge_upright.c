/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/gauges/gauge_upright.h"

#include <stdlib.h>

#include "geometry/segments.h"
#include "util/error.h"

static double spacing_of(const struct wcsph_run *r) {
  return 0.5 * r->config->dp;
}

/* Points beyond each end of the domain. */
static size_t beyond(const struct wcsph_run *r) {
  const bool periodic = r->config->domain.periodic[scene_gravity_axis(&r->config->scene)];
  return periodic ? 0 : (size_t)ceil((double)r->law.support / spacing_of(r));
}

size_t gauge_upright_points(const struct wcsph_run *r) {
  const struct wcsph_settings *c = r->config;
  const int axis = scene_gravity_axis(&c->scene);
  return (size_t)ceil((c->domain.high[axis] - c->domain.low[axis]) / spacing_of(r)) + 1 + 2 * beyond(r);
}

static double coordinate_of(const struct wcsph_run *r, size_t k) {
  return r->config->domain.low[scene_gravity_axis(&r->config->scene)] +
         spacing_of(r) * ((double)k - (double)beyond(r));
}

void gauge_upright_place(const struct wcsph_run *r, const double place[3], struct position *points) {
  double x[3] = {place[0], place[1], place[2]};
  for (size_t k = 0; k < gauge_upright_points(r); k++) {
    x[scene_gravity_axis(&r->config->scene)] = coordinate_of(r, k);
    points[k] = state_position(&r->state, x);
  }
}

/* Points of a support radius. */
static size_t reach_of(const struct wcsph_run *r) {
  return (size_t)ceil((double)r->law.support / spacing_of(r));
}

/* Where only walls beside the line cut the kernel, their share changes by less than this from point to
 * point. */
#define EVEN 0.015

/* Walks from point k by `step` as long as the walls' share rises (sign 1) or falls (sign -1) by at least
 * EVEN. */
static size_t walk_wall(const struct wcsph_run *r, const struct wcsph_sample *s, size_t k, int step,
                        double sign) {
  const size_t count = gauge_upright_points(r);
  for (;;) {
    const size_t next = k + (size_t)(ptrdiff_t)step;
    if (next >= count || sign * (s[next].wall - s[k].wall) < EVEN) return k;
    k = next;
  }
}

/* The share of the kernel at point k that walls beside the line cut off. If the walls' share rises along the
 * line until it exceeds the fluid's, the line enters a bed or ceiling; the share where that rise begins
 * counts. If it rises to less, the line passes the edge of a wall beside it. */
static double pressure_beside(const struct wcsph_run *r, const struct wcsph_sample *s, size_t k) {
  for (int step = -1; step <= 1; step += 2) {
    const size_t into = walk_wall(r, s, k, step, 1.0), from = walk_wall(r, s, k, -step, -1.0);
    if ((into != k || from != k) && s[into].wall > s[into].volume + 0.05) return s[from].wall;
  }
  return s[k].wall;
}

/* The same for the share that fluid leaves where it fills the kernel most: semi-analytical walls have their
 * particles on their faces, which cover more of the kernel than the wall does. */
static double left_beside(const struct wcsph_run *r, const struct wcsph_sample *s, size_t k) {
  const size_t count = gauge_upright_points(r), reach = 2 * reach_of(r);
  const size_t first = k > reach ? k - reach : 0, end = k + reach < count ? k + reach + 1 : count;
  const double walls = pressure_beside(r, s, k);
  double most = 0.0;
  for (size_t j = first; j < end && walls > 0.0; j++)
    if (fabs(s[j].wall - walls) < EVEN) most = fmax(most, s[j].volume);
  return fmin(walls, fmax(1.0 - most, 0.0));
}

/* The share of water at point k: a half on the surface of the water and on that of a bed or ceiling. */
static double water_at(const struct wcsph_run *r, const struct wcsph_sample *s, size_t k) {
  const double part = s[k].volume / fmax(1.0 - left_beside(r, s, k), SAMPLE_BESIDE);
  return fmax(s[k].volume, fmin(part, 1.0));
}

/* 1 if within a support radius along the line there is neither air nor the face of a bed or ceiling, falling
 * to 0. */
static double fullness(const struct wcsph_run *r, const struct wcsph_sample *s, size_t k) {
  const size_t count = gauge_upright_points(r), reach = reach_of(r);
  double least = 1.0;
  if (k < reach || k + reach >= count) return 0.0;
  for (size_t j = k - reach; j <= k + reach; j++) {
    least = fmin(least, s[j].volume + s[j].wall);
    if (fabs(s[j].wall - s[k].wall) > 2.0 * EVEN) return 0.0;
  }
  const double filled = fmax(0.0, fmin(1.0, 10.0 * (least - 0.85)));
  return filled * fmax(0.0, fmin(1.0, 10.0 * (s[k].volume - 0.3))); /* inside of walls all is full, too */
}

/* The share that water alone would have at point k. Where pressure has made particles denser without moving
 * them nearer, their volumes fill less than the space that they occupy. Few points are given little
 * weight. */
static double full_at(const struct wcsph_run *r, const double *share, const double *weight, size_t k) {
  const size_t count = gauge_upright_points(r), reach = 2 * reach_of(r);
  const size_t first = k > reach ? k - reach : 0, end = k + reach < count ? k + reach + 1 : count;
  double sum = 2.0, seen = 2.0;
  for (size_t j = first; j < end; j++) sum += weight[j] * share[j], seen += weight[j];
  return sum / seen;
}

/* The place on the vertical line, within `reach` of z, where a wall at rest ends towards the water, which is
 * on its `side`; NaN if it does not. */
static double face_near(const struct wcsph_run *r, const double place[3], double z, double side,
                        double reach) {
  const int axis = scene_gravity_axis(&r->config->scene);
  double x[3] = {place[0], place[1], place[2]}, in = z - side * reach, out = z + side * reach;
  x[axis] = in;
  if (!segments_hold(&r->config->scene, x)) return NAN;
  x[axis] = out;
  if (segments_hold(&r->config->scene, x)) return NAN;
  for (int k = 0; k < 24; k++) {
    x[axis] = 0.5 * (in + out);
    *(segments_hold(&r->config->scene, x) ? &in : &out) = x[axis];
  }
  return 0.5 * (in + out);
}

/* At a slanted or round bed or ceiling: how much farther, m, the water reaches than z, where half of the
 * kernel is full. The steps of the lattice there are on average on neither side of the outline. Faces normal
 * to gravity are where they are built. */
static double beyond_steps(const struct wcsph_run *r, const double place[3], double z, double side) {
  const struct wcsph_settings *c = r->config;
  const double here = face_near(r, place, z, side, 1.5 * c->dp);
  bool slanted = false;
  if (isnan(here)) return 0.0;
  for (int a = 0; a < c->dimensions; a++)
    for (int way = -1; way <= 1 && a != scene_gravity_axis(&c->scene); way += 2) {
      double beside[3] = {place[0], place[1], place[2]};
      beside[a] += 0.25 * way * c->dp;
      const double there = face_near(r, beside, here, side, 2.0 * c->dp);
      slanted |= fabs(there - here) > 1e-3 * c->dp;
    }
  return slanted ? side * (z - here) : 0.0;
}

/* The same of all beds and ceilings on the line. */
static double beyond_all_steps(const struct wcsph_run *r, const double place[3], const struct wcsph_sample *s,
                               const double *share) {
  double sum = 0.0;
  for (size_t k = 0; k + 1 < gauge_upright_points(r); k++) {
    const bool rises = share[k] < 0.5 && share[k + 1] >= 0.5, falls = share[k] >= 0.5 && share[k + 1] < 0.5;
    if (!(rises || falls) || !(s[k].wall + s[k + 1].wall > 0.3)) continue;
    const double part = (0.5 - share[k]) / (share[k + 1] - share[k]);
    sum += beyond_steps(r, place, coordinate_of(r, k) + part * spacing_of(r), rises ? 1.0 : -1.0);
  }
  return sum;
}

int gauge_upright_depth(const struct wcsph_run *r, const double place[3], const struct wcsph_sample *s,
                        double *depth) {
  const size_t count = gauge_upright_points(r);
  double *share = malloc(2 * count * sizeof *share), *weight = share + count, sum = 0.0;
  CHECK(share, STATUS_FAILED, "no memory for gauges");
  for (size_t k = 0; k < count; k++) {
    share[k] = s[k].volume > 0.0 ? water_at(r, s, k) : 0.0;
    weight[k] = fullness(r, s, k);
  }
  for (size_t k = 0; k < count; k++) sum += share[k] / full_at(r, share, weight, k);
  *depth = fmax(spacing_of(r) * sum + beyond_all_steps(r, place, s, share), 0.0);
  free(share);
  return STATUS_OK;
}

/* The same for a level. Water shallower than the kernel fills less than half of it, but not less than half of
 * what walls leave. */
static double surface_share(const struct wcsph_run *r, const struct wcsph_sample *s, size_t k) {
  const double share = s[k].volume > 0.0 ? water_at(r, s, k) : 0.0;
  return share < 0.5 && s[k].wall < 0.4 ? sample_water(&s[k]) : share;
}

double gauge_upright_level(const struct wcsph_run *r, const struct wcsph_sample *s) {
  const size_t count = gauge_upright_points(r);
  const bool down =
      r->config->gravity[scene_gravity_axis(&r->config->scene)] > 0.0; /* the highest comes first */
  double before = 0.0;
  for (size_t n = 0; n < count; n++) {
    const size_t k = down ? n : count - 1 - n;
    const double share = surface_share(r, s, k);
    if (share >= 0.5)
      return coordinate_of(r, k) + (down ? -1.0 : 1.0) * spacing_of(r) * (share - 0.5) / (share - before);
    before = share;
  }
  return NAN;
}
