/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_REPEAT_H
#define CLI_REPEAT_H
/* A case run with many seeds: statistics of its results. Writes no files. */
#include "cli/execution.h"

/* Seeds 1 to `count`, in place of the case's; prints mean and quartiles of each result. Up to last_step steps
 * each; 0: to the case's end. */
int repeat_case(const char *path, const struct overrides *overrides, const struct execution *execution,
                uint64_t count, uint64_t last_step);

#endif
