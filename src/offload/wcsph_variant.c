/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass for one combination of models: compiled once for each row of wcsph/variants.list
 * (cmake/variants.cmake), with the row's choices as constants. */
#include "offload/wcsph_forces.h"
#include "wcsph/variant.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#ifdef __clang__
void JOIN(offload_forces_, VARIANT)(struct offload *o, struct offload_finding *found,
                                    struct offload_finding *next) {
  OFFLOAD_CAPTURE(o->law)
  const struct offload_hot *hot = o->view.hot;
  const struct offload_quad *list = o->view.list;
  const uint32_t *fluid_count = o->view.fluid_count, *wall_count = o->view.wall_count;
  struct vec4 *rate = o->view.state.rate;
  const uint32_t walls = o->view.state.wall_count, n = o->view.state.count;
  const uint32_t stride = o->view.stride, rows = o->view.rows;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(hot, list, fluid_count, wall_count, rate, found, next))
  for (uint32_t i = 0; i < n; i++) {
    const struct wcsph_law law = {OFFLOAD_CAPTURED VARIANT_CHOSEN};
    const struct offload_hot me = hot[i];
    struct offload_sums s = {0};
    const bool wall = i < walls;
    if (wall) {
      meet_listed(&law, WALL_MEETS_FLUID, &me, hot, list + i, (ptrdiff_t)stride, fluid_count[i], &s);
    } else {
      meet_listed(&law, FLUID_MEETS_FLUID, &me, hot, list + i, (ptrdiff_t)stride, fluid_count[i], &s);
      meet_listed(&law, FLUID_MEETS_WALL, &me, hot, list + (size_t)(rows - 1) * stride + i,
                  -(ptrdiff_t)stride, wall_count[i], &s);
    }
    rate[i] = finish(&law, &s, wall, offload_finding_of(found, i));
    if (i < OFFLOAD_FINDINGS) offload_forget(&next[i]);
  }
}

#else /* the law as the device's view has it: the loop over lanes can have none of its own (OFFLOAD_CALL) */
#pragma omp declare target
static OFFLOAD_CALL void force_on(const struct offload_view *v, uint32_t i, struct offload_finding *f) {
  struct wcsph_law law = v->law;
  VARIANT_CHOOSE(law);
  force_listed(&law, v, i, f);
}
#pragma omp end declare target

void JOIN(offload_forces_, VARIANT)(struct offload *o, struct offload_finding *found,
                                    struct offload_finding *next) {
  const struct offload_view *v = o->there;
  const uint32_t n = o->view.state.count;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v, found, next))
  for (uint32_t i = 0; i < n; i++) {
    force_on(v, i, offload_finding_of(found, i));
    if (i < OFFLOAD_FINDINGS) offload_forget(&next[i]);
  }
}
#endif
