/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/results/figures.h"

#include <math.h>
#include <string.h>

#include "util/clock.h"
#include "util/error.h"

double figures_bytes(const struct wcsph_run *r) {
  struct wcsph_counters counters = {0};
  size_t row = 0;
  r->backend->count(r->self, &counters);
  for (int i = 0; i < WCSPH_BUFFER_COUNT; i++)
    if (state_buffer(&r->state, i)) row += wcsph_buffer_info[i].row_bytes;
  return (double)(row * r->state.capacity + counters.bytes) / (double)r->state.count;
}

double figures_advance_bytes(const struct wcsph_run *r) {
  size_t row = 0;
  for (int i = 0; i < WCSPH_BUFFER_COUNT; i++) {
    if (!state_buffer(&r->state, i) || i == BUFFER_INDEX_BODY || i == BUFFER_INDEX_ID) continue;
    row += (i == BUFFER_INDEX_LISTED_POSITION ? 1 : 2) * wcsph_buffer_info[i].row_bytes;
  }
  return (double)row;
}

/* Bytes a particle that a step moves if everything is fetched once and stored once: what the backend says of
 * its force pass, rates, and an advance. */
static double moved_of(const struct wcsph_run *r, const struct wcsph_counters *counters) {
  if (!counters->moved) return (double)NAN;
  return figures_advance_bytes(r) + (double)counters->moved / (double)r->state.count;
}

int figures_measure(struct figures *f, struct wcsph_run *r, uint64_t steps, double bandwidth) {
  struct wcsph_counters counters = {0}, before = {0};
  r->backend->count(r->self, &before);
  const uint64_t met = r->pair_interactions;
  const double built = r->seconds[TIMER_REBUILD], forced = r->seconds[TIMER_FORCES], began = clock_now();
  for (uint64_t k = 0; k < steps; k++) TRY(wcsph_run_step(r, 0));
  const double seconds = clock_now() - began, unknown = (double)NAN;
  r->backend->count(r->self, &counters);
  const uint64_t rebuilds = counters.rebuilds - before.rebuilds;
  const double pairs = (double)(r->pair_interactions - met);
  /* Where each of two fluid particles computes their pair, it is inside twice; one with a wall is once. */
  const bool twice = strcmp(r->backend->about.name, "cpu") == 0 && r->config->cpu.pairs == CPU_PAIRS_TWICE;
  const double inside =
      twice ? counters.mean_neighbours * state_count(&r->state, KIND_FLUID) : (double)counters.pairs;
  *f = (struct figures){
      .particles = r->state.count,
      .step = seconds / (double)steps,
      .interactions = pairs / seconds,
      .bytes = figures_bytes(r),
      .moved = moved_of(r, &counters),
      .builds = (r->seconds[TIMER_REBUILD] - built) / seconds,
      .every = rebuilds ? (double)steps / (double)rebuilds : 0.0,
      .inside = counters.checked ? inside / (double)counters.checked : unknown,
      .full = counters.lanes ? inside / (double)counters.lanes : unknown,
      .peak = unknown,
  };
  if (wcsph_takes(r->backend, WORK_PEAK)) TRY(wcsph_peak(r->backend, r->self, &f->peak));
  f->of_peak = pairs / (r->seconds[TIMER_FORCES] - forced) / f->peak;
  f->of_memory = f->moved * (double)f->particles / f->step / bandwidth;
  return STATUS_OK;
}
