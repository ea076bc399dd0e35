/* SPDX-License-Identifier: BSD-3-Clause */
/* What the fluid does to walls, in whole quanta. */
#include <stdlib.h>

#include "reference/wcsph.h"
#include "util/error.h"

int reference_wall_loads_of(const struct wcsph_state *s, const struct wcsph_law *law,
                            const struct wall_pose *poses, size_t count, struct wall_load *loads) {
  const struct range walls = state_range(s, KIND_WALL);
  const double scale = (double)pose_force_quanta(law);
  int64_t(*sums)[LOAD_SUMS] = calloc(count, sizeof *sums);
  CHECK(sums, STATUS_FAILED, "no memory for %zu walls", count);
  for (uint32_t i = walls.begin; i < walls.end; i++) {
    const uint16_t body = s->body[i];
    int64_t add[LOAD_SUMS];
    if (!poses[body].weighed) continue;
    pose_weigh_row(s, &poses[body], scale, law->quantum, i, add);
    for (int k = 0; k < LOAD_SUMS; k++) sums[body][k] += add[k];
  }
  for (size_t k = 0; k < count; k++) pose_load(law, &poses[k], sums[k], &loads[k]);
  free(sums);
  return STATUS_OK;
}
