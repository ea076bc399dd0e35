/* SPDX-License-Identifier: BSD-3-Clause */
/* Gauges: kernel sums at points, and the force on a wall. */
#include "reference/wcsph.h"
#include "wcsph/interpolate.h"

void reference_sample_points(const struct wcsph_state *s, const struct wcsph_law *law,
                             const struct grid *grid, size_t count, const struct position *points,
                             struct wcsph_sample *out) {
  for (size_t k = 0; k < count; k++) interpolate_at(s, law, grid, &points[k], &out[k]);
}

void reference_sum_wall_force(const struct wcsph_state *s, const struct wcsph_law *law, int wall,
                              double force[3]) {
  force[0] = force[1] = force[2] = 0.0;
  for (uint32_t i = 0; i < s->wall_count; i++) {
    if (s->body[i] != wall) continue;
    force[0] += (double)law->mass * (double)s->rate[i].x;
    force[1] += (double)law->mass * (double)s->rate[i].y;
    force[2] += (double)law->mass * (double)s->rate[i].z;
  }
}
