/* SPDX-License-Identifier: BSD-3-Clause */
/* Halo rows, and how they are made as their owners have them. Both sides list those that travel by id. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "parts/part.h"
#include "util/error.h"

/* Rows that travel, as they are found: their numbers, places and ids. */
struct found {
  uint32_t *rows, count;
  struct position *now, *places; /* as they are; by which they belong to a part */
  uint64_t *ids;
};

/* The k-th of them, to the lists that it belongs to. Without lists it counts. */
static void note(const struct part *p, const struct found *f, uint32_t k, uint32_t *out, uint32_t *in,
                 uint32_t *out_list, uint32_t *in_list) {
  const struct position *place = &f->places[k];
  if (f->now[k].mark == MARK_HALO) {
    const uint32_t at = in[cut_owner(p->cut, place)]++;
    if (in_list) in_list[at] = k;
    return;
  }
  for (int part = 0; part < p->parts; part++) {
    if (part == p->number || !cut_near(p->cut, part, place)) continue;
    const uint32_t at = out[part]++;
    if (out_list) out_list[at] = k;
  }
}

/* Counts into where lists begin: next[k] for filling, at[0 .. parts]. */
static void begin_lists(struct part_rows *r, uint32_t *next, int parts) {
  r->at[0] = 0;
  for (int k = 0; k < parts; k++) {
    r->at[k + 1] = r->at[k] + next[k];
    next[k] = r->at[k];
  }
}

static int reserve(struct part_rows *r, uint32_t count) {
  if (count <= r->room && r->rows) return STATUS_OK;
  free(r->rows);
  r->room = count + count / 4 + 16;
  r->rows = malloc(r->room * sizeof *r->rows);
  if (!r->rows) r->room = 0;
  CHECK(r->rows, STATUS_FAILED, "no memory for %u rows of other parts", count);
  return STATUS_OK;
}

static int by_id(const void *a, const void *b, void *ids) {
  const uint64_t x = ((const uint64_t *)ids)[*(const uint32_t *)a],
                 y = ((const uint64_t *)ids)[*(const uint32_t *)b];
  return (x > y) - (x < y);
}

/* Lists by id, and then by row. */
static void finish_lists(struct part_rows *r, const struct found *f, int parts) {
  for (int k = 0; k < parts; k++)
    qsort_r(r->rows + r->at[k], r->at[k + 1] - r->at[k], sizeof *r->rows, by_id, f->ids);
  for (uint32_t k = 0; k < r->at[parts]; k++) r->rows[k] = f->rows[r->rows[k]];
}

static int make_lists(struct part *p, enum row_kind kind, const struct found *f, uint32_t *next) {
  struct part_rows *out = &p->out[kind], *in = &p->in[kind];
  uint32_t *next_in = next + p->parts;
  memset(next, 0, 2 * (size_t)p->parts * sizeof *next);
  for (uint32_t k = 0; k < f->count; k++) note(p, f, k, next, next_in, NULL, NULL);
  begin_lists(out, next, p->parts);
  begin_lists(in, next_in, p->parts);
  TRY(reserve(out, out->at[p->parts]));
  TRY(reserve(in, in->at[p->parts]));
  for (uint32_t k = 0; k < f->count; k++) note(p, f, k, next, next_in, out->rows, in->rows);
  finish_lists(out, f, p->parts);
  finish_lists(in, f, p->parts);
  return STATUS_OK;
}

static int find_of_kind(struct part *p, enum row_kind kind, bool listed, uint32_t *next) {
  struct found f = {0};
  struct row_filter filter;
  part_filter(p, &filter, false);
  if (listed) memset(filter.high, 0, sizeof filter.high); /* all: it is not for where they are */
  int status = part_select(p, kind, &filter, &f.rows, &f.count);
  f.now = malloc(((size_t)f.count + 1) * sizeof *f.now);
  f.places = listed ? malloc(((size_t)f.count + 1) * sizeof *f.places) : f.now;
  f.ids = malloc(((size_t)f.count + 1) * sizeof *f.ids);
  if (status == STATUS_OK && !(f.now && f.places && f.ids))
    status = error_set(STATUS_FAILED, "no memory for %u rows of the halo", f.count);
  if (status == STATUS_OK) status = part_take(p, BUFFER_POSITION, f.rows, f.count, (char *)f.now);
  if (status == STATUS_OK && listed)
    status = part_take(p, BUFFER_LISTED_POSITION, f.rows, f.count, (char *)f.places);
  if (status == STATUS_OK) status = part_take(p, BUFFER_ID, f.rows, f.count, (char *)f.ids);
  if (status == STATUS_OK) status = make_lists(p, kind, &f, next);
  if (f.places != f.now) free(f.places);
  free(f.now);
  free(f.ids);
  free(f.rows);
  return status;
}

/* That everybody expects what comes: a fault here would be one of ours, but never a silent one. */
static int check_counts(const struct part *p, enum row_kind kind, uint32_t *next) {
  uint32_t *theirs = next + p->parts;
  for (int k = 0; k < p->parts; k++) next[k] = p->out[kind].at[k + 1] - p->out[kind].at[k];
  MPI_Alltoall(next, 1, MPI_UINT32_T, theirs, 1, MPI_UINT32_T, MPI_COMM_WORLD);
  for (int k = 0; k < p->parts; k++) {
    const uint32_t mine = p->in[kind].at[k + 1] - p->in[kind].at[k];
    CHECK(theirs[k] == mine, STATUS_FAILED, "part %d sends %u rows of the halo where %u are expected", k,
          theirs[k], mine);
  }
  return STATUS_OK;
}

void part_count(struct part *p, const uint32_t halo[ROW_KINDS]) {
  uint32_t mine[ROW_KINDS], fluid = 0;
  for (int kind = 0; kind < ROW_KINDS; kind++)
    mine[kind] = state_count(&p->here, (enum row_kind)kind) - halo[kind];
  MPI_Allgather(mine, ROW_KINDS, MPI_UINT32_T, p->owned, ROW_KINDS, MPI_UINT32_T, MPI_COMM_WORLD);
  for (int k = 0; k < p->parts; k++) fluid += p->owned[k][KIND_FLUID];
  if (p->whole) state_resize_fluid(p->whole, fluid);
}

int part_find_halo(struct part *p, bool walls, bool listed) {
  uint32_t *next = calloc(2 * (size_t)p->parts, sizeof *next), halo[ROW_KINDS];
  int status = next ? STATUS_OK : error_set(STATUS_FAILED, "no memory for the halo");
  for (int kind = 0; kind < ROW_KINDS && status == STATUS_OK; kind++)
    if (walls || kind != KIND_WALL) status = find_of_kind(p, (enum row_kind)kind, listed, next);
  status = part_agree(p, status, NULL, 0);
  for (int kind = 0; kind < ROW_KINDS && status == STATUS_OK; kind++)
    status = part_agree(p, check_counts(p, (enum row_kind)kind, next), NULL, 0);
  for (int kind = 0; kind < ROW_KINDS; kind++) halo[kind] = p->in[kind].at[p->parts];
  if (status == STATUS_OK) part_count(p, halo);
  free(next);
  return status;
}

void part_free_halo(struct part *p) {
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    free(p->out[kind].rows);
    free(p->out[kind].at);
    free(p->in[kind].rows);
    free(p->in[kind].at);
  }
}

/* ---- the exchange ---- */

enum { ROW_BYTES = 16 }; /* of every buffer that passes read */

static size_t buffers_in(unsigned mask) {
  return (size_t)__builtin_popcount(mask);
}

/* What came is other parts'. */
static int put(struct part *p, unsigned mask, const struct part_rows *in, char *from) {
  const size_t wide = buffers_in(mask) * ROW_BYTES;
  const uint32_t mark = MARK_HALO, count = in->at[p->parts];
  for (uint32_t k = 0; k < count && (mask & BUFFER_POSITION); k++)
    memcpy(from + k * wide + offsetof(struct position, mark), &mark, sizeof mark);
  return part_put(p, mask, in->rows, count, from);
}

/* Where each part's rows of each kind begin in a message buffer. */
static void lay_out(const struct part *p, const struct part_rows rows[ROW_KINDS],
                    const unsigned masks[ROW_KINDS], size_t *at) {
  for (int kind = 0; kind < ROW_KINDS; kind++)
    for (int k = 0; k < p->parts; k++, at++)
      at[1] = at[0] + (rows[kind].at[k + 1] - rows[kind].at[k]) * buffers_in(masks[kind]) * ROW_BYTES;
}

int part_exchange(struct part *p, unsigned mask) {
  unsigned masks[ROW_KINDS], any = 0;
  const int parts = p->parts, messages = ROW_KINDS * parts;
  for (int kind = 0; kind < ROW_KINDS; kind++) any |= masks[kind] = p->stale[kind] & mask & p->here.buffers;
  if (!any) return STATUS_OK;
  size_t *to_at = calloc(2 * ((size_t)messages + 1), sizeof *to_at), *from_at = to_at + messages + 1;
  int status = to_at ? STATUS_OK : error_set(STATUS_FAILED, "no memory for messages");
  if (status == STATUS_OK) {
    lay_out(p, p->out, masks, to_at);
    lay_out(p, p->in, masks, from_at);
    status = part_reserve(&p->send, to_at[messages]);
  }
  if (status == STATUS_OK) status = part_reserve(&p->receive, from_at[messages]);
  for (int kind = 0; kind < ROW_KINDS && status == STATUS_OK; kind++)
    status = part_take(p, masks[kind], p->out[kind].rows, p->out[kind].at[parts],
                       p->send.data + to_at[kind * parts]);
  status = part_agree(p, status, NULL, 0);
  if (status == STATUS_OK) {
    part_trade(p, ROW_KINDS, p->send.data, to_at, p->receive.data, from_at);
    for (int kind = 0; kind < ROW_KINDS && status == STATUS_OK; kind++) {
      status = put(p, masks[kind], &p->in[kind], p->receive.data + from_at[kind * parts]);
      p->stale[kind] &= ~masks[kind];
    }
  }
  free(to_at);
  return status;
}
