/* SPDX-License-Identifier: BSD-3-Clause */
/* Structures on the device, where they stay: one thread a particle, two loops a sub-step. */
#include <stdlib.h>

#include "offload/wcsph.h"
#include "offload/wcsph_advance.h"
#include "offload/wcsph_walls.h"
#include "util/error.h"
#include "wcsph/particle.h"
#include "wcsph/walls/structure_bend.h"

#pragma omp declare target
static OFFLOAD_CALL void begin_bending(const struct offload_view *v, const struct wall_pose *poses,
                                       double duration, double dt, uint32_t substeps, uint32_t i) {
  const struct structure_step t = {duration, dt, substeps};
  const struct wall_pose *w = &poses[v->state.body[i]];
  if (w->bends) pose_begin_bending(&v->state, w, &t, i);
}

static OFFLOAD_CALL void strain_one(const struct offload_view *v, double duration, double dt,
                                    uint32_t substeps, uint32_t step, uint32_t k) {
  const struct structure_step t = {duration, dt, substeps};
  structure_strain(v->state.bent, structure_from(v->state.bent, &t, step), k);
}

static OFFLOAD_CALL void kick_one(const struct offload_view *v, double duration, double dt, uint32_t substeps,
                                  uint32_t step, uint32_t k) {
  const struct structure_step t = {duration, dt, substeps};
  structure_kick(v->state.bent, &t, step, k);
}

static OFFLOAD_CALL void bend_one(const struct offload_view *v, const struct wall_pose *poses, uint32_t i,
                                  struct offload_finding *f) {
  struct wcsph_motion mine = {.fault = FAULT_NONE};
  if (!poses[v->state.body[i]].bends) return;
  particle_bend(&v->state, &v->law, poses, i, &mine);
  v->records[i] = offload_pack_record(&v->law, v->state.pos[i], v->state.vel[i].w);
  const struct wcsph_spread *m = &mine.spread;
  const float motion[8] = {m->distance2, m->back[0],  m->back[1],  m->back[2],
                           m->forth[0],  m->forth[1], m->forth[2], 0.0f};
  offload_raise_motion(f, motion);
  if (mine.fault != FAULT_NONE) note_fault(f, &mine);
}
#pragma omp end declare target

int offload_structures(struct offload *o, const struct wcsph_entry *e) {
  const struct offload_view *v = o->there;
  const uint32_t walls = state_range(&o->view.state, KIND_WALL).end, count = o->state->bent->count;
  const double duration = e->bending->duration, dt = e->bending->dt;
  const uint32_t substeps = e->bending->substeps;
  const size_t pose_count = e->pose_count;
  struct offload_finding *found, all;
  int device = o->device;
  TRY(offload_take_poses(o, e->poses, pose_count));
  const struct wall_pose *poses = o->poses;
  OFFLOAD_LOOP(walls, is_device_ptr(v) map(always, to : poses [0:pose_count]))
  for (uint32_t i = 0; i < walls; i++) begin_bending(v, poses, duration, dt, substeps, i);
  for (uint32_t step = 0; step < substeps; step++) {
    OFFLOAD_LOOP(count, is_device_ptr(v))
    for (uint32_t k = 0; k < count; k++) strain_one(v, duration, dt, substeps, step, k);
    OFFLOAD_LOOP(count, is_device_ptr(v))
    for (uint32_t k = 0; k < count; k++) kick_one(v, duration, dt, substeps, step, k);
  }
  TRY(offload_expect(o, FOUND_BY_FORCES, &found)); /* those of advance go on from step to step */
  size_t seen_count;
  struct offload_finding *seen = offload_seen(o, found, &seen_count);
  OFFLOAD_LOOP(walls, is_device_ptr(v) map(always, to
                                           : poses [0:pose_count]) map(always, from
                                                                       : seen [0:seen_count]))
  for (uint32_t i = 0; i < walls; i++) bend_one(v, poses, i, offload_finding_of(seen, i));
  TRY(offload_collect(o, FOUND_BY_FORCES, false, &all));
  struct wcsph_spread spread;
  memcpy(&spread, all.spread, sizeof spread);
  wcsph_spread_merge(&e->motion->spread, &spread);
  if (all.fault != UINT64_MAX)
    motion_note_fault(e->motion, (enum wcsph_fault)(all.fault & 0xff), all.fault >> 8);
  o->walls_sorted = false;
  return STATUS_OK;
}

/* ---- memory ---- */

/* Rows of `size` bytes to the device; so many of them a particle stand a particle behind the other there. */
static int put(struct offload *o, const void **at, const void *rows, size_t bytes) {
  void *there = offload_allocate(o, bytes);
  *at = there;
  CHECK(there, STATUS_FAILED, "no memory on the device for structures");
  return rows ? offload_copy(o->device, there, rows, bytes, false) : STATUS_OK;
}

/* A list of pairs, of which threads side by side read what stands side by side. */
static int put_pairs(struct offload *o, const void **at, const void *pairs, size_t size, uint32_t count,
                     uint32_t slots) {
  char *turned = malloc((size_t)count * slots * size + 1);
  CHECK(turned, STATUS_FAILED, "no memory for structures");
  for (size_t k = 0; k < count; k++)
    for (size_t s = 0; s < slots; s++)
      memcpy(turned + (s * count + k) * size, (const char *)pairs + (k * slots + s) * size, size);
  const int status = put(o, at, turned, (size_t)count * slots * size);
  free(turned);
  return status;
}

int offload_put_structures(struct offload *o) {
  const struct structures *h = o->state->bent;
  struct structures *d = &o->bent;
  o->view.state.bent = NULL;
  if (!h) return STATUS_OK;
  *d = *h;
  const size_t n = h->count;
  const void *rows = NULL, *other = NULL, *stress = NULL, *load = NULL, *laws = NULL, *of = NULL,
             *many = NULL, *correction = NULL, *near = NULL, *pair = NULL, *all = NULL;
  int status = put(o, &rows, h->rows, n * sizeof *h->rows);
  if (!status) status = put(o, &other, NULL, n * sizeof *h->other);
  if (!status) status = put(o, &stress, NULL, n * sizeof *h->stress);
  if (!status) status = put(o, &load, NULL, n * 3 * sizeof *h->load);
  if (!status) status = put(o, &laws, h->laws, h->law_count * sizeof *h->laws);
  if (!status) status = put(o, &of, h->of, n * sizeof *h->of);
  if (!status) status = put(o, &many, h->neighbours, n * sizeof *h->neighbours);
  if (!status) status = put(o, &correction, h->correction, n * 9 * sizeof *h->correction);
  if (!status) status = put_pairs(o, &near, h->near, sizeof *h->near, h->count, h->across);
  if (!status) status = put_pairs(o, &pair, h->pair, sizeof *h->pair, h->count, h->across);
  d->rows = (struct structure_row *)(uintptr_t)rows, d->other = (struct structure_row *)(uintptr_t)other;
  d->stress = (struct structure_stress *)(uintptr_t)stress, d->load = (double *)(uintptr_t)load;
  d->laws = laws, d->of = of, d->neighbours = many, d->correction = correction, d->near = near,
  d->pair = pair;
  d->across = 1, d->along = h->count;
  if (!status) status = put(o, &all, d, sizeof *d);
  o->view.state.bent = (struct structures *)(uintptr_t)all;
  return status;
}

void offload_release_structures(struct offload *o) {
  const struct structures *d = &o->bent;
  const void *const all[] = {d->rows,       d->other,      d->stress, d->load, d->laws,           d->of,
                             d->neighbours, d->correction, d->near,   d->pair, o->view.state.bent};
  if (!o->state->bent) return;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    if (all[k]) omp_target_free((void *)(uintptr_t)all[k], o->device);
}

int offload_move_structures(struct offload *o, bool to_host) {
  struct structure_row *here = o->state->bent->rows, *there = o->bent.rows;
  const size_t bytes = o->state->bent->count * sizeof *here;
  return offload_copy(o->device, to_host ? here : there, to_host ? there : here, bytes, to_host);
}
