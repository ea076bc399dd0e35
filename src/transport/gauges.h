/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_GAUGES_H
#define TRANSPORT_GAUGES_H
/* Numbers taken of the whole field. */
#include "transport/evolution.h"

/* As struct method has them. */
char **transport_gauge_names(const struct transport_settings *c, size_t *dues);
int transport_gauges_sample(void *run, double *due, double *columns, int *sampled);

/* One gauge's value now; the host's scalar must be current. */
double transport_gauge_value(const struct transport_run *r, const struct transport_gauge *gauge);

#endif
