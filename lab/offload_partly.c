/* SPDX-License-Identifier: BSD-3-Clause */
/* `stages: forces`, as codes begin when they go to a GPU (paper 003, section 4.1): the cpu backend does all
 * but the force pass, for which particles go to the device and rates come back, every time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/wcsph.h"
#include "lab/partly.h"
#include "offload/device.h"
#include "offload/wcsph.h"
#include "reference/wcsph.h"
#include "util/clock.h"
#include "util/error.h"
#include "wcsph/calls.h"

static void partly_close(void *self) {
  struct offload *o = self;
  if (o && o->host) wcsph_cpu.close(o->host);
  wcsph_offload.close(o);
}

static int partly_open(void **self, struct wcsph_state *state, const struct wcsph_law *law,
                       const struct execution_options *options) {
  struct execution_options mine = *options;
  struct offload *o;
  if (mine.strategy != OFFLOAD_FINE_CELLS) mine.strategy = OFFLOAD_CELLS;
  mine.cpu = (struct cpu_options){.strategy = CPU_CELLS};
  if (mine.strategy == OFFLOAD_CELLS) mine.cpu.cells = CPU_CELLS_WHOLE; /* one grid for both */
  TRY(wcsph_offload.open((void **)&o, state, law, &mine));
  int status = wcsph_cpu.open(&o->host, state, law, &mine);
  if (status != STATUS_OK) {
    partly_close(o);
    return status;
  }
  ((struct cpu_run *)o->host)->grid.along_y = false; /* the device's is not */
  *self = o;
  return STATUS_OK;
}

static int send_words(struct offload *o, uint32_t *to, const uint32_t *from, size_t count) {
  return offload_copy(o->device, to, from, count * sizeof *to, false);
}

struct partly_spent partly_spent;

/* Adds the time of a call to what transfers have taken so far. */
#define TRANSFER(call)                                                                                       \
  do {                                                                                                       \
    const double began_ = clock_now();                                                                       \
    const int result_ = (call);                                                                              \
    partly_spent.transfers += clock_now() - began_;                                                          \
    TRY(result_);                                                                                            \
  } while (0)

/* Sorted on the host; the device learns where cells begin, and counts pairs. */
static int partly_rebuild(void *self, bool keep_order) {
  struct offload *o = self;
  const struct grid *g = &((struct cpu_run *)o->host)->grid;
  TRY(wcsph_rebuild(&wcsph_cpu, o->host, keep_order));
  const double before = partly_spent.transfers;
  TRANSFER(send_words(o, o->view.grid.start[KIND_WALL], g->start[KIND_WALL], (size_t)g->total + 1));
  TRANSFER(send_words(o, o->view.grid.start[KIND_FLUID], g->start[KIND_FLUID], (size_t)g->total + 1));
  TRANSFER(wcsph_send(&wcsph_offload, o, BUFFER_LISTED_POSITION));
  partly_spent.of_cells += partly_spent.transfers - before;
  if (o->view.ranges) offload_otherwise.ranges(o);
  return offload_list(o);
}

static int partly_rows(void *self, const struct wcsph_rows_change *change) {
  struct offload *o = self;
  TRY(wcsph_cpu.rows(o->host, change));
  return change->kind == ROWS_APPEND ? offload_reserve(o) : STATUS_OK;
}

static int partly_forces(void *self, struct wcsph_limits *limits) {
  struct offload *o = self;
  TRANSFER(wcsph_send(&wcsph_offload, o, BUFFER_POSITION | BUFFER_VELOCITY));
  TRY(offload_forces(o, limits));
  TRANSFER(wcsph_fetch(&wcsph_offload, o, BUFFER_RATE));
  return STATUS_OK;
}

static int partly_run(void *self, const struct wcsph_entry *e) {
  switch (e->work) {
  case WORK_REBUILD:
    return partly_rebuild(self, e->keep_order);
  case WORK_FORCES:
    return partly_forces(self, e->limits);
  default:
    return wcsph_cpu.run(((struct offload *)self)->host, e);
  }
}

static int partly_points(void *self, enum point_pass_id pass, uint32_t count, const struct position *points,
                         struct vec4 *out) {
  return wcsph_cpu.points(((struct offload *)self)->host, pass, count, points, out);
}

static int partly_advance(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion) {
  return wcsph_cpu.advance(((struct offload *)self)->host, stage, motion);
}

/* The state is the host's. */
static int partly_transfer(void *self, const struct wcsph_transfer *transfer) {
  (void)self, (void)transfer;
  return STATUS_OK;
}

static void partly_count(void *self, struct wcsph_counters *out) {
  struct offload *o = self;
  struct wcsph_counters host;
  wcsph_cpu.count(o->host, &host);
  wcsph_offload.count(o, out);
  out->bytes += host.bytes;
  out->foresees = false;
}

static void partly_describe(void *self, char *text, size_t size) {
  const struct offload *o = self;
  wcsph_offload.describe(self, text, size);
  const size_t used = strlen(text);
  snprintf(text + used, size - used, "; forces alone, the rest by %d threads",
           ((struct cpu_run *)o->host)->threads);
}

static size_t partly_estimate(size_t state, uint32_t wall_count, uint32_t fluid_count, double neighbours,
                              int threads) {
  return wcsph_cpu.estimate(state, wall_count, fluid_count, 0.0, threads) +
         wcsph_offload.estimate(state, wall_count, fluid_count, neighbours, threads);
}

const struct wcsph_backend wcsph_offload_forces = {
    .about = {.name = "offload",
              .title = "the force pass on a GPU, all else on the host",
              .judge = &wcsph_reference.about,
              .deterministic = "with fixed sums everywhere; else on one device"},
    .open = partly_open,
    .close = partly_close,
    .run = partly_run,
    .points = partly_points,
    .advance = partly_advance,
    .rows = partly_rows,
    .transfer = partly_transfer,
    .count = partly_count,
    .code = offload_find_code,
    .describe = partly_describe,
    .estimate = partly_estimate,
};
