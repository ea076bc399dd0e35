/* SPDX-License-Identifier: BSD-3-Clause */
/* A counting sort by cell on the device. Atomic counters deal out the places inside a cell; each cell is then
 * put in the order particles had before, so that the sort is stable and repeats. */
#include "offload/wcsph.h"
#include "util/clock.h"
#include "util/error.h"
#include "wcsph/listing.h"
#include "wcsph/particle.h"

#pragma omp declare target
/* Where a list of so long a life expects particle i; true if it goes. */
static inline bool expect_one(const struct offload_view *v, uint32_t i, float unit, float life) {
  const bool wall = state_kind(&v->state, i) == KIND_WALL;
  const struct position at = v->state.pos[i];
  struct vec4 vel = v->state.vel[i];
  if (wall) vel.x = vel.y = vel.z = 0.0f;
  v->state.listed_pos[i] = particle_expect(unit, life, v->law.quantum, &at, &vel);
  return !wall && state_drops(&v->state, &at);
}

static OFFLOAD_CALL void count_one(const struct offload_view *v, uint32_t i, bool new, float unit, float life,
                                   uint32_t *key, uint32_t *start, struct offload_finding *f) {
  const bool gone = new &&expect_one(v, i, unit, life);
  uint32_t cell = gone ? v->grid.total : grid_cell(&v->grid, &v->state.listed_pos[i]);
  key[i] = cell;
  if (gone) {
#pragma omp atomic update
    f->left++;
  }
#pragma omp atomic update
  start[cell]++;
}
#pragma omp end declare target

#pragma omp declare target
static OFFLOAD_CALL void mark_one(struct position *pos, const uint64_t *id, uint32_t i, const uint64_t *ids,
                                  uint32_t count, struct offload_finding *f) {
  if (!state_is_among(ids, count, id[i])) return;
  pos[i].mark = MARK_GONE;
#pragma omp atomic update
  f->left++;
}
#pragma omp end declare target

int offload_remove(void *self, const uint64_t *ids, uint32_t count, uint32_t *found_count) {
  struct offload *o = self;
  const struct range fluid = state_range(&o->view.state, KIND_FLUID);
  struct position *pos = o->view.state.pos;
  const uint64_t *id = o->view.state.id;
  struct offload_finding *found, all;
  CHECK(count <= o->view.state.count, STATUS_USAGE, "%u particles to remove, of %u", count,
        o->view.state.count);
  TRY(offload_reserve_points(o, count * sizeof *ids / sizeof *o->points + 1));
  uint64_t *gone = (uint64_t *)o->points;
  TRY(offload_copy(o->device, gone, ids, count * sizeof *ids, false));
  TRY(offload_expect(o, FOUND_BY_OTHERS, &found));
  const uint32_t begin = fluid.begin, n = fluid.end;
  int device = o->device;
  OFFLOAD_LOOP(n - begin, is_device_ptr(pos, id, gone, found))
  for (uint32_t i = begin; i < n; i++) mark_one(pos, id, i, gone, count, offload_finding_of(found, i));
  TRY(offload_collect(o, FOUND_BY_OTHERS, false, &all));
  *found_count = (uint32_t)all.left;
  return STATUS_OK;
}

/* Where particles [begin, end) are expected if that is `new`, their cells into key, and how many each holds
 * into start. Fluid that is dropped is counted in a finding. */
static void count_cells(struct offload *o, uint32_t begin, uint32_t end, uint32_t *start, bool new,
                        struct offload_finding *found) {
  const struct offload_view *v = o->there;
  const float unit = state_path_unit(o->state), life = o->state->life;
  uint32_t *key = o->key, cells = o->view.grid.total + 2;
  int device = o->device;
  OFFLOAD_LOOP(cells, is_device_ptr(start))
  for (uint32_t c = 0; c < cells; c++) start[c] = 0;
  OFFLOAD_LOOP(end - begin, is_device_ptr(v, key, start, found))
  for (uint32_t i = begin; i < end; i++)
    count_one(v, i, new, unit, life, key, start, offload_finding_of(found, i));
}

void offload_place(int device, const uint32_t *key, uint32_t begin, uint32_t end, const uint32_t *start,
                   uint32_t cells, uint32_t *fill, uint32_t *order) {
  OFFLOAD_LOOP(cells + 1, is_device_ptr(start, fill))
  for (uint32_t c = 0; c <= cells; c++) fill[c] = start[c];
  OFFLOAD_LOOP(end - begin, is_device_ptr(key, order, fill))
  for (uint32_t i = begin; i < end; i++) {
    uint32_t at;
#pragma omp atomic capture
    at = fill[key[i]]++;
    order[at] = i;
  }
  OFFLOAD_LOOP(cells, is_device_ptr(start, order))
  for (uint32_t c = 0; c < cells; c++) {
    for (uint32_t k = start[c] + 1; k < start[c + 1]; k++) {
      uint32_t moved = order[k], at = k;
      for (; at > start[c] && order[at - 1] > moved; at--) order[at] = order[at - 1];
      order[at] = moved;
    }
  }
}

/* Rows [begin, end) of up to OFFLOAD_SPARES buffers of 16-byte rows, to the spares in order and back. */
static void permute_some(struct offload *o, struct vec4 *const rows[], int count, uint32_t begin,
                         uint32_t end) {
  struct vec4 *a = rows[0], *b = count > 1 ? rows[1] : NULL, *c = count > 2 ? rows[2] : NULL;
  struct vec4 *d = count > 3 ? rows[3] : NULL;
  struct vec4 *to_a = o->spare[0], *to_b = o->spare[1], *to_c = o->spare[2], *to_d = o->spare[3];
  const uint32_t *order = o->order;
  int device = o->device;
  OFFLOAD_LOOP(end - begin, is_device_ptr(a, b, c, d, to_a, to_b, to_c, to_d, order))
  for (uint32_t i = begin; i < end; i++) {
    const uint32_t from = order[i];
    to_a[i] = a[from];
    if (b) to_b[i] = b[from];
    if (c) to_c[i] = c[from];
    if (d) to_d[i] = d[from];
  }
  OFFLOAD_LOOP(end - begin, is_device_ptr(a, b, c, d, to_a, to_b, to_c, to_d))
  for (uint32_t i = begin; i < end; i++) {
    a[i] = to_a[i];
    if (b) b[i] = to_b[i];
    if (c) c[i] = to_c[i];
    if (d) d[i] = to_d[i];
  }
}

/* The narrower ones, which take 10 bytes a row together. */
static void permute_narrow(struct offload *o, uint32_t begin, uint32_t end) {
  uint64_t *id = o->view.state.id, *to_id = (uint64_t *)o->spare[0];
  uint16_t *body = o->view.state.body, *to_body = (uint16_t *)(to_id + o->view.state.capacity);
  const uint32_t *order = o->order;
  int device = o->device;
  OFFLOAD_LOOP(end - begin, is_device_ptr(id, to_id, body, to_body, order))
  for (uint32_t i = begin; i < end; i++) {
    to_id[i] = id[order[i]];
    to_body[i] = body[order[i]];
  }
  OFFLOAD_LOOP(end - begin, is_device_ptr(id, to_id, body, to_body))
  for (uint32_t i = begin; i < end; i++) {
    id[i] = to_id[i];
    body[i] = to_body[i];
  }
}

static void permute(struct offload *o, uint32_t begin, uint32_t end) {
  struct wcsph_state *s = &o->view.state;
  struct vec4 *some[OFFLOAD_SPARES];
  int count = 0;
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) {
    const struct buffer_info *info = &wcsph_buffer_info[b];
    if (!state_buffer(s, b) || !(info->uses & ROW_SORTED) || info->row_bytes != sizeof(struct vec4)) continue;
    some[count++] = state_buffer(s, b);
    if (count < o->spares) continue;
    permute_some(o, some, count, begin, end);
    count = 0;
  }
  if (count > 0) permute_some(o, some, count, begin, end);
  permute_narrow(o, begin, end);
}

static void sort_range(struct offload *o, enum row_kind kind, bool new, struct offload_finding *found) {
  const struct range r = state_range(&o->view.state, kind);
  const uint32_t begin = r.begin, end = r.end;
  uint32_t *start = o->view.grid.start[kind];
  const double began = clock_now();
  count_cells(o, begin, end, start, new, found);
  const double counted = clock_now();
  offload_scan(o->device, start, o->view.grid.total + 2, begin, o->scratch);
  offload_place(o->device, o->key, begin, end, start, o->view.grid.total, o->fill, o->order);
  const double placed = clock_now();
  permute(o, begin, end);
  listing_spent[LISTING_CELLS] += counted - began;
  listing_spent[LISTING_SORT] += placed - counted;
  listing_spent[LISTING_REORDER] += clock_now() - placed;
}

int offload_sort(struct offload *o, bool keep_order) {
  struct wcsph_state *s = &o->view.state;
  struct offload_finding *found, all;
  s->life = o->state->life;
  if (s->shedding != o->state->shedding) {
    s->shedding = o->state->shedding;
    TRY(offload_publish(o));
  }
  o->forgotten[FOUND_BY_OTHERS] = false; /* the spread begins anew */
  TRY(offload_expect(o, FOUND_BY_OTHERS, &found));
  if (!o->walls_sorted) {
    sort_range(o, KIND_WALL, !keep_order, found);
    TRY(offload_publish(o));
    o->walls_sorted = !keep_order; /* else they are sorted by where an earlier list had them */
  }
  sort_range(o, KIND_FLUID, !keep_order, found);
  TRY(offload_collect(o, FOUND_BY_OTHERS, false, &all));
  state_resize_fluid(s, state_count(s, KIND_FLUID) - (uint32_t)all.left);
  state_resize_fluid(o->state, state_count(s, KIND_FLUID));
  o->records_are_stale = true;
  o->taking.pass = PASS_COUNT;
  return offload_publish(o);
}
