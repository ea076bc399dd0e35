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

/* What is given stands in the room of points: boundaries, squares, and what is found. */
int offload_open_faces(void *self, const struct opening_table *t) {
  struct offload *o = self;
  const size_t zones = (t->zone_count * sizeof *t->zones + 63) / 64 * 64,
               sites = (t->site_count * sizeof *t->sites + 63) / 64 * 64,
               found = t->collect ? (t->site_count + t->zone_count) * sizeof(uint32_t) : 0;
  const size_t bytes = zones + sites + found;
  TRY(offload_reserve_points(o, (bytes + sizeof *o->points - 1) / sizeof *o->points));
  char *here = calloc(1, bytes), *there = (char *)o->points;
  CHECK(here, STATUS_FAILED, "no memory for open boundaries");
  memcpy(here, t->zones, t->zone_count * sizeof *t->zones);
  memcpy(here + zones, t->sites, t->site_count * sizeof *t->sites);
  int status = offload_copy(o->device, there, here, bytes, false), device = o->device;
  const struct offload_view *v = o->there;
  const struct opening_zone *all = (const struct opening_zone *)there;
  const struct opening_site *squares = (const struct opening_site *)(there + zones);
  uint32_t *deepest = (uint32_t *)(there + zones + sites), *gone = deepest + t->site_count;
  const struct range fluid = state_range(&o->view.state, KIND_FLUID);
  const uint32_t begin = fluid.begin, end = fluid.end, count = t->zone_count;
  if (status == STATUS_OK && t->collect) {
    OFFLOAD_LOOP(end - begin, is_device_ptr(v, all, squares, deepest, gone))
    for (uint32_t i = begin; i < end; i++) collect_row(v, all, squares, count, deepest, gone, i);
    status = offload_copy(o->device, here + zones + sites, deepest, found, true);
    memcpy(t->deepest, here + zones + sites, t->site_count * sizeof *t->deepest);
    memcpy(t->gone, here + zones + sites + t->site_count * sizeof *t->deepest, count * sizeof *t->gone);
  } else if (status == STATUS_OK) {
    OFFLOAD_LOOP(end - begin, is_device_ptr(v, all, squares))
    for (uint32_t i = begin; i < end; i++) impose_row(v, all, squares, count, i);
  }
  free(here);
  return status;
}
