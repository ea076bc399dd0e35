/* SPDX-License-Identifier: BSD-3-Clause */
/* One stage of the time integrator, particle by particle. */
#include "reference/wcsph.h"
#include "util/error.h"
#include "wcsph/particle.h"

void reference_advance_range(struct wcsph_state *s, const struct wcsph_law *law,
                             const struct wcsph_stage *stage, uint32_t begin, uint32_t end,
                             struct wcsph_motion *motion) {
  float inv_quantum[3];
  for (int a = 0; a < 3; a++) inv_quantum[a] = (float)(1.0 / s->quantum[a]);
  for (uint32_t i = begin; i < end; i++) {
    if (state_kind(s, i) == KIND_FLUID)
      particle_advance_fluid(s, law, stage, inv_quantum, i, motion);
    else if (law->boundary == BOUNDARY_DYNAMIC)
      particle_advance_wall(s, law, stage, i, motion);
  }
}

void reference_move_walls_of(struct wcsph_state *s, const struct wall_pose *poses) {
  const struct range walls = state_range(s, KIND_WALL);
  for (uint32_t i = walls.begin; i < walls.end; i++) pose_move_row(s, poses, i);
}

void reference_body_force_of(struct wcsph_state *s, const struct wcsph_law *law,
                             const struct wcsph_body_force *force) {
  const struct range fluid = state_range(s, KIND_FLUID);
  for (uint32_t i = fluid.begin; i < fluid.end; i++)
    particle_body_force(force, law->quantum, &s->pos[i], &s->vel[i], &s->rate[i]);
}

int reference_advance(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion) {
  struct reference *r = self;
  *motion = (struct wcsph_motion){.spread = motion->spread, .max_speed2 = motion->max_speed2};
  const struct range fluid = state_range(r->state, KIND_FLUID);
  if (stage->faces) reference_impose_faces_of(r->state, r->law, stage, fluid.begin, fluid.end);
  reference_advance_range(r->state, r->law, stage, 0, r->state->count, motion);
  if (stage->poses) reference_move_walls_of(r->state, stage->poses);
  return STATUS_OK;
}
