/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/bandwidth.h"

#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/clock.h"

enum { ROUNDS = 8 };

/* A thread's part of a triad. That memory may be looked at keeps a compiler from doing one turn for all. */
static void triad(double *a, const double *b, const double *c, int64_t begin, int64_t end, double scale,
                  size_t times) {
  for (size_t k = 0; k < times; k++) {
    for (int64_t i = begin; i < end; i++) a[i] = b[i] + scale * c[i];
    __asm__ volatile("" ::: "memory");
  }
}

double bandwidth_measure(int threads, size_t bytes) {
  const int64_t n = (int64_t)(bytes / (3 * sizeof(double)));
  double *a = malloc((size_t)n * 3 * sizeof *a), best = INFINITY;
  if (!a || n == 0) {
    free(a);
    return 0.0;
  }
  double *b = a + n, *c = b + n;
  const size_t times = bytes < BANDWIDTH_MEMORY ? BANDWIDTH_MEMORY / bytes : 1; /* in a round */
  /* First touch: each thread touches the slice that it works on, so that its pages are in near memory. */
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int64_t i = 0; i < n; i++) a[i] = 0.0, b[i] = 1.0, c[i] = (double)i;
  for (int round = 0; round < ROUNDS; round++) {
    const double began = clock_now(), scale = 0.5 + (double)round;
#pragma omp parallel num_threads(threads)
    {
      const int64_t t = omp_get_thread_num(), all = omp_get_num_threads();
      triad(a, b, c, n * t / all, n * (t + 1) / all, scale, times);
    }
    best = fmin(best, clock_now() - began);
  }
  /* Results are read, so that the compiler cannot drop the loops. */
  const double last = 1.0 + (0.5 + (double)(ROUNDS - 1)) * (double)(n - 1);
  const double moved = (double)n * 3.0 * sizeof(double) * (double)times;
  const double found = a[n - 1] == last && best > 0.0 ? moved / best : 0.0;
  free(a);
  return found;
}

size_t bandwidth_cache_bytes(int threads) {
  enum { WHERE_NOBODY_SAYS = 512 << 10 };
  const long level2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return (size_t)threads * (size_t)(level2 > 0 ? level2 : WHERE_NOBODY_SAYS) / 2;
}
