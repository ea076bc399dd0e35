/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/statistics.h"

#include <math.h>
#include <stdlib.h>

#include "util/sort.h"

const char *const quantity_names[QUANTITIES] = {"mean", "peak", "trough", "impulse", "end"};

double statistics_quantile(const double *sorted, size_t count, double share) {
  const double at = share * (double)(count - 1);
  const size_t below = (size_t)at, above = below + 1 < count ? below + 1 : below;
  return sorted[below] + (at - (double)below) * (sorted[above] - sorted[below]);
}

void statistics_spread(struct spread *s, double *values, size_t count) {
  double sum = 0, squares = 0;
  *s = (struct spread){count, NAN, NAN, NAN, NAN, NAN};
  if (count == 0) return;
  sort_doubles(values, count);
  for (size_t i = 0; i < count; i++) sum += values[i];
  s->mean = sum / (double)count;
  for (size_t i = 0; i < count; i++) squares += (values[i] - s->mean) * (values[i] - s->mean);
  if (count > 1) s->deviation = sqrt(squares / (double)(count - 1));
  s->median = statistics_quantile(values, count, 0.5);
  s->low = statistics_quantile(values, count, 0.025);
  s->high = statistics_quantile(values, count, 0.975);
}

double statistics_error(const struct spread *s) {
  return sqrt(acos(-1.0) / 2) * s->deviation / sqrt((double)s->count);
}

double signal_at(const struct signal *s, double time, size_t *at) {
  const double *t = s->time, *y = s->value;
  while (*at + 2 < s->count && t[*at + 1] <= time) ++*at;
  if (s->count < 2) return y[0];
  const double length = t[*at + 1] - t[*at];
  return length > 0 ? y[*at] + (time - t[*at]) / length * (y[*at + 1] - y[*at]) : y[*at + 1];
}

/* The next point of the signal in the window: a sample, or where the window ends. */
struct walk {
  double time, value, integral, peak, trough, peak_time;
};

static void walk_to(struct walk *w, double time, double value) {
  w->integral += 0.5 * (w->value + value) * (time - w->time);
  w->time = time, w->value = value;
  if (value > w->peak) w->peak = value, w->peak_time = time;
  w->trough = fmin(w->trough, value);
}

bool signal_quantities(const struct signal *s, double from, double to, double values[QUANTITIES],
                       double *peak_time) {
  size_t at = 0;
  if (s->count < 2 || !(from < to) || from < s->time[0] || to > s->time[s->count - 1]) return false;
  struct walk w = {.time = from, .value = signal_at(s, from, &at)};
  w.peak = w.trough = w.value, w.peak_time = from;
  for (size_t i = 0; i < s->count; i++)
    if (s->time[i] > from && s->time[i] < to) walk_to(&w, s->time[i], s->value[i]);
  walk_to(&w, to, signal_at(s, to, &at));
  values[QUANTITY_MEAN] = w.integral / (to - from);
  values[QUANTITY_PEAK] = w.peak;
  values[QUANTITY_TROUGH] = w.trough;
  values[QUANTITY_IMPULSE] = w.integral;
  values[QUANTITY_END] = w.value;
  *peak_time = w.peak_time;
  return true;
}
