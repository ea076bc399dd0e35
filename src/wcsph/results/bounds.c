/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/results/bounds.h"

#include <math.h>
#include <string.h>

#include "util/bandwidth.h"
#include "util/error.h"
#include "wcsph/evolution.h"
#include "wcsph/results/figures.h"

/* Bytes of a row in the buffers that are sorted. */
static double sorted_bytes(const struct wcsph_run *r) {
  size_t bytes = 0;
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++)
    if (state_buffer(&r->state, b) && (wcsph_buffer_info[b].uses & ROW_SORTED))
      bytes += wcsph_buffer_info[b].row_bytes;
  return (double)bytes;
}

/* What a step did of each, on average. */
struct work {
  double interactions, passes, lists;
};

/* Bytes at least, each record once: forces as the backend says, and rates; a list is
 * written, and what is sorted read and written. */
static void count_bytes(const struct wcsph_run *r, const struct work *w, double moved[TIMER_COUNT],
                        double touched[TIMER_COUNT]) {
  struct wcsph_counters c = {0};
  const double n = (double)r->state.count, vec = sizeof(struct vec4);
  r->backend->count(r->self, &c);
  for (int k = 0; k < TIMER_COUNT; k++) moved[k] = touched[k] = (double)NAN;
  moved[TIMER_ADVANCE] = w->passes * n * figures_advance_bytes(r);
  moved[TIMER_REBUILD] = w->lists * (n * (2.0 * sorted_bytes(r) + vec) + (double)c.listed);
  if (c.moved) moved[TIMER_FORCES] = w->passes * ((double)c.moved + n * vec);
  if (c.touched) touched[TIMER_FORCES] = w->passes * (double)c.touched;
}

int wcsph_run_bounds(struct wcsph_run *r, uint64_t steps, int threads, struct peaks *peaks,
                     struct stage_bound *stages) {
  struct wcsph_counters before = {0}, after = {0};
  double seconds[TIMER_COUNT], moved[TIMER_COUNT], touched[TIMER_COUNT];
  const double n = (double)steps;
  CHECK(wcsph_takes(r->backend, WORK_PEAK), STATUS_USAGE,
        "--bounds: only on the cpu backend; for a GPU use its profiler (docs/gpu.md)");
  r->backend->count(r->self, &before);
  memcpy(seconds, r->seconds, sizeof seconds);
  const uint64_t met = r->pair_interactions;
  for (uint64_t k = 0; k < steps; k++) TRY(wcsph_run_step(r, 0));
  r->backend->count(r->self, &after);
  const double interactions = (double)(r->pair_interactions - met) / n;
  const struct work w = {.interactions = interactions,
                         .passes = after.pairs ? interactions / (2.0 * (double)after.pairs) : 0.0,
                         .lists = (double)(after.rebuilds - before.rebuilds) / n};
  count_bytes(r, &w, moved, touched);
  const double all = figures_bytes(r) * (double)r->state.count;
  const size_t there = all < BANDWIDTH_MEMORY ? (size_t)all : BANDWIDTH_MEMORY;
  *peaks = (struct peaks){.cache = bandwidth_measure(threads, bandwidth_cache_bytes(threads)),
                          .memory = bandwidth_measure(threads, there)};
  TRY(wcsph_peak(r->backend, r->self, &peaks->interactions));
  for (int k = 0; k < TIMER_COUNT; k++) {
    struct stage_bound *s = &stages[k];
    *s = (struct stage_bound){.stage = wcsph_timer_names[k], .seconds = (r->seconds[k] - seconds[k]) / n};
    const double arithmetic = k == TIMER_FORCES ? w.interactions / peaks->interactions : (double)NAN;
    s->shares[BOUND_ARITHMETIC] = arithmetic / s->seconds;
    s->shares[BOUND_CACHE] = touched[k] / s->seconds / peaks->cache;
    s->shares[BOUND_MEMORY] = moved[k] / s->seconds / peaks->memory;
    s->by = bound_of(s->shares);
  }
  return STATUS_OK;
}
