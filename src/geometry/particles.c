/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/particles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/motion.h"
#include "case/read.h"
#include "case/resolution.h"
#include "geometry/extent.h"
#include "geometry/filled.h"
#include "geometry/followed.h"
#include "geometry/layers.h"
#include "geometry/look.h"
#include "geometry/opening_face.h"
#include "geometry/placed.h"
#include "geometry/runs.h"
#include "geometry/shape.h"
#include "util/error.h"

/* The part of a run, at its row, that lies in the domain grown by `margin` sites. */
static int64_t sites_in_domain(const struct lattice *l, const struct run *r, int64_t margin) {
  int64_t y = runs_y(r->row), z = runs_z(r->row);
  int64_t first = r->first > -margin ? r->first : -margin;
  int64_t end = r->end < l->count[0] + margin ? r->end : l->count[0] + margin;
  bool row_in = y >= -margin && y < l->count[1] + margin && z >= -margin && z < l->count[2] + margin;
  return row_in && end > first ? end - first : 0;
}

static bool any_in_domain(const struct lattice *l, const struct runs *r, int64_t margin) {
  for (size_t i = 0; i < r->count; i++)
    if (sites_in_domain(l, &r->items[i], margin)) return true;
  return false;
}

/* Of shapes whose file says where they are: others are looked at where the case is read. */
static int check_reach(const struct amphi_case *c, const struct lattice *l, const struct runs *sites) {
  int64_t low[3] = {0}, high[3] = {l->count[0], l->count[1], l->count[2]};
  double cubes = 1;
  for (size_t i = 0; i < sites->count; i++) {
    const struct run *r = &sites->items[i];
    const int64_t from[3] = {r->first, runs_y(r->row), runs_z(r->row)},
                  to[3] = {r->end, from[1] + 1, from[2] + 1};
    for (int a = 0; a < 3; a++) {
      if (from[a] < low[a]) low[a] = from[a];
      if (to[a] > high[a]) high[a] = to[a];
    }
  }
  for (int a = 0; a < c->dimensions; a++) {
    const double length = (double)(high[a] - low[a]) * l->dp;
    cubes *= check_supports(c, length, a);
    CHECK(check_supports(c, length, a) <= CASE_AXIS_MOST && cubes <= CASE_CUBES_MOST, STATUS_USAGE,
          "with the shape the case reaches over %g m along %c, too far for dp = %g m; is it in another unit "
          "(scale)?",
          length, "xyz"[a], l -> dp);
  }
  return STATUS_OK;
}

/* A shape that is added must do something: cover a site, and one that fluid could feel. */
static int check_added(const struct amphi_case *c, const struct lattice *l, const struct body *b,
                       const struct shape *s, const struct runs *sites, int layers) {
  if (!sites->count && !resolution_counts(c, b, s)) return STATUS_OK;
  CHECK(sites->count, STATUS_USAGE,
        "the %s covers no particle site: is it thinner than dp = %g m, or outside the domain?", shape_word(s),
        c->dp);
  const bool is_large = s->file || shape_form(s) == SHAPE_SURFACE;
  int reach = case_support_layers(c);
  if (!any_in_domain(l, sites, reach > layers ? reach : layers)) {
    double low[3], high[3];
    const int status = error_set(STATUS_USAGE, "the %s lies outside the domain", shape_word(s));
    extent_of_sites(low, high, sites, l);
    return is_large ? extent_explain(status, low, high, l) : status;
  }
  return is_large ? check_reach(c, l, sites) : STATUS_OK;
}

/* Leave out what of a surface is so far beyond the domain that no fluid can ever feel it, where its wall
 * stays; and say how far a solid one goes beyond it. A shell is meant to stand there. */
static int leave_out_beyond(struct runs *sites, struct particles *p, const struct amphi_case *c,
                            const struct lattice *l, const struct body *b, const struct shape *s) {
  const bool stays =
      filled_is_wall(c, b) && !b->motion_count && b->carrier < 0 && !b->freedom.given && !b->flexible.given;
  if (shape_form(s) != SHAPE_SURFACE || s->cut || !stays) return STATUS_OK;
  const uint64_t before = sites->sites;
  char text[SHAPE_NOTE], left[80] = "";
  const double beyond = extent_beyond(sites, l);
  TRY(extent_clip(sites, l, 2 * (case_support_layers(c) + 1)));
  const uint64_t gone = before - sites->sites;
  if (!gone && (s->fill != FILL_SOLID || beyond < 0.5 * l->dp)) return STATUS_OK;
  if (gone) snprintf(left, sizeof left, "; %llu sites there are left out", (unsigned long long)gone);
  snprintf(text, sizeof text, "the surface goes %.4g m beyond the domain%s", beyond, left);
  return filled_note(&p->beyond, c, b, s, text);
}

static int apply_shape(struct filled *body, const struct amphi_case *c, const struct lattice *l,
                       const struct body *b, const struct shape *s, struct particles *p) {
  struct runs sites = {0};
  char note[SHAPE_NOTE] = "", *file = NULL;
  int layers = shape_layers(c, s), status;
  struct shape points_here = *s;
  if (c->scope) file = (char *)resolution_points(s, l->dp, c->scope->levels[0].dp);
  if (file) points_here.file = file;
  if (s->kind == SHAPE_POINTS)
    status = shape_points(&body->points, &sites, &points_here, l, filled_is_wall(c, b), note);
  else
    status = shape_sites(&sites, s, l, layers, note);
  if (*note && status == STATUS_OK && resolution_counts(c, b, s))
    status = filled_note(s->kind == SHAPE_TERRAIN || s->kind == SHAPE_POINTS ? &p->left_out : &p->thin, c, b,
                         s, note);
  if (status == STATUS_OK && !s->cut && (s->file || shape_form(s) == SHAPE_SURFACE) && sites.count &&
      any_in_domain(l, &sites, layers))
    status = leave_out_beyond(&sites, p, c, l, b, s);
  if (status == STATUS_OK && !s->cut) status = check_added(c, l, b, s, &sites, layers);
  if (status == STATUS_OK) status = runs_combine(&body->sites, &sites, s->cut ? RUNS_DIFFERENCE : RUNS_UNION);
  runs_free(&sites);
  return status;
}

/* Fluid outside would count as lost, or as diverged, at the first step. */
static int check_fluid_inside(const struct lattice *l, const struct runs *sites) {
  for (size_t i = 0; i < sites->count; i++) {
    const struct run *r = &sites->items[i];
    int64_t in = sites_in_domain(l, r, 0);
    if (in == (int64_t)r->end - r->first) continue;
    int32_t x = in && r->first >= 0 ? (int32_t)l->count[0] : r->first;
    return error_set(STATUS_USAGE, "outside the domain, first at (%g, %g, %g) m", lattice_position(l, 0, x),
                     lattice_position(l, 1, runs_y(r->row)), lattice_position(l, 2, runs_z(r->row)));
  }
  return STATUS_OK;
}

static int check_body(struct filled *body, const struct runs *taken, const struct lattice *l, bool fluid) {
  CHECK(body->sites.count || !body->counts, STATUS_USAGE, "no particles: what its shapes add they also cut");
  TRY(runs_combine(&body->sites, taken, RUNS_DIFFERENCE));
  CHECK(body->sites.count || !body->counts, STATUS_USAGE, "no particles: %s take all its sites",
        fluid ? "walls and earlier fluids" : "earlier walls");
  return fluid ? check_fluid_inside(l, &body->sites) : STATUS_OK;
}

static bool has_surface(const struct body *b) {
  bool has = false;
  for (size_t i = 0; i < b->shape_count; i++) has |= b->shapes[i].kind == SHAPE_SURFACE;
  return has;
}

/* Where two walls have the same places and one of them is a file's, whose extent the case does not show. */
static int note_shared(const struct filled *bodies, size_t number, const struct amphi_case *c,
                       struct particles *p) {
  const struct filled *body = &bodies[number];
  for (size_t e = 0; e < number && body->counts; e++) {
    char text[SHAPE_NOTE];
    struct runs shared = {0};
    if (!has_surface(&c->walls[number]) && !has_surface(&c->walls[e])) continue;
    int status = runs_combine(&shared, &body->sites, RUNS_UNION);
    if (status == STATUS_OK) status = runs_combine(&shared, &bodies[e].sites, RUNS_INTERSECTION);
    snprintf(text, sizeof text, "%llu of its %llu particles stand where the wall '%.64s' has some",
             (unsigned long long)shared.sites, (unsigned long long)body->sites.sites, c->walls[e].name);
    if (status == STATUS_OK && shared.sites)
      status = filled_note(&p->left_out, c, &c->walls[number], c->walls[number].shapes, text);
    runs_free(&shared);
    TRY(status);
  }
  return STATUS_OK;
}

static size_t count_of(const struct filled *body) {
  return body->points.x ? body->points.count : (size_t)body->sites.sites;
}

/* The sites of one body; those in `taken` stay with the body that has them. */
static int fill_body(struct filled *bodies, size_t number, const struct runs *taken,
                     const struct amphi_case *c, const struct lattice *l, const struct body *b, bool fluid,
                     struct particles *p) {
  struct filled *body = &bodies[number];
  double first[3];
  size_t left_out = 0;
  body->counts = resolution_counts(c, b, NULL);
  for (size_t i = 0; i < b->shape_count; i++) {
    int status = apply_shape(body, c, l, b, &b->shapes[i], p);
    if (status != STATUS_OK) return filled_fault(status, c, b, &b->shapes[i]);
  }
  int status = STATUS_OK;
  if (fluid && followed_any(c)) status = runs_combine(&body->covered, &body->sites, RUNS_UNION);
  if (status == STATUS_OK && fluid && followed_any(c))
    status = runs_combine(&body->covered, taken, RUNS_INTERSECTION);
  if (status == STATUS_OK && !fluid) status = note_shared(bodies, number, c, p);
  if (status == STATUS_OK) status = check_body(body, taken, l, fluid);
  if (status == STATUS_OK) status = filled_keep_points(body, bodies, number, l, &left_out, first);
  if (status == STATUS_OK && left_out)
    status = filled_note_left_out(&p->left_out, c, b, left_out, body->points.count + left_out, first);
  return status == STATUS_OK ? STATUS_OK : filled_fault(status, c, b, NULL);
}

/* What the files of points say beside places, of fluid: nothing yet. */
static int make_given(struct particles *p, const struct filled *fluids, size_t count) {
  bool any = false;
  for (size_t i = 0; i < count; i++) any |= fluids[i].points.velocity || fluids[i].points.density;
  if (!any) return STATUS_OK;
  p->given = malloc(p->fluid_count * sizeof *p->given);
  CHECK(p->given, STATUS_FAILED, "not enough memory for %zu particles", p->fluid_count);
  for (size_t i = 0; i < p->fluid_count; i++)
    for (int k = 0; k < 4; k++) p->given[i][k] = NAN;
  return STATUS_OK;
}

/* The sites of all bodies, walls before fluids. */
static int fill_bodies(struct filled *bodies, struct runs *taken, const struct amphi_case *c,
                       const struct lattice *l, struct particles *p) {
  for (size_t i = 0; i < c->wall_count + c->fluid_count; i++) {
    bool fluid = i >= c->wall_count;
    const struct body *b = fluid ? &c->fluids[i - c->wall_count] : &c->walls[i];
    TRY(fill_body(bodies, i, taken, c, l, b, fluid, p));
    TRY(runs_combine(taken, &bodies[i].sites, RUNS_UNION));
    if (taken->sites > CASE_PARTICLES_MOST)
      return filled_fault(
          error_set(STATUS_USAGE, "more than %d particles at dp = %g m", CASE_PARTICLES_MOST, c->dp), c, b,
          NULL);
  }
  return STATUS_OK;
}

struct body_extent body_extent_none(void) {
  return (struct body_extent){.low = {INFINITY, INFINITY, INFINITY},
                              .high = {-INFINITY, -INFINITY, -INFINITY},
                              .along = {INFINITY, -INFINITY}};
}

void body_extent_grow(struct body_extent *e, const double gravity[3], const double x[3]) {
  const double g = sqrt(dot3(gravity, gravity));
  double along = 0.0;
  for (int a = 0; a < 3; a++) {
    e->low[a] = fmin(e->low[a], x[a]);
    e->high[a] = fmax(e->high[a], x[a]);
    along += g > 0.0 ? x[a] * gravity[a] / g : 0.0;
  }
  e->along[0] = fmin(e->along[0], along);
  e->along[1] = fmax(e->along[1], along);
}

static struct body_extent extent_of(const struct filled *body, const struct amphi_case *c,
                                    const struct lattice *l) {
  struct body_extent e = body_extent_none();
  e.count = count_of(body);
  for (size_t i = 0; body->points.x && i < body->points.count; i++) {
    body_extent_grow(&e, c->gravity, body->points.x[i]);
    if (body->points.velocity)
      e.speed = fmax(e.speed, sqrt(dot3(body->points.velocity[i], body->points.velocity[i])));
  }
  for (size_t i = 0; !body->points.x && i < body->sites.count; i++) {
    const struct run *r = &body->sites.items[i];
    const double y = lattice_position(l, 1, runs_y(r->row)), z = lattice_position(l, 2, runs_z(r->row));
    body_extent_grow(&e, c->gravity, (double[3]){lattice_position(l, 0, r->first), y, z});
    body_extent_grow(&e, c->gravity, (double[3]){lattice_position(l, 0, r->end - 1), y, z});
  }
  return e;
}

struct particles_sites {
  struct lattice lattice;
  size_t walls, fluids;
  struct filled *bodies; /* [walls + fluids] */
};

void particles_sites_free(struct particles_sites *s) {
  for (size_t i = 0; s && i < s->walls + s->fluids; i++) {
    runs_free(&s->bodies[i].sites);
    points_free(&s->bodies[i].points);
    runs_free(&s->bodies[i].covered);
  }
  if (s) free(s->bodies);
  free(s);
}

/* What has been chosen of the first so many bodies, where there is room. */
static void place_particles(struct particles *p, const struct particles_sites *s, size_t bodies,
                            const struct particles_choice *choice) {
  size_t next = 0;
  uint64_t number = 0;
  for (size_t i = 0; i < bodies; i++) {
    const struct filled *b = &s->bodies[i];
    const uint16_t body = (uint16_t)(i < s->walls ? i : i - s->walls);
    if (b->points.x)
      placed_put_points(p, &next, &s->lattice, &b->points, choice, number, body);
    else
      placed_put_sites(p, &next, &s->lattice, &b->sites, choice, number, body);
    number += count_of(b);
  }
}

static int make_room(struct particles *p, size_t count, bool numbers) {
  p->position = malloc((count + 1) * sizeof *p->position);
  p->body = malloc((count + 1) * sizeof *p->body);
  if (numbers) p->number = malloc((count + 1) * sizeof *p->number);
  CHECK(p->position && p->body && (p->number || !numbers), STATUS_FAILED,
        "not enough memory for %zu particles", count);
  return STATUS_OK;
}

static bool any_moved(const struct particles_sites *s) {
  for (size_t i = 0; i < s->walls + s->fluids; i++)
    if (s->bodies[i].follows) return true;
  return false;
}

/* The sites of fluid, in the order of particles. */
static int list_sites(struct particles *p, const struct particles_sites *s) {
  size_t next = 0;
  p->site = malloc((p->fluid_count + 1) * sizeof *p->site);
  CHECK(p->site, STATUS_FAILED, "not enough memory for the sites of %zu particles", p->fluid_count);
  for (size_t i = s->walls; i < s->walls + s->fluids; i++) {
    const struct filled *b = &s->bodies[i];
    for (size_t k = 0; b->points.x && k < b->points.count; k++)
      shape_site(p->site[next++], &s->lattice, b->points.x[k]);
    for (size_t k = 0; !b->points.x && k < b->sites.count; k++) {
      const struct run *r = &b->sites.items[k];
      for (int32_t x = r->first; x < r->end; x++) {
        const int32_t at[3] = {x, runs_y(r->row), runs_z(r->row)};
        memcpy(p->site[next++], at, sizeof at);
      }
    }
  }
  return STATUS_OK;
}

int particles_put(struct particles *p, const struct particles_sites *s,
                  const struct particles_choice *choice) {
  size_t count = 0;
  uint64_t number = 0;
  p->wall_count = p->fluid_count = 0;
  for (size_t i = 0; i < s->walls + s->fluids; i++) {
    const struct filled *b = &s->bodies[i];
    const size_t chosen = !choice       ? count_of(b)
                          : b->points.x ? placed_points(&s->lattice, &b->points, choice)
                                        : placed_sites(&s->lattice, &b->sites, choice, number);
    *(i < s->walls ? &p->wall_count : &p->fluid_count) += chosen;
    count += chosen;
    number += count_of(b);
  }
  TRY(make_room(p, count, choice != NULL));
  TRY(make_given(p, s->bodies + s->walls, s->fluids));
  place_particles(p, s, s->walls + s->fluids, choice);
  p->apart = false;
  if (choice || !any_moved(s)) return STATUS_OK;
  p->sites = s;
  return list_sites(p, s);
}

int particles_put_walls(struct particles *p, const struct particles_sites *s) {
  p->apart = true;
  TRY(make_room(p, p->wall_count, false));
  place_particles(p, s, s->walls, NULL);
  return STATUS_OK;
}

void particles_see_fluid(const struct particles_sites *s,
                         void (*see)(void *context, const struct particles_run *run, int fluid),
                         void *context) {
  uint64_t number = 0;
  for (size_t b = 0; b < s->walls; b++) number += count_of(&s->bodies[b]);
  for (size_t b = s->walls; b < s->walls + s->fluids; b++)
    for (size_t i = 0; i < s->bodies[b].sites.count; i++) {
      const struct run *r = &s->bodies[b].sites.items[i];
      const struct particles_run run = placed_choose(NULL, &s->lattice, r, number);
      see(context, &run, (int)(b - s->walls));
      number += (uint64_t)(r->end - r->first);
    }
}

size_t particles_sample(const struct particles_sites *s, size_t stride, int32_t (*at)[3], size_t most) {
  size_t count = 0, next = 0, number = 0; /* of fluid */
  for (size_t b = s->walls; b < s->walls + s->fluids; b++)
    for (size_t i = 0; i < s->bodies[b].sites.count; i++) {
      const struct run *r = &s->bodies[b].sites.items[i];
      const size_t end = number + (size_t)(r->end - r->first);
      for (; next < end && count < most; next += stride) {
        const int32_t site[3] = {r->first + (int32_t)(next - number), runs_y(r->row), runs_z(r->row)};
        memcpy(at[count++], site, sizeof site);
      }
      number = end;
    }
  return count;
}

int particles_body(const struct particles_sites *s, const int32_t site[3]) {
  const uint64_t row = runs_row(site[1], site[2]);
  for (size_t i = 0; i < s->walls + s->fluids; i++)
    if (runs_hold(&s->bodies[i].sites, row, site[0])) return (int)i;
  return -1;
}

bool particles_hold(const struct particles_sites *s, const int32_t site[3]) {
  return particles_body(s, site) >= 0;
}

/* What is known of bodies before any particle is placed. */
static int measure_bodies(struct particles *p, const struct amphi_case *c, const struct particles_sites *s) {
  p->extents = malloc((s->walls + s->fluids) * sizeof *p->extents);
  CHECK(p->extents, STATUS_FAILED, "not enough memory for %zu bodies", s->walls + s->fluids);
  for (size_t i = 0; i < s->walls + s->fluids; i++) {
    p->extents[i] = extent_of(&s->bodies[i], c, &s->lattice);
    *(i < s->walls ? &p->wall_count : &p->fluid_count) += p->extents[i].count;
  }
  return STATUS_OK;
}

static int find_particles(struct particles *p, struct particles_sites *s, const struct amphi_case *c) {
  struct runs taken = {0};
  lattice_set(&s->lattice, &c->scene);
  int status = fill_bodies(s->bodies, &taken, c, &s->lattice, p);
  if (status == STATUS_OK) status = filled_check_apart(c, &s->lattice, s->bodies);
  runs_free(&taken);
  if (status == STATUS_OK) status = filled_look(p, c, &s->lattice, s->bodies);
  if (status == STATUS_OK) status = layers_follow(s->bodies, c, &s->lattice);
  return status == STATUS_OK ? measure_bodies(p, c, s) : status;
}

int particles_find(struct particles *p, struct particles_sites **sites, const struct amphi_case *c) {
  *p = (struct particles){0};
  *sites = NULL;
  size_t body_count = c->wall_count + c->fluid_count;
  CHECK(c->fluid_count, STATUS_USAGE, "%s: no fluid", c->path ? c->path : "case");
  CHECK(body_count <= UINT16_MAX, STATUS_USAGE, "%s: more than %d walls and fluids",
        c->path ? c->path : "case", UINT16_MAX);
  struct particles_sites *s = calloc(1, sizeof *s);
  CHECK(s, STATUS_FAILED, "not enough memory for %zu bodies", body_count);
  s->bodies = calloc(body_count, sizeof *s->bodies);
  if (s->bodies) s->walls = c->wall_count, s->fluids = c->fluid_count;
  int status = s->bodies ? find_particles(p, s, c)
                         : error_set(STATUS_FAILED, "not enough memory for %zu bodies", body_count);
  if (status == STATUS_OK) {
    *sites = s;
  } else {
    particles_sites_free(s);
    particles_free(p);
  }
  return status;
}

int particles_fill(struct particles *p, const struct amphi_case *c) {
  struct particles_sites *sites;
  TRY(particles_find(p, &sites, c));
  int status = particles_put(p, sites, NULL);
  if (p->sites)
    p->own_sites = sites;
  else
    particles_sites_free(sites);
  if (status != STATUS_OK) particles_free(p);
  return status;
}

void particles_drop(struct particles *p) {
  free(p->position);
  free(p->body);
  free(p->given);
  free(p->number);
  free(p->site);
  particles_sites_free(p->own_sites);
  p->site = NULL;
  p->sites = p->own_sites = NULL;
  p->given = NULL;
  p->number = NULL;
  p->position = NULL;
  p->body = NULL;
}

void particles_free(struct particles *p) {
  particles_drop(p);
  free(p->thin);
  free(p->narrow);
  free(p->beyond);
  free(p->left_out);
  free(p->extents);
  *p = (struct particles){0};
}
