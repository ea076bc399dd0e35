/* SPDX-License-Identifier: BSD-3-Clause */
/* The peak speed of the pair loop: the force pass repeated over one cluster, whose neighbours are all inside
 * the support and fill every vector, and whose data stay in the first cache. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/wcsph.h"
#include "util/clock.h"
#include "util/error.h"

enum { CLUSTERS = 512, ROUNDS = 12, SOME = 16 * CPU_VECTORS, TRIED = 16 };

static bool is_inside(const struct cpu_run *run, uint32_t i, uint32_t j) {
  const struct position *a = &run->state->pos[i], *b = &run->state->pos[j];
  const float *quantum = run->law->quantum;
  const float x = (float)(int32_t)(a->x - b->x) * quantum[0], y = (float)(int32_t)(a->y - b->y) * quantum[1],
              z = (float)(int32_t)(a->z - b->z) * quantum[2];
  return (x * x + y * y) + z * z < run->law->support * run->law->support;
}

/* Whether j interacts with all of a cluster that begins with i, and is none of it. */
static bool meets_all(const struct cpu_run *run, uint32_t i, uint32_t j) {
  for (uint32_t k = 0; k < CPU_CLUSTER; k++)
    if (j == i + k || !is_inside(run, i + k, j)) return false;
  return true;
}

/* Fluid that interacts with all of the cluster that begins with i; returns how many vectors it fills. */
static uint32_t entries_of(const struct cpu_run *run, uint32_t i, uint32_t out[SOME]) {
  const uint32_t lanes = cpu_lanes_of_list(run);
  uint32_t n = 0;
  const struct range fluid = state_range(run->state, KIND_FLUID);
  for (uint32_t j = fluid.begin; j < fluid.end && n < CPU_VECTORS * lanes; j++)
    if (meets_all(run, i, j)) out[n++] = j * CPU_ENTRY;
  return n / lanes;
}

/* Of a few clusters all over the fluid, the one with most neighbours. */
static struct cpu_cluster fullest(const struct cpu_run *run, uint32_t entries[SOME]) {
  const uint32_t first = state_range(run->state, KIND_FLUID).begin,
                 fluid = state_count(run->state, KIND_FLUID);
  struct cpu_cluster best = {0};
  uint32_t found[SOME];
  for (uint32_t k = 0; k < TRIED && fluid >= 2 * TRIED * CPU_CLUSTER; k++) {
    const uint32_t i = first + (uint32_t)((uint64_t)fluid * (2 * k + 1) / (2 * TRIED)),
                   n = entries_of(run, i, found);
    if (n <= best.fluid) continue;
    best = (struct cpu_cluster){.first = i, .size = CPU_CLUSTER, .fluid = (uint16_t)n};
    memcpy(entries, found, n * cpu_lanes_of_list(run) * sizeof *entries);
  }
  for (int k = 0; k < CPU_CLUSTER && best.fluid > 0; k++)
    best.reach[0][k] = UINT64_MAX >> (CPU_VECTORS - best.fluid); /* all vectors */
  return best;
}

/* Seconds for one thread to go over the clusters, the best of several rounds while all others do too. */
static double seconds_of(struct cpu_run *run, struct cpu_slice *slice, size_t bytes) {
  double best = INFINITY;
  for (int round = 0; round < ROUNDS; round++) {
    for (uint32_t k = 0; k < slice->entry_count; k++) /* sums of whole numbers would run over */
      memset((char *)slice->sums + slice->entries[k] / CPU_ENTRY * bytes, 0, bytes);
    memset((char *)slice->sums + slice->clusters[0].first * bytes, 0, CPU_CLUSTER * bytes);
    const double began = clock_now();
    run->passes[PASS_forces].slice(run, slice);
    best = fmin(best, clock_now() - began);
  }
  return best;
}

int cpu_peak(void *self, double *interactions) {
  struct cpu_run *run = self;
  uint32_t entries[SOME];
  struct cpu_cluster clusters[CLUSTERS];
  const struct cpu_cluster one = fullest(run, entries);
  const size_t bytes = 16 * (size_t)cpu_sum_records(run->law->summation);
  const uint32_t neighbours = one.fluid * cpu_lanes_of_list(run);
  const int both = run->options.pairs == CPU_PAIRS_ONCE ? 2 : 1;
  double total = 0.0;
  int failed = 0;
  *interactions = 0.0;
  if (one.fluid == 0) return STATUS_OK;
  for (int k = 0; k < CLUSTERS; k++) clusters[k] = one;
#pragma omp parallel num_threads(run->threads) reduction(+ : total) reduction(max : failed)
  {
#pragma omp for schedule(static, 1)
    for (int t = 0; t < run->threads; t++) {
      struct cpu_slice slice = {.clusters = clusters,
                                .cluster_count = CLUSTERS,
                                .entries = entries,
                                .entry_count = neighbours,
                                .filler = run->slices[t].filler};
      slice.sums = rows_allocate(run->state->capacity, bytes);
      failed = !slice.sums;
      if (failed) continue;
      total += (double)CLUSTERS * CPU_CLUSTER * neighbours * both / seconds_of(run, &slice, bytes);
      free(slice.sums);
    }
  }
  CHECK(!failed, STATUS_FAILED, "no memory for %d threads to measure the peak of the pair loop",
        run->threads);
  *interactions = total;
  return STATUS_OK;
}
