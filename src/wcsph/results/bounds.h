/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_RESULTS_BOUNDS_H
#define WCSPH_RESULTS_BOUNDS_H
#include <stdint.h>

#include "method/bounds.h"

struct wcsph_run;

/* Of so many steps more, and of a machine with so many threads; stages: [TIMER_COUNT]. STATUS_USAGE with a
 * backend that does not know its peak. */
int wcsph_run_bounds(struct wcsph_run *r, uint64_t steps, int threads, struct peaks *peaks,
                     struct stage_bound *stages);

#endif
