/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/state.h"

#include <math.h>

#include "io/snapshot.h"
#include "util/error.h"

const struct buffer_info wcsph_buffer_info[WCSPH_BUFFER_COUNT] = {
#define X(NAME, type, member, field, components, uses)                                                       \
  {#member, offsetof(struct wcsph_state, member), sizeof(type), field, components, uses},
    WCSPH_BUFFERS(X)
#undef X
};

const struct row_table wcsph_rows = {wcsph_buffer_info, WCSPH_BUFFER_COUNT, BUFFER_INDEX_POSITION,
                                     BUFFER_INDEX_ID};

int state_allocate(struct wcsph_state *s, uint32_t capacity, row_mask buffers) {
  s->capacity = capacity;
  s->buffers = buffers;
  return rows_open(&wcsph_rows, s, buffers, capacity);
}

void state_free(struct wcsph_state *s) {
  rows_close(&wcsph_rows, s);
}

int state_reserve(struct wcsph_state *s, uint32_t capacity) {
  if (capacity <= s->capacity) return STATUS_OK;
  TRY(rows_grow(&wcsph_rows, s, s->count, capacity));
  s->capacity = capacity;
  return STATUS_OK;
}

/* Expected places of a pair that meets are at most a path farther apart than the pair: half of one each. */
uint32_t state_wide_cells(const struct wcsph_state *s, float support, int axis, int reach) {
  const double span = (double)support + (double)s->skin + 1.001 * (double)s->path;
  const double length = s->quantum[axis] * 0x1p32, cells = length / span * reach;
  return s->cells[axis] == 1 || cells < 1.0 ? 1 : (uint32_t)cells;
}

struct position state_position(const struct wcsph_state *s, const double place[3]) {
  uint32_t q[3];
  for (int a = 0; a < 3; a++) q[a] = (uint32_t)(int64_t)llrint((place[a] - s->origin[a]) / s->quantum[a]);
  return (struct position){.x = q[0], .y = q[1], .z = q[2]};
}

uint32_t state_mark_gone(struct wcsph_state *s, const uint64_t *ids, uint32_t count) {
  const struct range fluid = state_range(s, KIND_FLUID);
  uint32_t found = 0;
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    if (!state_is_among(ids, count, s->id[i])) continue;
    s->pos[i].mark = MARK_GONE;
    found++;
  }
  return found;
}
