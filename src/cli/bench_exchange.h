/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_BENCH_EXCHANGE_H
#define CLI_BENCH_EXCHANGE_H
#include <stdbool.h>

#include "cli/execution.h"
#include "parts/measure.h"

/* Measure the exchange and print it. has_keys: keys of a case were set, and there is no case: STATUS_USAGE.
 */
int bench_exchange(struct execution *e, bool has_keys, bool as_json);

/* What --json printed, from a file; *parts: that it was measured with. STATUS_USAGE if it is none. */
int bench_exchange_read(const char *path, struct exchange_times *t, int *parts);

#endif
