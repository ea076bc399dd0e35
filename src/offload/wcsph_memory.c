/* SPDX-License-Identifier: BSD-3-Clause */
/* Device memory, and the strategy that fits into it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offload/device.h"
#include "offload/wcsph.h"
#include "offload/wcsph_forces.h"
#include "util/error.h"
#include "util/words.h"

size_t offload_buffer_bytes(int buffer, uint32_t capacity) {
  return ((size_t)capacity * wcsph_buffer_info[buffer].row_bytes + 63) / 64 * 64;
}

void *offload_allocate(struct offload *o, size_t bytes) {
  const size_t whole = (bytes + 63) / 64 * 64; /* the loop takes 64 bytes at a time */
  uint32_t *data = omp_target_alloc(whole, o->device);
  if (!data && offload_drop_kept(o)) data = omp_target_alloc(whole, o->device);
  if (!data) return NULL;
  int device = o->device;
  uint32_t words = (uint32_t)(whole / 16 / 4);
  OFFLOAD_LOOP(words, is_device_ptr(data))
  for (uint32_t i = 0; i < words; i++)
    for (uint32_t k = 0; k < 16; k++) data[(size_t)k * words + i] = 0;
  o->bytes += bytes;
  return data;
}

void offload_release(struct offload *o, void *data, size_t bytes) {
  if (!data) return;
  omp_target_free(data, o->device);
  o->bytes -= bytes;
}

void *offload_allocate_twin(struct offload *o, size_t bytes, void **here) {
  void *data = offload_allocate(o, bytes);
  *here = data;
  if (!data || o->device == omp_get_initial_device()) return data;
  /* Whole pages, registered: copies to them take 4 us less. */
  const size_t page = 4096, pages = (bytes + page - 1) / page * page;
  *here = aligned_alloc(page, pages);
  if (*here) memset(*here, 0, pages), device_reach(o->device, *here, pages);
  if (*here && !omp_target_associate_ptr(*here, data, bytes, 0, o->device)) return data;
  if (*here) device_forget(o->device, *here);
  free(*here);
  offload_release(o, data, bytes);
  *here = NULL;
  return NULL;
}

void offload_release_twin(struct offload *o, void *data, void *here, size_t bytes) {
  if (here != data) {
    omp_target_disassociate_ptr(here, o->device);
    device_forget(o->device, here);
    free(here);
  }
  offload_release(o, data, bytes);
}

/* Particles from which on layers may be so large. */
enum { MANY_LAYERS = 1 << 22 };

/* Rows of the list to begin with: neighbours inside a fluid on its initial lattice, and some more, of walls
 * at the side of it; of each kind a last pack that is not full, and where layers of cells have more particles
 * than an offset can count, so of each layer. A build that needs more gets more. */
static uint32_t rows_expected(const struct offload *o, enum row_kind kind) {
  double reach = (double)o->law->support + (double)o->state->skin, volume = (double)o->law->volume;
  double pi = 3.14159265358979,
         space = o->law->dimensions == 3 ? 4.0 / 3.0 * pi * reach * reach * reach : pi * reach * reach;
  const uint32_t begun = o->law->dimensions == 3 && o->state->count > MANY_LAYERS ? 4 : 2;
  if (kind == KIND_WALL) space *= 0.45;
  return (uint32_t)(1.1 * space / volume / PACK_ENTRIES) + begun;
}

/* So many columns of each kind, of walls as many as there are. */
static void list_strides(const struct offload *o, uint32_t strides[ROW_KINDS]) {
  const uint32_t walls = state_range(o->state, KIND_FLUID).begin;
  strides[KIND_WALL] = (walls + 31) / 32 * 32;
  strides[KIND_FLUID] = (o->state->capacity - walls + 31) / 32 * 32;
}

/* The grid of a strategy: cells as the state has them, wider ones for a list, or very wide ones. */
static void choose_grid(const struct offload *o, enum offload_strategy strategy, struct grid *g) {
  const struct wcsph_state *s = o->state;
  const bool wide = strategy == OFFLOAD_LIST && o->options.search != OFFLOAD_SEARCH_PARTICLE;
  g->total = 1;
  for (int a = 0; a < 3; a++) {
    g->reach[a] = strategy == OFFLOAD_CELLS || wide ? 1 : grid_reach[a];
    g->cells[a] = s->cells[a] * (uint32_t)g->reach[a] / (uint32_t)grid_reach[a];
    if (strategy == OFFLOAD_LIST) g->cells[a] = state_wide_cells(s, o->law->support, a, g->reach[a]);
    if (g->cells[a] == 0) g->cells[a] = 1;
    g->periodic[a] = s->periodic[a];
    g->total *= g->cells[a];
  }
}

/* Pieces of rows around a cell; one that wraps around a periodic axis has two. */
static uint32_t ranges_around(const struct grid *g) {
  const uint32_t y = 2 * (uint32_t)g->reach[1] + 1, z = g->cells[2] == 1 ? 1 : 2 * (uint32_t)g->reach[2] + 1;
  return y * z * (g->periodic[0] ? 2 : 1);
}
static bool has_ranges(const struct offload *o, enum offload_strategy strategy) {
  return strategy != OFFLOAD_LIST && o->options.ranges == OFFLOAD_RANGES_STORED;
}
static size_t range_bytes(const struct grid *g) {
  return (size_t)g->total * ranges_around(g) * sizeof(struct offload_range);
}

/* What a sort takes. Parts ask for its order when the next list is there. */
static size_t sorting_bytes(const struct wcsph_state *s, int spares) {
  const size_t words = s->shared ? 0 : 2 * sizeof(uint32_t);
  return s->capacity * ((size_t)spares * sizeof(struct vec4) + words);
}

static size_t list_bytes(const struct offload *o, uint32_t wall_rows, uint32_t fluid_rows) {
  uint32_t strides[ROW_KINDS];
  list_strides(o, strides);
  const size_t packs = (size_t)wall_rows * strides[KIND_WALL] + (size_t)fluid_rows * strides[KIND_FLUID];
  const size_t bytes = packs * sizeof(struct offload_pack), least = sorting_bytes(o->state, OFFLOAD_SPARES);
  return bytes > least ? bytes : least;
}

/* Whether there are passes that spare fluid. */
static bool spares_fluid(const struct wcsph_state *s) {
  return s->correction || s->carried;
}
static size_t taking_bytes(const struct wcsph_state *s) {
  return (s->capacity / OFFLOAD_PORTION + 1) * sizeof(uint32_t);
}

/* What allocate_all takes. */
static size_t bytes_needed(const struct offload *o, enum offload_strategy strategy) {
  struct grid g;
  choose_grid(o, strategy, &g);
  size_t n = o->state->capacity, cells = (size_t)g.total + 2, word = sizeof(uint32_t), bytes = 0;
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++)
    if (o->state->buffers & row_bit(b)) bytes += offload_buffer_bytes(b, o->state->capacity);
  bytes += n * (sizeof(struct position) + 2 * word);
  if (o->state->wall_velocity) bytes += n * word;
  if (spares_fluid(o->state)) bytes += n * sizeof(uint16_t) + taking_bytes(o->state);
  bytes += cells * 3 * word + offload_scan_scratch((uint32_t)cells) * word;
  if (o->options.records == OFFLOAD_APART) bytes += n * 8 * word;
  if (has_ranges(o, strategy)) bytes += range_bytes(&g);
  if (o->options.passes == OFFLOAD_SEPARATE) bytes += n * sizeof(struct forces_sums);
  if (o->state->shared) bytes += n * 2 * word;
  bytes += strategy == OFFLOAD_LIST ? list_bytes(o, rows_expected(o, KIND_WALL), rows_expected(o, KIND_FLUID))
                                    : sorting_bytes(o->state, OFFLOAD_SPARES_OWN);
  return bytes + (1 << 16);
}

/* The first strategy that leaves a tenth of the free memory, in which a list may grow; or the one asked for,
 * if it fits at all. */
int offload_choose_strategy(struct offload *o, enum offload_strategy wanted) {
  static const char *const names[] = {
      [OFFLOAD_LIST] = "a stored list", [OFFLOAD_FINE_CELLS] = "fine cells", [OFFLOAD_CELLS] = "cells"};
  size_t available = device_free_memory(o->device);
  char need[16], have[16], list[16];
  text_bytes(have, (double)available);
  o->strategy = wanted == OFFLOAD_AUTO ? OFFLOAD_LIST : wanted;
  size_t bytes = bytes_needed(o, o->strategy);
  text_bytes(list, (double)bytes);
  while (wanted == OFFLOAD_AUTO && available > 0 && (double)bytes > 0.9 * (double)available &&
         o->strategy != OFFLOAD_CELLS)
    bytes = bytes_needed(o, ++o->strategy);
  text_bytes(need, (double)bytes);
  CHECK(available == 0 || bytes <= available, STATUS_FAILED,
        "%u particles with %s need %s of memory on the device, and %s are free", o->state->capacity,
        names[o->strategy], need, have);
  if (available == 0)
    snprintf(o->reason, sizeof o->reason, "%s (%s)", names[o->strategy], need);
  else if (wanted != OFFLOAD_AUTO || o->strategy == OFFLOAD_LIST)
    snprintf(o->reason, sizeof o->reason, "%s (%s of %s free)", names[o->strategy], need, have);
  else
    snprintf(o->reason, sizeof o->reason, "%s (%s of %s free; a list needs %s)", names[o->strategy], need,
             have, list);
  return STATUS_OK;
}

/* Where columns are in the list, and what a sort works with. */
static void lay_out(struct offload *o) {
  struct offload_view *v = &o->view;
  const bool by_particle = o->options.order == OFFLOAD_BY_PARTICLE;
  uint32_t strides[ROW_KINDS];
  list_strides(o, strides);
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    struct offload_columns *c = &v->columns[kind];
    c->list = v->list;
    c->begin = 0;
    c->stride = strides[kind];
    c->across = by_particle ? c->rows : 1;
    c->along = by_particle ? 1 : c->stride;
  }
  const struct offload_columns *walls = &v->columns[KIND_WALL];
  v->columns[KIND_FLUID].begin = state_range(o->state, KIND_FLUID).begin;
  if (v->list) v->columns[KIND_FLUID].list += (size_t)walls->rows * walls->stride;
  const size_t n = v->state.capacity;
  struct vec4 *spare = v->list ? (struct vec4 *)v->list : o->sorting;
  o->spares = v->list ? OFFLOAD_SPARES : OFFLOAD_SPARES_OWN;
  for (int k = 0; k < o->spares; k++) o->spare[k] = spare + (size_t)k * n;
  o->key = o->ordering ? o->ordering : (uint32_t *)(spare + (size_t)o->spares * n);
  o->order = o->key + n;
}

int offload_fit_list(struct offload *o, const uint32_t needed[ROW_KINDS]) {
  struct offload_columns *columns = o->view.columns;
  for (int kind = 0; kind < ROW_KINDS; kind++)
    if (needed[kind] > columns[kind].rows) columns[kind].rows = needed[kind] + needed[kind] / 32 + 1;
  const size_t bytes = list_bytes(o, columns[KIND_WALL].rows, columns[KIND_FLUID].rows);
  if (bytes > o->list_room) {
    offload_release(o, o->view.list, o->list_room);
    o->view.list = offload_allocate(o, bytes);
    o->list_room = o->view.list ? bytes : 0;
    CHECK(o->view.list, STATUS_FAILED,
          "no memory on the device for a list of %u packs of neighbours a particle; offload.strategy: cells "
          "needs none",
          columns[KIND_FLUID].rows);
  }
  lay_out(o);
  return offload_publish(o);
}

static int allocate_state(struct offload *o) {
  struct wcsph_state *s = &o->view.state;
  *s = *o->state;
  s->sites = NULL;
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) state_set_buffer(s, b, NULL);
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) {
    if (!(s->buffers & row_bit(b))) continue;
    state_set_buffer(s, b, offload_allocate(o, offload_buffer_bytes(b, o->state->capacity)));
    CHECK(state_buffer(s, b), STATUS_FAILED, "no memory on the device for %u particles", s->capacity);
  }
  TRY(offload_put_structures(o));
  if (!o->state->sites) return STATUS_OK;
  const size_t bytes = s->site_count * sizeof *s->sites;
  s->sites = offload_allocate(o, bytes);
  CHECK(s->sites, STATUS_FAILED, "no memory on the device for %u particles", s->capacity);
  return offload_copy(o->device, s->sites, o->state->sites, bytes, false);
}

/* What there is of each particle beside its buffers, and where the pointers to it stand; nothing of it
 * outlives a sort. */
struct work {
  void *pointer;
  size_t bytes;
};
enum { WORK_MOST = 10 };

static int work_of(struct offload *o, struct work work[WORK_MOST]) {
  struct offload_view *v = &o->view;
  const size_t n = v->state.capacity, word = sizeof(uint32_t);
  int count = 0;
  work[count++] = (struct work){&v->records, n * sizeof *v->records};
  work[count++] = (struct work){&v->fluid_count, n * word};
  work[count++] = (struct work){&v->wall_count, n * word};
  if (v->state.wall_velocity) work[count++] = (struct work){&v->mover_count, n * word};
  if (v->state.shared) work[count++] = (struct work){&o->ordering, n * 2 * word};
  if (spares_fluid(&v->state)) {
    work[count++] = (struct work){&o->taking.row, n * sizeof *o->taking.row};
    work[count++] = (struct work){&o->taking.count, taking_bytes(&v->state)};
  }
  if (o->strategy == OFFLOAD_LIST)
    work[count++] = (struct work){&v->list, o->list_room};
  else
    work[count++] = (struct work){&o->sorting, sorting_bytes(&v->state, OFFLOAD_SPARES_OWN)};
  if (o->options.records == OFFLOAD_APART) work[count++] = (struct work){&v->apart.x, n * 8 * word};
  if (o->options.passes == OFFLOAD_SEPARATE) work[count++] = (struct work){&v->sums, n * sizeof *v->sums};
  return count;
}

static void release_work(struct offload *o) {
  struct work work[WORK_MOST];
  const int count = work_of(o, work);
  void *data, *const none = NULL;
  for (int k = 0; k < count; k++) {
    memcpy(&data, work[k].pointer, sizeof data);
    offload_release(o, data, work[k].bytes);
    memcpy(work[k].pointer, &none, sizeof none);
  }
}

static int allocate_work(struct offload *o) {
  struct offload_view *v = &o->view;
  struct work work[WORK_MOST];
  bool complete = true;
  o->list_room = list_bytes(o, v->columns[KIND_WALL].rows, v->columns[KIND_FLUID].rows);
  o->taking.pass = PASS_COUNT;
  const int count = work_of(o, work);
  for (int k = 0; k < count; k++) {
    void *data = offload_allocate(o, work[k].bytes);
    memcpy(work[k].pointer, &data, sizeof data);
    complete = data && complete;
  }
  lay_out(o);
  if (v->apart.x) {
    const size_t n = v->state.capacity;
    v->apart.v = (float *)v->apart.x + 3 * n;
    v->apart.d = v->apart.v + 3 * n;
    v->apart.term = v->apart.d + n;
  }
  CHECK(complete, STATUS_FAILED, "no memory on the device for %u particles", v->state.capacity);
  return STATUS_OK;
}

/* Findings, and behind them the loads of bodies. */
static bool allocate_found(struct offload *o) {
  const size_t bodies = o->state->bodies, each = LOAD_SUMS * sizeof(uint64_t);
  const size_t slots = bodies == 0 ? 0 : bodies < 64 ? 32 : bodies < 2048 ? 2048 / bodies : 1;
  void *here;
  o->found_room = 2 * OFFLOAD_FINDINGS + (bodies * slots * each + sizeof *o->found - 1) / sizeof *o->found;
  o->found = offload_allocate_twin(o, o->found_room * sizeof *o->found, &here);
  o->seen = here;
  o->loads_before = calloc(bodies + 1, each);
  if (!o->found || !o->loads_before) return false;
  o->view.loads = (uint64_t *)(void *)(o->found + 2 * OFFLOAD_FINDINGS);
  o->view.load_slots = (uint32_t)slots;
  o->view.load_quanta = (double)pose_force_quanta(o->law);
  return true;
}

void offload_take_law(struct offload *o) {
  o->view.law = o->view.exact = *o->law;
  o->view.exact.summation = SUM_FIXED;
  o->records_are_stale = true; /* they have the old law's pressures */
}

int offload_allocate_all(struct offload *o) {
  struct offload_view *v = &o->view;
  offload_take_law(o);
  TRY(allocate_state(o));
  choose_grid(o, o->strategy, &v->grid);
  size_t cells = (size_t)v->grid.total + 2, word = sizeof(uint32_t);
  bool complete = true;
#define ALLOCATE(member, bytes) complete = (o->member = offload_allocate(o, bytes)) && complete
  ALLOCATE(there, sizeof *o->there);
  ALLOCATE(view.grid.start[KIND_WALL], cells * word);
  ALLOCATE(view.grid.start[KIND_FLUID], cells * word);
  ALLOCATE(fill, cells * word);
  ALLOCATE(scratch, offload_scan_scratch((uint32_t)cells) * word);
  if (has_ranges(o, o->strategy)) {
    v->ranges_a_cell = ranges_around(&v->grid);
    ALLOCATE(view.ranges, range_bytes(&v->grid));
  }
#undef ALLOCATE
  complete = allocate_found(o) && complete;
  CHECK(complete, STATUS_FAILED, "no memory on the device for %u particles", o->state->capacity);
  for (int kind = 0; kind < ROW_KINDS; kind++) v->columns[kind].rows = rows_expected(o, kind);
  TRY(allocate_work(o));
  return offload_publish(o);
}

int offload_reserve(struct offload *o) {
  struct wcsph_state *s = &o->view.state;
  const uint32_t capacity = o->state->capacity;
  if (capacity <= s->capacity) return STATUS_OK;
  release_work(o);
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) {
    void *old = state_buffer(s, b), *grown;
    if (!old) continue;
    grown = offload_allocate(o, offload_buffer_bytes(b, capacity));
    CHECK(grown, STATUS_FAILED, "no memory on the device for %u particles", capacity);
    const int failed =
        omp_target_memcpy(grown, old, s->count * wcsph_buffer_info[b].row_bytes, 0, 0, o->device, o->device);
    offload_release(o, old, offload_buffer_bytes(b, s->capacity));
    state_set_buffer(s, b, grown);
    CHECK(!failed, STATUS_FAILED, "the device refused a copy");
  }
  s->capacity = capacity;
  TRY(allocate_work(o));
  return offload_publish(o);
}

void offload_release_all(struct offload *o) {
  struct offload_view *v = &o->view;
  offload_drop_kept(o);
  offload_release_ahead(o);
  offload_release_structures(o);
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++)
    if (state_buffer(&v->state, b)) omp_target_free(state_buffer(&v->state, b), o->device);
  release_work(o);
  void *const others[] = {
      v->grid.start[KIND_WALL], v->grid.start[KIND_FLUID], o->there,  o->fill,       o->scratch, o->points,
      o->faces.there,           o->faces.points,           v->ranges, v->state.sites};
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (others[k]) omp_target_free(others[k], o->device);
  offload_release_twin(o, o->found, o->seen, o->found_room * sizeof *o->found);
  offload_release_twin(o, v->poses, o->poses, o->pose_count * sizeof *o->poses);
  free(o->loads_before);
  offload_release_twin(o, o->faces.fastest2, o->faces.fastest2_here, sizeof *o->faces.fastest2);
  free(o->faces.here);
}

int offload_reserve_points(struct offload *o, size_t count) {
  if (count <= o->point_room) return STATUS_OK;
  offload_release(o, o->points, o->point_room * sizeof *o->points);
  o->points = offload_allocate(o, count * sizeof *o->points);
  o->point_room = o->points ? count : 0;
  CHECK(o->points, STATUS_FAILED, "no memory on the device for %zu points", count);
  return STATUS_OK;
}
