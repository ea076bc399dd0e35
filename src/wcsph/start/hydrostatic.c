/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/hydrostatic.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/shape.h"
#include "util/error.h"

/* The sites around all fluid, and what is there: AIR, WALL, or the number of a fluid particle from FLUID on.
 */
enum { AIR, WALL, FLUID };
struct box {
  struct lattice lattice;
  int axis, down;                      /* of gravity, and its sign */
  int64_t low[3], size[3];             /* sites */
  uint32_t *content;                   /* [sites] */
  const struct particles *at;          /* walls, then fluid */
  const struct particles_sites *sites; /* what is where none of those is; NULL: nothing */
  int walls;                           /* of the case */
  int32_t *highest;                    /* [fluids] the level farthest against gravity */
};

static double gravity_size(const struct wcsph_settings *c) {
  const double *g = c->gravity;
  return sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

double hydrostatic_height(const struct wcsph_settings *c, const double x[3]) {
  const double g = gravity_size(c);
  double up = 0.0;
  for (int a = 0; a < 3; a++) up -= x[a] * c->gravity[a] / g;
  return up;
}

double hydrostatic_surface(const struct wcsph_settings *c, int32_t level) {
  const int axis = scene_gravity_axis(&c->scene);
  struct lattice lattice;
  lattice_set(&lattice, &c->scene);
  double x[3] = {0};
  x[axis] = lattice_position(&lattice, axis, level);
  return hydrostatic_height(c, x) + 0.5 * c->dp;
}

static void site_at(const struct box *b, const double x[3], int64_t site[3]) {
  for (int a = 0; a < 3; a++) site[a] = llround((x[a] - b->lattice.low[a]) / b->lattice.dp - 0.5);
}

static void site_of(const struct box *b, size_t particle, int64_t site[3]) {
  if (!b->at->site || particle < b->at->wall_count)
    site_at(b, b->at->position[particle], site);
  else
    for (int a = 0; a < 3; a++) site[a] = b->at->site[particle - b->at->wall_count][a];
}

/* The box of the fluid. */
static void measure_hydrostatic(struct box *b) {
  const size_t begin = b->at->wall_count, end = begin + b->at->fluid_count;
  int64_t low[3] = {INT64_MAX, INT64_MAX, INT64_MAX}, high[3] = {INT64_MIN, INT64_MIN, INT64_MIN}, site[3];
  for (size_t i = begin; i < end; i++) {
    int32_t *highest = &b->highest[b->at->body[i]];
    site_of(b, i, site);
    for (int a = 0; a < 3; a++) {
      low[a] = site[a] < low[a] ? site[a] : low[a];
      high[a] = site[a] > high[a] ? site[a] : high[a];
    }
    if (b->down * site[b->axis] < (int64_t)b->down * *highest) *highest = (int32_t)site[b->axis];
  }
  for (int a = 0; a < 3; a++) b->low[a] = low[a], b->size[a] = high[a] - low[a] + 1;
}

/* Of some of the particles: along gravity the box is that of all. */
static void measure_along(struct box *b, const struct particles *all, size_t fluids) {
  int64_t low = INT64_MAX, high = INT64_MIN, site[3];
  for (size_t f = 0; f < fluids; f++) {
    const struct body_extent *e = &all->extents[(size_t)b->walls + f];
    if (!e->count) continue; /* finer levels have all of it */
    site_at(b, e->low, site);
    low = site[b->axis] < low ? site[b->axis] : low;
    if (b->down > 0) b->highest[f] = (int32_t)site[b->axis];
    site_at(b, e->high, site);
    high = site[b->axis] > high ? site[b->axis] : high;
    if (b->down < 0) b->highest[f] = (int32_t)site[b->axis];
  }
  b->low[b->axis] = low, b->size[b->axis] = high - low + 1;
}

/* One site more above, where a lid may be. */
static void add_lid(struct box *b) {
  if (b->down > 0) b->low[b->axis]--;
  b->size[b->axis]++;
}

/* A site's place in `content`; false outside the box. */
static bool place_of(const struct box *b, const int64_t site[3], size_t *place) {
  *place = 0;
  for (int a = 2; a >= 0; a--) {
    const int64_t k = site[a] - b->low[a];
    if (k < 0 || k >= b->size[a]) return false;
    *place = *place * (size_t)b->size[a] + (size_t)k;
  }
  return true;
}

static int fill_hydrostatic(struct box *b) {
  const size_t sites = (size_t)b->size[0] * (size_t)b->size[1] * (size_t)b->size[2];
  const size_t walls = b->at->wall_count;
  b->content = calloc(sites, sizeof *b->content);
  CHECK(b->content, STATUS_FAILED, "no memory for the %zu places around the fluid", sites);
  for (size_t i = 0; i < walls + b->at->fluid_count; i++) {
    int64_t site[3];
    size_t place;
    site_of(b, i, site);
    if (place_of(b, site, &place)) b->content[place] = i < walls ? WALL : FLUID + (uint32_t)(i - walls);
  }
  return STATUS_OK;
}

/* The fluid that is at a site, or AIR_THERE or WALL_THERE. */
enum { AIR_THERE = -1, WALL_THERE = -2 };
static int fluid_at(const struct box *b, const int64_t site[3], uint32_t content) {
  if (content >= FLUID) return b->at->body[b->at->wall_count + content - FLUID];
  if (content == WALL) return WALL_THERE;
  const int body =
      b->sites
          ? particles_body(b->sites, (const int32_t[]){(int32_t)site[0], (int32_t)site[1], (int32_t)site[2]})
          : -1;
  return body < 0 ? AIR_THERE : body < b->walls ? WALL_THERE : body - b->walls;
}

/* From the top of a column, given by one of its sites, to its bottom. */
static void go_down(const struct box *b, int64_t site[3], int32_t *levels) {
  const int64_t top = b->down < 0 ? b->low[b->axis] + b->size[b->axis] - 1 : b->low[b->axis];
  int before = AIR_THERE;
  bool in_water = false;
  int32_t level = 0;
  for (int64_t k = 0; k < b->size[b->axis]; k++) {
    size_t place = 0;
    site[b->axis] = top + b->down * k;
    place_of(b, site, &place);
    const uint32_t content = b->content[place];
    const int fluid = fluid_at(b, site, content);
    if (fluid >= 0 && !in_water) level = before == WALL_THERE ? b->highest[fluid] : (int32_t)site[b->axis];
    if (content >= FLUID) levels[content - FLUID] = level;
    in_water = fluid >= 0 || (in_water && fluid == WALL_THERE);
    before = fluid;
  }
}

static void go_through(const struct box *b, int32_t *levels) {
  const int across = (b->axis + 1) % 3, other = (b->axis + 2) % 3;
#pragma omp parallel for schedule(dynamic, 1)
  for (int64_t i = 0; i < b->size[across]; i++)
    for (int64_t k = 0; k < b->size[other]; k++) {
      int64_t site[3];
      site[across] = b->low[across] + i;
      site[other] = b->low[other] + k;
      go_down(b, site, levels);
    }
}

/* Of particles in one cube with another the levels of that. */
static void share_levels(const struct box *b, int32_t *levels) {
  for (size_t i = 0; i < b->at->fluid_count; i++) {
    int64_t site[3];
    size_t place;
    site_of(b, b->at->wall_count + i, site);
    if (place_of(b, site, &place)) levels[i] = levels[b->content[place] - FLUID];
  }
}

static bool is_wanted(const struct wcsph_settings *c) {
  bool any = false;
  for (size_t f = 0; f < c->fluid_count; f++) any |= c->fluids[f].hydrostatic;
  return any && gravity_size(c) > 0.0;
}

static int find_hydrostatic(int32_t **levels, struct box *box, const struct wcsph_settings *c,
                            const struct particles *all) {
  box->axis = scene_gravity_axis(&c->scene);
  box->down = c->gravity[box->axis] < 0.0 ? -1 : 1;
  box->walls = (int)c->wall_count;
  lattice_set(&box->lattice, &c->scene);
  box->highest = calloc(c->fluid_count, sizeof *box->highest);
  *levels = calloc(box->at->fluid_count + 1, sizeof **levels);
  int status =
      box->highest && *levels ? STATUS_OK : error_set(STATUS_FAILED, "no memory for the water's surface");
  for (size_t f = 0; f < c->fluid_count && status == STATUS_OK; f++)
    box->highest[f] = box->down < 0 ? INT32_MIN : INT32_MAX;
  if (status == STATUS_OK && box->at->fluid_count > 0) {
    measure_hydrostatic(box);
    if (all) measure_along(box, all, c->fluid_count);
    add_lid(box);
    status = fill_hydrostatic(box);
    if (status == STATUS_OK) go_through(box, *levels);
    if (status == STATUS_OK && box->at->site) share_levels(box, *levels);
  }
  free(box->content);
  free(box->highest);
  return status;
}

int hydrostatic_levels(int32_t **levels, const struct wcsph_settings *c, const struct particles *p) {
  *levels = NULL;
  return is_wanted(c) ? find_hydrostatic(levels, &(struct box){.at = p, .sites = p->sites}, c, NULL)
                      : STATUS_OK;
}

int hydrostatic_levels_of(int32_t **levels, const struct wcsph_settings *c, const struct particles *some,
                          const struct particles *all, const struct particles_sites *sites) {
  *levels = NULL;
  return is_wanted(c) ? find_hydrostatic(levels, &(struct box){.at = some, .sites = sites}, c, all)
                      : STATUS_OK;
}
