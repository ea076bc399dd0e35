/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/bandwidth.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "util/clock.h"

enum { ROUNDS = 8 };

double bandwidth_measure(int threads, size_t bytes) {
  const int64_t n = (int64_t)(bytes / (3 * sizeof(double)));
  double *a = malloc((size_t)n * 3 * sizeof *a), best = INFINITY;
  if (!a || n == 0) {
    free(a);
    return 0.0;
  }
  double *b = a + n, *c = b + n;
  /* Whoever works on a part touches it first: memory is near the one who does. */
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int64_t i = 0; i < n; i++) a[i] = 0.0, b[i] = 1.0, c[i] = (double)i;
  for (int round = 0; round < ROUNDS; round++) {
    const double began = clock_now(), scale = 0.5 + (double)round;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t i = 0; i < n; i++) a[i] = b[i] + scale * c[i];
    best = fmin(best, clock_now() - began);
  }
  /* What nobody reads a compiler need not compute. */
  const double last = 1.0 + (0.5 + (double)(ROUNDS - 1)) * (double)(n - 1);
  const double found = a[n - 1] == last && best > 0.0 ? (double)n * 3.0 * sizeof(double) / best : 0.0;
  free(a);
  return found;
}
