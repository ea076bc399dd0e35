/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows go to the part that owns them, where they may be in any order: a sort follows. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "case/bounds.h"
#include "parts/part.h"
#include "util/error.h"

/* What a row takes along: the buffers that follow a particle, one behind the other. */
row_mask part_kept(const struct part *p) {
  return p->here.buffers & rows_mask(&wcsph_rows, ROW_SORTED);
}

static size_t record_bytes(row_mask mask) {
  return rows_record_bytes(&wcsph_rows, mask);
}

static char *pack_row(const struct wcsph_state *s, row_mask mask, uint32_t i, char *to) {
  return rows_record(&wcsph_rows, s, mask, i, to);
}

static const char *unpack_row(struct wcsph_state *s, row_mask mask, uint32_t i, const char *from) {
  return rows_unrecord(&wcsph_rows, s, mask, i, from);
}

static void move_rows(struct wcsph_state *s, row_mask mask, uint32_t to, uint32_t from, uint32_t count) {
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) {
    const size_t size = wcsph_buffer_info[b].row_bytes;
    char *data = state_buffer(s, b);
    if (mask & row_bit(b)) memmove(data + to * size, data + from * size, count * size);
  }
}

/* ---- which part gets what ---- */

/* The rows of a kind that go to each part, with those that it only looks at behind them. */
struct parcel {
  uint32_t *count; /* [2 * parts]: of part k its own at 2 k, and halo rows */
  uint32_t *row;   /* of all, in that order */
};

/* The parts that row i concerns: calls itself twice, to count and to list. */
struct sorting {
  const struct part *p;
  const struct wcsph_state *from;
  const struct position *places;
  struct part_sharing how;
  bool in_place;           /* rows that stay with this part are no parcel */
  struct row_filter inner; /* in place: rows that it does not select stay, and no other part needs them */
};

static bool goes_nowhere(const struct sorting *t, uint32_t i) {
  const struct position *x = &t->from->pos[i];
  if (x->mark == MARK_HALO) return true;
  return state_kind(t->from, i) == KIND_FLUID && t->how.halo && !t->how.listed && state_drops(t->from, x);
}

static void visit(const struct sorting *t, uint32_t i, struct parcel *out, uint32_t *at, bool *stays) {
  const struct part *p = t->p;
  const struct position *place = &t->places[i];
  *stays = t->in_place;
  const int owner = cut_owner(p->cut, place);
  *stays = t->in_place && owner == p->number;
  for (int k = 0; k < p->parts; k++) {
    const bool own = k == owner;
    if ((own && *stays) || (!own && !(t->how.halo && cut_near(p->cut, k, place)))) continue;
    if (at)
      out->row[at[2 * k + !own]++] = i;
    else
      out->count[2 * k + !own]++;
  }
}

/* Most rows are, and walking through the cut for each would take longer than a step. */
static bool is_inner(const struct sorting *t, uint32_t i) {
  const struct position *x = &t->from->pos[i];
  return t->in_place && !row_is_selected(t->from, &t->inner, &t->places[i]) && x->mark == MARK_NONE &&
         !state_drops(t->from, x);
}

/* Parcels of a kind; holes: rows of this part that do not stay, in ascending order. */
static int make_parcels(const struct sorting *t, enum row_kind kind, struct parcel *out, uint32_t **holes,
                        uint32_t *hole_count) {
  const struct range r = state_range(t->from, kind);
  const size_t parts = (size_t)t->p->parts;
  uint32_t total = 0;
  bool stays;
  *out = (struct parcel){.count = calloc(2 * parts, sizeof *out->count)};
  uint32_t *at = calloc(2 * parts, sizeof *at);
  int status = out->count && at ? STATUS_OK : error_set(STATUS_FAILED, "no memory to share rows");
  for (uint32_t i = r.begin; i < r.end && status == STATUS_OK; i++) {
    if (is_inner(t, i)) continue;
    if (!goes_nowhere(t, i)) visit(t, i, out, NULL, &stays);
    if (goes_nowhere(t, i) || !stays) ++*hole_count;
  }
  for (size_t k = 0; k < 2 * parts && status == STATUS_OK; k++) at[k] = total, total += out->count[k];
  out->row = malloc(((size_t)total + 1) * sizeof *out->row);
  *holes = malloc(((size_t)*hole_count + 1) * sizeof **holes);
  if (!out->row || !*holes) status = error_set(STATUS_FAILED, "no memory to share rows");
  *hole_count = 0;
  for (uint32_t i = r.begin; i < r.end && status == STATUS_OK; i++) {
    if (is_inner(t, i)) continue;
    const bool nowhere = goes_nowhere(t, i);
    if (!nowhere) visit(t, i, out, at, &stays);
    if (nowhere || !stays) (*holes)[(*hole_count)++] = i;
  }
  free(at);
  return status;
}

/* ---- the trade ---- */

/* Records of all kinds for a part follow each other: walls, then fluid; own ones, then halo. */
static char *pack_parcel(const struct part *p, const struct wcsph_state *from, const struct parcel *parcel,
                         int part, char *to) {
  const row_mask mask = part_kept(p);
  uint32_t first = 0;
  if (!parcel->count) return to;
  for (int k = 0; k < 2 * part; k++) first += parcel->count[k];
  for (int halo = 0; halo < 2; halo++)
    for (uint32_t n = parcel->count[2 * part + halo]; n > 0; n--) {
      const uint32_t i = parcel->row[first++];
      char *begin = to;
      struct position x;
      to = pack_row(from, mask, i, to);
      memcpy(&x, begin, sizeof x); /* positions are the first buffer */
      x.mark = halo ? MARK_HALO : MARK_NONE;
      memcpy(begin, &x, sizeof x);
    }
  return to;
}

/* Close the holes of a kind with rows from its end. */
static void close_holes(struct part *p, enum row_kind kind, const uint32_t *holes, uint32_t count) {
  const struct range r = state_range(&p->here, kind);
  uint32_t end = r.end, last = count;
  for (uint32_t h = 0; h < last; h++) {
    while (last > h && holes[last - 1] == end - 1) end--, last--;
    if (h >= last) break;
    move_rows(&p->here, part_kept(p), holes[h], --end, 1);
  }
}

/* Room for so many rows of each kind; those there are stay at the beginning of their ranges. */
static int make_room(struct part *p, const uint32_t stay[ROW_KINDS], const uint32_t then[ROW_KINDS]) {
  struct wcsph_state *s = &p->here;
  const uint32_t fluid = state_range(s, KIND_FLUID).begin, begin = then[KIND_WALL], rows = stay[KIND_FLUID];
  uint64_t all = 0;
  for (int kind = 0; kind < ROW_KINDS; kind++) all += then[kind];
  CHECK(all <= CASE_PARTICLES_MOST, STATUS_USAGE, "%llu particles in one part; expected at most %d",
        (unsigned long long)all, CASE_PARTICLES_MOST);
  if (all > s->capacity) TRY(state_reserve(s, (uint32_t)(all + all / 8 + 64)));
  if (begin != fluid) move_rows(s, part_kept(p), begin, fluid, rows);
  state_set_counts(s, then);
  return STATUS_OK;
}

static void take_parcels(struct part *p, const uint32_t *counts, const size_t *at,
                         const uint32_t stay[ROW_KINDS]) {
  const row_mask mask = part_kept(p);
  uint32_t next[ROW_KINDS];
  for (int kind = 0; kind < ROW_KINDS; kind++) next[kind] = p->here.ranges[kind].begin + stay[kind];
  for (int k = 0; k < p->parts; k++) {
    const char *from = p->receive.data + at[k];
    for (int kind = 0; kind < ROW_KINDS; kind++)
      for (uint32_t n = counts[k * ROW_KINDS + kind]; n > 0; n--)
        from = unpack_row(&p->here, mask, next[kind]++, from);
  }
}

/* What one sharing takes along. */
struct sharing {
  struct parcel out[ROW_KINDS];
  uint32_t *holes[ROW_KINDS], hole_count[ROW_KINDS];
  uint32_t stay[ROW_KINDS], then[ROW_KINDS];
  uint32_t *to, *come;     /* [parts][ROW_KINDS] rows */
  size_t *to_at, *come_at; /* [parts + 1] bytes */
};

static int sharing_open(struct sharing *s, size_t parts) {
  *s = (struct sharing){.to = calloc(2 * parts * ROW_KINDS, sizeof *s->to),
                        .to_at = calloc(2 * (parts + 1), sizeof *s->to_at)};
  CHECK(s->to && s->to_at, STATUS_FAILED, "no memory to share rows");
  s->come = s->to + parts * ROW_KINDS;
  s->come_at = s->to_at + parts + 1;
  return STATUS_OK;
}

static void sharing_close(struct sharing *s) {
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    free(s->out[kind].count);
    free(s->out[kind].row);
    free(s->holes[kind]);
  }
  free(s->to);
  free(s->to_at);
}

/* Sizes of all that goes and comes. */
static void agree_on_sizes(const struct part *p, struct sharing *s) {
  const size_t record = record_bytes(part_kept(p)), parts = (size_t)p->parts;
  for (size_t k = 0; k < parts; k++)
    for (int kind = 0; kind < ROW_KINDS; kind++) {
      const uint32_t *c = s->out[kind].count;
      s->to[k * ROW_KINDS + (size_t)kind] = c ? c[2 * k] + c[2 * k + 1] : 0;
    }
  WAITING(MPI_Alltoall(s->to, ROW_KINDS, MPI_UINT32_T, s->come, ROW_KINDS, MPI_UINT32_T, MPI_COMM_WORLD));
  memcpy(s->then, s->stay, sizeof s->then);
  for (size_t k = 0; k < parts; k++) {
    s->to_at[k + 1] = s->to_at[k], s->come_at[k + 1] = s->come_at[k];
    for (int kind = 0; kind < ROW_KINDS; kind++) {
      const size_t n = k * ROW_KINDS + (size_t)kind;
      s->then[kind] += s->come[n];
      s->to_at[k + 1] += record * s->to[n];
      s->come_at[k + 1] += record * s->come[n];
    }
  }
}

/* Parcels to all parts, and theirs behind the rows that stay. */
static int trade_parcels(struct part *p, const struct wcsph_state *from, struct sharing *s) {
  agree_on_sizes(p, s);
  int status = part_reserve(&p->send, s->to_at[p->parts]);
  if (status == STATUS_OK) status = part_reserve(&p->receive, s->come_at[p->parts]);
  char *packed = p->send.data;
  for (int k = 0; k < p->parts && status == STATUS_OK; k++)
    for (int kind = 0; kind < ROW_KINDS; kind++) packed = pack_parcel(p, from, &s->out[kind], k, packed);
  for (int kind = 0; kind < ROW_KINDS && status == STATUS_OK; kind++)
    if (from == &p->here) close_holes(p, (enum row_kind)kind, s->holes[kind], s->hole_count[kind]);
  if (status == STATUS_OK) status = make_room(p, s->stay, s->then);
  TRY(part_agree(p, status, NULL, 0));
  part_trade(p, 1, p->send.data, s->to_at, p->receive.data, s->come_at);
  take_parcels(p, s->come, s->come_at, s->stay);
  return STATUS_OK;
}

int part_share(struct part *p, const struct wcsph_state *from, struct part_sharing how) {
  struct sorting t = {.p = p,
                      .from = from,
                      .places = how.listed ? from->listed_pos : from->pos,
                      .how = how,
                      .in_place = from == &p->here};
  struct sharing s;
  part_filter(p, &t.inner, false);
  int status = sharing_open(&s, (size_t)p->parts);
  for (int kind = 0; kind < ROW_KINDS && status == STATUS_OK; kind++) {
    if (how.walls || kind != KIND_WALL)
      status = make_parcels(&t, (enum row_kind)kind, &s.out[kind], &s.holes[kind], &s.hole_count[kind]);
    if (t.in_place) s.stay[kind] = state_count(&p->here, (enum row_kind)kind) - s.hole_count[kind];
  }
  status = part_agree(p, status, NULL, 0);
  if (status == STATUS_OK) status = trade_parcels(p, from, &s);
  sharing_close(&s);
  return status;
}

/* ---- fluid that comes and goes ---- */

size_t part_record(const struct part *p) {
  return record_bytes(part_kept(p));
}

void part_record_rows(const struct part *p, const struct wcsph_state *from, uint32_t begin, uint32_t end,
                      char *to) {
  for (uint32_t i = begin; i < end; i++) to = pack_row(from, part_kept(p), i, to);
}

/* With `out` NULL it counts. */
static uint32_t take_own(const struct part *p, const char *records, uint32_t count, bool all,
                         struct wcsph_state *out) {
  const size_t record = part_record(p);
  uint32_t n = 0;
  for (uint32_t k = 0; k < count; k++) {
    struct position x;
    memcpy(&x, records + k * record, sizeof x);
    if (!all && cut_owner(p->cut, &x) != p->number) continue;
    if (out) unpack_row(out, part_kept(p), out->count + n, records + k * record);
    n++;
  }
  return n;
}

int part_room(struct part *p, uint32_t more) {
  struct wcsph_state *s = &p->here;
  const uint64_t all = (uint64_t)s->count + more;
  CHECK(all <= CASE_PARTICLES_MOST, STATUS_USAGE, "%llu particles in one part; expected at most %d",
        (unsigned long long)all, CASE_PARTICLES_MOST);
  return all > s->capacity ? state_reserve(s, (uint32_t)(all + all / 8 + 64)) : STATUS_OK;
}

int part_append(struct part *p, const char *records, uint32_t count, bool choose) {
  struct wcsph_state *s = &p->here;
  const uint32_t mine = take_own(p, records, count, !choose, NULL);
  TRY(part_room(p, mine));
  take_own(p, records, count, !choose, s);
  return wcsph_append(p->backend, p->self, s, mine);
}

int part_remove(struct part *p, const uint64_t *ids, uint32_t count, uint32_t *found) {
  struct wcsph_state *s = &p->here;
  const struct range fluid = state_range(s, KIND_FLUID);
  *found = 0;
  TRY(wcsph_fetch(p->backend, p->self, BUFFER_POSITION | BUFFER_ID));
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    if (s->pos[i].mark == MARK_HALO || !state_is_among(ids, count, s->id[i])) continue;
    s->pos[i].mark = MARK_GONE;
    ++*found;
  }
  return wcsph_send(p->backend, p->self, BUFFER_POSITION);
}
