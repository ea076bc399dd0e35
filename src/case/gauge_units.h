/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_GAUGE_UNITS_H
#define CASE_GAUGE_UNITS_H
/* The units of the gauges of methods pairwise and transport, which have a column each; those of wcsph are in
 * case/gauge.h. */
#include "case/pairwise.h"
#include "case/transport.h"

/* By enum pairwise_gauge_kind (schema_pairwise.c). */
extern const char *const units_pairwise_gauge[];

/* Lengths to the power of the dimensions; NULL: the scalar's own (schema_transport.c). */
const char *unit_transport_gauge(enum transport_gauge_kind kind, int dimensions);

#endif
