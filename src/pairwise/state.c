/* SPDX-License-Identifier: BSD-3-Clause */
#include "pairwise/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/snapshot.h"
#include "util/error.h"

const struct pairwise_buffer_info pairwise_buffer_info[PAIRWISE_BUFFER_COUNT] = {
#define X(NAME, type, member, ft, c) {#member, sizeof(type), ft, c},
    PAIRWISE_BUFFERS(X)
#undef X
};

void *pairwise_state_buffer(const struct pairwise_state *s, int buffer) {
  switch (buffer) {
#define X(NAME, type, member, ft, c)                                                                         \
  case PAIRWISE_BUFFER_##NAME:                                                                               \
    return s->member;
    PAIRWISE_BUFFERS(X)
#undef X
  }
  return NULL;
}

void pairwise_state_set_buffer(struct pairwise_state *s, int buffer, void *data) {
  switch (buffer) {
#define X(NAME, type, member, ft, c)                                                                         \
  case PAIRWISE_BUFFER_##NAME:                                                                               \
    s->member = data;                                                                                        \
    break;
    PAIRWISE_BUFFERS(X)
#undef X
  }
}

static bool has(int buffer, bool plain) {
  return buffer != PAIRWISE_BUFFER_REST || !plain;
}

int pairwise_state_allocate(struct pairwise_state *s, uint32_t count, bool plain) {
  s->count = count;
  for (int b = 0; b < PAIRWISE_BUFFER_COUNT; b++) {
    if (!has(b, plain)) continue;
    void *data = state_allocate_rows(count, pairwise_buffer_info[b].row_bytes);
    pairwise_state_set_buffer(s, b, data);
    CHECK(data, STATUS_FAILED, "no memory for %u particles (buffer %s)", count, pairwise_buffer_info[b].name);
  }
  return STATUS_OK;
}

void pairwise_state_free(struct pairwise_state *s) {
  for (int b = 0; b < PAIRWISE_BUFFER_COUNT; b++) {
    free(pairwise_state_buffer(s, b));
    pairwise_state_set_buffer(s, b, NULL);
  }
}

size_t pairwise_state_row_bytes(bool plain) {
  size_t bytes = 0;
  for (int b = 0; b < PAIRWISE_BUFFER_COUNT; b++)
    if (has(b, plain)) bytes += pairwise_buffer_info[b].row_bytes;
  return bytes;
}

/* Buffers differ in size, so what was spare is exchanged for one of the largest alone; the others are copied
 * back. */
void pairwise_state_permute(struct pairwise_state *s, const uint32_t *from, void **spare, int threads) {
  const uint32_t n = s->count;
  for (int b = 0; b < PAIRWISE_BUFFER_COUNT; b++) {
    const char *old = pairwise_state_buffer(s, b);
    char *sorted = *spare;
    if (!old) continue;
    if (pairwise_buffer_info[b].row_bytes == sizeof(struct wide4)) {
#pragma omp parallel for schedule(static) num_threads(threads)
      for (uint32_t i = 0; i < n; i++) ((struct wide4 *)sorted)[i] = ((const struct wide4 *)old)[from[i]];
      *spare = pairwise_state_buffer(s, b);
      pairwise_state_set_buffer(s, b, sorted);
      continue;
    }
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t i = 0; i < n; i++) ((struct vec4 *)sorted)[i] = ((const struct vec4 *)old)[from[i]];
    memcpy(pairwise_state_buffer(s, b), sorted, (size_t)n * sizeof(struct vec4));
  }
}

void pairwise_grid_make(struct grid *g, const struct pairwise_state *s, const int reach[3]) {
  double cells[3], total = 1.0, most = fmin(4096.0 + 16.0 * s->count, 0x1p31);
  *g = (struct grid){.total = 1};
  for (int a = 0; a < 3; a++) {
    cells[a] = fmin(s->quantum[a] * 0x1p32 / ((double)s->reach * (1.0 + 1e-6)) * reach[a], 0x1p40);
    total *= cells[a] > 1.0 ? cells[a] : 1.0;
  }
  for (; total > most; total *= 0.125) /* a wide domain with few particles */
    for (int a = 0; a < 3; a++) cells[a] *= 0.5;
  for (int a = 0; a < 3; a++) {
    g->periodic[a] = s->periodic[a];
    g->reach[a] = cells[a] < 2 * reach[a] + 1 ? 0 : reach[a];
    g->cells[a] = g->reach[a] == 0 ? 1 : (uint32_t)cells[a];
    g->total *= g->cells[a];
  }
}
