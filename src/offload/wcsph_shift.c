/* SPDX-License-Identifier: BSD-3-Clause */
/* Particle shifting on the device: one thread a fluid particle. */
#include <math.h>

#include "offload/wcsph.h"
#include "util/error.h"

#define PASS shift
#include "offload/pass.h"
#undef PASS

#pragma omp declare target
static OFFLOAD_CALL void shift_one(const struct offload_view *v, uint32_t i, struct offload_finding *f) {
  v->state.rate[i] = shift_row_of(&v->law, v, i, f);
}
#pragma omp end declare target

int offload_shift(void *self, double *max_speed) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  struct offload_finding *found, all;
  const uint32_t begin = state_range(&o->view.state, KIND_FLUID).begin, n = o->view.state.count;
  int device = o->device;
  if (o->hot_is_stale) offload_heat_all(o);
  TRY(offload_expect(o, FOUND_BY_OTHERS, &found));
  OFFLOAD_LOOP(n - begin, is_device_ptr(v, found))
  for (uint32_t i = begin; i < n; i++) shift_one(v, i, offload_finding_of(found, i));
  TRY(offload_collect(o, FOUND_BY_OTHERS, false, &all));
  float speed2;
  memcpy(&speed2, &all.most_of_rows, sizeof speed2);
  *max_speed = sqrt((double)speed2);
  return STATUS_OK;
}
