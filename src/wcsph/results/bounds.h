/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_RESULTS_BOUNDS_H
#define WCSPH_RESULTS_BOUNDS_H
#include <stdint.h>

#include "method/bounds.h"

struct wcsph_run;

/* Measure `steps` more steps, and what bounds each stage on a machine with `threads` threads; stages:
 * [TIMER_COUNT]. STATUS_USAGE with a backend that cannot measure its peak. */
int wcsph_run_bounds(struct wcsph_run *r, uint64_t steps, int threads, struct peaks *peaks,
                     struct stage_bound *stages);

#endif
