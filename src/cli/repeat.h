/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_REPEAT_H
#define CLI_REPEAT_H
/* A case run with many seeds: what its results are on the whole. Writes no files. */
#include "cli/execution.h"

/* Seeds 1 to `count`, in place of the case's; prints mean and quartiles of each result. Up to last_step steps
 * each; 0: as many as it takes. */
int repeat_case(const char *path, const struct overrides *overrides, const struct execution *execution,
                uint64_t count, uint64_t last_step);

#endif
