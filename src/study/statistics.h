/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STUDY_STATISTICS_H
#define STUDY_STATISTICS_H
/* Numbers of several runs, and what one signal comes to. */
#include <stdbool.h>
#include <stddef.h>

/* Between the two nearest of the sorted values (Hyndman & Fan 1996, definition 7). */
double statistics_quantile(const double *sorted, size_t count, double share);

/* Of values that are repetitions of one thing. */
struct spread {
  size_t count;
  double median, low, high; /* low, high: quantiles of 2.5 and 97.5 % */
  double mean, deviation;   /* deviation: of a sample, over count - 1; NaN of one value */
};

/* Sorts the values; of none all is NaN. */
void statistics_spread(struct spread *s, double *values, size_t count);

/* Standard error of the median, as of a normal distribution; NaN of one value. */
double statistics_error(const struct spread *s);

/* Samples of a gauge, in the order of time; between them it goes straight. */
struct signal {
  const double *time, *value; /* s */
  size_t count;
};

/* At a time between the first and the last sample. *at: where to look from, 0 at first; times only grow. */
double signal_at(const struct signal *s, double time, size_t *at);

enum quantity { QUANTITY_MEAN, QUANTITY_PEAK, QUANTITY_TROUGH, QUANTITY_IMPULSE, QUANTITY_END, QUANTITIES };
extern const char *const quantity_names[QUANTITIES];

/* Mean over time, largest and least value, integral over time, and the last value, between two times.
 * peak_time: when it was largest, s. False if the signal does not reach over them. */
bool signal_quantities(const struct signal *s, double from, double to, double values[QUANTITIES],
                       double *peak_time);

#endif
