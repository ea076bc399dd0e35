/* SPDX-License-Identifier: BSD-3-Clause */
/* Open boundaries: the values of their squares are computed on the device, one thread per square, from sums
 * at points that stay there. The advance imposes them on rows (wcsph_advance.c), without a loop of its own.
 */
#include <stdlib.h>
#include <string.h>

#include "offload/wcsph.h"
#include "util/error.h"
#include "wcsph/openings/opening_square.h"

#pragma omp declare target
static OFFLOAD_CALL void collect_row(const struct offload_view *v, uint32_t *deepest, uint32_t *gone,
                                     uint32_t i) {
  const struct offload_open *f = &v->open;
  float depth;
  uint32_t site, bits;
  const int zone = opening_of(&v->state, v->law.quantum, f->zones, f->sites, f->count, i, &depth, &site);
  if (zone < 0 || v->state.pos[i].mark == MARK_HALO) return;
  if (depth >= f->zones[zone].length) {
    v->state.pos[i].mark = MARK_GONE;
#pragma omp atomic update
    gone[zone]++;
    return;
  }
  __builtin_memcpy(&bits, &depth, sizeof bits);
  offload_raise_bits(&deepest[site], bits);
}

/* The sums of a point, which are none again. */
static inline void take_sums(const struct wcsph_law *law, struct offload_point *point, float *sums) {
  for (int k = 0; k < FIT_SUMS; k++) {
    const struct sum s = {.quanta = point->quanta[k]};
    sums[k] = sum_value(&s, fit_quanta(law, k), SUM_FIXED);
    point->quanta[k] = 0;
  }
}

static OFFLOAD_CALL void look_square(const struct offload_view *v, struct offload_point *points, uint32_t s,
                                     uint32_t *fastest2) {
  const struct offload_open *f = &v->open;
  const uint32_t point = f->point_of[s];
  uint32_t k = 0;
  while (k + 1 < f->count && s >= f->zones[k + 1].first) k++;
  const struct opening_zone *z = &f->zones[k];
  if (points && point != OPENING_NO_POINT) {
    float sums[FIT_SUMS];
    take_sums(&v->exact, &points[point], sums);
    f->seen[s] = opening_fit(&v->law, sums, z->axes[0], z->gravity, OPENING_FIT_SHARE);
  }
  opening_square(&v->law, z, &f->given[s], &f->seen[s], &f->sites[s]);
  offload_raise(fastest2, opening_speed2(&f->sites[s]));
}
#pragma omp end declare target

/* All of it, one behind the other: where it begins, bytes. */
struct places {
  size_t given, point_of, sites, seen, found, all;
};

static size_t rounded(size_t bytes) {
  return (bytes + 63) / 64 * 64;
}

static struct places places_of(const struct opening_table *t) {
  const size_t n = t->site_count;
  struct places p;
  p.given = rounded(t->zone_count * sizeof *t->zones);
  p.point_of = p.given + rounded(n * sizeof *t->given);
  p.sites = p.point_of + rounded(n * sizeof *t->point_of);
  p.seen = p.sites + rounded(n * sizeof *t->sites);
  p.found = p.seen + rounded(n * sizeof *t->seen);
  p.all = p.found + (n + t->zone_count) * sizeof(uint32_t);
  return p;
}

/* Points as they are for every sample, with no sums yet. */
static int give_points(struct offload *o, const struct opening_table *t) {
  struct offload_faces *f = &o->faces;
  const size_t n = t->before_count, bytes = n * sizeof(struct offload_point);
  if (n == 0) return STATUS_OK;
  struct offload_point *here = calloc(n, sizeof *here);
  f->points = here ? offload_allocate(o, bytes) : NULL;
  int status = f->points ? STATUS_OK : error_set(STATUS_FAILED, "no memory for open boundaries");
  for (size_t k = 0; k < n && status == STATUS_OK; k++) here[k].at = t->before[k];
  if (status == STATUS_OK) status = offload_copy(o->device, f->points, here, bytes, false);
  free(here);
  return status;
}

static int open_there(struct offload *o, const struct opening_table *t) {
  struct offload_faces *f = &o->faces;
  const struct places p = places_of(t);
  f->there = offload_allocate(o, p.all);
  f->here = calloc(1, p.all);
  f->fastest2 = offload_allocate_twin(o, sizeof *f->fastest2, (void **)&f->fastest2_here);
  CHECK(f->there && f->here && f->fastest2, STATUS_FAILED, "no memory for open boundaries");
  TRY(offload_copy(o->device, f->there, t->zones, t->zone_count * sizeof *t->zones, false));
  TRY(offload_copy(o->device, f->there + p.sites, t->sites, t->site_count * sizeof *t->sites, false));
  if (t->given) {
    TRY(offload_copy(o->device, f->there + p.point_of, t->point_of, t->site_count * sizeof *t->point_of,
                     false));
    TRY(give_points(o, t));
  }
  o->view.open = (struct offload_open){.zones = (const struct opening_zone *)f->there,
                                       .given = (const struct opening_given *)(f->there + p.given),
                                       .point_of = (const uint32_t *)(f->there + p.point_of),
                                       .sites = (struct opening_site *)(f->there + p.sites),
                                       .seen = (struct opening_fit *)(f->there + p.seen),
                                       .count = t->zone_count};
  return offload_publish(o);
}

/* What has not changed is not copied: a copy is waited for as long as a loop. */
int offload_give_faces(struct offload *o, const struct opening_table *t) {
  struct offload_faces *f = &o->faces;
  const struct places p = places_of(t);
  if (!f->there) TRY(open_there(o, t));
  if (t->seen_version != f->seen_version)
    TRY(offload_copy(o->device, f->there + p.seen, t->seen, t->site_count * sizeof *t->seen, false));
  f->seen_version = t->seen_version;
  if (t->version == f->version) return STATUS_OK;
  f->version = t->version;
  return t->given
             ? offload_copy(o->device, f->there + p.given, t->given, t->site_count * sizeof *t->given, false)
             : offload_copy(o->device, f->there + p.sites, t->sites, t->site_count * sizeof *t->sites, false);
}

int offload_look_at_faces(void *self, const struct opening_table *t, bool sample, float *fastest2) {
  struct offload *o = self;
  struct offload_faces *f = &o->faces;
  TRY(offload_give_faces(o, t));
  if (sample && o->records_are_stale) offload_pack_records(o);
  if (sample) (o->state->phase ? offload_sums_fitted : offload_sums_fit)(o, f->points, t->before_count);
  const struct offload_view *v = o->there;
  struct offload_point *points = sample ? f->points : NULL;
  uint32_t *most = f->fastest2_here;
  const uint32_t n = t->site_count;
  int device = o->device;
  *most = 0;
  OFFLOAD_LOOP(n, is_device_ptr(v, points) map(always, tofrom : most [0:1]))
  for (uint32_t s = 0; s < n; s++) look_square(v, points, s, most);
  memcpy(fastest2, most, sizeof *fastest2);
  return STATUS_OK;
}

int offload_show_faces(void *self, const struct opening_table *t) {
  struct offload *o = self;
  struct offload_faces *f = &o->faces;
  const struct places p = places_of(t);
  if (!f->there) return STATUS_OK;
  TRY(offload_copy(o->device, f->here + p.sites, f->there + p.sites, p.found - p.sites, true));
  memcpy(t->sites, f->here + p.sites, t->site_count * sizeof *t->sites);
  memcpy(t->seen, f->here + p.seen, t->site_count * sizeof *t->seen);
  return STATUS_OK;
}

/* What is found is zero between calls, there and here. Since the list was built rows may have gone farther
 * than it holds, so all are looked at. */
int offload_collect_faces(void *self, const struct opening_table *t) {
  struct offload *o = self;
  TRY(offload_give_faces(o, t));
  const struct places p = places_of(t);
  char *here = o->faces.here + p.found;
  const struct offload_view *v = o->there;
  uint32_t *deepest = (uint32_t *)(o->faces.there + p.found), *gone = deepest + t->site_count;
  const struct range fluid = state_range(&o->view.state, KIND_FLUID);
  const uint32_t begin = fluid.begin, end = fluid.end, count = t->zone_count;
  int device = o->device;
  OFFLOAD_LOOP(end - begin, is_device_ptr(v, deepest, gone))
  for (uint32_t i = begin; i < end; i++) collect_row(v, deepest, gone, i);
  TRY(offload_copy(device, here, deepest, p.all - p.found, true));
  memcpy(t->deepest, here, t->site_count * sizeof *t->deepest);
  memcpy(t->gone, here + t->site_count * sizeof *t->deepest, count * sizeof *t->gone);
  memset(here, 0, p.all - p.found);
  return offload_copy(device, deepest, here, p.all - p.found, false);
}
