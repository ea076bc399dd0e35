/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/state.h"

#include <stdlib.h>
#include <string.h>

#include "io/snapshot.h"
#include "util/error.h"

const struct buffer_info wcsph_buffer_info[WCSPH_BUFFER_COUNT] = {
#define X(NAME, type, member, field, components, hashed) {#member, sizeof(type), field, components, hashed},
    WCSPH_BUFFERS(X)
#undef X
};

void *state_buffer(const struct wcsph_state *s, int index) {
  switch (index) {
#define X(NAME, type, member, field, components, hashed)                                                     \
  case BUFFER_INDEX_##NAME:                                                                                  \
    return s->member;
    WCSPH_BUFFERS(X)
#undef X
  }
  return NULL;
}

void state_set_buffer(struct wcsph_state *s, int index, void *data) {
  switch (index) {
#define X(NAME, type, member, field, components, hashed)                                                     \
  case BUFFER_INDEX_##NAME:                                                                                  \
    s->member = data;                                                                                        \
    break;
    WCSPH_BUFFERS(X)
#undef X
  }
}

void *state_allocate_rows(uint32_t capacity, size_t row_bytes) {
  size_t bytes = (((size_t)capacity + 16) * row_bytes + 63) / 64 * 64;
  void *data = aligned_alloc(64, bytes);
  if (data) memset(data, 0, bytes);
  return data;
}

int state_allocate(struct wcsph_state *s, uint32_t capacity, unsigned buffers) {
  s->capacity = capacity;
  s->buffers = buffers;
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) {
    if (!(buffers & 1u << b)) continue;
    void *data = state_allocate_rows(capacity, wcsph_buffer_info[b].row_bytes);
    if (!data) {
      state_free(s);
      return error_set(STATUS_FAILED, "no memory for %u particles (buffer %s)", capacity,
                       wcsph_buffer_info[b].name);
    }
    state_set_buffer(s, b, data);
  }
  return STATUS_OK;
}

void state_free(struct wcsph_state *s) {
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) {
    free(state_buffer(s, b));
    state_set_buffer(s, b, NULL);
  }
}
