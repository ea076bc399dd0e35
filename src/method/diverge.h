/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METHOD_DIVERGE_H
#define METHOD_DIVERGE_H
/* How a method says that its run has diverged. */
#include <stddef.h>
#include <stdint.h>

/* "the run diverged at t = 0.1 s, step 12: WHAT" into `text` and as the error; returns STATUS_DIVERGED. A
 * method whose steps stand for nothing in time says NaN for it. */
int method_diverge(char *text, size_t size, double time, uint64_t step, const char *what, ...)
    __attribute__((format(printf, 5, 6)));

#endif
