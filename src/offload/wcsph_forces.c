/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass: one thread a particle, which sums over all its neighbours. */
#include <math.h>

#include "offload/wcsph.h"
#include "offload/wcsph_forces.h"
#include "offload/wcsph_walls.h"
#include "util/error.h"

#pragma omp declare target
static OFFLOAD_CALL void pack_one(const struct offload_view *v, uint32_t i) {
  v->records[i] = offload_pack_record(&v->law, v->state.pos[i], v->state.vel[i].w);
  if (v->state.damping)
    v->records[i].term = eos_damped_term(&v->law, v->state.vel[i].w, v->state.damping[i].w);
}
#pragma omp end declare target

/* Otherwise what changes a particle packs its record, but for the damper's pressure: this alone adds it. */
void offload_pack_records(struct offload *o) {
  const struct offload_view *v = o->there;
  uint32_t n = o->view.state.count;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) pack_one(v, i);
  o->records_are_stale = false;
}

/* Any law, neighbours from the list or from the cells. */
#pragma omp declare target
static OFFLOAD_CALL void force_by_general_law(const struct offload_view *v, uint32_t i,
                                              struct offload_finding *f) {
  forces_write_rows(&v->law, v, i, f);
}
#pragma omp end declare target

static void general(struct offload *o, struct offload_finding *found, struct offload_finding *next) {
  const struct offload_view *v = o->there;
  const uint32_t n = o->view.state.count;
  size_t count;
  struct offload_finding *seen = offload_seen(o, found, &count);
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v, next) map(always, from : seen [0:count]))
  for (uint32_t i = 0; i < n; i++) {
    force_by_general_law(v, i, offload_finding_of(seen, i));
    if (i < OFFLOAD_FINDINGS) offload_forget(&next[i]);
  }
}

int offload_pass_forces(struct offload *o, struct pass_found *out) {
  struct offload_finding *found, all;
  TRY(offload_expect(o, FOUND_BY_FORCES, &found));
  struct offload_finding *next = o->found + (size_t)FOUND_BY_OTHERS * OFFLOAD_FINDINGS;
  offload_settle_loads(o);
  o->has_weighed = false;
  const bool listed = o->view.list && o->own;
  if (!listed || offload_otherwise.forces) TRY(offload_come(o));
  if (!offload_otherwise.forces || !offload_otherwise.forces(o, found, next)) {
    TRY(offload_in_turns(o, listed ? o->own : general, found, next));
    o->has_weighed = offload_weighs(o);
  }
  TRY(offload_collect(o, FOUND_BY_FORCES, o->view.state.count >= OFFLOAD_FINDINGS, &all));
  *out = (struct pass_found){.most_of_rows = lane_bits_to_real((int32_t)all.most_of_rows),
                             .most_of_pairs = lane_bits_to_real((int32_t)all.most_of_pairs),
                             .load = lane_bits_to_real((int32_t)all.load)};
  return STATUS_OK;
}

int offload_forces(void *self, struct wcsph_limits *limits) {
  struct offload *o = self;
  struct pass_found found;
  if (o->state->damping) TRY(offload_come(o));
  if (o->records_are_stale || o->state->damping) offload_pack_records(o);
  TRY(offload_pass_forces(o, &found));
  *limits = (struct wcsph_limits){.max_acceleration = sqrtf(found.most_of_rows),
                                  .max_mu = found.most_of_pairs / o->law->dissipation,
                                  .load = found.load / SUM_TERM_LIMIT};
  return STATUS_OK;
}
