/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/placed.h"

#include <string.h>

#include "geometry/shape.h"

/* What of a run is placed. */
struct particles_run placed_choose(const struct particles_choice *choice, const struct lattice *l,
                                   const struct run *r, uint64_t number) {
  struct particles_run chosen = {
      l,     lattice_position(l, 1, runs_y(r->row)), lattice_position(l, 2, runs_z(r->row)), r->first, r->end,
      number};
  if (!choice) return chosen;
  choice->choose(choice->context, &chosen);
  chosen.number += (uint64_t)(chosen.first - r->first);
  return chosen;
}

/* Whether a point is placed, by the site that it stands on. */
static bool choose_point(const struct particles_choice *choice, const struct lattice *l, const double x[3]) {
  struct run at = {0};
  int32_t site[3];
  if (!choice) return true;
  shape_site(site, l, x);
  at.row = runs_row(site[1], site[2]), at.first = site[0], at.end = site[0] + 1;
  const struct particles_run chosen = placed_choose(choice, l, &at, 0);
  return chosen.end > chosen.first;
}

size_t placed_points(const struct lattice *l, const struct points *points,
                     const struct particles_choice *choice) {
  size_t count = 0;
  for (size_t i = 0; i < points->count; i++) count += choose_point(choice, l, points->x[i]);
  return count;
}

void placed_put_points(struct particles *p, size_t *next, const struct lattice *l,
                       const struct points *points, const struct particles_choice *choice, uint64_t number,
                       uint16_t body) {
  for (size_t i = 0; i < points->count; i++) {
    if (!choose_point(choice, l, points->x[i])) continue;
    float *given = p->given && *next >= p->wall_count ? p->given[*next - p->wall_count] : NULL;
    for (int a = 0; a < 3 && given && points->velocity; a++) given[a] = (float)points->velocity[i][a];
    if (given && points->density) given[3] = (float)points->density[i];
    memcpy(p->position[*next], points->x[i], sizeof *p->position);
    if (p->number) p->number[*next] = number + i;
    p->body[(*next)++] = body;
  }
}

void placed_put_sites(struct particles *p, size_t *next, const struct lattice *l, const struct runs *sites,
                      const struct particles_choice *choice, uint64_t number, uint16_t body) {
  for (size_t i = 0; i < sites->count; i++) {
    const struct run *r = &sites->items[i];
    const struct particles_run chosen = placed_choose(choice, l, r, number);
    number += (uint64_t)(r->end - r->first);
    for (int32_t x = chosen.first; x < chosen.end; x++) {
      double *position = p->position[*next];
      position[0] = lattice_position(l, 0, x);
      position[1] = chosen.y;
      position[2] = chosen.z;
      if (p->number) p->number[*next] = chosen.number + (uint64_t)(x - chosen.first);
      p->body[(*next)++] = body;
    }
  }
}

size_t placed_sites(const struct lattice *l, const struct runs *sites, const struct particles_choice *choice,
                    uint64_t number) {
  size_t count = 0;
  for (size_t i = 0; i < sites->count; i++) {
    const struct run *r = &sites->items[i];
    const struct particles_run chosen = placed_choose(choice, l, r, number);
    number += (uint64_t)(r->end - r->first);
    if (chosen.end > chosen.first) count += (size_t)(chosen.end - chosen.first);
  }
  return count;
}
