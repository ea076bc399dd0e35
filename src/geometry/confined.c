/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/confined.h"

#include <math.h>

#include "case/motion.h"
#include "geometry/beside.h"
#include "geometry/sealed.h"
#include "util/error.h"

/* Fluid in a tank that gets larger by more than this share stands under no tension: it tears. */
static const double grows_most = 0.01;

/* How many of the domain's sites a set has. */
static double sites_inside(const struct runs *r, const struct lattice *l) {
  double sites = 0.0;
  for (size_t i = 0; i < r->count; i++) {
    const struct run *run = &r->items[i];
    const int32_t y = runs_y(run->row), z = runs_z(run->row);
    const bool in = y >= 0 && y < l->count[1] && z >= 0 && z < l->count[2];
    if (in) sites += fmax(fmin(run->end, (double)l->count[0]) - fmax(run->first, 0), 0.0);
  }
  return sites;
}

static bool anything_moves(const struct amphi_case *c) {
  for (size_t i = 0; i < c->wall_count; i++)
    if (motion_moves(&c->scene, i) || c->walls[i].freedom.given || c->walls[i].flexible.given) return true;
  return false;
}

int confined_find(struct confined *f, const struct amphi_case *c, const struct lattice *l,
                  const struct filled *bodies, const struct runs *walls) {
  struct runs beside = {0};
  *f = (struct confined){0};
  int status = runs_combine(&f->filled, walls, RUNS_UNION);
  for (size_t i = c->wall_count; i < c->wall_count + c->fluid_count && status == STATUS_OK; i++) {
    status = runs_combine(&f->fluid, &bodies[i].sites, RUNS_UNION);
    /* fluid around round walls stands off its sites */
    if (status == STATUS_OK) status = runs_combine(&f->filled, &bodies[i].covered, RUNS_UNION);
  }
  if (status == STATUS_OK) status = runs_combine(&f->filled, &f->fluid, RUNS_UNION);
  for (int a = 0; a < l->dimensions && status == STATUS_OK; a++)
    for (int side = -1; side <= 1 && status == STATUS_OK; side += 2)
      status = beside_add(&beside, &f->fluid, l, a, side);
  if (status == STATUS_OK) status = runs_combine(&beside, &f->filled, RUNS_DIFFERENCE);
  f->surrounded = f->fluid.sites > 0 && beside.sites == 0;
  runs_free(&beside);
  return status;
}

/* What the fluid can get to. `told` is false where there is too much to look at. */
static int find_reach(struct runs *reach, bool *told, const struct confined *f, const struct lattice *l,
                      const struct runs *bounds, const struct runs *swept) {
  struct sealed parts;
  struct runs fluid = {0};
  int status = sealed_find(&parts, l, bounds);
  *told = status == STATUS_OK && parts.items;
  if (status == STATUS_OK) status = runs_combine(&fluid, &f->fluid, RUNS_UNION);
  if (status == STATUS_OK) status = runs_combine(&fluid, swept, RUNS_DIFFERENCE);
  if (status == STATUS_OK) sealed_add(&parts, &fluid);
  if (status == STATUS_OK) sealed_judge(&parts, l);
  if (status == STATUS_OK) status = sealed_reach(&parts, reach);
  runs_free(&fluid);
  sealed_free(&parts);
  return status;
}

int confined_look(struct confined *f, const struct amphi_case *c, const struct lattice *l,
                  const struct runs *bounds, const struct runs *swept) {
  struct runs reach = {0};
  bool told = false;
  if (!f->surrounded || f->room || !anything_moves(c)) return STATUS_OK;
  int status = find_reach(&reach, &told, f, l, bounds, swept);
  if (!f->reach) f->reach = reach.sites;
  const bool grows = !c->opening_count && (double)reach.sites > (1.0 + grows_most) * (double)f->reach;
  if (status == STATUS_OK) status = runs_combine(&reach, &f->filled, RUNS_DIFFERENCE);
  const double all = (double)l->count[0] * (double)l->count[1] * (double)l->count[2];
  f->room = told ? grows || reach.sites > 0 : sites_inside(&f->filled, l) < all;
  runs_free(&reach);
  return status;
}

void confined_free(struct confined *f) {
  runs_free(&f->fluid);
  runs_free(&f->filled);
}
