/* SPDX-License-Identifier: BSD-3-Clause */
#include "pairwise/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/snapshot.h"
#include "util/error.h"

const struct buffer_info pairwise_buffer_info[PAIRWISE_BUFFER_COUNT] = {
#define X(NAME, type, member, field, components, uses)                                                       \
  {#member, offsetof(struct pairwise_state, member), sizeof(type), field, components, uses},
    PAIRWISE_BUFFERS(X)
#undef X
};

const struct row_table pairwise_rows = {pairwise_buffer_info, PAIRWISE_BUFFER_COUNT, PAIRWISE_BUFFER_POSITION,
                                        PAIRWISE_BUFFER_ID};

static row_mask buffers_of(bool plain) {
  const row_mask all = row_bit(PAIRWISE_BUFFER_COUNT) - 1;
  return plain ? all & ~row_bit(PAIRWISE_BUFFER_COMPENSATION) : all;
}

int pairwise_state_allocate(struct pairwise_state *s, uint32_t count, bool plain) {
  s->count = count;
  return rows_open(&pairwise_rows, s, buffers_of(plain), count);
}

void pairwise_state_free(struct pairwise_state *s) {
  rows_close(&pairwise_rows, s);
}

size_t pairwise_state_row_bytes(bool plain) {
  size_t bytes = 0;
  for (int b = 0; b < PAIRWISE_BUFFER_COUNT; b++)
    if (buffers_of(plain) & row_bit(b)) bytes += pairwise_buffer_info[b].row_bytes;
  return bytes;
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

void pairwise_cells(const struct pairwise_state *s, uint32_t cells[3]) {
  for (int a = 0; a < 3; a++) {
    const double count = 4.0 * s->quantum[a] * 0x1p32 / (double)s->reach;
    cells[a] = (uint32_t)fmin(fmax(count, 1.0), 4096.0);
  }
}
