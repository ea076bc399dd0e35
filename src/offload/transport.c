/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/transport.h"

#include <stdio.h>
#include <stdlib.h>

#include "offload/device.h"
#include "transport/scalar.h"
#include "util/error.h"

static void *transport_allocate(struct offload_transport *o, size_t bytes) {
  void *data = omp_target_alloc(bytes, o->device);
  if (data) o->bytes += bytes;
  return data;
}

static int transport_copy(struct offload_transport *o, void *to, const void *from, size_t bytes,
                          bool to_host) {
  int host = omp_get_initial_device();
  int failed =
      omp_target_memcpy(to, from, bytes, 0, 0, to_host ? host : o->device, to_host ? o->device : host);
  CHECK(!failed, STATUS_FAILED, "a copy of %zu bytes %s the device failed", bytes, to_host ? "from" : "to");
  return STATUS_OK;
}

static size_t scalar_bytes(const struct offload_transport *o) {
  return grid_size(&o->state->grid) * values_bytes(o->state->values);
}

static int forget_faults(struct offload_transport *o) {
  const uint64_t none = UINT64_MAX;
  o->passes = 0;
  return transport_copy(o, o->fault, &none, sizeof none, false);
}

static void transport_close(void *self) {
  struct offload_transport *o = self;
  if (!o) return;
  void *const all[] = {o->scalar[0], o->scalar[1], o->velocity[0], o->velocity[1], o->velocity[2], o->fault};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    if (all[k]) omp_target_free(all[k], o->device);
  free(o);
}

static int transport_open_there(struct offload_transport *o) {
  const struct transport_grid *g = &o->state->grid;
  bool complete = (o->fault = transport_allocate(o, sizeof *o->fault));
  for (int k = 0; k < 2; k++) complete = (o->scalar[k] = transport_allocate(o, scalar_bytes(o))) && complete;
  for (int a = 0; a < g->dimensions; a++)
    complete = (o->velocity[a] = transport_allocate(o, scalar_bytes(o))) && complete;
  CHECK(complete, STATUS_FAILED, "no memory on the device for %zu grid points", grid_size(g));
  return forget_faults(o);
}

static int transport_open(void **self, struct transport_state *state,
                          const struct execution_options *options) {
  struct offload_transport *o = calloc(1, sizeof *o);
  CHECK(o, STATUS_FAILED, "no memory for the offload backend");
  o->state = state;
  o->tiles = offload_tiles(state);
  int status = device_choose(&o->device, options->device);
  if (status == STATUS_OK) status = transport_open_there(o);
  if (status == STATUS_OK)
    *self = o;
  else
    transport_close(o);
  return status;
}

/* Whether an axis is walked in the second order. */
static bool axis_is_turned(const struct offload_transport *o, int axis) {
  const enum transport_order order = o->state->walk;
  if (order == ORDER_AS_THEY_LIE || (order == ORDER_ANY && o->tiles)) return false;
  return axis + 1 < o->state->grid.dimensions;
}

/* From one order to the other: the slowest axis becomes the fastest, or the reverse. */
static void turn_between(struct offload_transport *o, const void *from, void *to, bool back) {
  const struct transport_grid *g = &o->state->grid;
  uint32_t slow = (uint32_t)g->n[g->dimensions - 1], rest = (uint32_t)(grid_size(g) / slow);
  offload_turn(o->device, values_bytes(o->state->values), from, to, back ? rest : slow, back ? slow : rest);
}

static void turn_scalar(struct offload_transport *o, bool turned) {
  if (o->turned == turned) return;
  turn_between(o, o->scalar[o->now], o->scalar[!o->now], o->turned);
  o->now = !o->now;
  o->turned = turned;
}

/* The array of the next pass is free until then. */
static int transport_velocity(void *self, int axis, const void *component) {
  struct offload_transport *o = self;
  if (!axis_is_turned(o, axis))
    return transport_copy(o, o->velocity[axis], component, scalar_bytes(o), false);
  TRY(transport_copy(o, o->scalar[!o->now], component, scalar_bytes(o), false));
  turn_between(o, o->scalar[!o->now], o->velocity[axis], false);
  return STATUS_OK;
}

static struct offload_lines lines_of(const struct offload_transport *o, const struct transport_pass *pass) {
  const struct transport_grid *g = &o->state->grid;
  const struct transport_lines own = grid_lines(g, pass->axis);
  struct offload_lines lines = {own.n, own.stride, own.count, 0, 0, o->state->order, {0}};
  for (int k = 0; k < 3; k++) lines.speed[k] = pass->speed[k];
  if (axis_is_turned(o, pass->axis)) {
    lines.slow = g->n[g->dimensions - 1];
    lines.other = own.count / lines.slow;
    lines.stride = pass->axis == 0 ? lines.slow : lines.slow * g->n[0];
  }
  return lines;
}

static int transport_pass(void *self, const struct transport_pass *pass) {
  struct offload_transport *o = self;
  const struct offload_lines lines = lines_of(o, pass);
  if (pass->move_only) {
    offload_move(o, pass->axis, &lines);
    return STATUS_OK;
  }
  turn_scalar(o, axis_is_turned(o, pass->axis));
  if (o->tiles)
    offload_walk_tiles(o, pass->axis, &lines);
  else
    offload_walk(o, pass->axis, &lines);
  o->now = !o->now;
  o->passes++;
  return STATUS_OK;
}

static int transport_settle(void *self, struct transport_finding *finding) {
  struct offload_transport *o = self;
  uint64_t fault;
  TRY(transport_copy(o, &fault, o->fault, sizeof fault, true));
  *finding = (struct transport_finding){TRANSPORT_FINE, 0, 0};
  if (fault == UINT64_MAX) return STATUS_OK;
  finding->fault = (enum transport_fault)(fault & 0xf);
  finding->axis = (int)(fault >> 4 & 0xf);
  finding->line = (int32_t)(fault >> 8 & UINT32_MAX);
  return forget_faults(o);
}

static int transport_fetch(void *self) {
  struct offload_transport *o = self;
  turn_scalar(o, false);
  return transport_copy(o, o->state->scalar, o->scalar[o->now], scalar_bytes(o), true);
}

static int transport_send(void *self) {
  struct offload_transport *o = self;
  o->turned = false;
  return transport_copy(o, o->scalar[o->now], o->state->scalar, scalar_bytes(o), false);
}

/* 16 bytes a thread. The array of the next pass is free until then. */
#pragma omp declare target
static OFFLOAD_CALL void transport_copy_quad(lane_vec4 *to, const lane_vec4 *from) {
  *to = *from;
}
#pragma omp end declare target

static int transport_copy_there(void *self, size_t *bytes) {
  struct offload_transport *o = self;
  const int device = o->device;
  const lane_vec4 *from = o->scalar[o->now];
  lane_vec4 *to = o->scalar[!o->now];
  const uint32_t n = (uint32_t)(scalar_bytes(o) / sizeof *from);
  OFFLOAD_LOOP(n, is_device_ptr(from, to))
  for (uint32_t i = 0; i < n; i++) transport_copy_quad(to + i, from + i);
  *bytes = 2 * n * sizeof *from;
  return STATUS_OK;
}

static size_t transport_bytes(void *self) {
  return ((struct offload_transport *)self)->bytes;
}

static void transport_describe(void *self, char *text, size_t size) {
  const struct offload_transport *o = self;
  if (o->device == omp_get_initial_device())
    snprintf(text, size, "offload: on this machine's processor");
  else
    snprintf(text, size, "offload: device %d, %s", o->device, device_look(o->device).name);
}

static size_t transport_estimate(const struct transport_state *state, int threads) {
  (void)threads;
  return (2 + (size_t)state->grid.dimensions) * grid_size(&state->grid) * values_bytes(state->values);
}

/* On the host and on every device. */
static bool transport_way(int number, struct execution_options *options) {
  static const char *const places[] = {"host", "0", "1", "2", "3", "4", "5", "6", "7"};
  if (number >= (int)(sizeof places / sizeof *places) || number > device_count()) return false;
  *options = (struct execution_options){.device = places[number]};
  return true;
}

const struct transport_backend transport_offload = {
    .about = {.name = "offload",
              .title = "OpenMP target kernels: everything on a GPU, or the same code on the host",
              .deterministic = "yes: the same bits on every device, and on every backend",
              .way = transport_way},
    .open = transport_open,
    .close = transport_close,
    .velocity = transport_velocity,
    .pass = transport_pass,
    .settle = transport_settle,
    .fetch = transport_fetch,
    .send = transport_send,
    .copy = transport_copy_there,
    .bytes = transport_bytes,
    .describe = transport_describe,
    .estimate = transport_estimate,
};
