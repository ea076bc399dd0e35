/* SPDX-License-Identifier: BSD-3-Clause */
/* Open boundaries: one thread a particle. */
#include <stdlib.h>
#include <string.h>

#include "offload/wcsph.h"
#include "util/error.h"
#include "wcsph/opening.h"
#include "wcsph/scalar.h"

#pragma omp declare target
static OFFLOAD_CALL void impose_row(const struct offload_view *v, const struct opening_zone *zones,
                                    const struct opening_site *sites, uint32_t zone_count, uint32_t i) {
  opening_impose(&v->state, v->law.quantum, zones, sites, zone_count, i);
}

static OFFLOAD_CALL void collect_row(const struct offload_view *v, const struct opening_zone *zones,
                                     const struct opening_site *sites, uint32_t zone_count, uint32_t *deepest,
                                     uint32_t *gone, uint32_t i) {
  float depth;
  uint32_t site, bits;
  const int zone = opening_of(&v->state, v->law.quantum, zones, sites, zone_count, i, &depth, &site);
  if (zone < 0) return;
  if (depth >= zones[zone].length) {
    v->state.pos[i].mark = MARK_GONE;
#pragma omp atomic update
    gone[zone]++;
    return;
  }
  __builtin_memcpy(&bits, &depth, sizeof bits);
  offload_raise_bits(&deepest[site], bits);
}
#pragma omp end declare target

/* Room for `bytes` on both sides. */
static int reserve_faces(struct offload *o, size_t bytes) {
  struct offload_faces *f = &o->faces;
  if (bytes <= f->room) return STATUS_OK;
  offload_release(o, f->there, f->room);
  free(f->here);
  f->there = offload_allocate(o, bytes);
  f->here = calloc(1, bytes);
  f->room = f->there && f->here ? bytes : 0;
  CHECK(f->room, STATUS_FAILED, "no memory for open boundaries");
  return STATUS_OK;
}

/* A part of the table, from `at` on, which is copied if it has changed: a copy is waited for as long as a
 * loop. */
static int give(struct offload *o, size_t at, const void *data, size_t bytes) {
  const struct offload_faces *f = &o->faces;
  if (!memcmp(f->here + at, data, bytes)) return STATUS_OK;
  memcpy(f->here + at, data, bytes);
  return offload_copy(o->device, f->there + at, f->here + at, bytes, false);
}

/* Boundaries, squares, and what is found, one behind the other. What is found is zero between calls, there
 * and here. */
int offload_open_faces(void *self, const struct opening_table *t) {
  struct offload *o = self;
  const size_t zones = (t->zone_count * sizeof *t->zones + 63) / 64 * 64,
               sites = (t->site_count * sizeof *t->sites + 63) / 64 * 64,
               found = (t->site_count + t->zone_count) * sizeof(uint32_t);
  TRY(reserve_faces(o, zones + sites + found));
  char *here = o->faces.here, *there = o->faces.there;
  TRY(give(o, 0, t->zones, t->zone_count * sizeof *t->zones));
  TRY(give(o, zones, t->sites, t->site_count * sizeof *t->sites));
  int device = o->device;
  const struct offload_view *v = o->there;
  const struct opening_zone *all = (const struct opening_zone *)there;
  const struct opening_site *squares = (const struct opening_site *)(there + zones);
  uint32_t *deepest = (uint32_t *)(there + zones + sites), *gone = deepest + t->site_count;
  const struct range fluid = state_range(&o->view.state, KIND_FLUID);
  const uint32_t begin = fluid.begin, end = fluid.end, count = t->zone_count;
  if (!t->collect) {
    OFFLOAD_LOOP(end - begin, is_device_ptr(v, all, squares))
    for (uint32_t i = begin; i < end; i++) impose_row(v, all, squares, count, i);
    return STATUS_OK;
  }
  OFFLOAD_LOOP(end - begin, is_device_ptr(v, all, squares, deepest, gone))
  for (uint32_t i = begin; i < end; i++) collect_row(v, all, squares, count, deepest, gone, i);
  TRY(offload_copy(device, here + zones + sites, deepest, found, true));
  memcpy(t->deepest, here + zones + sites, t->site_count * sizeof *t->deepest);
  memcpy(t->gone, here + zones + sites + t->site_count * sizeof *t->deepest, count * sizeof *t->gone);
  memset(here + zones + sites, 0, found);
  return offload_copy(device, deepest, here + zones + sites, found, false);
}
