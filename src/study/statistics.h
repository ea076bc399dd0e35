/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STUDY_STATISTICS_H
#define STUDY_STATISTICS_H
/* Statistics of values from several runs, and of one signal over time. */
#include <stdbool.h>
#include <stddef.h>

/* A quantile, interpolated between the two nearest sorted values (Hyndman & Fan 1996, definition 7). */
double statistics_quantile(const double *sorted, size_t count, double share);

/* Spread of values from repetitions of one run. */
struct spread {
  size_t count;
  double median, low, high; /* low, high: quantiles of 2.5 and 97.5 % */
  double mean, deviation;   /* deviation: of a sample, over count - 1; NaN of one value */
};

/* Sorts the values; of none all is NaN. */
void statistics_spread(struct spread *s, double *values, size_t count);

/* Standard error of the median, as of a normal distribution; NaN of one value. */
double statistics_error(const struct spread *s);

/* Samples of a gauge, in the order of time, linearly interpolated. */
struct signal {
  const double *time, *value; /* s */
  size_t count;
};

/* The value at a time between the first and the last sample. *at: where the search begins, 0 at first; times
 * of successive calls only grow. */
double signal_at(const struct signal *s, double time, size_t *at);

enum quantity { QUANTITY_MEAN, QUANTITY_PEAK, QUANTITY_TROUGH, QUANTITY_IMPULSE, QUANTITY_END, QUANTITIES };
extern const char *const quantity_names[QUANTITIES];

/* Mean over time, largest and least value, integral over time, and the last value, between two times.
 * peak_time: when it was largest, s. False if the signal does not reach over them. */
bool signal_quantities(const struct signal *s, double from, double to, double values[QUANTITIES],
                       double *peak_time);

#endif
