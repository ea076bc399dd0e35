/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/levels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "case/motion.h"
#include "geometry/shape.h"
#include "util/error.h"
#include "util/log.h"
#include "wcsph/evolution.h"
#include "wcsph/levels/pace.h"
#include "wcsph/levels/place.h"
#include "wcsph/levels/walls.h"
#include "wcsph/method.h"
#include "wcsph/start/refused.h"
#include "wcsph/start/resolved.h"
#include "wcsph/start/settings.h"

/* ---- the particles of a level ---- */

/* Of a finer level: the sites in a box. */
struct window {
  double low[3], high[3];
};

static void choose_in(const void *context, struct particles_run *run) {
  const struct window *w = context;
  const bool in = run->y >= w->low[1] && run->y <= w->high[1] && run->z >= w->low[2] && run->z <= w->high[2];
  while (run->first < run->end && (!in || lattice_position(run->lattice, 0, run->first) < w->low[0]))
    run->first++;
  while (run->end > run->first && lattice_position(run->lattice, 0, run->end - 1) > w->high[0]) run->end--;
}

/* Drops fluid beyond the ring, and walls of other levels; walls beyond the ring interact with fluid in it. */
static void keep_near(struct particles *p, const struct region *g, const bool *absent) {
  const size_t count = p->wall_count + p->fluid_count;
  size_t kept = 0, walls = 0;
  int finer;
  for (size_t i = 0; i < count; i++) {
    const bool is_fluid = i >= p->wall_count;
    if (is_fluid ? region_whose(g, p->position[i], &finer) == BEYOND_RING : absent[p->body[i]]) continue;
    memcpy(p->position[kept], p->position[i], sizeof *p->position);
    p->body[kept] = p->body[i];
    if (p->given && is_fluid) memmove(p->given[kept - walls], p->given[i - p->wall_count], sizeof *p->given);
    if (p->number) p->number[kept] = is_fluid ? p->number[i] : kept; /* as places of walls are kept */
    walls += !is_fluid;
    kept++;
  }
  p->wall_count = walls, p->fluid_count = kept - walls;
}

static int measure_bodies(struct particles *p, const struct scene *c, size_t fluids) {
  free(p->extents);
  p->extents = malloc((c->wall_count + fluids) * sizeof *p->extents);
  CHECK(p->extents, STATUS_FAILED, "no memory for %zu bodies", c->wall_count + fluids);
  for (size_t b = 0; b < c->wall_count + fluids; b++) p->extents[b] = body_extent_none();
  for (size_t i = 0; i < p->wall_count + p->fluid_count; i++) {
    struct body_extent *e = &p->extents[p->body[i] + (i < p->wall_count ? 0 : c->wall_count)];
    body_extent_grow(e, c->gravity, p->position[i]);
    e->count++;
  }
  return STATUS_OK;
}

static int place_level(struct level_plan *l, const struct region *g, double support) {
  struct wcsph_plan *s = l->plan;
  struct window w;
  for (int a = 0; a < 3; a++) {
    const double margin = g->level.ring + support;
    w.low[a] = g->level.low[a] - margin, w.high[a] = g->level.high[a] + margin;
  }
  TRY(particles_put(&s->particles, l->sites, &(struct particles_choice){choose_in, &w}));
  s->particles.whole = &l->whole;
  s->particles.sites = l->sites;
  keep_near(&s->particles, g, l->absent);
  return measure_bodies(&s->particles, &l->config->scene, l->config->fluid_count);
}

/* ---- settings ---- */

/* Fluid is kept so far beyond a ring: what passes the gate is counted there before it could count as lost. */
enum { SPARE_SPACINGS = 1 };

static void set_region(struct region *g, const struct levels_plan *p, int k) {
  const struct case_domain *domain = &p->config->domain;
  const double ring = p->resolved[k].ring + SPARE_SPACINGS * p->resolved[k].dp;
  *g = (struct region){.given = true, .level = p->resolved[k], .open = domain->open};
  for (int a = 0; a < 3; a++) {
    const struct resolved *l = &g->level;
    g->low[a] = isinf(l->low[a]) ? domain->low[a] : fmax(l->low[a] - ring, domain->low[a]);
    g->high[a] = isinf(l->high[a]) ? domain->high[a] : fmin(l->high[a] + ring, domain->high[a]);
    if (!isinf(l->low[a])) g->open |= 1u << 2 * a;
    if (!isinf(l->high[a])) g->open |= 2u << 2 * a;
  }
  for (int f = 1; f < p->count; f++)
    if (p->resolved[f].around == k) g->finer[g->finer_count++] = p->resolved[f];
}

/* ---- walls that move ---- */

static bool moves(const struct amphi_case *c, size_t w) {
  return c->walls[w].freedom.given || motion_moves(&c->scene, w);
}

static int wall_level(const struct levels_plan *p, size_t w, int *level) {
  const struct amphi_case *c = p->config;
  const struct body_extent *e = &p->levels[p->finest].whole.extents[w];
  double low[3], high[3];
  char place[CASE_PLACE];
  for (int a = 0; a < 3; a++) low[a] = e->low[a], high[a] = e->high[a];
  if (motion_moves(&c->scene, w)) motion_reach(&c->scene, w, low, high);
  *level = levels_of_wall(p->resolved, p->count, low, high);
  const int near = levels_near(p->resolved, p->count, *level, low, high);
  CHECK(!near, STATUS_USAGE,
        "%s: walls.%s: it moves, and comes too near to a face of the box '%s'; expected all of it at least "
        "%.6g m "
        "inside that box, or %.6g m outside",
        case_place(place, c, c->walls[w].line), c->walls[w].name, c->refinements[near - 1].name,
        p->resolved[near].inner + 2.0 * p->resolved[near].dp,
        p->resolved[near].ring + 2.0 * p->resolved[near].dp);
  return STATUS_OK;
}

static int share_walls(struct levels_plan *p) {
  const struct amphi_case *c = p->config;
  for (int k = 0; k < p->count; k++) {
    struct level_plan *l = &p->levels[k];
    l->walls = calloc(c->wall_count + 1, sizeof *l->walls);
    l->absent = calloc(c->wall_count + 1, sizeof *l->absent);
    CHECK(l->walls && l->absent, STATUS_FAILED, "no memory for walls");
    if (c->wall_count) memcpy(l->walls, c->walls, c->wall_count * sizeof *l->walls);
    l->config->walls = l->walls;
  }
  for (size_t w = 0; w < c->wall_count; w++) {
    int level;
    if (!moves(c, w)) continue;
    TRY(wall_level(p, w, &level));
    for (int k = 0; k < p->count; k++) {
      struct level_plan *l = &p->levels[k];
      if (k == level) continue;
      l->absent[w] = true;
      l->walls[w].freedom.given = false, l->walls[w].motion_count = 0;
    }
  }
  return STATUS_OK;
}

/* Limits on all fluid are the whole run's to judge. */
static void set_limits(struct wcsph_settings *c) {
  c->limits.lost = c->limits.spray = 1.0;
  c->limits.least_fluid = 0.0;
}

/* ---- gauges ---- */

/* The box that a gauge needs. */
static int gauge_box(const struct amphi_case *c, const struct gauge *g, const struct particles *finest,
                     double low[3], double high[3]) {
  const enum gauge_stand stand = gauge_rows[g->kind].stand;
  const int axis = case_gravity_axis(c);
  char place[CASE_PLACE];
  CHECK(stand != GAUGE_OF_ALL, STATUS_USAGE,
        "%s: gauges.%s.type: %s is of all fluid, which 'resolution' does not have yet; expected another type",
        case_place(place, c, g->line), g->name, gauge_rows[g->kind].word);
  for (int a = 0; a < 3; a++) {
    const bool line = gauge_is_line(g->kind), upright = gauge_is_upright(g->kind) && a == axis;
    low[a] = upright ? c->domain.low[a] : line ? fmin(g->at[a], g->to[a]) : g->at[a];
    high[a] = upright ? c->domain.high[a] : line ? fmax(g->at[a], g->to[a]) : g->at[a];
    if (stand == GAUGE_ACROSS) low[a] += fmin(g->side[a], 0.0), high[a] += fmax(g->side[a], 0.0);
    if (stand == GAUGE_OF_WALL || stand == GAUGE_OF_BODY)
      low[a] = finest->extents[g->wall].low[a], high[a] = finest->extents[g->wall].high[a];
  }
  return STATUS_OK;
}

static bool is_within(const struct resolved *l, const double low[3], const double high[3]) {
  return box_holds(l->low, l->high, 0.0, low) && box_holds(l->low, l->high, 0.0, high);
}

static bool meets(const struct resolved *l, const double low[3], const double high[3]) {
  for (int a = 0; a < 3; a++)
    if (high[a] < l->low[a] || low[a] > l->high[a]) return false;
  return true;
}

/* The level that holds all of a gauge, of which no finer one has a part. */
static int gauge_level(const struct levels_plan *p, const struct gauge *g, int *level) {
  const struct amphi_case *c = p->config;
  const struct particles *known = &p->levels[p->finest].whole;
  double low[3], high[3];
  char place[CASE_PLACE];
  CHECK(g->carrier < 0, STATUS_USAGE,
        "%s: gauges.%s.moves_with: 'resolution' does not go with gauges that move yet; expected none",
        case_place(place, c, g->line), g->name);
  TRY(gauge_box(c, g, known, low, high));
  *level = 0;
  for (int k = 0; k < p->count && gauge_is_whole(g->kind); k++)
    if (moves(c, (size_t)g->wall) && !p->levels[k].absent[g->wall]) {
      *level = k;
      return STATUS_OK;
    }
  for (int k = 1; k < p->count; k++)
    if (p->resolved[k].around == *level && is_within(&p->resolved[k], low, high)) *level = k;
  for (int k = 1; k < p->count; k++)
    CHECK(p->resolved[k].around != *level || !meets(&p->resolved[k], low, high), STATUS_USAGE,
          "%s: gauges.%s: it is partly in the box '%s'; expected all of it inside, or all of it outside",
          case_place(place, c, g->line), g->name, c->refinements[k - 1].name);
  return STATUS_OK;
}

static int share_gauges(struct levels_plan *p) {
  const struct amphi_case *c = p->config;
  p->gauges = c->gauges, p->gauge_count = c->gauge_count;
  p->gauge_level = calloc(c->gauge_count + 1, sizeof *p->gauge_level);
  CHECK(p->gauge_level, STATUS_FAILED, "no memory for gauges");
  for (int k = 0; k < p->count; k++) {
    p->levels[k].gauges = calloc(c->gauge_count + 1, sizeof *c->gauges);
    CHECK(p->levels[k].gauges, STATUS_FAILED, "no memory for gauges");
    p->levels[k].plan->settings.gauges = p->levels[k].gauges;
    p->levels[k].plan->settings.gauge_count = 0;
  }
  for (size_t i = 0; i < c->gauge_count; i++) {
    TRY(gauge_level(p, &c->gauges[i], &p->gauge_level[i]));
    const int k = p->gauge_level[i];
    p->levels[k].gauges[p->levels[k].plan->settings.gauge_count++] = c->gauges[i];
  }
  return STATUS_OK;
}

/* ---- plans ---- */

/* The case with a level's spacing, and its sites; those of level 0 are found with its plan. */
static int find_level(struct levels_plan *p, int k) {
  struct level_plan *l = &p->levels[k];
  l->config = malloc(sizeof *l->config);
  CHECK(l->config, STATUS_FAILED, "no memory");
  *l->config = *p->config;
  l->config->dp = p->resolved[k].dp;
  l->scope = (struct level_scope){p->resolved, p->count, k};
  l->config->scope = &l->scope;
  return k > 0 ? particles_find(&l->whole, &l->sites, l->config) : STATUS_OK;
}

static int begin_level(struct levels_plan *p, int k) {
  struct level_plan *l = &p->levels[k];
  void *plan = NULL;
  if (k == 0) {
    const int status = wcsph_plan_make(&plan, l->config, false);
    l->plan = plan;
    return status;
  }
  l->plan = calloc(1, sizeof *l->plan);
  CHECK(l->plan, STATUS_FAILED, "no memory");
  l->config->zone_count = 0, l->config->opening_count = 0; /* they are around all boxes */
  for (int a = 0; a < 3; a++) /* a box reaches over a whole period, or is away from its ends */
    l->config->domain.periodic[a] =
        l->config->domain.periodic[a] && isinf(p->resolved[k].low[a]) && isinf(p->resolved[k].high[a]);
  wcsph_settings_take(&l->plan->settings, l->config);
  return STATUS_OK;
}

/* Of all that is in the case: bodies as level 0 has them, and those that it has not as the finest has them.
 */
static int find_sound(double *sound, const struct levels_plan *p) {
  const struct amphi_case *c = p->config;
  const struct particles *finest = &p->levels[p->finest].whole;
  struct wcsph_settings all = p->levels[0].plan->settings;
  struct particles known = p->levels[0].plan->particles;
  const size_t count = c->wall_count + c->fluid_count;
  struct body_extent *extents = malloc((count + 1) * sizeof *extents);
  CHECK(extents, STATUS_FAILED, "no memory for %zu bodies", count);
  for (size_t b = 0; b < count; b++)
    extents[b] = known.extents[b].count ? known.extents[b] : finest->extents[b];
  if (known.fluid_count == 0) known.fluid_count = finest->fluid_count;
  known.extents = extents;
  all.walls = c->walls;
  *sound = wcsph_speed_of_sound(&all, &known);
  free(extents);
  return STATUS_OK;
}

/* Whether a place is where a level has particles. */
static bool is_level(const struct levels_plan *p, int k, const double x[3]) {
  int finer;
  const enum whose whose = region_whose(&p->levels[k].plan->settings.region, x, &finer);
  return whose != BEYOND_RING && whose != BEYOND_INNER_RING;
}

/* Of a level's sites: they are everywhere, also where other levels are. */
static void drop_foreign(struct particles *filled, const struct levels_plan *p, int k) {
  const struct leak *leak = &filled->leak;
  if (leak->any && !is_level(p, k, leak->width < LEAK_OPEN ? leak->gap : leak->begun))
    filled->leak.any = false;
  if (filled->sealed.sites && !is_level(p, k, filled->sealed.at)) filled->sealed.sites = 0;
}

static int end_level(struct levels_plan *p, int k, double sound) {
  struct level_plan *l = &p->levels[k];
  struct wcsph_plan *s = l->plan;
  struct wcsph_settings *c = &s->settings;
  const struct wcsph_plan *coarse = p->levels[0].plan;
  set_region(&c->region, p, k);
  set_limits(c);
  c->region.sound = sound;
  c->free_surface = coarse->settings.free_surface;
  if (k > 0) {
    TRY(place_level(l, &c->region, case_support_radius(l->config)));
  } else {
    keep_near(&s->particles, &c->region, l->absent);
    TRY(measure_bodies(&s->particles, &l->config->scene, l->config->fluid_count));
  }
  drop_foreign(k > 0 ? &l->whole : &s->particles, p, k);
  TRY(wcsph_derive(&s->law, &s->geometry, c, &s->particles));
  TRY(refused_check(c, &s->law, &s->particles));
  s->neighbours = coarse->neighbours;
  s->first_step = wcsph_step_estimate(&s->law, c, s->law.nu);
  for (size_t i = s->particles.wall_count; i < s->particles.wall_count + s->particles.fluid_count; i++) {
    int finer;
    l->fluid += region_whose(&c->region, s->particles.position[i], &finer) == LEVELS_OWN;
  }
  return STATUS_OK;
}

static int check_whole(const struct amphi_case *c, bool in_parts) {
  char place[CASE_PLACE];
  case_place(place, c, c->refinements[0].line);
  CHECK(!in_parts, STATUS_USAGE, "%s: resolution: it does not run in several parts yet; expected one process",
        place);
  return STATUS_OK;
}

int levels_plan_make(void **plan, const struct amphi_case *c, bool in_parts) {
  struct levels_plan *p = *plan = calloc(1, sizeof *p);
  CHECK(p, STATUS_FAILED, "no memory");
  p->config = c;
  double sound;
  TRY(check_whole(c, in_parts));
  resolution_resolve(c, p->resolved);
  p->count = 1 + (int)c->refinement_count;
  for (int k = 0; k < p->count; k++) {
    TRY(find_level(p, k));
    if (p->resolved[k].dp < p->resolved[p->finest].dp) p->finest = k;
  }
  TRY(share_walls(p));
  for (int k = 0; k < p->count; k++) TRY(begin_level(p, k));
  p->lost = fmax(c->limits.lost, c->limits.spray), p->least_fluid = c->limits.least_fluid;
  TRY(share_gauges(p));
  TRY(find_sound(&sound, p));
  for (int k = 0; k < p->count; k++) TRY(end_level(p, k, sound));
  return STATUS_OK;
}

void levels_plan_free(void *plan) {
  struct levels_plan *p = plan;
  for (int k = 0; p && k < LEVELS_MOST; k++) {
    struct level_plan *l = &p->levels[k];
    wcsph_plan_free(l->plan);
    free(l->config);
    free(l->gauges);
    free(l->walls);
    free(l->absent);
    particles_free(&l->whole);
    particles_sites_free(l->sites);
  }
  if (p) free(p->gauge_level);
  free(p);
}

/* ---- what a user is told ---- */

static size_t all_particles(const struct levels_plan *p) {
  size_t all = 0;
  for (int k = 0; k < p->count; k++)
    all += p->levels[k].plan->particles.fluid_count + p->levels[k].plan->particles.wall_count;
  return all;
}

static void say_walls(const struct levels_plan *p, int k) {
  const struct body_extent *here = p->levels[k].plan->particles.extents;
  const struct body_extent *coarse = p->levels[0].plan->particles.extents;
  for (size_t w = 0; w < p->config->wall_count; w++) {
    const bool moved = moves(p->config, w) && !p->levels[k].absent[w];
    if (moved || (k > 0 && here[w].count && !coarse[w].count && !p->levels[k].absent[w]))
      log_say("              wall %s, %zu particles%s", p->config->walls[w].name, here[w].count,
              moved ? ", moves here" : "");
  }
}

/* A box ends at the domain's faces where it has none of its own. */
static void say_box(const struct levels_plan *p, int k) {
  const struct resolved *l = &p->resolved[k];
  const struct case_domain *d = &p->config->domain;
  const struct particles *s = &p->levels[k].plan->particles;
  double low[3], high[3];
  for (int a = 0; a < 3; a++) {
    low[a] = isinf(l->low[a]) ? d->low[a] : l->low[a];
    high[a] = isinf(l->high[a]) ? d->high[a] : l->high[a];
  }
  log_say(
      "  level %-5d dp = %.6g m, %s: %zu fluid of its own, %zu with its rings, %zu wall; %.0f %% of the work",
      k, l->dp, k ? p->config->refinements[k - 1].name : "around all boxes", p->levels[k].fluid,
      s->fluid_count, s->wall_count,
      100.0 * (double)(s->fluid_count + s->wall_count) / (double)all_particles(p));
  say_walls(p, k);
  if (k > 0)
    log_say("              built from (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g) m, in level %d", low[0],
            low[1], low[2], high[0], high[1], high[2], l->around);
}

static void say_level(const struct levels_plan *p, int k, bool details) {
  const struct level_plan *l = &p->levels[k];
  say_box(p, k);
  if (k == 0) return;
  wcsph_plan_say_built(&l->plan->settings, l->plan->particles.extents, p->levels[0].plan->particles.extents);
  wcsph_plan_say_filled(&l->plan->settings, &l->whole);
  if (!details) return;
  resolved_say_bodies(&l->plan->settings, &l->plan->particles);
  wcsph_plan_say_gauges(l->plan);
}

/* The steps of levels at first, and what they save. */
static void say_steps(const struct levels_plan *p) {
  double own[LEVELS_MOST], paces[LEVELS_MOST], shortest = INFINITY, work = 0.0;
  char text[LEVELS_MOST * 16] = "";
  for (int k = 0; k < p->count; k++) own[k] = p->levels[k].plan->first_step;
  levels_paces(p->resolved, p->count, 0, own, paces);
  for (int k = 1; k < p->count; k++) {
    const double of = paces[p->resolved[k].around];
    paces[k] = of / levels_steps_of(of, paces[k]);
  }
  for (int k = 0; k < p->count; k++) {
    const struct particles *s = &p->levels[k].plan->particles;
    const size_t length = strlen(text);
    shortest = fmin(shortest, paces[k]);
    work += (double)(s->fluid_count + s->wall_count) / paces[k];
    snprintf(text + length, sizeof text - length, "%s%.3g", k ? ", " : "", paces[k]);
  }
  log_say(
      "              steps of %s s at first, by level: %.0f %% fewer particle-steps than with one for all",
      text, 100.0 * (1.0 - shortest * work / (double)all_particles(p)));
}

void levels_plan_describe(const void *plan, bool details) {
  const struct levels_plan *p = plan;
  const struct particles *finest = &p->levels[p->finest].whole;
  const size_t all = all_particles(p), uniform = finest->fluid_count + finest->wall_count;
  wcsph_plan_describe(p->levels[0].plan, details);
  for (int k = 0; k < p->count; k++) say_level(p, k, details);
  log_say("  levels      %zu particles; with the finest spacing everywhere %zu, %.3g times as many", all,
          uniform, (double)uniform / (double)all);
  say_steps(p);
  log_say("              compare a long run of water that swings across a face with one of one spacing");
}
