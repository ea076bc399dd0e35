/* SPDX-License-Identifier: BSD-3-Clause */
/* A wall that moves, bodies included, is in one level and has its spacing. Other levels have no particles of
 * it. */
#include "wcsph/levels/walls.h"

#include <math.h>
#include <stdio.h>

#include "util/error.h"
#include "wcsph/levels/run.h"
#include "wcsph/walls/motion.h"

int levels_near(const struct resolved *levels, int count, int level, const double low[3],
                const double high[3]) {
  if (level > 0 && !resolution_is_in(&levels[level], low, high)) return level;
  for (int k = 1; k < count; k++)
    if (levels[k].around == level && !resolution_is_beside(&levels[k], low, high)) return k;
  return 0;
}

int levels_of_wall(const struct resolved *levels, int count, const double low[3], const double high[3]) {
  int level = 0;
  for (int k = 1; k < count; k++)
    if (levels[k].around == level && resolution_is_in(&levels[k], low, high)) level = k;
  return level;
}

/* The box that a wall is in now, m. */
static void find_extent(const struct wcsph_run *r, size_t wall, const struct pose *pose, double low[3],
                        double high[3]) {
  const struct wall_place *w = &r->walls[wall];
  for (int a = 0; a < 3; a++) low[a] = INFINITY, high[a] = -INFINITY;
  for (int corner = 0; corner < 8; corner++) {
    double arm[3];
    for (int a = 0; a < 3; a++) {
      const uint32_t at = corner >> a & 1 ? w->high[a] : w->low[a];
      arm[a] = (double)(int32_t)(at - w->centre[a]) * r->state.quantum[a];
    }
    for (int a = 0; a < 3; a++) {
      const double x = w->middle[a] + pose->shift[a] + (pose->turns ? dot3(pose->turn[a], arm) : arm[a]);
      low[a] = fmin(low[a], x), high[a] = fmax(high[a], x);
    }
  }
}

int levels_judge_walls(struct levels_run *r) {
  for (int k = 0; k < r->count; k++)
    for (size_t wall = 0; r->runs[k]->poses && wall < r->runs[k]->config->wall_count; wall++) {
      double low[3], high[3];
      struct pose pose;
      if (!motion_seen(r->runs[k], wall, r->runs[k]->time, &pose)) continue;
      find_extent(r->runs[k], wall, &pose, low, high);
      const int near = levels_near(r->resolved, r->count, k, low, high);
      if (!near) continue;
      snprintf(
          r->diverged, sizeof r->diverged,
          "at t = %.9g s wall '%.60s', in level %d, has come to the rings at the face of level %d's box; "
          "expected a box that holds all of its way, or none near it",
          r->runs[k]->time, r->runs[k]->config->walls[wall].name, k, near);
      return error_set(STATUS_DIVERGED, "%s", r->diverged);
    }
  return STATUS_OK;
}
