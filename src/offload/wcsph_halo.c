/* SPDX-License-Identifier: BSD-3-Clause */
/* Exchange of halo rows with other parts (src/parts). The device holds the lists, packs and unpacks the rows;
 * the host reads none. A device that can address the host's memory packs into it directly, which saves a
 * blocking copy. */
#include <stdlib.h>
#include <string.h>

#include "offload/device.h"
#include "offload/wcsph_halo.h"
#include "util/error.h"

static struct offload_halo halo; /* a process has at most one run in parts at a time */

/* ---- memory ---- */

static int reserve_wcsph_halo(struct offload *o, struct offload_numbers *n, uint32_t count) {
  n->count = count;
  if (count <= n->room) return STATUS_OK;
  offload_release(o, n->rows, n->room * sizeof *n->rows);
  n->room = count + count / 4 + 64;
  n->rows = offload_allocate(o, n->room * sizeof *n->rows);
  if (!n->rows) n->room = n->count = 0;
  CHECK(n->rows, STATUS_FAILED, "no memory on the device for %u rows of other parts", count);
  return STATUS_OK;
}

static int reserve_staged(struct offload *o, size_t words) {
  struct offload_halo *h = &halo;
  if (words <= h->staged_room) return STATUS_OK;
  offload_release(o, h->staged, h->staged_room * sizeof *h->staged);
  h->staged_room = words + words / 4 + 64;
  h->staged = offload_allocate(o, h->staged_room * sizeof *h->staged);
  if (!h->staged) h->staged_room = 0;
  CHECK(h->staged, STATUS_FAILED, "no memory on the device for messages");
  return STATUS_OK;
}

static void offload_reach(void *self, void *memory, size_t bytes) {
  struct offload *o = self;
  struct offload_halo *h = &halo;
  if (h->reached_there) device_forget(o->device, h->reached);
  h->reached = h->reached_there = NULL;
  if (!memory || o->device == omp_get_initial_device()) return;
  h->reached_there = device_reach(o->device, memory, bytes);
  h->reached = memory;
  h->reached_bytes = bytes;
}

static void *offload_share(void *self, size_t bytes, char handle[FAR_HANDLE]) {
  return device_share(((const struct offload *)self)->device, bytes, handle);
}

static void offload_unshare(void *self, void *there) {
  device_unshare(((const struct offload *)self)->device, there);
}

static void *offload_join(void *self, const char handle[FAR_HANDLE]) {
  return device_join(((const struct offload *)self)->device, handle);
}

static void offload_leave(void *self, void *there) {
  device_leave(((const struct offload *)self)->device, there);
}

/* The device's address of host memory; NULL if the device cannot reach it. */
static void *reached(const struct offload *o, const void *memory) {
  const struct offload_halo *h = &halo;
  if (o->device == omp_get_initial_device()) return (void *)(uintptr_t)memory;
  const uintptr_t at = (uintptr_t)memory, begin = (uintptr_t)h->reached;
  if (!h->reached_there || at < begin || at >= begin + h->reached_bytes) return NULL;
  return h->reached_there + (at - begin);
}

/* ---- lists ---- */

/* Halo rows get no neighbours: what a pass would find for them is not used. */
static void empty_columns(struct offload *o, enum row_kind kind) {
  const uint32_t *in = halo.in[kind].rows, count = halo.in[kind].count;
  uint32_t *fluid_count = o->view.fluid_count, *wall_count = o->view.wall_count;
  int device = o->device;
  OFFLOAD_LOOP(count, is_device_ptr(in, fluid_count, wall_count))
  for (uint32_t r = 0; r < count; r++) fluid_count[in[r]] = wall_count[in[r]] = 0;
}

static int offload_list_halo(void *self, enum row_kind kind, const uint32_t *out, uint32_t out_count,
                             const uint32_t *in, uint32_t in_count) {
  struct offload *o = self;
  struct offload_halo *h = &halo;
  TRY(reserve_wcsph_halo(o, &h->out[kind], out_count));
  TRY(reserve_wcsph_halo(o, &h->in[kind], in_count));
  if (out_count) TRY(offload_copy(o->device, h->out[kind].rows, out, out_count * sizeof *out, false));
  if (in_count == 0) return STATUS_OK;
  TRY(offload_copy(o->device, h->in[kind].rows, in, in_count * sizeof *in, false));
  empty_columns(o, kind);
  return STATUS_OK;
}

#pragma omp declare target
/* Appends row i to the list of each box that contains it; without a list it is only counted. */
static OFFLOAD_CALL void note_border(const struct offload_view *v, const struct row_box *boxes, int count,
                                     uint32_t i, uint32_t *at, uint32_t *list) {
  const struct position *p = &v->state.pos[i];
  const uint32_t x = p->x, y = p->y, z = p->z;
  if (p->mark != MARK_NONE) return;
  for (int k = 0; k < count; k++) {
    const struct row_box *b = &boxes[k];
    uint32_t place;
    if (b->wide[0] != UINT32_MAX && x - b->low[0] >= b->wide[0]) continue;
    if (b->wide[1] != UINT32_MAX && y - b->low[1] >= b->wide[1]) continue;
    if (b->wide[2] != UINT32_MAX && z - b->low[2] >= b->wide[2]) continue;
#pragma omp atomic capture
    place = at[k]++;
    if (list) list[place] = i;
  }
}
#pragma omp end declare target

static void find_border(struct offload *o, const struct row_box *boxes, int count, uint32_t *at,
                        uint32_t *list) {
  const struct offload_view *v = o->there;
  const struct range fluid = state_range(&o->view.state, KIND_FLUID);
  const uint32_t begin = fluid.begin, end = fluid.end;
  int device = o->device;
  OFFLOAD_LOOP(end - begin, is_device_ptr(v, list) map(to : boxes [0:count]) map(tofrom : at [0:count]))
  for (uint32_t i = begin; i < end; i++) note_border(v, boxes, count, i, at, list);
}

static int offload_border(void *self, const struct row_box *boxes, int count, uint32_t *counts) {
  struct offload *o = self;
  uint32_t all = 0, *at = calloc((size_t)count + 1, sizeof *at);
  CHECK(at, STATUS_FAILED, "no memory for the halo");
  memset(counts, 0, (size_t)count * sizeof *counts);
  if (count > 0) find_border(o, boxes, count, counts, NULL);
  for (int k = 0; k < count; k++) at[k] = all, all += counts[k];
  int status = reserve_wcsph_halo(o, &halo.out[KIND_FLUID], all);
  if (status == STATUS_OK && all > 0) find_border(o, boxes, count, at, halo.out[KIND_FLUID].rows);
  free(at);
  return status;
}

/* The sort left in order[] which row is now where; key[] is free again and takes the inverse. */
static int offload_settle(void *self, uint32_t first, uint32_t count) {
  struct offload *o = self;
  struct offload_halo *h = &halo;
  TRY(reserve_wcsph_halo(o, &h->in[KIND_FLUID], count));
  const struct range fluid = state_range(&o->view.state, KIND_FLUID);
  const uint32_t begin = fluid.begin, end = fluid.end, out_count = h->out[KIND_FLUID].count;
  const uint32_t *order = o->order;
  uint32_t *key = o->key, *out = h->out[KIND_FLUID].rows, *in = h->in[KIND_FLUID].rows;
  int device = o->device;
  OFFLOAD_LOOP(end - begin, is_device_ptr(order, key))
  for (uint32_t i = begin; i < end; i++) key[order[i]] = i;
  if (out_count > 0) {
    OFFLOAD_LOOP(out_count, is_device_ptr(out, key))
    for (uint32_t r = 0; r < out_count; r++) out[r] = key[out[r]];
  }
  if (count == 0) return STATUS_OK;
  OFFLOAD_LOOP(count, is_device_ptr(in, key))
  for (uint32_t r = 0; r < count; r++) in[r] = key[first + r];
  empty_columns(o, KIND_FLUID);
  return STATUS_OK;
}

/* ---- passes in two turns ---- */

static int reserve_turns(struct offload *o) {
  struct offload_halo *h = &halo;
  const size_t n = o->state->capacity;
  if (n <= h->turn_room) return STATUS_OK;
  for (int k = 0; k < 2; k++) {
    offload_release(o, h->turns[k], h->turn_room * sizeof **h->turns);
    h->turns[k] = offload_allocate(o, n * sizeof **h->turns);
  }
  h->turn_room = h->turns[0] && h->turns[1] ? n : 0;
  CHECK(h->turn_room, STATUS_FAILED, "no memory on the device for %zu rows in two turns", n);
  return STATUS_OK;
}

#pragma omp declare target
static inline uint32_t is_others(const struct position *pos, uint32_t j) {
  return pos[j].mark == MARK_HALO;
}

/* Whether a particle's column of neighbours contains halo rows. (Unused entries of a column are i itself.) */
static inline uint32_t meets_others(const struct position *pos, const struct offload_pack *row,
                                    ptrdiff_t step, uint32_t rows, uint32_t i) {
  uint32_t meets = 0;
  for (uint32_t r = 0; r < rows; r++, row += step) {
    meets |= is_others(pos, row->first);
    for (int k = 0; k < 3; k++)
      meets |= is_others(pos, pack_low(row->first, row->behind[k], i)) |
               is_others(pos, pack_low(row->first, row->behind[k] >> 16, i));
  }
  return meets;
}

static OFFLOAD_CALL void find_turn(const struct offload_view *v, uint32_t i, uint32_t *inner,
                                   uint32_t *outer) {
  const struct position *pos = v->state.pos;
  const bool wall = state_kind(&v->state, i) == KIND_WALL;
  const enum row_kind kind = wall ? KIND_WALL : KIND_FLUID;
  const ptrdiff_t step = (ptrdiff_t)v->columns[kind].along;
  const uint32_t count = v->fluid_count[i], walls = wall ? 0 : v->wall_count[i];
  uint32_t meets = is_others(pos, i);
  if (!meets && count) meets = meets_others(pos, offload_front(v, kind, i), step, count, i);
  if (!meets && walls) meets = meets_others(pos, offload_back(v, kind, i), -step, walls, i);
  inner[i] = meets ? count | OFFLOAD_SKIPPED : count;
  outer[i] = meets ? count : count | OFFLOAD_SKIPPED;
}
#pragma omp end declare target

static int find_turns(struct offload *o) {
  const struct offload_view *v = o->there;
  const uint32_t n = o->view.state.count;
  if (o->knows_turns) return STATUS_OK;
  TRY(reserve_turns(o));
  uint32_t *inner = halo.turns[0], *outer = halo.turns[1];
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v, inner, outer))
  for (uint32_t i = 0; i < n; i++) find_turn(v, i, inner, outer);
  o->knows_turns = true;
  return STATUS_OK;
}

void offload_beside(void *self, int (*come)(void *of), void *of) {
  struct offload *o = self;
  o->come = come, o->of = of;
}

int offload_come(struct offload *o) {
  int (*const come)(void *of) = o->come;
  o->come = NULL;
  return come ? come(o->of) : STATUS_OK;
}

/* Runs a pass in two turns while halo rows arrive: first the particles that need none. On a GPU a second
 * thread waits for the first turn, while this thread, the only one that sends messages, has the GPU take the
 * halo rows in. */
int offload_in_turns(struct offload *o, offload_list_pass *pass, struct offload_finding *found,
                     struct offload_finding *next) {
  const bool on_host = o->device == omp_get_initial_device();
  int status = STATUS_OK;
  if (o->come) {
    TRY(find_turns(o));
    o->counts = halo.turns[0];
    if (on_host) {
      pass(o, found, NULL);
      status = offload_come(o);
    } else {
#pragma omp parallel num_threads(2)
      {
        if (omp_get_num_threads() == 1 || omp_get_thread_num() == 1) pass(o, found, NULL);
        if (omp_get_thread_num() == 0) status = offload_come(o);
      }
    }
    TRY(status);
    o->counts = halo.turns[1];
  } else {
    o->counts = o->view.fluid_count;
  }
  pass(o, found, next);
  return STATUS_OK;
}

/* ---- rows ---- */

enum { AT_ONCE = 4 };
static const row_mask NARROW = BUFFER_ID | BUFFER_BODY;

/* Takes up to AT_ONCE buffers out of a mask; unused entries of some[] are NULL. */
static void next_buffers(const struct offload *o, row_mask *mask, offload_row *some[AT_ONCE]) {
  for (int k = 0; k < AT_ONCE; k++) {
    some[k] = NULL;
    if (!*mask) continue;
    some[k] = state_buffer(&o->view.state, row_first(*mask));
    *mask &= *mask - 1;
  }
}

#pragma omp declare target
static OFFLOAD_CALL void put_word(offload_row *to, uint64_t id, uint16_t body) {
  to->x = (uint32_t)id, to->y = (uint32_t)(id >> 32), to->z = body, to->w = 0;
}
#pragma omp end declare target

static int offload_pack(void *self, row_mask mask, unsigned kinds, void *to, void *shared) {
  struct offload *o = self;
  const struct offload_numbers none = {0};
  const struct offload_numbers *w = kinds & 1u << KIND_WALL ? &halo.out[KIND_WALL] : &none;
  const struct offload_numbers *f = kinds & 1u << KIND_FLUID ? &halo.out[KIND_FLUID] : &none;
  const uint32_t *walls = w->rows, *fluid = f->rows, wall_count = w->count, n = w->count + f->count;
  const uint32_t wide = halo_words(mask);
  const size_t bytes = (size_t)n * wide * sizeof(offload_row);
  int device = o->device;
  if (n == 0) return STATUS_OK;
  offload_row *there = shared ? shared : reached(o, to);
  const bool staged =
      !there || (!shared && bytes > DEVICE_WRITTEN_MOST && device != omp_get_initial_device());
  if (staged) TRY(reserve_staged(o, (size_t)n * wide));
  if (staged) there = halo.staged;
  uint32_t first = 0;
  for (row_mask left = mask & ~(row_mask)NARROW; left; first += AT_ONCE) {
    offload_row *some[AT_ONCE];
    next_buffers(o, &left, some);
    const offload_row *a = some[0], *b = some[1], *c = some[2], *d = some[3];
    OFFLOAD_LOOP(n, is_device_ptr(walls, fluid, a, b, c, d, there))
    for (uint32_t r = 0; r < n; r++) {
      const uint32_t row = r < wall_count ? walls[r] : fluid[r - wall_count];
      offload_row *at = there + (size_t)r * wide + first;
      at[0] = a[row];
      if (b) at[1] = b[row];
      if (c) at[2] = c[row];
      if (d) at[3] = d[row];
    }
  }
  if (mask & NARROW) {
    const uint64_t *id = o->view.state.id;
    const uint16_t *body = o->view.state.body;
    OFFLOAD_LOOP(n, is_device_ptr(walls, fluid, id, body, there))
    for (uint32_t r = 0; r < n; r++) {
      const uint32_t row = r < wall_count ? walls[r] : fluid[r - wall_count];
      put_word(&there[(size_t)r * wide + (wide - 1)], id[row], body[row]);
    }
  }
  return staged || (shared && to) ? offload_copy(o->device, to, there, bytes, true) : STATUS_OK;
}

/* Rows that arrive: their sources, and the rows that they become. */
struct coming {
  const struct row_source *from;
  int sources;
  const uint32_t *walls, *fluid; /* rows; NULL: those from `first` on */
  uint32_t wall_count, count, first;
};

/* Makes arriving rows readable by the device: in place if it reaches them there, else by a copy. */
static int bring(struct offload *o, const struct coming *c, uint32_t wide, struct row_source *sources) {
  for (int k = 0; k < c->sources; k++) {
    const struct row_source *s = &c->from[k];
    const size_t bytes = (size_t)(s->end - s->begin) * wide * sizeof(offload_row);
    sources[k] = *s;
    if (!s->is_there) sources[k].data = reached(o, s->data);
    if (sources[k].data || bytes == 0) continue;
    TRY(reserve_staged(o, (size_t)c->count * wide));
    offload_row *at = halo.staged + (size_t)s->begin * wide;
    TRY(offload_copy(o->device, at, s->data, bytes, false));
    sources[k].data = at;
  }
  return STATUS_OK;
}

/* Copies the sources of arriving rows to the device, if they changed; they do only when lists are made. */
static int publish(struct offload *o, const struct row_source *from, int count) {
  struct offload_halo *h = &halo;
  const size_t n = (size_t)count;
  if (n > h->source_room) {
    offload_release(o, h->sources, h->source_room * sizeof *h->sources);
    free(h->known);
    h->source_room = n;
    h->sources = offload_allocate(o, n * sizeof *h->sources);
    h->known = calloc(n, sizeof *h->known);
    if (!h->sources || !h->known) h->source_room = 0;
    CHECK(h->source_room, STATUS_FAILED, "no memory on the device for messages");
  }
  bool same = true;
  for (size_t k = 0; k < n; k++)
    same = same && h->known[k].data == from[k].data && h->known[k].begin == from[k].begin &&
           h->known[k].end == from[k].end;
  if (same) return STATUS_OK;
  memcpy(h->known, from, n * sizeof *from);
  return offload_copy(o->device, h->sources, from, n * sizeof *from, false);
}

#pragma omp declare target
static inline const offload_row *row_from(const struct row_source *from, uint32_t r, uint32_t wide) {
  while (r >= from->end) from++;
  return (const offload_row *)from->data + (size_t)(r - from->begin) * wide;
}

/* Stores the words of one arriving row as row `row` of up to four buffers. */
static OFFLOAD_CALL void take_in(const offload_row *at, uint32_t row, offload_row *a, offload_row *b,
                                 offload_row *c, offload_row *d) {
  a[row] = at[0];
  if (b) b[row] = at[1];
  if (c) c[row] = at[2];
  if (d) d[row] = at[3];
}

static OFFLOAD_CALL void take_word(const struct offload_view *v, const offload_row *at, uint32_t row) {
  v->state.id[row] = (uint64_t)at->y << 32 | at->x;
  v->state.body[row] = (uint16_t)at->z;
}

static OFFLOAD_CALL void mark_row(const struct offload_view *v, uint32_t row, bool packs) {
  v->state.pos[row].mark = MARK_HALO;
  if (packs) v->records[row] = offload_pack_record(&v->law, v->state.pos[row], v->state.vel[row].w);
}
#pragma omp end declare target

static int take_rows(struct offload *o, row_mask mask, struct coming *c) {
  const struct offload_view *v = o->there;
  const uint32_t wide = halo_words(mask), n = c->count, wall_count = c->wall_count, begin = c->first;
  const uint32_t *walls = c->walls, *fluid = c->fluid;
  if (n == 0) return STATUS_OK;
  struct row_source *from = malloc(((size_t)c->sources + 1) * sizeof *from);
  CHECK(from, STATUS_FAILED, "no memory for messages");
  int status = bring(o, c, wide, from), device = o->device;
  if (status == STATUS_OK) status = publish(o, from, c->sources);
  free(from);
  const struct row_source *sources = halo.sources;
  const bool listed = fluid || walls, packs = !o->records_are_stale;
  uint32_t first = 0;
  for (row_mask left = mask & ~(row_mask)NARROW; left && status == STATUS_OK; first += AT_ONCE) {
    offload_row *some[AT_ONCE];
    const bool moves = left & (BUFFER_POSITION | BUFFER_VELOCITY);
    next_buffers(o, &left, some);
    offload_row *a = some[0], *b = some[1], *e = some[2], *d = some[3];
    OFFLOAD_LOOP(n, is_device_ptr(v, walls, fluid, a, b, e, d, sources))
    for (uint32_t r = 0; r < n; r++) {
      const uint32_t row = !listed ? begin + r : r < wall_count ? walls[r] : fluid[r - wall_count];
      take_in(row_from(sources, r, wide) + first, row, a, b, e, d);
      if (moves) mark_row(v, row, packs);
    }
  }
  if (mask & NARROW && status == STATUS_OK) {
    OFFLOAD_LOOP(n, is_device_ptr(v, sources))
    for (uint32_t r = 0; r < n; r++) take_word(v, row_from(sources, r, wide) + (wide - 1), begin + r);
  }
  return status;
}

static int offload_unpack(void *self, row_mask mask, unsigned kinds, const struct row_source *from,
                          int count) {
  struct offload *o = self;
  const struct offload_numbers none = {0};
  const struct offload_numbers *w = kinds & 1u << KIND_WALL ? &halo.in[KIND_WALL] : &none;
  const struct offload_numbers *f = kinds & 1u << KIND_FLUID ? &halo.in[KIND_FLUID] : &none;
  return take_rows(o, mask,
                   &(struct coming){from, count, w->rows, f->rows, w->count, w->count + f->count, 0});
}

static int offload_unpack_behind(void *self, row_mask mask, uint32_t first, const struct row_source *from,
                                 int count) {
  const uint32_t rows = count > 0 ? from[count - 1].end : 0;
  return take_rows(self, mask, &(struct coming){from, count, NULL, NULL, 0, rows, first});
}

static void offload_close_halo(void *self) {
  struct offload *o = self;
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    offload_release(o, halo.out[kind].rows, halo.out[kind].room * sizeof(uint32_t));
    offload_release(o, halo.in[kind].rows, halo.in[kind].room * sizeof(uint32_t));
  }
  offload_release(o, halo.staged, halo.staged_room * sizeof *halo.staged);
  offload_release(o, halo.sources, halo.source_room * sizeof *halo.sources);
  for (int k = 0; k < 2; k++) offload_release(o, halo.turns[k], halo.turn_room * sizeof **halo.turns);
  free(halo.known);
  halo = (struct offload_halo){0};
}

const struct wcsph_far wcsph_offload_far = {
    .beside = offload_beside,
    .select = offload_select,
    .take = offload_take,
    .discard = offload_discard,
    .most_rate = offload_most_rate,
    .leavers = offload_leavers,
    .is_own = offload_is_own,
    .list = offload_list_halo,
    .border = offload_border,
    .extend = offload_extend,
    .settle = offload_settle,
    .pack = offload_pack,
    .unpack = offload_unpack,
    .unpack_behind = offload_unpack_behind,
    .reach = offload_reach,
    .share = offload_share,
    .unshare = offload_unshare,
    .join = offload_join,
    .leave = offload_leave,
    .close = offload_close_halo,
};
