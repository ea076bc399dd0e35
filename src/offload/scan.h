/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_SCAN_H
#define OFFLOAD_SCAN_H
#include <stdint.h>

#pragma omp declare target
/* Inclusive prefix sum of x[0..n) by all threads of a team: paper 001, algorithm 6, a tree built in place
 * upwards and completed downwards. As printed it leaves out a level downwards and is wrong for n = 12, among
 * others: the first step must be the largest power of two not above n. */
static inline void scan_in_team(uint32_t *x, uint32_t n, uint32_t thread, uint32_t threads) {
  uint32_t step = 2;
  for (; step <= n; step *= 2) {
    for (uint32_t i = step * (thread + 1) - 1; i < n; i += step * threads) x[i] += x[i - step / 2];
#pragma omp barrier
  }
  for (step /= 2; step > 1; step /= 2) {
    for (uint32_t i = step * (thread + 1) + step / 2 - 1; i < n; i += step * threads) x[i] += x[i - step / 2];
#pragma omp barrier
  }
}
#pragma omp end declare target

#endif
