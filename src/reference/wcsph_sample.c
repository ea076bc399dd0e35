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
  const float scale = interpolate_force_quanta(law);
  const double quantum = (double)law->mass / (double)scale;
  int64_t sum[3] = {0};
  const struct range walls = state_range(s, KIND_WALL);
  for (uint32_t i = walls.begin; i < walls.end; i++) {
    if (s->body[i] != wall) continue;
    sum[0] += interpolate_quanta((double)s->rate[i].x, scale);
    sum[1] += interpolate_quanta((double)s->rate[i].y, scale);
    sum[2] += interpolate_quanta((double)s->rate[i].z, scale);
  }
  for (int a = 0; a < 3; a++) force[a] = quantum * (double)sum[a];
}
