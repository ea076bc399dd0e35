/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_BANDWIDTH_H
#define UTIL_BANDWIDTH_H
/* What the processor's memory and caches can do. */
#include <stddef.h>

/* Bytes a second that so many threads move in McCalpin's STREAM triad, a = b + s c, over three arrays of
 * `bytes` together: the best of several rounds, counted as he counts, two reads and a write. 0 without
 * memory. */
double bandwidth_measure(int threads, size_t bytes);

/* Several times what caches hold. */
enum { BANDWIDTH_MEMORY = 192 << 20 };

/* Arrays of this size together stay in the second-level caches of so many threads, half of which they take.
 */
size_t bandwidth_cache_bytes(int threads);

#endif
