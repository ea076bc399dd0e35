/* SPDX-License-Identifier: BSD-3-Clause */
/* The start of a run in which each part places its own particles: all parts have the case and the sites that
 * its shapes cover, whose memory scales with their surface. No part ever has all particles. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/shape.h"
#include "parts/part.h"
#include "util/error.h"
#include "wcsph/fluids/heat.h"
#include "wcsph/start/hydrostatic.h"
#include "wcsph/start/place.h"
#include "wcsph/start/text.h"

/* ---- which particles ---- */

/* As many of each kind as every part: what the domain is cut by. */
struct even_share {
  uint64_t begin[ROW_KINDS], end[ROW_KINDS];
};

static void choose_share(const void *context, struct particles_run *run) {
  const struct even_share *s = context;
  const uint64_t first = run->number, end = first + (uint64_t)(run->end - run->first);
  int32_t count = 0, skip = 0;
  for (int kind = 0; kind < ROW_KINDS; kind++) { /* a run is of one kind */
    const uint64_t from = s->begin[kind] > first ? s->begin[kind] : first,
                   to = s->end[kind] < end ? s->end[kind] : end;
    if (from < to) skip = (int32_t)(from - first), count = (int32_t)(to - from);
  }
  run->first += skip;
  run->end = run->first + count;
}

/* Those whose sites are in a part's box. */
struct box_share {
  const struct wcsph_state *geometry;
  uint32_t low[3], high[3];
};

static uint32_t quanta_along(const struct position *p, int axis) {
  return axis == 0 ? p->x : axis == 1 ? p->y : p->z;
}

static struct position site_place(const struct box_share *s, const struct particles_run *run, int32_t x) {
  return state_position(s->geometry, (double[3]){lattice_position(run->lattice, 0, x), run->y, run->z});
}

/* The first site of a run whose place along x is not below a limit; positions grow with sites. */
static int32_t first_from(const struct box_share *s, const struct particles_run *run, uint32_t limit) {
  int32_t low = run->first, high = run->end;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (site_place(s, run, middle).x < limit)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void choose_box(const void *context, struct particles_run *run) {
  const struct box_share *s = context;
  const struct position row = site_place(s, run, run->first);
  bool in = true;
  for (int a = 1; a < 3; a++) {
    const uint32_t x = quanta_along(&row, a);
    in = in && x >= s->low[a] && (x < s->high[a] || s->high[a] == UINT32_MAX);
  }
  const int32_t first = in ? first_from(s, run, s->low[0]) : run->first;
  const int32_t end = !in ? first : s->high[0] == UINT32_MAX ? run->end : first_from(s, run, s->high[0]);
  run->first = first;
  run->end = end;
}

/* ---- the order ---- */

/* What a part has of the case while it places. */
struct placing {
  struct wcsph_copy *copy;
  const struct wcsph_settings *settings;
  struct particles all, some; /* all: none of them is placed */
  struct particles_sites *sites;
  struct wall_pose *poses; /* NULL: walls are at rest */
};

static int read_case(struct placing *g, const struct order_place *given) {
  struct wcsph_text text = {.words = (char *)given->words + given->name_bytes, .size = given->text_bytes};
  memcpy(text.digest, given->digest, sizeof text.digest);
  TRY(wcsph_text_read(&g->copy, &g->all, &g->sites, given->words, &text));
  g->settings = wcsph_copy_settings(g->copy);
  return STATUS_OK;
}

/* Boxes for particles that no part has yet. */
static int cut_for(struct part *p, struct placing *g) {
  const uint64_t walls = g->all.wall_count, fluid = g->all.fluid_count, k = (uint64_t)p->number,
                 parts = (uint64_t)p->parts;
  const struct even_share share = {{walls * k / parts, walls + fluid * k / parts},
                                   {walls * (k + 1) / parts, walls + fluid * (k + 1) / parts}};
  struct particles *some = &g->some;
  int status = particles_put(some, g->sites, &(struct particles_choice){choose_share, &share});
  const size_t count = some->wall_count + some->fluid_count;
  struct position *places = malloc((count + 1) * sizeof *places);
  if (status == STATUS_OK && !places) status = error_set(STATUS_FAILED, "no memory to cut the domain");
  status = part_agree(p, status, NULL, 0);
  if (status == STATUS_OK) {
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < count; i++) places[i] = state_position(&p->here, some->position[i]);
    const struct cut_rows rows[ROW_KINDS] = {
        [KIND_WALL] = {places, (uint32_t)some->wall_count, CUT_WALL_WEIGHT},
        [KIND_FLUID] = {places + some->wall_count, (uint32_t)some->fluid_count, CUT_FLUID_WEIGHT}};
    status = part_cut(p, &p->here, p->law.support, rows);
  }
  free(places);
  particles_free(some);
  return status;
}

static int place_own(struct part *p, struct placing *g, float *most) {
  struct box_share share = {.geometry = &p->here};
  struct particles *some = &g->some;
  cut_own(p->cut, p->number, share.low, share.high);
  TRY(particles_put(some, g->sites, &(struct particles_choice){choose_box, &share}));
  const size_t count = some->wall_count + some->fluid_count;
  CHECK(count <= CASE_PARTICLES_MOST, STATUS_USAGE, "%zu particles in one part; expected at most %d", count,
        CASE_PARTICLES_MOST);
  TRY(state_reserve(&p->here, (uint32_t)(count + count / 8 + 64))); /* the halo is to come */
  state_set_counts(&p->here, (const uint32_t[]){(uint32_t)some->wall_count, (uint32_t)some->fluid_count});
  struct wcsph_run r = {.config = g->settings, .law = p->law, .state = p->here, .poses = g->poses};
  const struct wcsph_whole whole = {&g->all, g->sites};
  int32_t *levels;
  int status = hydrostatic_levels_of(&levels, g->settings, some, &g->all, g->sites);
  if (status == STATUS_OK &&
      (r.state.mirror || r.state.segment || (r.state.heat && heat_has_flux(g->settings))))
    status = particles_put_walls(&g->all, g->sites);
  if (status == STATUS_OK) status = wcsph_place(&r, some, &whole, levels);
  free(levels);
  TRY(status);
  *most = r.motion.max_speed2;
  return STATUS_OK;
}

/* Each particle has an owner: a fault here would be one of ours, but never a silent one. */
static int check_all(struct part *p, const struct placing *g) {
  uint64_t count = p->here.count;
  MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  CHECK(count == g->all.wall_count + g->all.fluid_count, STATUS_FAILED, "%llu of %zu particles were placed",
        (unsigned long long)count, g->all.wall_count + g->all.fluid_count);
  return STATUS_OK;
}

int part_place(struct part *p, const struct order_place *given, float *most) {
  const size_t poses = given->pose_count * sizeof(struct wall_pose);
  struct placing g = {.poses = poses ? malloc(poses) : NULL};
  double speed = 0.0;
  int status = !poses || g.poses ? read_case(&g, given) : error_set(STATUS_FAILED, "no memory for walls");
  if (g.poses) memcpy(g.poses, given->words + given->name_bytes + given->text_bytes + 1, poses);
  status = part_agree(p, status, NULL, 0);
  if (status == STATUS_OK) status = cut_for(p, &g);
  if (status == STATUS_OK) {
    float mine = 0.0f;
    status = place_own(p, &g, &mine);
    speed = (double)mine;
    status = part_agree(p, status, &speed, 1);
  }
  if (status == STATUS_OK) status = check_all(p, &g);
  *most = (float)speed;
  particles_free(&g.some);
  particles_free(&g.all);
  particles_sites_free(g.sites);
  wcsph_copy_free(g.copy);
  free(g.poses);
  return status;
}
