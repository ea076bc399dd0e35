/* SPDX-License-Identifier: BSD-3-Clause */
/* Gauges on the device: one thread a point. */
#include "offload/wcsph.h"
#include "util/error.h"
#include "wcsph/interpolate.h"

#pragma omp declare target
static OFFLOAD_CALL void sample_one(const struct offload_view *v, const struct position *point,
                                    struct wcsph_sample *out) {
  interpolate_at(&v->state, &v->law, &v->grid, point, out);
}
#pragma omp end declare target

int offload_sample(void *self, size_t count, const struct position *points, struct wcsph_sample *out) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  uint32_t n = (uint32_t)count;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v) map(to : points [0:n]) map(from : out [0:n]))
  for (uint32_t k = 0; k < n; k++) sample_one(v, &points[k], &out[k]);
  return STATUS_OK;
}
