/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/bench_ladder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "offload/device.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "util/sort.h"

/* ---- what makes times doubtful ---- */

/* What so many threads get of the processors' time, when all of them want it. */
static double share_of_processors(int threads) {
  static const double window = 0.05; /* s of the wall */
  double spent = 0.0;
#pragma omp parallel num_threads(threads) reduction(+ : spent)
  {
    struct timespec from, to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    for (const double began = clock_now(); clock_now() - began < window;) continue;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    spent += (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
  }
  return spent / window / threads;
}

static int threads_of(const struct bench_ladder *b) {
  const int threads = execution_threads(b->execution->backend, &b->execution->options);
  return threads > 0 ? threads : 1;
}

static void tell_busy(const struct bench_ladder *b) {
  static const double enough = 0.9;
  const int threads = threads_of(b);
  const double share = share_of_processors(threads);
  char who[64];
  snprintf(who, sizeof who, threads == 1 ? "a thread gets" : "each of %d threads gets", threads);
  if (share < enough)
    fprintf(
        stderr,
        "amphi bench: %s %.0f %% of a processor: the machine is busy, or has fewer processors; times are too "
        "long, and --repeat N says how far they vary\n",
        who, 100.0 * share);
}

static double number_of_row(const json_t *row, const char *key) {
  const json_t *value = json_object_get(row, key);
  return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* Where a step is so short that starting threads or kernels is what is measured. */
static void tell_small(const struct bench_ladder *b, const json_t *rows) {
  enum { A_THREAD = 1000, A_GPU = 100000 };
  const char *device = b->execution->options.device;
  const bool gpu = !strcmp(b->execution->backend->name, "offload") && device_count() > 0 &&
                   !(device && !strcmp(device, "host"));
  const int threads = threads_of(b);
  const double enough = gpu ? A_GPU : (double)A_THREAD * threads;
  double least = INFINITY;
  size_t i;
  json_t *row;
  if (!gpu && threads == 1) return; /* there is nothing to start */
  json_array_foreach(rows, i, row) {
    if (json_object_get(row, "execution")) least = fmin(least, number_of_row(row, "particles"));
  }
  if (least < enough && isfinite(least))
    fprintf(stderr,
            "amphi bench: %.0f particles are too few for %s: starting it is much of what is measured; "
            "--particles %.0f and more\n",
            least, gpu ? "a GPU" : "so many threads", enough);
}

/* ---- several times ---- */

/* A member that differs from climb to climb becomes the median, with the least and the most beside. */
static int merge_member(json_t *row, json_t *spread, const char *key, const double *values, size_t count) {
  double sorted[BENCH_REPEATS_MOST];
  memcpy(sorted, values, count * sizeof *values);
  sort_doubles(sorted, count);
  if (!(sorted[0] < sorted[count - 1])) return STATUS_OK;
  const double median = 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2]);
  CHECK(json_object_set_new(spread, key, json_pack("[f, f]", sorted[0], sorted[count - 1])) == 0 &&
            json_object_set_new(row, key, json_real(median)) == 0,
        STATUS_FAILED, "no memory for a row");
  return STATUS_OK;
}

/* Row i of all climbs, into that of the first. */
static int merge_row(json_t *row, json_t *const climbs[], size_t count, size_t i) {
  json_t *spread = json_object(), *value;
  const char *key;
  void *next;
  int status = spread ? STATUS_OK : error_set(STATUS_FAILED, "no memory for a row");
  json_object_foreach_safe(row, next, key, value) {
    double values[BENCH_REPEATS_MOST];
    bool whole = json_is_number(value);
    for (size_t k = 0; k < count && whole; k++) {
      values[k] = number_of_row(json_array_get(climbs[k], i), key);
      whole = isfinite(values[k]);
    }
    if (whole && status == STATUS_OK) status = merge_member(row, spread, key, values, count);
  }
  if (status == STATUS_OK && json_object_size(spread)) json_object_set(row, "spread", spread);
  json_decref(spread);
  return status;
}

static const char *word_of_row(const json_t *row, const char *key) {
  const char *word = key ? json_string_value(json_object_get(row, key)) : NULL;
  return word ? word : "";
}

static void say_spread(const struct ladder *l, const json_t *rows, size_t count) {
  const struct ladder_plot *p = &l->plot;
  size_t i;
  json_t *row;
  log_say("%s in %zu climbs: least, median, most", p->up, count);
  json_array_foreach(rows, i, row) {
    const json_t *both = json_object_get(json_object_get(row, "spread"), p->up);
    const double median = number_of_row(row, p->up);
    if (!both || !isfinite(median)) continue;
    const double least = json_number_value(json_array_get(both, 0)),
                 most = json_number_value(json_array_get(both, 1)), along = number_of_row(row, p->along);
    char at[32] = "";
    if (isfinite(along)) snprintf(at, sizeof at, "%.6g ", along);
    log_say("  %s%-28s %-20s %10.4g %10.4g %10.4g   %.0f %%", at, word_of_row(row, p->along),
            word_of_row(row, p->each), least, median, most, 100.0 * (most - least) / median);
  }
}

static int merge_climbs(const struct bench_ladder *b, json_t *const climbs[], size_t count) {
  size_t i;
  json_t *row;
  for (size_t k = 1; k < count; k++)
    CHECK(json_array_size(climbs[k]) == json_array_size(climbs[0]), STATUS_FAILED,
          "%s: climb %zu has other rungs than the first", b->ladder->name, k + 1);
  json_array_foreach(climbs[0], i, row) TRY(merge_row(row, climbs, count, i));
  if (!b->as_json) say_spread(b->ladder, climbs[0], count);
  return STATUS_OK;
}

static int climb_all(const struct bench_ladder *b, json_t *climbs[], size_t count) {
  for (size_t k = 0; k < count; k++) {
    climbs[k] = json_array();
    CHECK(climbs[k], STATUS_FAILED, "no memory");
    const struct ladder_request request = {.name = b->ladder->name,
                                           .backend = b->execution->backend,
                                           .options = &b->execution->options,
                                           .settings = b->settings,
                                           .setting_count = b->setting_count,
                                           .steps = b->steps,
                                           .particles = b->particles,
                                           .rows = climbs[k],
                                           .prints = !b->as_json};
    TRY(b->ladder->climb(&request));
  }
  return count > 1 ? merge_climbs(b, climbs, count) : STATUS_OK;
}

int bench_ladder_climb(const struct bench_ladder *b) {
  json_t *climbs[BENCH_REPEATS_MOST] = {NULL};
  tell_busy(b);
  int status = climb_all(b, climbs, b->repeats ? (size_t)b->repeats : 1);
  if (status == STATUS_OK) tell_small(b, climbs[0]);
  if (status == STATUS_OK && b->as_json) {
    json_dumpf(climbs[0], stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    puts("");
  }
  if (status == STATUS_OK && b->plot) status = ladder_draw(b->ladder, climbs[0], b->plot);
  for (size_t k = 0; k < BENCH_REPEATS_MOST; k++) json_decref(climbs[k]);
  return status;
}
