/* SPDX-License-Identifier: BSD-3-Clause */
/* What the fluid does to bodies, in whole quanta. */
#include "reference/wcsph.h"
#include "util/error.h"

int reference_wall_loads(void *self, const struct wall_pose *poses, size_t count,
                         int64_t (*sums)[LOAD_SUMS]) {
  (void)count;
  const struct reference *r = self;
  const struct range walls = state_range(r->state, KIND_WALL);
  const double scale = (double)pose_force_quanta(r->law);
  for (uint32_t i = walls.begin; i < walls.end; i++) {
    const struct wall_pose *w = &poses[r->state->body[i]];
    int64_t add[LOAD_SUMS];
    if (!w->body || r->state->pos[i].mark == MARK_HALO) continue;
    pose_weigh_row(r->state, w, scale, r->law->quantum, i, add);
    for (int k = 0; k < LOAD_SUMS; k++) sums[w->body - 1][k] += add[k];
  }
  return STATUS_OK;
}
