/* SPDX-License-Identifier: BSD-3-Clause */
/* Structures, particle by particle. */
#include "reference/wcsph.h"
#include "util/error.h"
#include "wcsph/particle.h"
#include "wcsph/walls/structure_bend.h"

int reference_structures(void *self, const struct wcsph_entry *e) {
  const struct reference *r = self;
  const struct wcsph_state *s = r->state;
  const struct structures *b = s->bent;
  const struct range walls = state_range(s, KIND_WALL);
  for (uint32_t i = walls.begin; i < walls.end; i++)
    if (e->poses[s->body[i]].bends) pose_begin_bending(s, &e->poses[s->body[i]], e->bending, i);
  for (uint32_t step = 0; step < e->bending->substeps; step++) {
    for (uint32_t k = 0; k < b->count; k++) structure_strain(b, structure_from(b, e->bending, step), k);
    for (uint32_t k = 0; k < b->count; k++) structure_kick(b, e->bending, step, k);
  }
  for (uint32_t i = walls.begin; i < walls.end; i++)
    if (e->poses[s->body[i]].bends) particle_bend(s, r->law, e->poses, i, e->motion);
  return STATUS_OK;
}
