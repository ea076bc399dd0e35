/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_COINCIDE_H
#define UTIL_COINCIDE_H
/* Places that are one place. */
#include <stddef.h>

/* Of all pairs nearer than `near` to each other the one whose later place comes first: *first < *second, or
 * both `count` if there is none. An axis with a period > 0 goes round. STATUS_FAILED without memory. */
int coincide_find(const double (*x)[3], size_t count, double near, const double period[3], size_t *first,
                  size_t *second);

#endif
