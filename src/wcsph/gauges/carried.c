/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/gauges/carried.h"

#include <math.h>

#include "wcsph/settings.h"
#include "wcsph/walls/motion.h"

/* A place that goes with a gauge's wall, m. */
static void carry_place(const struct pose *p, const double middle[3], double x[3]) {
  double arm[3];
  for (int a = 0; a < 3; a++) arm[a] = x[a] - middle[a];
  turn3(p->turn, arm, arm);
  for (int a = 0; a < 3; a++) x[a] = middle[a] + p->shift[a] + arm[a];
}

void carried_place(const struct wcsph_run *r, const struct gauge *g, double x[3]) {
  struct pose p;
  if (!g->moves) return;
  motion_seen(r, (size_t)gauge_wall(g), r->time, &p);
  carry_place(&p, r->walls[gauge_wall(g)].middle, x);
}

void carried_nearest(const struct wcsph_settings *c, const double at[3], double nearest[3]) {
  for (int a = 0; a < 3; a++)
    nearest[a] = a < c->dimensions ? fmin(fmax(at[a], c->domain.low[a]), c->domain.high[a]) : at[a];
}

bool carried_is_inside(const struct wcsph_settings *c, const double x[3]) {
  for (int a = 0; a < c->dimensions; a++)
    if (!c->domain.periodic[a] && !(x[a] >= c->domain.low[a] && x[a] <= c->domain.high[a])) return false;
  return true;
}

struct position carried_point(const struct wcsph_run *r, const struct gauge *g, double x[3]) {
  carried_place(r, g, x);
  if (g->moves && !carried_is_inside(r->config, x)) carried_nearest(r->config, x, x);
  return state_position(&r->state, x);
}

void carried_pose(const struct wcsph_run *r, int wall, const double place[3], struct pose *point) {
  struct pose p;
  double arm[3], in[3], on[3];
  *point = (struct pose){0};
  if (wall < 0 || !motion_seen(r, (size_t)wall, r->time, &p)) return;
  for (int a = 0; a < 3; a++) arm[a] = place[a] - r->walls[wall].middle[a];
  turn3(p.turn, arm, on);
  for (int a = 0; a < 3; a++) point->shift[a] = p.shift[a] + on[a] - arm[a];
  cross3(p.spin, on, in);
  for (int a = 0; a < 3; a++) point->velocity[a] = p.velocity[a] + in[a];
  if (r->config->walls[wall].freedom.given) return;
  cross3(p.spin, in, in);
  cross3(p.swirl, on, on);
  for (int a = 0; a < 3; a++) point->acceleration[a] = p.acceleration[a] + on[a] + in[a];
}
