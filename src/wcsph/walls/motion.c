/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "wcsph/settings.h"
#include "wcsph/walls/bodies.h"
#include "wcsph/walls/contact.h"
#include "wcsph/walls/drives.h"
#include "wcsph/walls/frame.h"
#include "wcsph/walls/joints.h"
#include "wcsph/walls/mirror.h"
#include "wcsph/walls/segments.h"
#include "wcsph/walls/structures.h"
#include "wcsph/waves/paddles.h"

bool motion_any(const struct wcsph_settings *c) {
  for (size_t k = 0; k < c->wall_count; k++)
    if (motion_moves(&c->scene, k) || c->walls[k].freedom.given || c->walls[k].flexible.given) return true;
  return false;
}

bool motion_of_dummies(const struct wcsph_settings *c) {
  return settings_walls_take(c) && (motion_any(c) || c->frame.given);
}

/* The middle of the box of a wall's particles, and how far they reach from there. */
static void find_centres(struct wcsph_run *r, const struct particles *p, const uint16_t *body) {
  const struct wcsph_state *s = &r->state;
  for (size_t k = 0; k < r->config->wall_count; k++)
    for (int a = 0; a < 3; a++) r->walls[k].low[a] = UINT32_MAX, r->walls[k].high[a] = 0;
  for (size_t i = 0; i < p->wall_count; i++) {
    struct wall_place *w = &r->walls[body[i]];
    const uint32_t x[3] = {s->sites[i].x, s->sites[i].y, s->sites[i].z};
    for (int a = 0; a < 3; a++) {
      if (x[a] < w->low[a]) w->low[a] = x[a];
      if (x[a] > w->high[a]) w->high[a] = x[a];
    }
  }
  for (size_t k = 0; k < r->config->wall_count; k++) {
    struct wall_place *w = &r->walls[k];
    for (int a = 0; a < 3; a++) w->centre[a] = w->low[a] + (w->high[a] - w->low[a]) / 2;
  }
}

static void find_reach(struct wcsph_run *r, const struct particles *p, const uint16_t *body) {
  const struct wcsph_state *s = &r->state;
  for (size_t i = 0; i < p->wall_count; i++) {
    struct wall_place *w = &r->walls[body[i]];
    const uint32_t x[3] = {s->sites[i].x, s->sites[i].y, s->sites[i].z};
    double d[3];
    for (int a = 0; a < 3; a++) d[a] = (double)(int32_t)(x[a] - w->centre[a]) * s->quantum[a];
    w->reach = fmax(w->reach, sqrt(dot3(d, d)));
  }
  for (size_t k = 0; k < r->config->wall_count; k++) {
    int exponent;
    frexp(r->walls[k].reach + (double)r->law.support, &exponent);
    r->poses[k].reach = ldexp(1.0, -exponent);
    for (int a = 0; a < 3; a++) {
      r->walls[k].middle[a] = state_coordinate(s, r->walls[k].centre[a], a);
      r->poses[k].centre[a] = r->walls[k].centre[a];
    }
  }
}

/* With room for the wall of each row, which is not that of its particle where that carries another's piece.
 */
static int prepare_places(struct wcsph_run *r, const struct particles *p, uint16_t *body) {
  memcpy(body, p->body, p->wall_count * sizeof *body);
  TRY(segments_begin(r, p, body));
  find_centres(r, p, body);
  TRY(bodies_prepare(r, p));
  TRY(paddles_prepare(r, p));
  find_reach(r, p, body);
  return STATUS_OK;
}

int motion_prepare(struct wcsph_run *r, const struct particles *p) {
  struct wcsph_state *s = &r->state;
  const size_t count = r->config->wall_count;
  if (!motion_any(r->config) && !motion_of_dummies(r->config)) return STATUS_OK;
  const size_t halves = s->mirror ? 2 : s->segment_more ? 3 : s->segment ? 2 : 1;
  s->sites = calloc(halves * p->wall_count + 1, sizeof *s->sites);
  r->walls = calloc(count + 1, sizeof *r->walls);
  r->poses = calloc(count + 1, sizeof *r->poses);
  CHECK(s->sites && r->walls && r->poses, STATUS_FAILED, "no memory for %zu walls that move", count);
  s->site_count = (uint32_t)(halves * p->wall_count);
  if (s->mirror) TRY(mirror_place(r, p, NULL, (uint32_t)p->wall_count, s->sites + p->wall_count));
  for (size_t i = 0; i < p->wall_count; i++) s->sites[i] = state_position(s, p->position[i]);
  uint16_t *body = malloc((p->wall_count + 1) * sizeof *body);
  CHECK(body, STATUS_FAILED, "no memory for %zu walls that move", count);
  const int status = prepare_places(r, p, body);
  free(body);
  TRY(status);
  TRY(structures_prepare(r, p));
  TRY(joints_prepare(r));
  return contact_prepare(r, p);
}

static void crossed(const double v[3], double out[3][3]) {
  const double m[3][3] = {{0, -v[2], v[1]}, {v[2], 0, -v[0]}, {-v[1], v[0], 0}};
  memcpy(out, m, sizeof m);
}

/* A pose as backends take it; in quanta. */
static void express(const struct wcsph_run *r, const struct pose *p, struct wall_pose *w) {
  const double *quantum = r->state.quantum;
  double spin[3][3], swirl[3][3], twice[3][3], own[3][3], coriolis[3][3];
  crossed(p->spin, spin);
  crossed(p->swirl, swirl);
  crossed(p->whirl, twice);
  multiply3(twice, spin, coriolis);
  multiply3(twice, twice, twice);
  multiply3(spin, spin, own);
  for (int k = 0; k < 9; k++)
    swirl[k / 3][k % 3] += (twice[k / 3][k % 3] + own[k / 3][k % 3]) + 2.0 * coriolis[k / 3][k % 3];
  multiply3(spin, p->turn, spin);
  multiply3(swirl, p->turn, swirl);
  w->turns = p->turns;
  for (int a = 0; a < 3; a++) {
    w->shift[a] = (uint32_t)(int64_t)llrint(p->shift[a] / quantum[a]);
    w->velocity[a] = p->velocity[a];
    w->acceleration[a] = p->acceleration[a];
    for (int b = 0; b < 3; b++) {
      w->turn[3 * a + b] = (p->turn[a][b] - (a == b ? 1.0 : 0.0)) * (quantum[b] / quantum[a]);
      w->spin[3 * a + b] = spin[a][b] * quantum[b];
      w->swirl[3 * a + b] = swirl[a][b] * quantum[b];
    }
  }
}

static bool is_same(const struct wall_pose *a, const struct wall_pose *b) {
  return !memcmp(a->shift, b->shift, sizeof a->shift) && !memcmp(a->turn, b->turn, sizeof a->turn) &&
         !memcmp(a->velocity, b->velocity, sizeof a->velocity) && !memcmp(a->spin, b->spin, sizeof a->spin) &&
         !memcmp(a->acceleration, b->acceleration, sizeof a->acceleration) &&
         !memcmp(a->swirl, b->swirl, sizeof a->swirl);
}

bool motion_seen(const struct wcsph_run *r, size_t wall, double time, struct pose *p) {
  if (r->config->walls[wall].freedom.given) {
    bodies_pose(r, wall, p);
  } else if (motion_moves(&r->config->scene, wall)) {
    motion_pose(&r->config->scene, wall, r->walls[wall].middle, time, p);
    paddles_move(r, wall, time, p);
  } else {
    pose_at_rest(p);
    return false;
  }
  return true;
}

/* The pose of a wall; false if it never moves. */
static bool find_pose(const struct wcsph_run *r, size_t wall, double time, struct pose *p) {
  const bool framed = r->state.wall_velocity && r->config->frame.given;
  if (!motion_seen(r, wall, time, p) && !framed) return false;
  if (framed) frame_carry(r, r->walls[wall].middle, time, p);
  return true;
}

void motion_place(const struct wcsph_run *r, size_t wall, double time, struct pose *p) {
  if (!find_pose(r, wall, time, p)) pose_at_rest(p);
}

/* What the list has to know of a place. */
static void keep_place(struct wall_listed *l, const struct pose *p, const struct wall_pose *w) {
  memcpy(l->shift, w->shift, sizeof l->shift);
  memcpy(l->turn, p->turn, sizeof l->turn);
}

int motion_begin(struct wcsph_run *r) {
  for (size_t k = 0; r->walls && k < r->config->wall_count; k++) {
    struct wall_place *place = &r->walls[k];
    struct wall_pose then = r->poses[k];
    struct pose p;
    r->poses[k].moves = find_pose(r, k, r->time, &p);
    if (!r->poses[k].moves) continue;
    express(r, &p, &r->poses[k]);
    keep_place(&place->now, &p, &r->poses[k]);
    if (r->config->walls[k].freedom.given) {
      bodies_listed(r, k, &p);
    } else {
      motion_pose(&r->config->scene, k, place->middle, r->listed_time, &p);
      paddles_move_listed(r, k, &p);
    }
    express(r, &p, &then);
    keep_place(&place->listed, &p, &then);
  }
  return STATUS_OK;
}

/* For the list: this wall has moved since it was built. */
static void note_spread(struct wcsph_run *r, const struct wall_place *place) {
  struct wcsph_spread mine = {0};
  double far = 0.0;
  for (int a = 0; a < 3; a++) {
    const double d = (double)(int32_t)(place->now.shift[a] - place->listed.shift[a]) * r->state.quantum[a];
    double turned[3];
    for (int b = 0; b < 3; b++) turned[b] = place->now.turn[a][b] - place->listed.turn[a][b];
    const double e = sqrt(dot3(turned, turned)) * place->reach, most = fabs(d) + e;
    mine.back[a] = (float)(e - d), mine.forth[a] = (float)(e + d);
    far += most * most;
  }
  mine.distance2 = (float)far;
  wcsph_spread_merge(&r->motion.spread, &mine);
}

/* A body whose centre is outside would reappear at the other end of an axis. */
static int check_place(struct wcsph_run *r, size_t wall, double time) {
  const struct wcsph_settings *c = r->config;
  const struct wall_place *w = &r->walls[wall];
  bool outside = false;
  for (int a = 0; a < c->dimensions; a++) {
    const double x = w->middle[a] + w->pose.shift[a];
    outside |= !c->domain.periodic[a] && !(x >= c->domain.low[a] && x <= c->domain.high[a]);
  }
  if (!outside) return STATUS_OK;
  snprintf(r->diverged, sizeof r->diverged, "body '%s' has left the domain at t = %.6g s",
           c->walls[wall].name, time);
  return error_set(STATUS_DIVERGED, "%s", r->diverged);
}

/* The first motion of a wall, or of one that carries it, that is no number at a time. */
static bool find_motion_at_fault(const struct wcsph_settings *c, size_t wall, double time,
                                 char key[FORMULA_KEY]) {
  const struct body *b = &c->walls[wall];
  for (; b; b = b->carrier >= 0 ? &c->walls[b->carrier] : NULL)
    for (size_t k = 0; k < b->motion_count; k++) {
      static const double centre[3];
      struct pose p;
      motion_pose_of(&b->motions[k], 1, c->dimensions, centre, time, &p);
      if (isfinite(dot3(p.velocity, p.velocity) + dot3(p.spin, p.spin))) continue;
      snprintf(key, FORMULA_KEY, b->motion_count > 1 ? "walls.%s.motion.%zu" : "walls.%s.motion", b->name, k);
      return true;
    }
  return false;
}

/* Where a formula of the time has none: a pole between the moments at which the case was checked. */
static int refuse_formula(struct wcsph_run *r, size_t wall, double time) {
  char key[FORMULA_KEY];
  const struct body *b = &r->config->walls[wall];
  const bool found = find_motion_at_fault(r->config, wall, time, key) || drives_at_fault(r, wall, key) ||
                     joints_at_fault(r, key);
  if (!found) snprintf(key, sizeof key, "walls.%s", b->name);
  snprintf(r->diverged, sizeof r->diverged,
           "%s: wall '%s' has no velocity at t = %.6g s, where what moves it is no finite number", key,
           b->name, time);
  return error_set(STATUS_DIVERGED, "%s", r->diverged);
}

/* A wall faster than sound would break the time step, which depends on the fluid alone. */
static int check_speed(struct wcsph_run *r, size_t wall, double time) {
  const struct pose *p = &r->walls[wall].pose;
  const double speed =
      sqrt(dot3(p->velocity, p->velocity)) + sqrt(dot3(p->spin, p->spin)) * r->walls[wall].reach;
  if (speed <= (double)r->law.max_speed) return STATUS_OK;
  if (!isfinite(speed)) return refuse_formula(r, wall, time);
  snprintf(r->diverged, sizeof r->diverged,
           "wall '%s' moves at up to %.4g m/s at t = %.6g s, more than twice the "
           "speed of sound, %.4g m/s",
           r->config->walls[wall].name, speed, time, (double)r->law.c0);
  return error_set(STATUS_DIVERGED, "%s", r->diverged);
}

int motion_advance(struct wcsph_run *r, struct step *s) {
  s->stage->pose_count = r->config->wall_count;
  for (size_t k = 0; k < r->config->wall_count; k++) {
    struct wall_place *place = &r->walls[k];
    struct wall_pose next = r->poses[k];
    if (!next.moves || !find_pose(r, k, s->time, &place->pose)) continue;
    TRY(check_speed(r, k, s->time));
    if (next.body) TRY(check_place(r, k, s->time));
    express(r, &place->pose, &next);
    if (is_same(&next, &r->poses[k])) continue;
    r->poses[k] = next;
    keep_place(&place->now, &place->pose, &next);
    note_spread(r, place);
    s->stage->poses = r->poses;
  }
  return STATUS_OK;
}

int motion_refresh(struct wcsph_run *r) {
  if (!r->state.wall_velocity) return STATUS_OK;
  return wcsph_move_walls(r->backend, r->self, r->poses, r->config->wall_count);
}

void motion_note_listed(struct wcsph_run *r) {
  for (size_t k = 0; r->walls && k < r->config->wall_count; k++) r->walls[k].listed = r->walls[k].now;
  paddles_note_listed(r);
}

void motion_end(struct wcsph_run *r) {
  contact_end(r);
  paddles_end(r);
  joints_end(r);
  bodies_end(r);
  structures_end(r);
  free(r->state.sites);
  free(r->walls);
  free(r->poses);
  r->state.sites = NULL, r->walls = NULL, r->poses = NULL;
}
