/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/narrow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

struct search {
  const struct lattice *l;
  const struct runs *walls;
  const struct sealed *sealed;
  int needed; /* sites; fewer are too few */
};

/* The narrowest gap above a wall, and how many columns of sites are too narrow. */
struct gap {
  int width;
  size_t count;
  int32_t site[3]; /* the wall's own, below the gap */
  int axis;
};

static bool is_wall(const struct search *s, const int32_t site[3]) {
  return runs_hold(s->walls, runs_row(site[1], site[2]), site[0]);
}

static bool in_domain(const struct lattice *l, const int32_t site[3]) {
  for (int a = 0; a < l->dimensions; a++)
    if (site[a] < 0 || site[a] >= l->count[a]) return false;
  return true;
}

/* How many sites there are between walls around a free one along an axis, `needed` if they are as many or
 * more; `low` is the first of them. */
static int width_at(const struct search *s, const int32_t site[3], int axis, int32_t low[3]) {
  int width = 1;
  int32_t at[3];
  memcpy(low, site, 3 * sizeof *low);
  for (; width < s->needed; width++) {
    low[axis]--;
    if (is_wall(s, low)) break;
  }
  low[axis]++;
  memcpy(at, site, sizeof at);
  for (at[axis]++; width < s->needed && !is_wall(s, at); at[axis]++) width++;
  return width;
}

/* How far the gap goes on beside a column, along b; `shut` is left as it was where a wall ends it. */
static int goes_on(const struct search *s, const int32_t low[3], int width, int axis, int b, int side,
                   bool *shut) {
  int32_t at[3], next[3];
  memcpy(at, low, sizeof at);
  at[axis] += width / 2;
  for (int k = 0; k < s->needed; k++) {
    at[b] += side;
    for (int step = 0; step < 3 && is_wall(s, at); step++) /* it may go on a site higher or lower */
      at[axis] += (const int[]){1, -2, 1}[step];
    if (is_wall(s, at)) return k;
    width = width_at(s, at, axis, next);
    if (!in_domain(s->l, at) || width >= s->needed) {
      *shut = false;
      return k;
    }
    memcpy(at, next, sizeof at);
    at[axis] += width / 2;
  }
  return s->needed;
}

/* Whether the gap is long along one axis, and along the other long or shut by walls. */
static bool is_long(const struct search *s, const int32_t low[3], int width, int axis) {
  bool any = false;
  for (int b = 0; b < s->l->dimensions; b++) {
    bool shut = true;
    if (b == axis) continue;
    const int length =
        1 + goes_on(s, low, width, axis, b, 1, &shut) + goes_on(s, low, width, axis, b, -1, &shut);
    if (length < s->needed && !shut) return false;
    any |= length >= s->needed;
  }
  return any;
}

static void look_above(const struct search *s, struct gap *g, const int32_t site[3], int axis) {
  int32_t at[3], low[3];
  memcpy(at, site, sizeof at);
  at[axis]++;
  if (!in_domain(s->l, at) || is_wall(s, at)) return;
  const int width = width_at(s, at, axis, low);
  if (width >= s->needed || !sealed_has_fluid(s->sealed, at) || !is_long(s, low, width, axis)) return;
  g->count++;
  if (g->width && g->width <= width) return;
  g->width = width;
  g->axis = axis;
  memcpy(g->site, site, sizeof g->site);
}

static void look_for_gaps(const struct search *s, struct gap *g, const struct runs *own) {
  for (size_t i = 0; i < own->count; i++) {
    const struct run *r = &own->items[i];
    int32_t site[3] = {r->end - 1, runs_y(r->row), runs_z(r->row)};
    look_above(s, g, site, 0);
    for (site[0] = r->first < 0 ? 0 : r->first; site[0] < r->end && site[0] < s->l->count[0]; site[0]++)
      for (int a = 1; a < s->l->dimensions; a++) look_above(s, g, site, a);
  }
}

static int say_narrow(char **note, const struct amphi_case *c, const struct search *s, const struct gap *g,
                      const struct filled *bodies, size_t wall) {
  char *longer;
  double at[3];
  int32_t beyond[3];
  size_t other = 0;
  memcpy(beyond, g->site, sizeof beyond);
  beyond[g->axis] += g->width + 1;
  while (other + 1 < c->wall_count &&
         !runs_hold(&bodies[other].sites, runs_row(beyond[1], beyond[2]), beyond[0]))
    other++;
  for (int a = 0; a < 3; a++)
    at[a] = lattice_position(s->l, a, g->site[a]) + (a == g->axis ? 0.5 * (g->width + 1) * c->dp : 0.0);
  CHECK(asprintf(
            &longer,
            "%s%swalls.%s: a gap of %d dp along %c before %s%s, at (%.6g, %.6g, %.6g) m, too narrow at %zu "
            "place%s; expected at least %d dp, as far as the kernel reaches, or water there feels both "
            "sides at once",
            *note ? *note : "", *note ? "\n" : "", c->walls[wall].name, g->width, "xyz"[g->axis],
            other == wall ? "itself" : "walls.", other == wall ? "" : c->walls[other].name, at[0], at[1],
            at[2], g->count, g->count == 1 ? "" : "s", s->needed) >= 0,
        STATUS_FAILED, "no memory");
  free(*note);
  *note = longer;
  return STATUS_OK;
}

int narrow_say(char **note, const struct amphi_case *c, const struct lattice *l, const struct filled *bodies,
               const struct runs *walls, const struct sealed *sealed) {
  const struct search s = {l, walls, sealed, case_support_layers(c)};
  for (size_t i = 0; i < c->wall_count; i++) {
    struct gap g = {0};
    if (bodies[i].points.x || !bodies[i].counts) continue; /* points: on no lattice */
    look_for_gaps(&s, &g, &bodies[i].sites);
    if (g.width) TRY(say_narrow(note, c, &s, &g, bodies, i));
  }
  return STATUS_OK;
}
