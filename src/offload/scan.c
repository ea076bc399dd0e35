/* SPDX-License-Identifier: BSD-3-Clause */
/* Exclusive prefix sum. A team scans a tile in its shared memory; the sums of tiles are scanned likewise, and
 * each tile then starts from its own. */
#include "offload/loop.h"

enum { SCAN_TILE = 1024 };

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

/* Inclusive sums of each tile into x, and the sum of each into sums. */
static void scan_tiles(int device, uint32_t *x, uint32_t n, uint32_t *sums, uint32_t tiles) {
#pragma omp target teams distribute device(device) is_device_ptr(x, sums) thread_limit(OFFLOAD_TEAM)
  for (uint32_t t = 0; t < tiles; t++) {
    uint32_t tile[SCAN_TILE]; /* of the team */
    uint32_t begin = t * SCAN_TILE, size = n - begin < SCAN_TILE ? n - begin : SCAN_TILE;
#pragma omp parallel
    {
      uint32_t thread = (uint32_t)omp_get_thread_num(), threads = (uint32_t)omp_get_num_threads();
      for (uint32_t i = thread; i < size; i += threads) tile[i] = x[begin + i];
#pragma omp barrier
      scan_in_team(tile, size, thread, threads);
      for (uint32_t i = thread; i < size; i += threads) x[begin + i] = tile[i];
      if (thread == 0) sums[t] = tile[size - 1];
    }
  }
}

uint32_t offload_scan_scratch(uint32_t n) {
  uint32_t words = n; /* a copy of the values, and the sums of tiles at each level */
  while (n > 1) {
    n = (n + SCAN_TILE - 1) / SCAN_TILE;
    words += 2 * n;
  }
  return words + 2;
}

/* Inclusive. */
static void scan(int device, uint32_t *x, uint32_t n, uint32_t *scratch) {
  uint32_t tiles = (n + SCAN_TILE - 1) / SCAN_TILE;
  scan_tiles(device, x, n, scratch, tiles);
  if (tiles == 1) return;
  scan(device, scratch, tiles, scratch + tiles);
  const uint32_t *sums = scratch;
  OFFLOAD_LOOP(n, is_device_ptr(x, sums))
  for (uint32_t i = SCAN_TILE; i < n; i++) x[i] += sums[i / SCAN_TILE - 1];
}

void offload_scan(int device, uint32_t *x, uint32_t n, uint32_t first, uint32_t *scratch) {
  if (n == 0) return;
  uint32_t *value = scratch;
  OFFLOAD_LOOP(n, is_device_ptr(x, value))
  for (uint32_t i = 0; i < n; i++) value[i] = x[i];
  scan(device, x, n, scratch + n);
  OFFLOAD_LOOP(n, is_device_ptr(x, value))
  for (uint32_t i = 0; i < n; i++) x[i] = x[i] - value[i] + first;
}
