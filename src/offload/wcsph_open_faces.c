/* SPDX-License-Identifier: BSD-3-Clause */
/* Open boundaries: one thread a particle of those near them, which are found once a list. */
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
  if (zone < 0 || v->state.pos[i].mark == MARK_HALO) return;
  if (depth >= zones[zone].length) {
    v->state.pos[i].mark = MARK_GONE;
#pragma omp atomic update
    gone[zone]++;
    return;
  }
  __builtin_memcpy(&bits, &depth, sizeof bits);
  offload_raise_bits(&deepest[site], bits);
}

static OFFLOAD_CALL void note_near_row(const struct offload_view *v, const struct opening_zone *zones,
                                       uint32_t zone_count, float margin, uint32_t *rows, uint32_t room,
                                       uint32_t *count, uint32_t i) {
  bool near = false;
  for (uint32_t k = 0; k < zone_count; k++)
    near = near || opening_is_near(&zones[k], v->law.quantum, &v->state.listed_pos[i], margin);
  if (!near) return;
  uint32_t at;
#pragma omp atomic capture
  at = (*count)++;
  if (at < room) rows[at] = i;
}
#pragma omp end declare target

/* Boundaries, squares, what is found, and how many rows are near, one behind the other; on the host what is
 * found alone is of use. */
struct places {
  size_t sites, found, near, all; /* where they begin, bytes */
};
static struct places places_of(const struct opening_table *t) {
  struct places p;
  p.sites = (t->zone_count * sizeof *t->zones + 63) / 64 * 64;
  p.found = p.sites + (t->site_count * sizeof *t->sites + 63) / 64 * 64;
  p.near = p.found + (t->site_count + t->zone_count) * sizeof(uint32_t);
  p.all = p.near + sizeof(uint32_t);
  return p;
}

/* The table on the device. What has not changed is not copied: a copy is waited for as long as a loop. */
static int give(struct offload *o, const struct opening_table *t) {
  struct offload_faces *f = &o->faces;
  const struct places p = places_of(t);
  if (p.all > f->room) {
    offload_release(o, f->there, f->room);
    free(f->here);
    f->there = offload_allocate(o, p.all);
    f->here = calloc(1, p.all);
    f->room = f->there && f->here ? p.all : 0;
    CHECK(f->room, STATUS_FAILED, "no memory for open boundaries");
    f->version = 0;
    TRY(offload_copy(o->device, f->there, t->zones, t->zone_count * sizeof *t->zones, false));
  }
  if (f->version == t->version) return STATUS_OK;
  f->version = t->version;
  return offload_copy(o->device, f->there + p.sites, t->sites, t->site_count * sizeof *t->sites, false);
}

static int reserve_rows(struct offload *o, uint32_t count) {
  struct offload_faces *f = &o->faces;
  if (count <= f->row_room) return STATUS_OK;
  offload_release(o, f->rows, f->row_room * sizeof *f->rows);
  f->row_room = count + count / 4;
  f->rows = offload_allocate(o, f->row_room * sizeof *f->rows);
  if (!f->rows) f->row_room = 0;
  CHECK(f->rows, STATUS_FAILED, "no memory for open boundaries");
  return STATUS_OK;
}

/* Rows that can be in layers while this list holds: from where it expects a row in the middle of its life,
 * the row is away by half a path and the skin at most (wcsph/models/path.h, wcsph_spread_approach2). */
static int find_near_rows(struct offload *o, const struct opening_table *t) {
  struct offload_faces *f = &o->faces;
  const struct wcsph_state *s = o->state;
  const struct range fluid = state_range(&o->view.state, KIND_FLUID);
  const uint32_t begin = fluid.begin, end = fluid.end, zones = t->zone_count, none = 0;
  const float margin =
      1.01f * (s->skin + (s->life > 0.0f ? 0.5f * s->path : 0.0f)) + 0.01f * t->zones->spacing;
  const struct offload_view *v = o->there;
  const struct opening_zone *all = (const struct opening_zone *)f->there;
  uint32_t *count = (uint32_t *)(f->there + places_of(t).near);
  int device = o->device;
  TRY(reserve_rows(o, 16 * t->site_count));
  for (;;) {
    uint32_t *rows = f->rows, room = f->row_room;
    TRY(offload_copy(device, count, &none, sizeof none, false));
    OFFLOAD_LOOP(end - begin, is_device_ptr(v, all, rows, count))
    for (uint32_t i = begin; i < end; i++) note_near_row(v, all, zones, margin, rows, room, count, i);
    TRY(offload_copy(device, &f->row_count, count, sizeof f->row_count, true));
    if (f->row_count <= room) break;
    TRY(reserve_rows(o, f->row_count));
  }
  f->knows_rows = true;
  return STATUS_OK;
}

static int impose(struct offload *o, const struct opening_table *t) {
  if (!o->faces.knows_rows) TRY(find_near_rows(o, t));
  const struct offload_view *v = o->there;
  const struct opening_zone *all = (const struct opening_zone *)o->faces.there;
  const struct opening_site *squares = (const struct opening_site *)(o->faces.there + places_of(t).sites);
  const uint32_t *rows = o->faces.rows, near = o->faces.row_count, count = t->zone_count;
  int device = o->device;
  OFFLOAD_LOOP(near, is_device_ptr(v, all, squares, rows))
  for (uint32_t k = 0; k < near; k++) impose_row(v, all, squares, count, rows[k]);
  return STATUS_OK;
}

/* What is found is zero between calls, there and here. Since the list was built rows may have gone farther
 * than it holds, so all are looked at. */
static int collect(struct offload *o, const struct opening_table *t) {
  const struct places p = places_of(t);
  char *here = o->faces.here + p.found, *there = o->faces.there;
  const struct offload_view *v = o->there;
  const struct opening_zone *all = (const struct opening_zone *)there;
  const struct opening_site *squares = (const struct opening_site *)(there + p.sites);
  uint32_t *deepest = (uint32_t *)(there + p.found), *gone = deepest + t->site_count;
  const struct range fluid = state_range(&o->view.state, KIND_FLUID);
  const uint32_t begin = fluid.begin, end = fluid.end, count = t->zone_count;
  int device = o->device;
  OFFLOAD_LOOP(end - begin, is_device_ptr(v, all, squares, deepest, gone))
  for (uint32_t i = begin; i < end; i++) collect_row(v, all, squares, count, deepest, gone, i);
  TRY(offload_copy(device, here, deepest, p.near - p.found, true));
  memcpy(t->deepest, here, t->site_count * sizeof *t->deepest);
  memcpy(t->gone, here + t->site_count * sizeof *t->deepest, count * sizeof *t->gone);
  memset(here, 0, p.near - p.found);
  return offload_copy(device, deepest, here, p.near - p.found, false);
}

int offload_open_faces(void *self, const struct opening_table *t) {
  TRY(give(self, t));
  return t->collect ? collect(self, t) : impose(self, t);
}
