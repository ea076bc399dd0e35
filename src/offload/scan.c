/* SPDX-License-Identifier: BSD-3-Clause */
/* Exclusive prefix sum. Every thread adds up a block; the sums of blocks are scanned likewise, the last of
 * them by one team in its shared memory; then every thread walks its block again from there.
 *
 * All regions are of the kinds `target teams distribute parallel for` and `target parallel`: one region with
 * a part that only a team's first thread runs makes clang keep the machinery for it in every kernel of the
 * program, at a dozen registers and all of a multiprocessor's barriers. */
#include "offload/scan.h"

#include "offload/loop.h"

enum { SCAN_BLOCK = 16, SCAN_TEAM_MOST = 4096, SCAN_TEAM = 512 };

#pragma omp declare target
/* Exclusive, plus `first`; by all threads of a team, in its shared memory. */
static void scan_shared(uint32_t *x, uint32_t n, uint32_t first) {
  OFFLOAD_SHARED(uint32_t, sums, SCAN_TEAM_MOST)
  uint32_t thread = (uint32_t)omp_get_thread_num(), threads = (uint32_t)omp_get_num_threads();
  for (uint32_t i = thread; i < n; i += threads) sums[i] = x[i];
#pragma omp barrier
  scan_in_team(sums, n, thread, threads);
  for (uint32_t i = thread; i < n; i += threads) x[i] = first + (i > 0 ? sums[i - 1] : 0);
}

#pragma omp end declare target

/* On the host as many threads as usual will do: to start hundreds takes longer than all else here. */
#ifdef OFFLOAD_HOST_ONLY
#define SCAN_THREADS omp_get_max_threads()
#else
#define SCAN_THREADS SCAN_TEAM
#endif

static void scan_by_one_team(int device, uint32_t *x, uint32_t n, uint32_t first) {
#pragma omp target parallel device(device) is_device_ptr(x) num_threads(SCAN_THREADS)
  scan_shared(x, n, first);
}

uint32_t offload_scan_scratch(uint32_t n) {
  uint32_t words = 0;
  while (n > SCAN_TEAM_MOST) words += n = (n + SCAN_BLOCK - 1) / SCAN_BLOCK;
  return words + 1;
}

void offload_scan(int device, uint32_t *x, uint32_t n, uint32_t first, uint32_t *scratch) {
  if (n <= SCAN_TEAM_MOST) {
    scan_by_one_team(device, x, n, first);
    return;
  }
  uint32_t blocks = (n + SCAN_BLOCK - 1) / SCAN_BLOCK, *sums = scratch;
  OFFLOAD_LOOP(blocks, is_device_ptr(x, sums))
  for (uint32_t b = 0; b < blocks; b++) {
    uint32_t begin = b * SCAN_BLOCK, end = n - begin < SCAN_BLOCK ? n : begin + SCAN_BLOCK, sum = 0;
    for (uint32_t i = begin; i < end; i++) sum += x[i];
    sums[b] = sum;
  }
  offload_scan(device, sums, blocks, first, scratch + blocks);
  OFFLOAD_LOOP(blocks, is_device_ptr(x, sums))
  for (uint32_t b = 0; b < blocks; b++) {
    uint32_t begin = b * SCAN_BLOCK, end = n - begin < SCAN_BLOCK ? n : begin + SCAN_BLOCK, sum = sums[b];
    for (uint32_t i = begin; i < end; i++) {
      uint32_t here = x[i];
      x[i] = sum;
      sum += here;
    }
  }
}
