/* SPDX-License-Identifier: BSD-3-Clause */
/* What part 0 sees of the others' rows: commands write files from it. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "parts/part.h"
#include "util/error.h"
#include "wcsph/watch.h"

/* Own rows of a buffer, in the order of memory. */
static void pack_own(const struct part *p, enum row_kind kind, int buffer, char *to) {
  const struct range r = state_range(&p->here, kind);
  const size_t size = wcsph_buffer_info[buffer].row_bytes;
  const char *data = state_buffer(&p->here, buffer);
  for (uint32_t i = r.begin; i < r.end; i++) {
    if (p->here.pos[i].mark == MARK_HALO) continue;
    memcpy(to, data + i * size, size);
    to += size;
  }
}

static void gather_gather(struct part *p, enum row_kind kind, int buffer, size_t *at) {
  const size_t size = wcsph_buffer_info[buffer].row_bytes;
  size_t *to_at = at, *from_at = at + p->parts + 1;
  char *into = NULL;
  if (p->whole) into = (char *)state_buffer(p->whole, buffer) + p->whole->ranges[kind].begin * size;
  to_at[0] = from_at[0] = 0;
  for (int k = 0; k < p->parts; k++) {
    to_at[k + 1] = p->owned[p->number][kind] * size; /* all of it to part 0 */
    from_at[k + 1] = from_at[k] + (p->whole ? p->owned[k][kind] * size : 0);
  }
  pack_own(p, kind, buffer, p->send.data);
  part_trade(p, 1, p->send.data, to_at, into, from_at);
}

/* Part 0 has no room for rows that it never had until they are asked for. */
static int make_room(struct part *p, row_mask mask) {
  struct wcsph_state *s = p->whole;
  for (int b = 0; s && b < WCSPH_BUFFER_COUNT; b++) {
    if (!(mask & row_bit(b)) || s->count <= s->capacity || s->count <= p->held[b]) continue;
    free(state_buffer(s, b));
    p->held[b] = 0;
    state_set_buffer(s, b, rows_allocate(s->count, wcsph_buffer_info[b].row_bytes));
    CHECK(state_buffer(s, b), STATUS_FAILED, "no memory for %u particles", s->count);
    p->held[b] = s->count;
  }
  return STATUS_OK;
}

int part_hash(struct part *p, uint64_t *sum) {
  const row_mask mask = p->here.buffers & (rows_mask(&wcsph_rows, ROW_HASHED) | BUFFER_POSITION);
  int status = p->unsent ? STATUS_OK : wcsph_fetch(p->backend, p->self, mask);
  TRY(part_agree(p, status, NULL, 0));
  *sum = rows_hash(&wcsph_rows, &p->here, p->here.count);
  MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return STATUS_OK;
}

int part_gather(struct part *p, row_mask mask) {
  size_t widest = 0, *at = calloc(2 * ((size_t)p->parts + 1), sizeof *at);
  uint32_t most = 0;
  int status = at ? STATUS_OK : error_set(STATUS_FAILED, "no memory to gather rows");
  mask &= p->here.buffers;
  for (int kind = 0; kind < ROW_KINDS; kind++)
    if (p->owned[p->number][kind] > most) most = p->owned[p->number][kind];
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++)
    if (wcsph_buffer_info[b].row_bytes > widest) widest = wcsph_buffer_info[b].row_bytes;
  if (status == STATUS_OK) status = make_room(p, mask);
  if (status == STATUS_OK) status = part_reserve(&p->send, most * widest);
  if (status == STATUS_OK) status = wcsph_fetch(p->backend, p->self, mask | BUFFER_POSITION);
  TRY(part_agree(p, status, NULL, 0));
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++)
    for (int kind = 0; kind < ROW_KINDS; kind++)
      if (mask & row_bit(b)) gather_gather(p, (enum row_kind)kind, b, at);
  free(at);
  return STATUS_OK;
}

int part_turn(struct part *p, int buffer, uint64_t id, unsigned bit) {
  const struct wcsph_state *s = &p->here;
  const row_mask mask = row_bit(buffer);
  int status = wcsph_fetch(p->backend, p->self, mask | BUFFER_POSITION | BUFFER_ID);
  for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++)
    if (s->id[i] == id && s->pos[i].mark != MARK_HALO) wcsph_turn_bit(s, buffer, i, bit);
  if (status == STATUS_OK) status = wcsph_send(p->backend, p->self, mask);
  return part_agree(p, status, NULL, 0);
}
