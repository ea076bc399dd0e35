/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/pairwise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offload/device.h"
#include "reference/pairwise.h"
#include "util/clock.h"
#include "util/error.h"

void *pairwise_allocate(struct offload_pairwise *o, size_t bytes) {
  void *data = omp_target_alloc(bytes, o->device);
  if (data) o->bytes += bytes;
  return data;
}

void pairwise_release(struct offload_pairwise *o, void *data, size_t bytes) {
  if (!data) return;
  omp_target_free(data, o->device);
  o->bytes -= bytes;
}

int pairwise_publish(struct offload_pairwise *o) {
  return offload_copy(o->device, o->there, &o->view, sizeof o->view, false);
}

/* ---- what a strategy needs: a grid, and perhaps a list ---- */

static size_t grid_words(const struct offload_pairwise *o) {
  return (size_t)o->view.grid.total + 2;
}
static size_t list_bytes(const struct offload_pairwise *o) {
  return (size_t)o->view.rows * o->view.stride * sizeof *o->view.list;
}

static void release_strategy(struct offload_pairwise *o) {
  struct pairwise_view *v = &o->view;
  pairwise_release(o, v->grid.start[0], grid_words(o) * 4);
  pairwise_release(o, o->fill, grid_words(o) * 4);
  pairwise_release(o, o->scratch, (size_t)offload_scan_scratch((uint32_t)grid_words(o)) * 4);
  pairwise_release(o, v->list, list_bytes(o));
  pairwise_release(o, v->row_count, (size_t)v->stride * 4);
  v->grid.start[0] = o->fill = o->scratch = v->row_count = NULL;
  v->list = NULL;
}

/* Rows of the list to begin with: neighbours in a uniform fluid, and some more. A build that needs more gets
 * more. */
static uint32_t rows_expected_of(const struct offload_pairwise *o) {
  const struct pairwise_state *s = o->state;
  const double reach = (double)s->reach, space = 4.0 / 3.0 * 3.14159265358979 * reach * reach * reach;
  const double neighbours = space * s->count / (s->size[0] * s->size[1] * s->size[2]);
  return (uint32_t)(fmin(neighbours, s->count) * 1.3 / 4.0) + 4;
}

static int adopt(struct offload_pairwise *o, enum pairwise_strategy strategy) {
  struct pairwise_view *v = &o->view;
  const bool listed = strategy == PAIRWISE_LIST;
  release_strategy(o);
  o->strategy = strategy;
  pairwise_grid_make(&v->grid, o->state, listed ? grid_reach : (const int[3]){1, 1, 1});
  v->stride = (o->state->count + 31) / 32 * 32;
  v->rows = listed ? rows_expected_of(o) : 0;
  v->grid.start[0] = pairwise_allocate(o, grid_words(o) * 4);
  o->fill = pairwise_allocate(o, grid_words(o) * 4);
  o->scratch = pairwise_allocate(o, (size_t)offload_scan_scratch((uint32_t)grid_words(o)) * 4);
  bool complete = v->grid.start[0] && o->fill && o->scratch;
  if (listed) {
    v->list = pairwise_allocate(o, list_bytes(o));
    v->row_count = pairwise_allocate(o, (size_t)v->stride * 4);
    complete &= v->list && v->row_count;
  }
  CHECK(complete, STATUS_FAILED,
        "no memory on the device for %u particles with offload.strategy %s; par-part-noloop needs least",
        o->state->count, case_word_pairwise(strategy));
  snprintf(o->reason, sizeof o->reason, "%s", case_word_pairwise(strategy));
  return pairwise_publish(o);
}

static int build(struct offload_pairwise *o, bool keep_order) {
  TRY(pairwise_sort(o, keep_order));
  o->counters.rebuilds++;
  if (o->view.list) return pairwise_list(o);
  TRY(pairwise_cells_fit(o));
  TRY(pairwise_publish(o));
  if (o->counted) return STATUS_OK;
  o->counted = true; /* once, for it takes as long as a pass */
  return pairwise_list(o);
}

/* ---- auto: what is fastest ---- */

enum { TRIALS = 3, LIFE = 10 }; /* passes that are timed; passes that a list lasts for, about */

/* Seconds of a pass with its share of a build; infinite if the strategy cannot run. */
static double trial(struct offload_pairwise *o, enum pairwise_strategy strategy, bool keep_order) {
  struct pairwise_limits limits;
  double best = INFINITY, began;
  if (adopt(o, strategy) != STATUS_OK || build(o, keep_order) != STATUS_OK) return INFINITY;
  began = clock_now();
  if (build(o, keep_order) != STATUS_OK) return INFINITY;
  const double built = clock_now() - began;
  for (int k = 0; k < TRIALS; k++) {
    began = clock_now();
    if (pairwise_forces(o, false, &limits) != STATUS_OK) return INFINITY;
    best = fmin(best, clock_now() - began);
  }
  return best + (o->state->skin > 0.0f ? built / LIFE : built);
}

static int choose_fastest(struct offload_pairwise *o, bool keep_order) {
  enum pairwise_strategy fastest = PAIRWISE_LIST;
  double least = INFINITY;
  for (int k = PAIRWISE_LIST; k < PAIRWISE_STRATEGIES; k++) {
    const double seconds = trial(o, (enum pairwise_strategy)k, keep_order);
    if (!(seconds < least)) continue;
    least = seconds;
    fastest = (enum pairwise_strategy)k;
  }
  CHECK(isfinite(least), STATUS_FAILED, "no strategy could run: %s", error_text());
  o->chosen = true;
  TRY(adopt(o, fastest));
  snprintf(o->reason, sizeof o->reason, "%s, the fastest in a trial", case_word_pairwise(fastest));
  return STATUS_OK;
}

static int pairwise_rebuild(void *self, bool keep_order) {
  struct offload_pairwise *o = self;
  if (!o->chosen) TRY(choose_fastest(o, keep_order));
  return build(o, keep_order);
}

/* ---- a run ---- */

/* Every strategy on the host and on every device. */
static bool pairwise_way(int number, struct execution_options *options) {
  static const char *const places[] = {"host", "0", "1", "2", "3", "4", "5", "6", "7"};
  enum { STRATEGIES = PAIRWISE_STRATEGIES - PAIRWISE_LIST, PLACES = sizeof places / sizeof *places };
  const int place = number / STRATEGIES;
  if (place >= PLACES || place > device_count()) return false;
  *options = (struct execution_options){
      .device = places[place], .pairwise = (enum pairwise_strategy)(PAIRWISE_LIST + number % STRATEGIES)};
  return true;
}

static void pairwise_close(void *self) {
  struct offload_pairwise *o = self;
  if (!o) return;
  release_strategy(o);
  for (int b = 0; b < PAIRWISE_BUFFER_COUNT; b++) {
    void *data = pairwise_state_buffer(&o->view.state, b);
    if (data) omp_target_free(data, o->device);
  }
  void *const all[] = {o->there, o->found, o->key, o->order, o->spare};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    if (all[k]) omp_target_free(all[k], o->device);
  free(o);
}

/* Buffers of the device have room for whole vectors, as the host's. */
static size_t buffer_room(const struct offload_pairwise *o, int buffer) {
  return ((size_t)o->state->count + 16) * pairwise_buffer_info[buffer].row_bytes;
}

static int open_there(struct offload_pairwise *o, enum pairwise_strategy wanted) {
  const size_t count = o->state->count;
  bool complete = (o->there = pairwise_allocate(o, sizeof *o->there)) != NULL;
  complete = (o->found = pairwise_allocate(o, 2 * OFFLOAD_FINDINGS * sizeof *o->found)) && complete;
  complete = (o->key = pairwise_allocate(o, count * 4)) && complete;
  complete = (o->order = pairwise_allocate(o, count * 4)) && complete;
  complete = (o->spare = pairwise_allocate(o, (count + 16) * sizeof(struct wide4))) && complete;
  o->view.law = *o->law;
  o->view.state = *o->state;
  for (int b = 0; b < PAIRWISE_BUFFER_COUNT; b++) {
    const bool has = pairwise_state_buffer(o->state, b);
    void *data = has ? pairwise_allocate(o, buffer_room(o, b)) : NULL;
    pairwise_state_set_buffer(&o->view.state, b, data);
    complete = (data || !has) && complete;
  }
  CHECK(complete, STATUS_FAILED, "no memory on the device for %zu particles", count);
  o->chosen = wanted != PAIRWISE_AUTO;
  return o->chosen ? adopt(o, wanted) : STATUS_OK;
}

static int pairwise_open(void **self, struct pairwise_state *state, const struct pairwise_law *law,
                         const struct execution_options *options) {
  struct offload_pairwise *o = calloc(1, sizeof *o);
  CHECK(o, STATUS_FAILED, "no memory for the offload backend");
  o->state = state;
  o->law = law;
  o->threads = options->threads > 0 ? options->threads : 1;
  int status = device_choose(&o->device, options->device);
  o->processors = device_look(o->device).processors;
  if (status == STATUS_OK) status = open_there(o, options->pairwise);
  if (status == STATUS_OK)
    *self = o;
  else
    pairwise_close(o);
  return status;
}

static int transfer_state(struct offload_pairwise *o, bool to_host) {
  for (int b = 0; b < PAIRWISE_BUFFER_COUNT; b++) {
    void *host = pairwise_state_buffer(o->state, b), *there = pairwise_state_buffer(&o->view.state, b);
    const size_t bytes = o->state->count * pairwise_buffer_info[b].row_bytes;
    if (host) TRY(offload_copy(o->device, to_host ? host : there, to_host ? there : host, bytes, to_host));
  }
  return STATUS_OK;
}

static int pairwise_fetch(void *self) {
  return transfer_state(self, true);
}

static int pairwise_send(void *self) {
  return transfer_state(self, false);
}

static void pairwise_counts(void *self, struct pairwise_counters *out) {
  struct offload_pairwise *o = self;
  *out = o->counters;
  out->bytes = o->bytes;
}

static void pairwise_describe(void *self, char *text, size_t size) {
  const struct offload_pairwise *o = self;
  if (o->device == omp_get_initial_device())
    snprintf(text, size, "offload: on this machine's processor, %s", o->reason);
  else
    snprintf(text, size, "offload: device %d, %s, %s", o->device, device_look(o->device).name, o->reason);
}

static size_t pairwise_estimate(size_t count, double neighbours, int threads) {
  (void)threads;
  return count * (128 + 8 + 32 + 12) + (size_t)(4.0 * 1.6 * neighbours * (double)count);
}

const struct pairwise_backend pairwise_offload = {
    .about =
        {
            .name = "offload",
            .title = "OpenMP target kernels over a list or in the ways of paper 001, on a GPU or on the host",
            .judge = &pairwise_reference.about,
            .deterministic = "with fixed sums everywhere; else on one device with one strategy",
            .way = pairwise_way,
        },
    .open = pairwise_open,
    .close = pairwise_close,
    .rebuild = pairwise_rebuild,
    .forces = pairwise_forces,
    .advance = pairwise_advance_all,
    .fetch = pairwise_fetch,
    .send = pairwise_send,
    .count = pairwise_counts,
    .describe = pairwise_describe,
    .estimate = pairwise_estimate,
};
