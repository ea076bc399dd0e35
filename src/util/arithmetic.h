/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_ARITHMETIC_H
#define UTIL_ARITHMETIC_H
#include <stdbool.h>

/* Arithmetic as IEEE 754 has it by default: rounding to nearest, subnormal numbers, no traps. A library that
 * was linked with fast-math, or is preloaded, may have set this thread otherwise, and threads inherit it.
 * False with *what in words if results would have had other bits; it is set right in any case. */
bool arithmetic_reset(const char **what);

#endif
