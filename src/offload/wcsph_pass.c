/* SPDX-License-Identifier: BSD-3-Clause */
/* A pass on the device, one thread a particle: compiled once for each row of wcsph/passes/list.h that has no
 * file of its own here, with the row's name as PASS. */
#include "offload/pass.h"
#include "util/error.h"

#pragma omp declare target
static OFFLOAD_CALL void one(const struct offload_view *v, uint32_t i, struct offload_finding *f) {
  P(write_rows)(&v->law, v, i, f);
}
#pragma omp end declare target

int PASS_JOIN(offload_pass, PASS)(struct offload *o, struct pass_found *out) {
  const struct offload_view *v = o->there;
  struct offload_finding *found, all;
  const uint32_t begin = P_MEETS(WALLS_FROM_FLUID) ? 0 : state_range(&o->view.state, KIND_FLUID).begin;
  const uint32_t end = P_MEETS(FLUID_FROM_FLUID | FLUID_FROM_WALLS)
                           ? o->view.state.count
                           : state_range(&o->view.state, KIND_WALL).end;
  int device = o->device;
  found = NULL;
  if (P(FINDS)) TRY(offload_expect(o, FOUND_BY_OTHERS, &found));
  OFFLOAD_LOOP(end - begin, is_device_ptr(v, found))
  for (uint32_t i = begin; i < end; i++) one(v, i, P(FINDS) ? offload_finding_of(found, i) : NULL);
  *out = (struct pass_found){0};
  if (!P(FINDS)) return STATUS_OK;
  TRY(offload_collect(o, FOUND_BY_OTHERS, false, &all));
  memcpy(&out->most_of_rows, &all.most_of_rows, sizeof out->most_of_rows);
  memcpy(&out->most_of_pairs, &all.most_of_pairs, sizeof out->most_of_pairs);
  memcpy(&out->load, &all.load, sizeof out->load);
  return STATUS_OK;
}
