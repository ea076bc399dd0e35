/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_SORT_H
#define UTIL_SORT_H
#include <stdlib.h>

static inline int sort_compare_doubles(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The least first. */
static inline void sort_doubles(double *values, size_t count) {
  qsort(values, count, sizeof *values, sort_compare_doubles);
}

#endif
