/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_BENCH_EXCHANGE_H
#define CLI_BENCH_EXCHANGE_H
#include <stdbool.h>

#include "cli/execution.h"
#include "parts/measure.h"

/* Measure the exchange and print it. STATUS_USAGE if has_keys: keys of a case are set, but there is none. */
int bench_exchange(struct execution *e, bool has_keys, bool as_json);

/* Read the file that --json printed; *parts: how many were measured. STATUS_USAGE if it is no such file. */
int bench_exchange_read(const char *path, struct exchange_times *t, int *parts);

#endif
