/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_BENCH_BOUNDS_H
#define CLI_BENCH_BOUNDS_H
/* amphi bench --bounds: which of the machine's measured peaks each stage of a step comes nearest to. */
#include "cli/job.h"
#include "method/method.h"

/* steps: how many are measured; 0: bounds are not wanted. */
struct bench_bounds {
  uint64_t steps;
  struct peaks peaks;
  struct stage_bound stages[METHOD_STAGES];
};

/* Compute b->steps steps and find the bounds from them. */
int bounds_find(struct bench_bounds *b, struct job *j);

json_t *bounds_json(const struct bench_bounds *b, const struct method *m);
void bounds_say(const struct bench_bounds *b, const struct method *m);

#endif
