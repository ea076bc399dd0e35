/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_GAUGES_GAUGES_H
#define WCSPH_GAUGES_GAUGES_H
/* Gauges: values of the fluid at fixed places. The columns of each kind are in case/gauge.h. */
#include <stddef.h>

#include "wcsph/evolution.h"

/* Columns of all gauges together. */
size_t gauges_column_count(const struct wcsph_settings *c);

/* Header of each column, "P1 [Pa]"; the caller frees every string and the array. NULL without memory. */
char **gauges_column_names(const struct wcsph_settings *c);

/* Force of the fluid on one wall from the last force pass, N. */
int gauges_wall_force(const struct wcsph_run *r, int wall, double force[3]);

/* The fluid's pressure at places, m, as a gauge there has it, Pa; 0 outside of the domain. */
int gauges_pressure(struct wcsph_run *r, size_t count, const double (*at)[3], float *pressure);

/* On the vertical line through a place: the length of water, m, and the coordinate of its surface, m, NaN
 * where there is none; NULL: not wanted. STATUS_USAGE outside of the domain. */
int gauges_upright(struct wcsph_run *r, const double place[3], double *height, double *level);

/* Sample those gauges whose due time has come (next_due[i] <= run->time; then moved on by whole intervals, or
 * of one that averages to when it reads again); columns of the others, and of what has no value, become NaN.
 * *sampled says whether any has a row to show. Call it after wcsph_run_open and after every step. */
int gauges_sample(struct wcsph_run *r, double *next_due, double *columns, int *sampled);

#endif
