/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_GAUGES_H
#define PAIRWISE_GAUGES_H
/* Numbers taken of all particles. */
#include "pairwise/energy.h"

/* As struct method's. */
char **pairwise_gauge_names(const struct pairwise_settings *c, size_t *dues);
int pairwise_gauges_sample(void *run, double *due, double *columns, int *sampled);

/* One gauge's value from the totals. */
double pairwise_gauge_value(const struct pairwise_run *r, const struct pairwise_gauge *gauge,
                            const struct pairwise_totals *t);

#endif
