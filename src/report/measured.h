/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPORT_MEASURED_H
#define REPORT_MEASURED_H
/* How far a gauge is from what was measured. */
#include <stdbool.h>

#include "io/frame.h"

struct misfit {
  size_t count;             /* measured samples between the gauge's first and last */
  double rms, range;        /* root mean square of gauge - measured at these; largest - smallest measured */
  double peak, peak_time;   /* of the measured ones; s */
  double found, found_time; /* of the gauge */
};

/* The column of a table for a gauge, "P1 [Pa]" or "P1": the same name up to the unit. NULL: there is none. */
const struct frame *measured_find(const struct frame_file *table, const char *gauge);

/* Between a gauge's samples it goes straight. False if the two have no time in common. */
bool measured_compare(const struct frame *gauge, const struct frame *measured, struct misfit *m);

/* A table as gauges.csv is, behind comments that begin with #, from text that ends with a 0 and is written
 * into. STATUS_USAGE if it is none; the caller frees, also after a failure. */
int measured_read(struct frame_file *table, const char *name, char *text, size_t size);

/* Samples of a column of a table, and their times, s. */
const double *measured_values(const struct frame *column);
const double *measured_times(const struct frame *column);

#endif
