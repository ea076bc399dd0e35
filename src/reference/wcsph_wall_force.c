/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/wall_force.h"

#include "reference/wcsph.h"

void reference_sum_wall_force(const struct wcsph_state *s, const struct wcsph_law *law, int wall,
                              double force[3]) {
  const float scale = wall_force_quanta(law);
  const double quantum = (double)law->mass / (double)scale;
  int64_t sum[3] = {0};
  const struct range walls = state_range(s, KIND_WALL);
  for (uint32_t i = walls.begin; i < walls.end; i++) {
    if (s->body[i] != wall) continue;
    sum[0] += wall_force_term((double)s->rate[i].x, scale);
    sum[1] += wall_force_term((double)s->rate[i].y, scale);
    sum[2] += wall_force_term((double)s->rate[i].z, scale);
  }
  for (int a = 0; a < 3; a++) force[a] = quantum * (double)sum[a];
}
