/* SPDX-License-Identifier: BSD-3-Clause */
/* Which particle is in which cell: a counting sort of particle numbers. Particles themselves stay in place.
 */
#include <stdlib.h>
#include <string.h>

#include "reference/wcsph.h"
#include "util/error.h"

/* Close the gaps of fluid particles that left, in every buffer. */
static void drop_gone(struct wcsph_state *s) {
  const struct range fluid = state_range(s, KIND_FLUID);
  uint32_t kept = fluid.begin;
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    if (state_drops(s, &s->pos[i])) continue;
    for (int b = 0; kept != i && b < WCSPH_BUFFER_COUNT; b++) {
      char *data = state_buffer(s, b);
      size_t size = wcsph_buffer_info[b].row_bytes;
      if (data) memcpy(data + kept * size, data + i * size, size);
    }
    kept++;
  }
  state_resize_fluid(s, kept - fluid.begin);
}

int reference_rebuild(void *self, bool keep_order) {
  struct reference *r = self;
  struct wcsph_state *s = r->state;
  if (!keep_order) {
    drop_gone(s);
    for (uint32_t i = 0; i < s->count; i++)
      s->listed_pos[i] = (struct position){.x = s->pos[i].x, .y = s->pos[i].y, .z = s->pos[i].z};
  }
  for (int kind = 0; kind < ROW_KINDS; kind++)
    grid_sort(&r->grid, s->listed_pos, s->ranges[kind].begin, s->ranges[kind].end, r->grid.start[kind]);
  r->counters.rebuilds++;
  return STATUS_OK;
}
