/* SPDX-License-Identifier: BSD-3-Clause */
/* The reference backend of transport: one line after another, one particle after another. */
#include "reference/transport.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "transport/scalar.h"
#include "util/error.h"

struct reference_transport {
  struct transport_state *state;
  void *velocity[3]; /* [z][y][x] */
  void *line;        /* [n] values of the particles of a line */
  void *move;        /* [n + 1] their displacements, and the first one's again */
  size_t bytes;
  struct transport_finding finding;
};

static bool reference_way(int number, struct execution_options *options) {
  *options = (struct execution_options){0};
  return number == 0;
}

static void reference_close(void *self) {
  struct reference_transport *r = self;
  if (!r) return;
  for (int a = 0; a < 3; a++) free(r->velocity[a]);
  free(r->line);
  free(r->move);
  free(r);
}

static int reference_open(void **self, struct transport_state *state,
                          const struct execution_options *options) {
  (void)options;
  const struct transport_grid *g = &state->grid;
  struct reference_transport *r = calloc(1, sizeof *r);
  CHECK(r, STATUS_FAILED, "no memory for the reference backend");
  r->state = state;
  size_t each = values_bytes(state->values), longest = 0;
  for (int a = 0; a < 3; a++) longest = (size_t)g->n[a] > longest ? (size_t)g->n[a] : longest;
  bool complete = (r->line = malloc(longest * each)) && (r->move = malloc((longest + 1) * each));
  for (int a = 0; a < g->dimensions; a++)
    complete = (r->velocity[a] = calloc(grid_size(g), each)) && complete;
  r->bytes = (2 * longest + 1 + (size_t)g->dimensions * grid_size(g)) * each;
  *self = r;
  if (complete) return STATUS_OK;
  reference_close(r);
  return error_set(STATUS_FAILED, "no memory for %zu grid points", grid_size(g));
}

static int reference_velocity(void *self, int axis, const void *component) {
  struct reference_transport *r = self;
  memcpy(r->velocity[axis], component, grid_size(&r->state->grid) * values_bytes(r->state->values));
  return STATUS_OK;
}

/* The first line that a pass with a fault found. */
static void note_fault(struct reference_transport *r, enum transport_fault fault, int axis, int32_t line) {
  if (r->finding.fault == TRANSPORT_FINE) r->finding = (struct transport_finding){fault, axis, line};
}

/* Where the particles of one line go, and whether they keep their distance. */
#define MOVE(kind, scalar)                                                                                   \
  static void move_##kind(struct reference_transport *r, const struct transport_lines *lines, int axis,      \
                          int32_t l, const double speeds[3]) {                                               \
    const int32_t n = lines->n;                                                                              \
    const scalar *velocity = (const scalar *)r->velocity[axis] + line_start(lines, l);                       \
    const scalar speed[3] = {(scalar)speeds[0], (scalar)speeds[1], (scalar)speeds[2]};                       \
    scalar *move = r->move;                                                                                  \
    for (int32_t i = 0; i < n; i++)                                                                          \
      move[i] = line_move_##kind(velocity[i * lines->stride], velocity, n, lines->stride, false, i,          \
                                 r->state->order, speed);                                                    \
    move[n] = move[0];                                                                                       \
    for (int32_t i = 0; i < n; i++)                                                                          \
      if (line_meets_##kind(move[i], move[i + 1])) note_fault(r, TRANSPORT_CROSSING, axis, l);               \
  }
MOVE(single, float)
MOVE(double, double)

/* The particles of one line give their shares to its grid points. */
#define REMESH(kind, precision, value, real, fixed)                                                          \
  static void remesh_##kind(struct reference_transport *r, const struct transport_lines *lines, int axis,    \
                            int32_t l) {                                                                     \
    const int32_t n = lines->n, stride = lines->stride;                                                      \
    const enum remesh_kernel kernel = r->state->kernel;                                                      \
    const int points = remesh_points(kernel);                                                                \
    value *grid = (value *)r->state->scalar + line_start(lines, l), *line = r->line;                         \
    const real *move = r->move;                                                                              \
    for (int32_t i = 0; i < n; i++) line[i] = grid[i * stride], grid[i * stride] = 0;                        \
    for (int32_t i = 0; i < n; i++) {                                                                        \
      value share[REMESH_MOST_POINTS];                                                                       \
      const int32_t cells = line_floor_##precision(move[i]);                                                 \
      const int32_t first = line_wrap_double(i + cells, n) - (points / 2 - 1);                               \
      remesh_shares_##kind(kernel, line[i], move[i] - line_real_##precision(cells), share);                  \
      for (int k = 0; k < points; k++) grid[line_wrap_double(first + k, n) * stride] += share[k];            \
    }                                                                                                        \
    for (int32_t i = 0; i < n; i++)                                                                          \
      if (remesh_overflows_##kind(grid[i * stride])) note_fault(r, TRANSPORT_OVERFLOW, axis, l);             \
  }
REMESH_VALUES(REMESH)

static int reference_pass(void *self, const struct transport_pass *pass) {
  struct reference_transport *r = self;
  const struct transport_lines lines = grid_lines(&r->state->grid, pass->axis);
  if (r->finding.fault != TRANSPORT_FINE) return STATUS_OK;
  for (int32_t l = 0; l < lines.count; l++) {
    if (values_are_double(r->state->values))
      move_double(r, &lines, pass->axis, l, pass->speed);
    else
      move_single(r, &lines, pass->axis, l, pass->speed);
    if (pass->move_only) continue;
    switch (r->state->values) {
    case VALUES_SINGLE:
      remesh_single(r, &lines, pass->axis, l);
      break;
    case VALUES_DOUBLE:
      remesh_double(r, &lines, pass->axis, l);
      break;
    case VALUES_SINGLE_FIXED:
      remesh_single_fixed(r, &lines, pass->axis, l);
      break;
    case VALUES_DOUBLE_FIXED:
      remesh_double_fixed(r, &lines, pass->axis, l);
      break;
    }
  }
  return STATUS_OK;
}

static int reference_settle(void *self, struct transport_finding *finding) {
  struct reference_transport *r = self;
  *finding = r->finding;
  r->finding = (struct transport_finding){TRANSPORT_FINE, 0, 0};
  return STATUS_OK;
}

/* The state is in host memory already. */
static int reference_transfer(void *self) {
  (void)self;
  return STATUS_OK;
}

static int reference_copy(void *self, size_t *bytes) {
  struct reference_transport *r = self;
  const size_t size = grid_size(&r->state->grid) * values_bytes(r->state->values);
  memcpy(r->velocity[0], r->state->scalar, size);
  *bytes = 2 * size;
  return STATUS_OK;
}

static size_t reference_bytes(void *self) {
  return ((struct reference_transport *)self)->bytes;
}

static void reference_describe(void *self, char *text, size_t size) {
  (void)self;
  snprintf(text, size, "reference: scalar loops, 1 thread");
}

static size_t reference_estimate(const struct transport_state *state, int threads) {
  (void)threads;
  return (size_t)state->grid.dimensions * grid_size(&state->grid) * values_bytes(state->values);
}

const struct transport_backend transport_reference = {
    .about = {.name = "reference",
              .title = "plain scalar loops: the oracle for tests, and the first code to read",
              .deterministic = "yes: the same bits at every run, and on every backend",
              .way = reference_way},
    .open = reference_open,
    .close = reference_close,
    .velocity = reference_velocity,
    .pass = reference_pass,
    .settle = reference_settle,
    .fetch = reference_transfer,
    .send = reference_transfer,
    .copy = reference_copy,
    .bytes = reference_bytes,
    .describe = reference_describe,
    .estimate = reference_estimate,
};
