/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/look.h"

#include <math.h>
#include <stdlib.h>

#include "case/motion.h"
#include "geometry/beside.h"
#include "geometry/confined.h"
#include "geometry/narrow.h"
#include "geometry/opening_face.h"
#include "geometry/passage.h"
#include "geometry/thin.h"
#include "util/error.h"

/* Walls are looked at as they are built, and when one of them has gone as far as it goes along an axis; last
 * with paddles that absorb as far back as these may go. */
enum { LOOKS_MOST = 14, SAMPLES = 240 };

/* The paddle's motion that absorbs; NULL: the wall has none. */
static const struct motion *absorber(const struct body *b) {
  const struct motion *m = b->motion_count == 1 ? b->motions : NULL;
  return m && m->kind == MOTION_PADDLE && m->waves.absorb ? m : NULL;
}

/* How far a wall has gone at a time, in sites; one that turns on its way is looked at as it is built. Without
 * a time a paddle that absorbs is as far back as it may go, and other walls are where they begin. */
static void go(int32_t by[3], const struct amphi_case *c, const struct lattice *l, size_t wall, double time) {
  const double centre[3] = {0};
  const struct motion *m = isnan(time) ? absorber(&c->walls[wall]) : NULL;
  struct pose p;
  by[0] = by[1] = by[2] = 0;
  if (!motion_moves(&c->scene, wall) || motion_turns(&c->scene, wall)) return;
  motion_pose(&c->scene, wall, centre, isnan(time) ? 0.0 : time, &p);
  const double way = m ? sqrt(dot3(m->direction, m->direction)) : 1.0;
  for (int a = 0; a < l->dimensions && m; a++)
    p.shift[a] -= 2.0 * waves_reach(&m->waves) * m->direction[a] / way;
  for (int a = 0; a < l->dimensions; a++) {
    const double sites = trunc(p.shift[a] / l->dp);
    by[a] = (int32_t)fmax(fmin(sites, (double)l->count[a]), -(double)l->count[a]);
  }
}

static void note_time(double times[LOOKS_MOST], size_t *count, double time) {
  for (size_t k = 0; k < *count; k++)
    if (times[k] == time) return;
  if (*count < LOOKS_MOST) times[(*count)++] = time;
}

/* 0, and when walls are farthest from where they were built; how many times there are. */
static size_t find_times(double times[LOOKS_MOST], const struct amphi_case *c, const struct lattice *l) {
  size_t count = 0;
  note_time(times, &count, 0.0);
  for (size_t i = 0; i < c->wall_count; i++) {
    double most[3][2] = {{0}}, when[3][2] = {{0}};
    for (int k = 1; k <= SAMPLES && motion_moves(&c->scene, i); k++) {
      int32_t by[3];
      const double time = c->end * k / SAMPLES;
      go(by, c, l, i, time);
      for (int a = 0; a < 3; a++)
        for (int side = 0; side < 2; side++)
          if ((side ? by[a] : -by[a]) > most[a][side]) most[a][side] = abs(by[a]), when[a][side] = time;
    }
    for (int a = 0; a < 3; a++)
      for (int side = 0; side < 2; side++)
        if (most[a][side] > 0.0) note_time(times, &count, when[a][side]);
  }
  bool absorbs = false;
  for (size_t i = 0; i < c->wall_count; i++) absorbs |= absorber(&c->walls[i]) != NULL;
  if (absorbs) times[count < LOOKS_MOST ? count++ : LOOKS_MOST - 1] = NAN;
  return count;
}

static int add_moved(struct runs *walls, const struct runs *own, const int32_t by[3]) {
  struct runs moved = {0};
  int status = STATUS_OK;
  for (size_t i = 0; i < own->count && status == STATUS_OK; i++) {
    const struct run *r = &own->items[i];
    status = runs_append(&moved, runs_row(runs_y(r->row) + by[1], runs_z(r->row) + by[2]), r->first + by[0],
                         r->end + by[0]);
  }
  if (status == STATUS_OK) status = runs_combine(walls, &moved, RUNS_UNION);
  runs_free(&moved);
  return status;
}

/* The sites that a wall comes to on its way: water there is pushed along. */
static int add_way(struct runs *swept, const struct runs *own, const int32_t by[3]) {
  int32_t steps = 0;
  for (int a = 0; a < 3; a++) steps = abs(by[a]) > steps ? abs(by[a]) : steps;
  for (int32_t k = 1; k <= steps; k++) {
    int32_t part[3];
    for (int a = 0; a < 3; a++) part[a] = (int32_t)((int64_t)by[a] * k / steps);
    TRY(add_moved(swept, own, part));
  }
  return STATUS_OK;
}

static int walls_at(struct runs *walls, struct runs *swept, const struct amphi_case *c,
                    const struct lattice *l, const struct filled *bodies, double time) {
  for (size_t i = 0; i < c->wall_count; i++) {
    int32_t by[3];
    go(by, c, l, i, time);
    TRY(add_moved(walls, &bodies[i].sites, by));
    TRY(add_way(swept, &bodies[i].sites, by));
  }
  return STATUS_OK;
}

static int look_for_leak(struct leak *leak, const struct amphi_case *c, const struct lattice *l,
                         const struct filled *bodies, const struct runs *walls, const struct runs *swept) {
  for (size_t i = 0; i < c->fluid_count && !leak->any; i++) {
    struct runs fluid = {0};
    int status = runs_combine(&fluid, &bodies[c->wall_count + i].sites, RUNS_UNION);
    if (status == STATUS_OK) status = runs_combine(&fluid, swept, RUNS_DIFFERENCE);
    if (status == STATUS_OK) status = leak_find(leak, c, l, walls, &fluid);
    runs_free(&fluid);
    TRY(status);
    leak->fluid = (uint16_t)i;
  }
  return STATUS_OK;
}

/* Of walls that the case's model needs thicker. Particles of files stand on no lattice, and cannot be counted
 * so. */
static int look_for_thin(char **note, const struct amphi_case *c, const struct lattice *l,
                         const struct runs *walls, const struct filled *bodies) {
  for (size_t i = 0; i < c->wall_count; i++)
    if (!bodies[i].points.x && bodies[i].counts)
      TRY(thin_say(note, c, l, &c->walls[i], walls, &bodies[i].sites));
  return STATUS_OK;
}

/* Beside walls that count: others have gaps in finer levels. */
static int look_for_narrow(char **note, const struct amphi_case *c, const struct lattice *l,
                           const struct runs *walls, const struct filled *bodies,
                           const struct sealed *sealed) {
  struct runs counted = {0};
  int status = STATUS_OK;
  for (size_t i = 0; i < c->wall_count && status == STATUS_OK; i++)
    if (c->scope && bodies[i].counts) status = runs_combine(&counted, &bodies[i].sites, RUNS_UNION);
  if (status == STATUS_OK) status = narrow_say(note, c, l, bodies, c->scope ? &counted : walls, sealed);
  runs_free(&counted);
  return status;
}

static int look_for_sealed(struct sealed *sealed, const struct amphi_case *c, const struct lattice *l,
                           const struct filled *bodies, const struct runs *walls) {
  TRY(sealed_find(sealed, l, walls));
  for (size_t i = 0; i < c->fluid_count && sealed->items; i++)
    sealed_add(sealed, &bodies[c->wall_count + i].sites);
  sealed_judge(sealed, l);
  return STATUS_OK;
}

/* Whether there is a free surface: at once, or when walls have gone that bound the fluid now. */
static int look_for_surface(struct confined *f, const struct amphi_case *c, const struct lattice *l,
                            const struct filled *bodies, const struct runs *walls, const struct runs *swept,
                            double time) {
  struct runs bounds = {0};
  int status = STATUS_OK;
  if (time == 0.0) TRY(confined_find(f, c, l, bodies, walls));
  if (!f->surrounded || f->room) return STATUS_OK;
  for (size_t i = 0; i < c->wall_count && status == STATUS_OK; i++) {
    int32_t by[3];
    go(by, c, l, i, time);
    if (!motion_turns(&c->scene, i) && !c->walls[i].freedom.given && !c->walls[i].flexible.given)
      status = add_moved(&bounds, &bodies[i].sites, by);
  }
  if (status == STATUS_OK) status = openings_sites(&bounds, c, l);
  if (status == STATUS_OK) status = confined_look(f, c, l, &bounds, swept);
  runs_free(&bounds);
  return status;
}

/* All walls at a time; a wall that moves along an axis that repeats comes in again. */
static int closing_at(struct runs *closing, const struct amphi_case *c, const struct lattice *l,
                      const struct filled *bodies, double time) {
  for (size_t i = 0; i < c->wall_count; i++) {
    int32_t by[3];
    go(by, c, l, i, time);
    TRY(add_moved(closing, &bodies[i].sites, by));
    for (int a = 0; a < l->dimensions; a++) {
      int32_t again[3] = {by[0], by[1], by[2]};
      again[a] -= by[a] > 0 ? (int32_t)l->count[a] : -(int32_t)l->count[a];
      if (l->periodic[a] && by[a]) TRY(add_moved(closing, &bodies[i].sites, again));
    }
  }
  return openings_sites(closing, c, l);
}

/* Whether fluid that filled all between walls comes to a face of the domain from which one has gone. */
static int look_for_bared(struct leak *leak, const struct amphi_case *c, const struct lattice *l,
                          const struct filled *bodies, const struct runs *fluid, double time) {
  struct runs closing = {0};
  int status = closing_at(&closing, c, l, bodies, time);
  for (int k = 0; k < 2 * l->dimensions && !leak->any && status == STATUS_OK; k++) {
    const int a = k / 2;
    struct runs beside = {0};
    status = beside_add(&beside, fluid, l, a, k % 2 ? 1 : -1);
    if (status == STATUS_OK) status = runs_combine(&beside, &closing, RUNS_DIFFERENCE);
    for (size_t i = 0; i < beside.count && !leak->any && status == STATUS_OK; i++) {
      const struct run *r = &beside.items[i];
      const int32_t at[3] = {k == 1 ? r->end - 1 : r->first, runs_y(r->row), runs_z(r->row)};
      if ((at[a] >= 0 && at[a] < (int32_t)l->count[a]) || (c->domain.open >> k & 1)) continue;
      *leak = (struct leak){.any = true, .face = 1 << k, .width = LEAK_OPEN, .runs_out = leak->runs_out};
      for (int b = 0; b < 3; b++) leak->at[b] = leak->begun[b] = lattice_position(l, b, at[b]);
    }
    runs_free(&beside);
  }
  runs_free(&closing);
  return status;
}

/* The same of what walls have not pushed away on their way. */
static int look_where_bared(struct leak *leak, const struct amphi_case *c, const struct lattice *l,
                            const struct filled *bodies, const struct runs *all, const struct runs *swept,
                            double time) {
  struct runs fluid = {0};
  int status = runs_combine(&fluid, all, RUNS_UNION);
  if (status == STATUS_OK) status = runs_combine(&fluid, swept, RUNS_DIFFERENCE);
  if (status == STATUS_OK) status = look_for_bared(leak, c, l, bodies, &fluid, time);
  runs_free(&fluid);
  return status;
}

static int look_at(struct particles *p, struct confined *confined, const struct amphi_case *c,
                   const struct lattice *l, const struct filled *bodies, struct runs *walls,
                   struct runs *swept, double time) {
  TRY(walls_at(walls, swept, c, l, bodies, time));
  if (time == 0.0) {
    TRY(look_for_thin(&p->thin, c, l, walls, bodies));
    int status = look_for_sealed(&p->sealed, c, l, bodies, walls);
    if (status == STATUS_OK) status = look_for_narrow(&p->narrow, c, l, walls, bodies, &p->sealed);
    sealed_free(&p->sealed);
    TRY(status);
  }
  const bool stands = walls->count > 0, asked = c->free_surface != FREE_SURFACE_SOME;
  if (stands || asked) TRY(openings_sites(walls, c, l)); /* fluid that reaches those sites has left */
  if (asked) TRY(look_for_surface(confined, c, l, bodies, walls, swept, time));
  if (stands) TRY(look_for_leak(&p->leak, c, l, bodies, walls, swept));
  if (stands && time > 0.0 && confined->surrounded && !p->leak.any)
    TRY(look_where_bared(&p->leak, c, l, bodies, &confined->fluid, swept, time));
  p->leak.time = time;
  return STATUS_OK;
}

int filled_look(struct particles *p, const struct amphi_case *c, const struct lattice *l,
                const struct filled *bodies) {
  double times[LOOKS_MOST];
  const size_t count = find_times(times, c, l);
  struct confined confined = {0};
  int status = STATUS_OK;
  p->leak = (struct leak){0};
  for (size_t k = 0; k < count && status == STATUS_OK && !p->leak.any; k++) {
    struct runs walls = {0}, swept = {0};
    status = look_at(p, &confined, c, l, bodies, &walls, &swept, times[k]);
    runs_free(&walls);
    runs_free(&swept);
  }
  const bool find = c->free_surface == FREE_SURFACE_FIND;
  p->room = find && confined.surrounded && confined.room;
  p->confined = find && confined.surrounded && !confined.room;
  if ((p->confined || c->free_surface == FREE_SURFACE_NONE) && status == STATUS_OK)
    status = passage_find(&p->passage, c, l, bodies, &confined.fluid);
  confined_free(&confined);
  return status;
}
