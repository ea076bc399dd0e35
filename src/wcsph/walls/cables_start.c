/* SPDX-License-Identifier: BSD-3-Clause */
/* Cables at the start: their masses, on catenaries between their ends, then at rest where knots and the bed
 * let them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "util/log.h"
#include "wcsph/walls/cabling.h"
#include "wcsph/walls/lines.h"

enum { SETTLE_MOST = 400000 }; /* sub-steps */
#define SETTLED 1e-9           /* of the largest force */

static double volume_of(const struct cable *c) {
  return 0.25 * 3.14159265358979323846 * c->diameter * c->diameter;
}

/* ---- shapes ---- */

/* A mooring of as many pieces as the cable has segments is in balance as its masses are. */
static struct mooring mooring_of(const struct cable_chain *chain, const struct cable *c, double low) {
  return (struct mooring){.length = c->length,
                          .weight = fabs(c->mass - c->water * volume_of(c)) * chain->weight,
                          .stiffness = c->stiffness,
                          .bed = c->bed.given && low < c->bed.height + c->diameter};
}

/* From the upper end down to the lower one; `up` is the other way where it floats. */
static void hang_from(const struct mooring *m, int pieces, const double top[3], const double way[3],
                      const double up[3], double along, double down, double (*place)[3]) {
  const double piece = m->length / pieces, weight = m->weight * piece, least = 1e-3 * weight;
  double x[3] = {top[0], top[1], top[2]};
  for (int k = 0; k < pieces; k++) {
    const double v = down - weight * (k + 0.5), hangs = m->bed && v < 0.0 ? 0.0 : v;
    const double stretch = 1.0 / sqrt(along * along + hangs * hangs + least * least) + 1.0 / m->stiffness;
    memcpy(place[k], x, sizeof x);
    for (int a = 0; a < 3; a++) x[a] -= piece * stretch * (along * way[a] + hangs * up[a]);
  }
}

/* Places of its points from its beginning on, [segments + 1]. */
static void shape_cable(const struct cable_chain *chain, const struct cable *c, const double from[3],
                        const double to[3], double (*place)[3]) {
  const double sign = c->mass < c->water * volume_of(c) ? -1.0 : 1.0;
  const int n = c->segments;
  double up[3], way[3], along, down;
  for (int a = 0; a < 3; a++) up[a] = sign * chain->up[a], way[a] = to[a] - from[a];
  const bool reversed = dot3(way, up) < 0.0; /* else it ends at the top */
  const double *top = reversed ? from : to, *bottom = reversed ? to : from;
  for (int a = 0; a < 3; a++) way[a] = top[a] - bottom[a];
  const double height = dot3(way, up);
  for (int a = 0; a < 3; a++) way[a] -= height * up[a];
  const double across = sqrt(dot3(way, way));
  const struct mooring m = mooring_of(chain, c, sign > 0.0 ? dot3(bottom, chain->up) : INFINITY);
  for (int k = 0; k <= n; k++)
    for (int a = 0; a < 3; a++) place[k][a] = top[a] + (bottom[a] - top[a]) * k / n;
  if (m.weight > 0.0) {
    for (int a = 0; a < 3; a++) way[a] = across > 0.0 ? way[a] / across : 0.0;
    mooring_tension_of(&m, n, across, height, &along, &down);
    hang_from(&m, n, top, way, up, along, down, place);
  }
  for (int k = 0; k < n / 2 + 1 && !reversed; k++) /* they went down */
    for (int a = 0; a < 3; a++) {
      const double other = place[n - k][a];
      if (k >= n - k) continue;
      place[n - k][a] = place[k][a], place[k][a] = other;
    }
}

/* ---- points ---- */

static void place_end(const struct wcsph_run *r, const struct cable *c, int end, struct cable_point *p) {
  *p = (struct cable_point){.held = true, .wall = c->wall[end]};
  for (int a = 0; a < r->config->dimensions; a++) {
    p->x[a] = p->next[a] = p->from[a] = c->place[end][a];
    p->arm[a] = c->place[end][a] - (p->wall >= 0 ? r->walls[p->wall].middle[a] : 0.0);
  }
}

/* The point of an end, which of a knot is there already. */
static uint32_t add_end(const struct wcsph_run *r, const struct cable *c, int end,
                        struct cable_chain *chain) {
  if (c->knot[end] >= 0) {
    chain->points[c->knot[end]].water = fmax(chain->points[c->knot[end]].water, c->water);
    return (uint32_t)c->knot[end];
  }
  place_end(r, c, end, &chain->points[chain->point_count]);
  return (uint32_t)chain->point_count++;
}

static void add_cable(const struct wcsph_run *r, size_t index, double (*place)[3],
                      struct cable_chain *chain) {
  const struct cable *c = &chain->cables[index];
  const uint32_t begin = add_end(r, c, 0, chain);
  uint32_t last = begin, end = add_end(r, c, 1, chain);
  shape_cable(chain, c, chain->points[begin].x, chain->points[end].x, place);
  chain->first[index] = (uint32_t)chain->segment_count;
  for (int k = 1; k <= c->segments; k++) {
    uint32_t next = end;
    if (k < c->segments) {
      next = (uint32_t)chain->point_count++;
      chain->points[next] = (struct cable_point){.wall = -1};
      memcpy(chain->points[next].x, place[k], sizeof place[k]);
    }
    chain->segments[chain->segment_count++] =
        (struct cable_segment){.end = {last, next}, .cable = (uint32_t)index};
    last = next;
  }
  chain->first[index + 1] = (uint32_t)chain->segment_count;
}

static void add_all(const struct wcsph_run *r, double (*place)[3], struct cable_chain *chain) {
  const struct wcsph_settings *c = r->config;
  for (size_t k = 0; k < c->knot_count; k++) {
    chain->points[k] = (struct cable_point){.knot = &c->knots[k], .wall = -1};
    for (int a = 0; a < c->dimensions; a++) chain->points[k].x[a] = c->knots[k].at[a];
  }
  chain->point_count = c->knot_count;
  for (size_t k = 0; k < c->cable_count; k++) add_cable(r, k, place, chain);
}

/* ---- sub-steps ---- */

/* Half of what is stable: with frequencies below the square root of K and damping below C, by Gershgorin's
 * theorem, K h^2 + 2 C h < 4. */
static double longest_step(const struct cable_chain *chain) {
  double longest = INFINITY;
  for (uint32_t p = 0; p < chain->point_count; p++) {
    double mass = chain->points[p].knot ? chain->points[p].knot->mass : 0.0, k = 0.0, d = 0.0;
    if (chain->points[p].held) continue;
    for (uint32_t n = 0; n < chain->segment_count; n++) {
      const struct cable_segment *s = &chain->segments[n];
      const struct cable *c = &chain->cables[s->cable];
      const double piece = c->length / c->segments;
      if (s->end[0] != p && s->end[1] != p) continue;
      mass += 0.5 * c->mass * piece;
      k += 2.0 * c->stiffness / piece + (c->bed.given ? 0.5 * c->bed.stiffness * c->diameter * piece : 0.0);
      d += 2.0 * chain_damping(chain, c) * sqrt(c->stiffness * c->mass);
    }
    k /= mass, d /= mass;
    longest = fmin(longest, 1.0 / (d + sqrt(d * d + k)));
  }
  return longest;
}

/* Ends held, and stopped whenever motion gets less: what is left is balance. */
static void settle(struct cable_chain *chain) {
  double most = 0.0, energy = 0.0, unrest = 0.0;
  for (int k = 0; k < SETTLE_MOST; k++) {
    chain_load(chain);
    unrest = chain_unrest(chain);
    for (uint32_t n = 0; n < chain->segment_count; n++) most = fmax(most, chain->segments[n].tension);
    if (!(unrest > SETTLED * most)) break;
    const double now = chain_move(chain, chain->longest);
    const bool less = now < energy;
    for (size_t n = 0; n < chain->point_count && less; n++)
      memset(chain->points[n].v, 0, sizeof chain->points[n].v);
    energy = less ? 0.0 : now;
  }
  for (size_t n = 0; n < chain->point_count; n++) memset(chain->points[n].v, 0, sizeof chain->points[n].v);
  if (unrest > 1e-3 * most)
    log_say("  unsettled   cables: %.3g N are not in balance at the start, of %.3g N at most in them", unrest,
            most);
}

int cables_prepare(struct wcsph_run *r, bool resumes) {
  const struct wcsph_settings *c = r->config;
  if (!c->cable_count) return STATUS_OK;
  struct cabling *all = r->cabling = calloc(1, sizeof *all);
  CHECK(all, STATUS_FAILED, "no memory for %zu cables", c->cable_count);
  struct cable_chain *chain = &all->chain;
  size_t segments = 0;
  int most = 0;
  for (size_t k = 0; k < c->cable_count; k++) {
    segments += (size_t)c->cables[k].segments;
    if (c->cables[k].segments > most) most = c->cables[k].segments;
  }
  const size_t points = segments + c->cable_count + c->knot_count;
  *chain = (struct cable_chain){.cables = c->cables, .cable_count = c->cable_count};
  chain->points = calloc(points, sizeof *chain->points);
  chain->segments = calloc(segments, sizeof *chain->segments);
  chain->first = calloc(c->cable_count + 1, sizeof *chain->first);
  chain->ends = calloc(c->cable_count, sizeof *chain->ends);
  all->numbers = calloc((points + 1) * POINT_NUMBERS + segments, sizeof *all->numbers);
  double(*place)[3] = calloc((size_t)most + 1, sizeof *place);
  const bool good = chain->points && chain->segments && chain->first && chain->ends && all->numbers && place;
  if (good) {
    chain->weight = sqrt(dot3(c->gravity, c->gravity));
    for (int a = 0; a < 3; a++) {
      chain->gravity[a] = c->gravity[a];
      chain->up[a] = chain->weight > 0.0 ? -c->gravity[a] / chain->weight : a + 1 == c->dimensions;
    }
    add_all(r, place, chain);
    chain->settles = true;
    chain->longest = longest_step(chain);
    if (!resumes) settle(chain);
    chain->settles = false;
    chain->longest = longest_step(chain);
  }
  free(place);
  CHECK(good, STATUS_FAILED, "no memory for %zu cables", c->cable_count);
  return STATUS_OK;
}

void cables_end(struct wcsph_run *r) {
  struct cabling *all = r->cabling;
  if (!all) return;
  free(all->chain.points);
  free(all->chain.segments);
  free(all->chain.first);
  free(all->chain.ends);
  free(all->numbers);
  free(all);
  r->cabling = NULL;
}
