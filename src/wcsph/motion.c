/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

void motion_distance(const struct motion *m, double time, double distance[3]) {
  double moving = fmin(fmax(time, m->from), m->to) - m->from;
  for (int a = 0; a < 3; a++) distance[a] = m->velocity[a] * moving;
}

void motion_velocity(const struct motion *m, double time, float velocity[3]) {
  bool moves = time >= m->from && time < m->to;
  for (int a = 0; a < 3; a++) velocity[a] = moves ? (float)m->velocity[a] : 0.0f;
}

static struct wall_place place_at(const struct wcsph_run *r, size_t wall, double time) {
  const struct motion *m = &r->config->walls[wall].motion;
  struct wall_place place;
  double distance[3];
  motion_distance(m, time, distance);
  motion_velocity(m, time, place.velocity);
  for (int a = 0; a < 3; a++) place.now[a] = (uint32_t)(int64_t)llrint(distance[a] / r->state.quantum[a]);
  return place;
}

/* A wall's displacement when the list was built, from where one of its particles was then. */
static void find_listed(const struct wcsph_run *r, size_t wall, struct wall_place *place) {
  const struct wcsph_state *s = &r->state;
  const struct range walls = state_range(s, KIND_WALL);
  uint32_t i = walls.begin;
  while (i < walls.end && s->body[i] != wall) i++;
  if (i == walls.end) return;
  const struct position *now = &s->pos[i], *then = &s->listed_pos[i];
  place->listed[0] = place->now[0] - (now->x - then->x);
  place->listed[1] = place->now[1] - (now->y - then->y);
  place->listed[2] = place->now[2] - (now->z - then->z);
}

int motion_begin(struct wcsph_run *r) {
  bool any = false;
  for (size_t k = 0; k < r->config->wall_count; k++) any |= r->config->walls[k].motion.to > 0;
  if (!any) return STATUS_OK;
  r->walls = calloc(r->config->wall_count, sizeof *r->walls);
  CHECK(r->walls, STATUS_FAILED, "no memory for %zu walls that move", r->config->wall_count);
  for (size_t k = 0; k < r->config->wall_count; k++) {
    r->walls[k] = place_at(r, k, r->time);
    find_listed(r, k, &r->walls[k]);
  }
  return STATUS_OK;
}

/* For the list: this wall has moved since it was built. */
static void note_spread(struct wcsph_run *r, const struct wall_place *place) {
  float d[3];
  for (int a = 0; a < 3; a++)
    d[a] = (float)((double)(int32_t)(place->now[a] - place->listed[a]) * r->state.quantum[a]);
  const struct wcsph_spread mine = {
      (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2], {-d[0], -d[1], -d[2]}, {d[0], d[1], d[2]}};
  wcsph_spread_merge(&r->motion.spread, &mine);
}

int motion_advance(struct wcsph_run *r, double time) {
  for (size_t k = 0; r->walls && k < r->config->wall_count; k++) {
    struct wall_place *place = &r->walls[k], next = place_at(r, k, time);
    uint32_t by[3];
    for (int a = 0; a < 3; a++) by[a] = next.now[a] - place->now[a];
    bool moves = by[0] || by[1] || by[2];
    const float *v = next.velocity;
    const struct sweep_given given = {(int)k, {by[0], by[1], by[2]}, {v[0], v[1], v[2], 0.0f}};
    struct sweep_found found;
    if (moves || memcmp(next.velocity, place->velocity, sizeof next.velocity) != 0)
      TRY(r->backend->sweep(r->self, SWEEP_move_wall, &given, &found));
    memcpy(place->now, next.now, sizeof next.now);
    memcpy(place->velocity, next.velocity, sizeof next.velocity);
    if (moves) note_spread(r, place);
  }
  return STATUS_OK;
}

void motion_note_listed(struct wcsph_run *r) {
  for (size_t k = 0; r->walls && k < r->config->wall_count; k++)
    memcpy(r->walls[k].listed, r->walls[k].now, sizeof r->walls[k].now);
}
