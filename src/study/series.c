/* SPDX-License-Identifier: BSD-3-Clause */
/* One column of a study: bands over repetitions, and what finer spacings do to it. */
#include <math.h>
#include <stdlib.h>

#include "study/analysis.h"
#include "util/error.h"
#include "util/sort.h"

enum { POINTS_MOST = 2000, POINTS_LEAST = 2 };

const char *const smoothness_names[] = {"unknown", "chaotic", "smooth"};

static int allocate_series(double **to, size_t count) {
  *to = calloc(count ? count : 1, sizeof **to);
  CHECK(*to, STATUS_FAILED, "no memory for the bands of a study");
  return STATUS_OK;
}

/* The times that all runs have, as many as the run with fewest samples has there. */
static int make_grid(struct study_series *s, const struct signal *signals, size_t runs, double from,
                     double to) {
  double begin = isnan(from) ? -INFINITY : from, end = isnan(to) ? INFINITY : to;
  size_t least = POINTS_MOST, some = 0;
  for (size_t i = 0; i < runs; i++) {
    const struct signal *one = &signals[i];
    if (one->count < POINTS_LEAST) continue;
    begin = fmax(begin, one->time[0]), end = fmin(end, one->time[one->count - 1]);
    some++;
  }
  for (size_t i = 0; i < runs && some; i++) {
    size_t inside = POINTS_LEAST;
    for (size_t k = 0; k < signals[i].count; k++)
      inside += signals[i].time[k] > begin && signals[i].time[k] < end;
    if (signals[i].count >= POINTS_LEAST && inside < least) least = inside;
  }
  s->count = some && begin < end ? least : 0;
  TRY(allocate_series(&s->time, s->count));
  for (size_t k = 0; k < s->count; k++)
    s->time[k] = begin + (end - begin) * (double)k / (double)(s->count - 1);
  if (s->count) s->time[s->count - 1] = end;
  return STATUS_OK;
}

/* ---- one spacing ---- */

/* Median and band at each time. samples: room for a number of each run. */
static void fill_band(struct study_level *level, const struct study_series *s, const struct signal *signals,
                      size_t repeats, double *samples, size_t *at) {
  for (size_t i = 0; i < repeats; i++) at[i] = 0;
  for (size_t k = 0; k < s->count; k++) {
    struct spread spread;
    size_t count = 0;
    for (size_t i = 0; i < repeats; i++)
      if (signals[i].count >= POINTS_LEAST) samples[count++] = signal_at(&signals[i], s->time[k], &at[i]);
    statistics_spread(&spread, samples, count);
    level->median[k] = spread.median, level->low[k] = spread.low, level->high[k] = spread.high;
  }
}

static int fill_level(struct study_level *level, const struct study_series *s, const struct signal *signals,
                      size_t repeats) {
  double *values, *samples;
  TRY(allocate_series(&level->median, s->count));
  TRY(allocate_series(&level->low, s->count));
  TRY(allocate_series(&level->high, s->count));
  TRY(allocate_series(&values, (QUANTITIES + 2) * repeats));
  size_t *at = calloc(repeats, sizeof *at);
  samples = values + (QUANTITIES + 1) * repeats;
  if (at && s->count) {
    fill_band(level, s, signals, repeats, samples, at);
    for (size_t i = 0; i < repeats; i++) {
      double q[QUANTITIES], when;
      if (!signal_quantities(&signals[i], s->time[0], s->time[s->count - 1], q, &when)) continue;
      for (int k = 0; k < QUANTITIES; k++) values[(size_t)k * repeats + level->count] = q[k];
      values[QUANTITIES * repeats + level->count++] = when;
    }
    for (int k = 0; k < QUANTITIES; k++)
      statistics_spread(&level->spread[k], values + (size_t)k * repeats, level->count);
    statistics_spread(&level->peak_time, values + QUANTITIES * repeats, level->count);
  }
  free(values);
  CHECK(at, STATUS_FAILED, "no memory for the bands of a study");
  free(at);
  return STATUS_OK;
}

/* ---- over the spacings ---- */

static void converge(struct study_series *s, const double *dp, size_t dp_count) {
  double value[dp_count], error[dp_count];
  for (int q = 0; q < QUANTITIES; q++) {
    for (size_t k = 0; k < dp_count; k++) {
      const struct spread *spread = &s->levels[k].spread[q];
      value[k] = s->count && s->levels[k].count ? spread->median : NAN;
      error[k] = statistics_error(spread);
    }
    convergence_find(&s->convergence[q], dp, value, error, dp_count);
  }
}

static double square_of(double x) {
  return x * x;
}

static void judge_smoothness(struct study_series *s, size_t dp_count) {
  double band = 0, difference = 0;
  s->noise = NAN;
  if (dp_count < 2 || s->count == 0) return;
  for (size_t k = 0; k < dp_count; k++)
    if (s->levels[k].count < STUDY_REPEATS) return;
  for (size_t k = 0; k < dp_count; k++) {
    double sum = 0;
    for (size_t i = 0; i < s->count; i++) sum += square_of(s->levels[k].high[i] - s->levels[k].low[i]);
    band = fmax(band, sum);
  }
  for (size_t i = 0; i < s->count; i++)
    difference += square_of(s->levels[0].median[i] - s->levels[1].median[i]);
  s->noise = band == 0 ? 0 : sqrt(band / difference);
  s->smoothness = s->noise <= STUDY_SMOOTH ? SMOOTH_YES : SMOOTH_NOT;
}

/* Of the points that differ at all, those that converge monotonically have an order; their median is that of
 * the signal, for single points where curves cross have any. It is that of the mean in Celik et al.,
 * procedure of profiles, without what one wild point does to a mean. */
static int go_through_points(struct study_series *s, const double *dp, size_t dp_count) {
  double *orders;
  size_t found = 0, differ = 0;
  s->order = s->share = NAN;
  if (s->smoothness != SMOOTH_YES || dp_count < 3) return STATUS_OK;
  TRY(allocate_series(&orders, s->count));
  for (size_t i = 0; i < s->count; i++) {
    struct convergence c;
    const double value[3] = {s->levels[0].median[i], s->levels[1].median[i], s->levels[2].median[i]};
    convergence_find(&c, dp, value, NULL, 3);
    differ += c.verdict != VERDICT_SAME && c.verdict != VERDICT_NEAR;
    if (c.verdict == VERDICT_MONOTONE) orders[found++] = c.order;
  }
  if (differ) s->share = (double)found / (double)differ;
  sort_doubles(orders, found);
  if (found && s->share >= 0.5) s->order = statistics_quantile(orders, found, 0.5);
  free(orders);
  if (isnan(s->order)) return STATUS_OK;
  TRY(allocate_series(&s->extrapolated, s->count));
  TRY(allocate_series(&s->error, s->count));
  for (size_t i = 0; i < s->count; i++)
    convergence_extrapolate(&s->extrapolated[i], &s->error[i], dp[1] / dp[0], s->order,
                            s->levels[0].median[i], s->levels[1].median[i]);
  return STATUS_OK;
}

int study_series_make(struct study_series *s, const struct signal *signals, const double *dp, size_t dp_count,
                      size_t repeats, double from, double to) {
  s->levels = calloc(dp_count, sizeof *s->levels);
  CHECK(s->levels, STATUS_FAILED, "no memory for the bands of a study");
  TRY(make_grid(s, signals, dp_count * repeats, from, to));
  for (size_t k = 0; k < dp_count; k++) TRY(fill_level(&s->levels[k], s, signals + k * repeats, repeats));
  converge(s, dp, dp_count);
  judge_smoothness(s, dp_count);
  return go_through_points(s, dp, dp_count);
}

void study_series_free(struct study_series *s, size_t dp_count) {
  for (size_t k = 0; s->levels && k < dp_count; k++) {
    free(s->levels[k].median);
    free(s->levels[k].low);
    free(s->levels[k].high);
  }
  free(s->levels);
  free(s->time);
  free(s->extrapolated);
  free(s->error);
}
