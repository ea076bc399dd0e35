/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/wcsph.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "method/lab.h"
#include "offload/device.h"
#include "offload/share.h"
#include "offload/wcsph_halo.h"
#include "reference/wcsph.h"
#include "util/clock.h"
#include "util/error.h"
#include "wcsph/calls.h"
#include "wcsph/listing.h"

static int copy(struct offload *o, void *to, const void *from, size_t bytes, bool to_host) {
  return offload_copy(o->device, to, from, bytes, to_host);
}

int offload_publish(struct offload *o) {
  return copy(o, o->there, &o->view, sizeof o->view, false);
}

int offload_expect(struct offload *o, enum offload_finder finder, struct offload_finding **found) {
  return offload_found_expect(o->device, o->found, o->forgotten, finder, found);
}

int offload_collect(struct offload *o, enum offload_finder finder, bool forgot_other,
                    struct offload_finding *all) {
  const struct offload_finding *here = o->has_seen ? o->seen + (size_t)finder * OFFLOAD_FINDINGS : NULL;
  o->has_seen = false;
  return offload_found_collect(o->device, o->found, here, o->forgotten, finder, forgot_other, all);
}

static void offload_close(void *self) {
  struct offload *o = self;
  if (o) offload_release_all(o);
  free(o);
}

/* Every strategy on the host and on every device. */
static bool offload_way(int number, struct execution_options *options) {
  static const enum offload_strategy strategies[] = {OFFLOAD_LIST, OFFLOAD_FINE_CELLS, OFFLOAD_CELLS};
  static const char *const places[] = {"host", "0", "1", "2", "3", "4", "5", "6", "7"};
  enum { STRATEGIES = sizeof strategies / sizeof *strategies, PLACES = sizeof places / sizeof *places };
  int place = number / STRATEGIES;
  if (place >= PLACES || place > device_count()) return false;
  *options = (struct execution_options){.device = places[place], .strategy = strategies[number % STRATEGIES]};
  return true;
}

static int offload_open(void **self, struct wcsph_state *state, const struct wcsph_law *law,
                        const struct execution_options *options) {
  struct offload *o = calloc(1, sizeof *o);
  CHECK(o, STATUS_FAILED, "no memory for the offload backend");
  o->state = state;
  o->law = law;
  o->options = options->offload;
  if (o->options.team == 0) o->options.team = OFFLOAD_TEAM;
  int status = device_choose(&o->device, options->device);
  if (!status) o->room = offload_share_room(o->device);
  struct code own = {0};
  if (!status) status = offload_find_code(&own, law, options);
  if (!status) o->own = (offload_list_pass *)own.function;
#ifndef OFFLOAD_TEAM_MEMORY
  if (o->options.search == OFFLOAD_SEARCH_CELL && status == STATUS_OK)
    status = error_set(STATUS_USAGE,
                       "offload.search: cell: GCC gives teams no memory on a GPU; particle can, or an "
                       "amphi that clang compiled");
#endif
  if (status == STATUS_OK) status = offload_choose_strategy(o, options->strategy);
  if (status == STATUS_OK && !(offload_lists_as_ever(o) && offload_passes_as_ever(o)))
    status = lab_has("offload: records, passes, team, order, types, search and ranges");
  o->ahead.is_off = own.kind == CODE_GENERAL || !offload_may_go_ahead(o);
  if (status == STATUS_OK) status = offload_allocate_all(o);
  if (status == STATUS_OK)
    *self = o;
  else
    offload_close(o);
  return status;
}

static int offload_rebuild(void *self, bool keep_order) {
  struct offload *o = self;
  TRY(offload_sort(o, keep_order));
  const double sorted = clock_now();
  if (o->view.ranges) offload_otherwise.ranges(o);
  TRY(offload_list(o));
  listing_spent[LISTING_NEIGHBOURS] += clock_now() - sorted;
  return STATUS_OK;
}

/* Rows [begin, end) of the buffers in `mask`, to the host or from it. */
static int transfer(struct offload *o, row_mask mask, uint32_t begin, uint32_t end, bool to_host) {
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) {
    if (!(mask & o->state->buffers & row_bit(b))) continue;
    const size_t row = wcsph_buffer_info[b].row_bytes, at = begin * row, bytes = (end - begin) * row;
    char *host = (char *)state_buffer(o->state, b) + at,
         *there = (char *)state_buffer(&o->view.state, b) + at;
    TRY(copy(o, to_host ? host : there, to_host ? there : host, bytes, to_host));
  }
  return STATUS_OK;
}

static int offload_fetch(void *self, row_mask mask) {
  struct offload *o = self;
  if (o->state->bent && mask & BUFFER_POSITION) TRY(offload_move_structures(o, true));
  return transfer(o, mask, 0, o->state->count, true);
}

static int offload_send(void *self, row_mask mask) {
  struct offload *o = self;
  state_resize_fluid(&o->view.state, state_count(o->state, KIND_FLUID));
  o->records_are_stale = true;
  o->has_weighed = false;
  TRY(offload_publish(o));
  if (o->state->bent && mask & BUFFER_POSITION) TRY(offload_move_structures(o, false));
  return transfer(o, mask, 0, o->state->count, false);
}

int offload_extend(void *self, uint32_t count) {
  struct offload *o = self;
  TRY(offload_reserve(o));
  state_resize_fluid(o->state, state_count(o->state, KIND_FLUID) + count);
  state_resize_fluid(&o->view.state, state_count(o->state, KIND_FLUID));
  o->records_are_stale = true;
  return offload_publish(o);
}

static int offload_append(void *self, uint32_t count) {
  struct offload *o = self;
  const uint32_t before = o->state->count;
  TRY(offload_extend(o, count));
  return transfer(o, o->state->buffers, before, o->state->count, false);
}

static int offload_replace(void *self, bool walls) {
  struct offload *o = self;
  o->view.state.count = 0; /* nothing of what is there stays */
  TRY(offload_reserve(o));
  memcpy(o->view.state.ranges, o->state->ranges, sizeof o->state->ranges);
  o->view.state.count = o->state->count;
  o->records_are_stale = true;
  if (walls) o->walls_sorted = false;
  TRY(transfer(o, o->state->buffers & rows_mask(&wcsph_rows, ROW_SORTED), 0, o->state->count, false));
  return offload_publish(o);
}

static void offload_count(void *self, struct wcsph_counters *out) {
  struct offload *o = self;
  *out = o->counters;
  out->bytes = o->bytes;
  out->foresees = o->strategy == OFFLOAD_LIST; /* others look where particles were when they were sorted */
}

static void offload_describe(void *self, char *text, size_t size) {
  const struct offload *o = self;
  if (o->device == omp_get_initial_device())
    snprintf(text, size, "offload: on this machine's processor, %s", o->reason);
  else
    snprintf(text, size, "offload: device %d, %s, %s", o->device, device_look(o->device).name, o->reason);
}

/* The state once more, and a list as it is at first (wcsph_memory.c); about as many cells as particles; and
 * for what is written, where there is room, all but the rates here and there (wcsph_keep.c). */
static size_t offload_estimate(size_t state, uint32_t wall_count, uint32_t fluid_count, double neighbours,
                               int threads) {
  (void)threads;
  const size_t n = (size_t)wall_count + fluid_count;
  const double listed = 1.28 * neighbours / PACK_ENTRIES, fluid = listed + 2.0, walls = 0.45 * listed + 2.0;
  const size_t kept = 2 * (state - n * sizeof(struct vec4));
  return state + kept + n * (sizeof(struct position) + 5 * sizeof(uint32_t)) +
         sizeof(struct offload_pack) * (size_t)(fluid * fluid_count + walls * wall_count);
}

typedef int pass_function(struct offload *o, struct pass_found *found);
#define DECLARE_PASS(name) pass_function offload_pass_##name;
PASSES(DECLARE_PASS)
#define PASS_ROW(name) [PASS_##name] = offload_pass_##name,
static pass_function *const passes[PASS_COUNT] = {PASSES(PASS_ROW)};

static int offload_pass(void *self, enum pass_id pass, struct pass_found *found) {
  struct offload *o = self;
  if (o->records_are_stale) offload_pack_records(o);
  return passes[pass](o, found);
}

typedef int point_pass(struct offload *o, uint32_t count, const struct position *points, struct vec4 *out);
#define DECLARE_POINTS(name) point_pass offload_points_##name;
POINT_PASSES(DECLARE_POINTS)
#define POINTS_ROW(name) [PASS_##name] = offload_points_##name,
static point_pass *const point_passes[POINT_PASS_COUNT] = {POINT_PASSES(POINTS_ROW)};

static int offload_points(void *self, enum point_pass_id pass, uint32_t count, const struct position *points,
                          struct vec4 *out) {
  struct offload *o = self;
  if (o->records_are_stale) offload_pack_records(o);
  return point_passes[pass](o, count, points, out);
}

typedef int sweep_function(struct offload *o, const struct sweep_given *given, struct sweep_found *found);
#define DECLARE_SWEEP(name) sweep_function offload_sweep_##name;
SWEEPS(DECLARE_SWEEP)
#define SWEEP_ROW(name) [SWEEP_##name] = offload_sweep_##name,
static sweep_function *const sweeps[SWEEP_COUNT] = {SWEEPS(SWEEP_ROW)};

static int offload_sweep(void *self, enum sweep_id sweep, const struct sweep_given *given,
                         struct sweep_found *found) {
  return sweeps[sweep](self, given, found);
}

static int offload_run(void *self, const struct wcsph_entry *e) {
  switch (e->work) {
  case WORK_REBUILD:
    return offload_rebuild(self, e->keep_order);
  case WORK_FORCES:
    return offload_forces(self, e->limits);
  case WORK_PASS:
    return offload_pass(self, e->pass, e->found);
  case WORK_SWEEP:
    return offload_sweep(self, e->sweep, e->given, e->swept);
  case WORK_LAW:
    offload_take_law(self);
    return offload_publish(self);
  case WORK_BODY_FORCE:
    return offload_body_force(self, e->force);
  case WORK_MOVE_WALLS:
    return offload_move_walls(self, e->poses, e->pose_count);
  case WORK_WALL_LOADS:
    return offload_wall_loads(self, e->poses, e->pose_count, e->loads);
  case WORK_STRUCTURES:
    return offload_structures(self, e);
  case WORK_COLLECT_FACES:
    return offload_collect_faces(self, e->faces);
  case WORK_LOOK_AT_FACES:
    return offload_look_at_faces(self, e->faces, e->sample, e->fastest2);
  case WORK_SHOW_FACES:
    return offload_show_faces(self, e->faces);
  case WORK_STEPS:
    return offload_go_ahead(self, e->ahead);
  default:
    return wcsph_not_taken(&wcsph_offload, e);
  }
}

static int offload_rows(void *self, const struct wcsph_rows_change *c) {
  switch (c->kind) {
  case ROWS_APPEND:
    return offload_append(self, c->count);
  case ROWS_REMOVE:
    return offload_remove(self, c->ids, c->count, c->found);
  default:
    return offload_replace(self, c->walls);
  }
}

static int offload_transfer(void *self, const struct wcsph_transfer *t) {
  switch (t->direction) {
  case TRANSFER_FETCH:
    return offload_fetch(self, t->mask);
  case TRANSFER_SEND:
    return offload_send(self, t->mask);
  case TRANSFER_KEEP:
    return offload_keep(self, t->mask, t->kept);
  default:
    return offload_bring(self, t->to);
  }
}

const struct wcsph_backend wcsph_offload = {
    .about =
        {
            .name = "offload",
            .title = "OpenMP target kernels: everything on a GPU, or the same code on the host",
            .judge = &wcsph_reference.about,
            .forces_only = &wcsph_offload_forces.about,
            .deterministic = "with fixed sums everywhere; else on one device",
            .way = offload_way,
        },
    .takes = 1u << WORK_LOOK_AT_FACES | 1u << WORK_SHOW_FACES | 1u << WORK_STEPS | 1u << WORK_KEEP,
    .open = offload_open,
    .close = offload_close,
    .run = offload_run,
    .points = offload_points,
    .advance = offload_advance,
    .rows = offload_rows,
    .transfer = offload_transfer,
    .count = offload_count,
    .code = offload_find_code,
    .describe = offload_describe,
    .estimate = offload_estimate,
};
