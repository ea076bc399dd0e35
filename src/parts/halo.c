/* SPDX-License-Identifier: BSD-3-Clause */
/* Halo rows, and their exchange with the owners. Sender and receiver sort the rows that travel by id. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "parts/part.h"
#include "util/error.h"

/* The k-th of them, to the lists that it belongs to. Without lists it counts. */
static void note_found(const struct part *p, const struct part_found *f, uint32_t k, uint32_t *out,
                       uint32_t *in, uint32_t *out_list, uint32_t *in_list) {
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

static int reserve_halo(struct part_rows *r, uint32_t count) {
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
static void finish_lists(struct part_rows *r, const struct part_found *f, int parts) {
  for (int k = 0; k < parts; k++)
    qsort_r(r->rows + r->at[k], r->at[k + 1] - r->at[k], sizeof *r->rows, by_id, f->ids);
  for (uint32_t k = 0; k < r->at[parts]; k++) r->rows[k] = f->rows[r->rows[k]];
}

int part_make_lists(struct part *p, enum row_kind kind, const struct part_found *f, uint32_t *next) {
  struct part_rows *out = &p->out[kind], *in = &p->in[kind];
  uint32_t *next_in = next + p->parts;
  memset(next, 0, 2 * (size_t)p->parts * sizeof *next);
  for (uint32_t k = 0; k < f->count; k++) note_found(p, f, k, next, next_in, NULL, NULL);
  begin_lists(out, next, p->parts);
  begin_lists(in, next_in, p->parts);
  TRY(reserve_halo(out, out->at[p->parts]));
  TRY(reserve_halo(in, in->at[p->parts]));
  for (uint32_t k = 0; k < f->count; k++) note_found(p, f, k, next, next_in, out->rows, in->rows);
  finish_lists(out, f, p->parts);
  finish_lists(in, f, p->parts);
  return STATUS_OK;
}

static int find_of_kind(struct part *p, enum row_kind kind, bool listed, uint32_t *next) {
  struct part_found f = {0};
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
  if (status == STATUS_OK) status = part_make_lists(p, kind, &f, next);
  if (f.places != f.now) free(f.places);
  free(f.now);
  free(f.ids);
  free(f.rows);
  return status;
}

/* That each part expects what comes: a fault here would be one of ours, but never a silent one. */
int part_learn(struct part *p, enum row_kind kind, bool checks) {
  const uint32_t *at = p->out[kind].at;
  uint32_t *in = p->in[kind].at;
  struct part_share_of *mine = malloc((size_t)p->parts * sizeof *mine), *theirs = p->theirs[kind];
  int status = mine ? STATUS_OK : error_set(STATUS_FAILED, "no memory for the halo");
  TRY(part_agree(p, status, NULL, 0));
  for (int k = 0; k < p->parts; k++) mine[k] = (struct part_share_of){at[k + 1] - at[k], at[k], at[p->parts]};
  WAITING(MPI_Alltoall(mine, sizeof *mine, MPI_BYTE, theirs, sizeof *theirs, MPI_BYTE, MPI_COMM_WORLD));
  for (int k = 0; k < p->parts && status == STATUS_OK; k++) {
    if (!checks) in[k + 1] = in[k] + theirs[k].count;
    if (theirs[k].count != in[k + 1] - in[k])
      status = error_set(STATUS_FAILED, "part %d sends %u rows of the halo where %u are expected", k,
                         theirs[k].count, in[k + 1] - in[k]);
  }
  free(mine);
  return part_agree(p, status, NULL, 0);
}

/* The backend's own lists, where it has some. */
static int hand_over(struct part *p, enum row_kind kind) {
  const struct part_rows *out = &p->out[kind], *in = &p->in[kind];
  if (!p->far) return STATUS_OK;
  return p->far->list(p->self, kind, out->rows, out->at[p->parts], in->rows, in->at[p->parts]);
}

void part_count(struct part *p, const uint32_t halo[ROW_KINDS]) {
  uint32_t mine[ROW_KINDS], fluid = 0;
  for (int kind = 0; kind < ROW_KINDS; kind++)
    mine[kind] = state_count(&p->here, (enum row_kind)kind) - halo[kind];
  WAITING(MPI_Allgather(mine, ROW_KINDS, MPI_UINT32_T, p->owned, ROW_KINDS, MPI_UINT32_T, MPI_COMM_WORLD));
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
    if (walls || kind != KIND_WALL) {
      status = part_learn(p, (enum row_kind)kind, true);
      if (status == STATUS_OK) status = part_agree(p, hand_over(p, (enum row_kind)kind), NULL, 0);
    }
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
    free(p->theirs[kind]);
  }
}

/* ---- the exchange ---- */

/* Rows that go and come, of kinds, one kind behind the other. */
static uint32_t rows_in(const struct part_rows rows[ROW_KINDS], unsigned kinds, int parts) {
  uint32_t all = 0;
  for (int kind = 0; kind < ROW_KINDS; kind++)
    if (kinds & 1u << kind) all += rows[kind].at[parts];
  return all;
}

/* Where part k's rows of a kind for this one are in what it packs, words of 16 bytes. */
static size_t place_at(const struct part *p, const struct part_travel *t, int kind, int k) {
  uint32_t row = p->theirs[kind][k].begin;
  for (int before = 0; before < kind; before++)
    if (t->kinds & 1u << before) row += p->theirs[before][k].all;
  return (size_t)row * halo_words(t->mask);
}

/* Room to pack: of the same size in all parts, enough for the one that sends most. */
static int reserve_window(struct part *p, const struct part_travel *t) {
  size_t most = 1;
  for (int k = 0; k < p->parts; k++) {
    size_t rows = 0;
    for (int kind = 0; kind < ROW_KINDS; kind++)
      if (t->kinds & 1u << kind) rows += p->theirs[kind][k].all;
    if (rows > most) most = rows;
  }
  return part_window_reserve(p, most * halo_words(t->mask) * sizeof(struct vec4));
}

/* Messages to parts on other hosts, and theirs to p->receive, [kind][part]; how many there are. */
static int send_afar(struct part *p, const struct part_travel *t, bool come) {
  const size_t row = halo_words(t->mask) * sizeof(struct vec4);
  const MPI_Datatype word = MPI_C_DOUBLE_COMPLEX; /* 16 bytes */
  const struct part_rows *rows = come ? p->in : p->out;
  char *at = come ? p->receive.data : part_window_send(p);
  MPI_Request *requests = (MPI_Request *)p->messages.data;
  int n = p->way.messages;
  for (int kind = 0; kind < ROW_KINDS; kind++)
    for (int k = 0; k < p->parts && t->kinds & 1u << kind; k++) {
      const size_t bytes = (rows[kind].at[k + 1] - rows[kind].at[k]) * row;
      const int words = (int)(bytes / sizeof(struct vec4));
      if (!p->window.of[k] && words && come) MPI_Irecv(at, words, word, k, 0, MPI_COMM_WORLD, &requests[n++]);
      if (!p->window.of[k] && words && !come)
        MPI_Isend(at, words, word, k, 0, MPI_COMM_WORLD, &requests[n++]);
      at += bytes;
    }
  return n;
}

static int take_halo(struct part *p, const struct part_travel *t) {
  const size_t word = sizeof(struct vec4);
  TRY(part_reserve(&p->sources, (ROW_KINDS * (size_t)p->parts + 1) * sizeof(struct row_source)));
  struct row_source *from = (struct row_source *)p->sources.data;
  const char *received = p->receive.data;
  uint32_t row = 0;
  int n = 0;
  for (int kind = 0; kind < ROW_KINDS; kind++)
    for (int k = 0; k < p->parts && t->kinds & 1u << kind; k++) {
      const uint32_t come = p->in[kind].at[k + 1] - p->in[kind].at[k];
      const char *there = p->window.there[k], *here = there ? there : p->window.of[k];
      if (come == 0) continue;
      from[n++] = (struct row_source){here ? here + place_at(p, t, kind, k) * word : received, there, row,
                                      row + come};
      received += come * halo_words(t->mask) * word;
      row += come;
    }
  return t->behind ? p->far->unpack_behind(p->self, t->mask, t->first, from, n)
                   : part_unpack(p, t->mask, t->kinds, from, n);
}

/* Each part packs, and sends off what goes by message. */
static int depart(struct part *p, const struct part_travel *t) {
  const struct part_watch watch = part_watch();
  const uint32_t wide = halo_words(t->mask);
  const size_t come = (size_t)rows_in(p->in, t->kinds, p->parts) * wide * sizeof(struct vec4),
               go = (size_t)rows_in(p->out, t->kinds, p->parts) * wide * sizeof(struct vec4);
  TRY(reserve_window(p, t));
  int status = part_reserve(&p->receive, come);
  if (status == STATUS_OK)
    status = part_reserve(&p->messages, (2 * ROW_KINDS * (size_t)p->parts + 1) * sizeof(MPI_Request));
  const bool afar = p->window.afar || !p->window.is_shared;
  if (afar) TRY(part_agree(p, status, NULL, 0)); /* a part that expects a message gets it */
  p->way = (struct part_way){.what = *t, .number = p->way.number + 1};
  if (afar) p->way.messages = send_afar(p, t, true);
  if (status == STATUS_OK) status = part_pack(p, t->mask, t->kinds, part_window_send(p));
  if (afar) p->way.messages = send_afar(p, t, false);
  part_window_pack(p, p->way.number);
  p->way.status = status;
  p->exchanging += part_worked(&watch);
  p->sent += go;
  return STATUS_OK;
}

static void await_messages(struct part *p) {
  MPI_Request *requests = (MPI_Request *)p->messages.data;
  if (p->way.messages) WAITING(MPI_Waitall(p->way.messages, requests, MPI_STATUSES_IGNORE));
  p->way.messages = 0;
}

/* From memory that it shares with the sender, or by message. The order that needs it ends with all parts'
 * agreeing, so that no part packs anew before that is done. */
static int arrive(struct part *p) {
  const struct part_watch watch = part_watch();
  const struct part_travel t = p->way.what;
  int status = p->way.status;
  for (int k = 0; k < p->parts; k++)
    for (int kind = 0; kind < ROW_KINDS; kind++)
      if (t.kinds & 1u << kind && p->in[kind].at[k + 1] > p->in[kind].at[k])
        part_window_wait(p, k, p->way.number);
  await_messages(p);
  p->way.what.kinds = 0;
  if (status == STATUS_OK) status = take_halo(p, &t);
  p->exchanging += part_worked(&watch);
  return status;
}

int part_travel(struct part *p, const struct part_travel *t) {
  part_drop_way(p);
  TRY(depart(p, t));
  return arrive(p);
}

void part_drop_way(struct part *p) {
  await_messages(p);
  p->way.what.kinds = 0;
}

int part_send_off(struct part *p, row_mask mask) {
  const bool is_good = p->way.what.kinds && !p->way.spoiled;
  struct part_travel t = {0};
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    const row_mask stale = p->stale[kind] & mask & p->here.buffers;
    t.mask |= stale;
    if (stale) t.kinds |= 1u << kind;
  }
  if (is_good && t.mask == p->way.what.mask && t.kinds == p->way.what.kinds) return STATUS_OK;
  part_drop_way(p);
  return t.kinds ? depart(p, &t) : STATUS_OK;
}

int part_take_in(struct part *p) {
  const struct part_travel t = p->way.what;
  if (!t.kinds) return STATUS_OK;
  TRY(arrive(p));
  for (int kind = 0; kind < ROW_KINDS; kind++)
    if (t.kinds & 1u << kind) p->stale[kind] &= ~t.mask;
  return STATUS_OK;
}

int part_exchange(struct part *p, row_mask mask) {
  TRY(part_send_off(p, mask));
  return part_take_in(p);
}

static int rows_come(void *of) {
  return part_take_in(of);
}

int part_bring(struct part *p, row_mask mask) {
  TRY(part_send_off(p, mask));
  if (!p->beside || !p->way.what.kinds) return part_take_in(p);
  p->beside(p->self, rows_come, p);
  return STATUS_OK;
}
