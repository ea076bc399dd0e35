/* SPDX-License-Identifier: BSD-3-Clause */
#include "reference/wcsph.h"

#include <stdio.h>
#include <stdlib.h>

#include "util/error.h"
#include "wcsph/calls.h"
#include "wcsph/passes/says.h"
#include "wcsph/sweeps/says.h"

static bool reference_way(int number, struct execution_options *options) {
  *options = (struct execution_options){0};
  return number == 0;
}

static void reference_close(void *self) {
  struct reference *r = self;
  if (!r) return;
  grid_free(&r->grid);
  free(r);
}

/* As many particles as the state has room for. */
static int reserve_wcsph(struct reference *r) {
  const uint32_t capacity = r->state->capacity;
  uint32_t *order = realloc(r->grid.order, ((size_t)capacity + 1) * sizeof *order);
  CHECK(order, STATUS_FAILED, "no memory for %u particles", capacity);
  r->grid.order = order;
  r->counters.bytes = ((size_t)r->grid.total * 2 + 2 + capacity) * sizeof(uint32_t);
  return STATUS_OK;
}

static int reference_open(void **self, struct wcsph_state *state, const struct wcsph_law *law,
                          const struct execution_options *options) {
  (void)options;
  struct reference *r = calloc(1, sizeof *r);
  CHECK(r, STATUS_FAILED, "no memory for the reference backend");
  r->state = state;
  r->law = law;
  int status = grid_allocate(&r->grid, state->cells, state->periodic);
  if (status == STATUS_OK) status = reserve_wcsph(r);
  if (status != STATUS_OK) {
    reference_close(r);
    return status;
  }
  *self = r;
  return STATUS_OK;
}

static int reference_rows(void *self, const struct wcsph_rows_change *c) {
  struct reference *r = self;
  if (c->kind == ROWS_REMOVE) {
    *c->found = state_mark_gone(r->state, c->ids, c->count);
    return STATUS_OK;
  }
  TRY(reserve_wcsph(r));
  if (c->kind == ROWS_APPEND) state_resize_fluid(r->state, state_count(r->state, KIND_FLUID) + c->count);
  return STATUS_OK;
}

static int reference_move_walls(void *self, const struct wall_pose *poses) {
  reference_move_walls_of(((struct reference *)self)->state, poses);
  return STATUS_OK;
}

static int reference_body_force(void *self, const struct wcsph_body_force *force) {
  struct reference *r = self;
  reference_body_force_of(r->state, r->law, force);
  return STATUS_OK;
}

static int reference_collect_faces(void *self, const struct opening_table *table) {
  struct reference *r = self;
  const struct range fluid = state_range(r->state, KIND_FLUID);
  reference_collect_faces_of(r->state, r->law, table, fluid.begin, fluid.end);
  return STATUS_OK;
}

/* The state is in host memory already. */
static int reference_transfer(void *self, const struct wcsph_transfer *transfer) {
  (void)self, (void)transfer;
  return STATUS_OK;
}

static void reference_count(void *self, struct wcsph_counters *out) {
  *out = ((struct reference *)self)->counters;
}

static void reference_describe(void *self, char *text, size_t size) {
  (void)self;
  snprintf(text, size, "reference: scalar loops, 1 thread");
}

static size_t reference_estimate(size_t state, uint32_t wall_count, uint32_t fluid_count, double neighbours,
                                 int threads) {
  (void)state;
  (void)neighbours, (void)threads;
  return ((size_t)wall_count + fluid_count) * sizeof(uint32_t);
}

#define DECLARE(name) struct pass_found reference_pass_##name(const struct reference *r);
PASSES(DECLARE)
#define ROW(name) [PASS_##name] = reference_pass_##name,
static struct pass_found (*const passes[PASS_COUNT])(const struct reference *) = {PASSES(ROW)};

static int reference_pass(void *self, enum pass_id pass, struct pass_found *found) {
  *found = passes[pass](self);
  return STATUS_OK;
}

typedef void point_pass(const struct reference *r, uint32_t count, const struct position *points,
                        struct vec4 *out);
#define DECLARE_POINTS(name) point_pass reference_points_##name;
POINT_PASSES(DECLARE_POINTS)
#define POINTS_ROW(name) [PASS_##name] = reference_points_##name,
static point_pass *const point_passes[POINT_PASS_COUNT] = {POINT_PASSES(POINTS_ROW)};

static int reference_points(void *self, enum point_pass_id pass, uint32_t count,
                            const struct position *points, struct vec4 *out) {
  point_passes[pass](self, count, points, out);
  return STATUS_OK;
}

typedef void sweep_function(struct wcsph_state *s, const struct wcsph_law *law,
                            const struct sweep_given *given, struct sweep_found *found);
#define DECLARE_SWEEP(name) sweep_function reference_sweep_##name;
SWEEPS(DECLARE_SWEEP)
#define SWEEP_ROW(name) [SWEEP_##name] = reference_sweep_##name,
static sweep_function *const sweeps[SWEEP_COUNT] = {SWEEPS(SWEEP_ROW)};

#define DECLARE_PASS_SAYS(name) extern const struct pass_says pass_says_##name;
PASSES(DECLARE_PASS_SAYS)
POINT_PASSES(DECLARE_PASS_SAYS)
#define PASS_SAYS_ROW(name) [PASS_##name] = &pass_says_##name,
const struct pass_says *const wcsph_pass_says[PASS_COUNT] = {PASSES(PASS_SAYS_ROW)};
const struct pass_says *const wcsph_point_pass_says[POINT_PASS_COUNT] = {POINT_PASSES(PASS_SAYS_ROW)};
#define DECLARE_SWEEP_SAYS(name) extern const struct sweep_says sweep_says_##name;
SWEEPS(DECLARE_SWEEP_SAYS)
#define SWEEP_SAYS_ROW(name) [SWEEP_##name] = &sweep_says_##name,
const struct sweep_says *const wcsph_sweep_says[SWEEP_COUNT] = {SWEEPS(SWEEP_SAYS_ROW)};

static int reference_sweep(void *self, enum sweep_id sweep, const struct sweep_given *given,
                           struct sweep_found *found) {
  const struct reference *r = self;
  sweeps[sweep](r->state, r->law, given, found);
  return STATUS_OK;
}

static int reference_run(void *self, const struct wcsph_entry *e) {
  switch (e->work) {
  case WORK_REBUILD:
    return reference_rebuild(self, e->keep_order);
  case WORK_FORCES:
    return reference_forces(self, e->limits);
  case WORK_PASS:
    return reference_pass(self, e->pass, e->found);
  case WORK_SWEEP:
    return reference_sweep(self, e->sweep, e->given, e->swept);
  case WORK_LAW:
    return STATUS_OK; /* it reads that of the run */
  case WORK_BODY_FORCE:
    return reference_body_force(self, e->force);
  case WORK_MOVE_WALLS:
    return reference_move_walls(self, e->poses);
  case WORK_WALL_LOADS:
    return reference_wall_loads(self, e->poses, e->pose_count, e->loads);
  case WORK_STRUCTURES:
    return reference_structures(self, e);
  case WORK_COLLECT_FACES:
    return reference_collect_faces(self, e->faces);
  default:
    return wcsph_not_taken(&wcsph_reference, e);
  }
}

const struct wcsph_backend wcsph_reference = {
    .about =
        {
            .name = "reference",
            .title = "plain scalar loops: the oracle for tests, and the first code to read",
            .judge = &wcsph_reference.about,
            .deterministic = "yes: the same bits at every run",
            .way = reference_way,
        },
    .open = reference_open,
    .close = reference_close,
    .run = reference_run,
    .points = reference_points,
    .advance = reference_advance,
    .rows = reference_rows,
    .transfer = reference_transfer,
    .count = reference_count,
    .describe = reference_describe,
    .estimate = reference_estimate,
};
