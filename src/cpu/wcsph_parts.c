/* SPDX-License-Identifier: BSD-3-Clause */
/* A pass in two turns, where this is one of several parts: first clusters without halo rows, then, when these
 * have arrived, the others; and the records that passes read of particles. */
#include <stdlib.h>
#include <string.h>

#include "cpu/wcsph.h"
#include "util/error.h"

static bool is_others(const struct cpu_run *run, uint32_t row) {
  return row < run->state->count && run->state->pos[row].mark == MARK_HALO;
}

static bool is_inner(const struct cpu_run *run, const struct cpu_slice *slice, const struct cpu_cluster *c) {
  const uint32_t *entries = slice->entries + c->begin;
  const uint32_t count = (uint32_t)(c->fluid + c->walls) * cpu_lanes_of_list(run);
  if (is_others(run, c->first)) return false; /* a cluster is of one part */
  for (uint32_t k = 0; k < count; k++)
    if (is_others(run, entries[k] / CPU_ENTRY)) return false;
  return true;
}

int cpu_part_clusters(const struct cpu_run *run, struct cpu_slice *slice) {
  struct cpu_cluster *outer = malloc((slice->cluster_count + 1) * sizeof *outer);
  CHECK(outer, STATUS_FAILED, "no memory for a list in parts");
  size_t count = 0;
  slice->inner = 0;
  for (size_t k = 0; k < slice->cluster_count; k++)
    if (is_inner(run, slice, &slice->clusters[k]))
      slice->clusters[slice->inner++] = slice->clusters[k];
    else
      outer[count++] = slice->clusters[k];
  if (count > 0) memcpy(slice->clusters + slice->inner, outer, count * sizeof *outer);
  free(outer);
  return STATUS_OK;
}

int cpu_find_boundary_clusters(struct cpu_run *run) {
  const uint32_t n = run->state->count, *before = run->others;
  uint32_t *boundary_clusters =
      realloc(run->boundary_clusters, (n / CPU_SHORE + 1) * sizeof *boundary_clusters);
  CHECK(boundary_clusters, STATUS_FAILED, "no memory for a list in parts");
  run->boundary_clusters = boundary_clusters;
  run->boundary_cluster_count = 0;
  for (uint32_t i = 0; i < n; i += CPU_SHORE)
    if (before[n - i < CPU_SHORE ? n : i + CPU_SHORE] > before[i])
      boundary_clusters[run->boundary_cluster_count++] = i / CPU_SHORE;
  return STATUS_OK;
}

/* Rows that earlier passes left. */
static void copy_rows(struct cpu_run *run, const struct cpu_pass_code *code, struct range read) {
  for (int r = 0; r < code->rows; r++)
    memcpy(run->rows[r] + read.begin, state_rows(run->state, code->rows_from + r) + read.begin,
           (read.end - read.begin) * sizeof(struct vec4));
}

void cpu_prepare(struct cpu_run *run, const struct cpu_pass_code *code, uint32_t begin, uint32_t end) {
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    const struct range rows = range_cut(state_range(run->state, (enum row_kind)kind), begin, end);
    if (run->records_are_old[kind])
      run->lanes.prepare(run, rows.begin / 16 * 16, rows.end); /* as cpu_share */
  }
  copy_rows(run, code,
            code->of_motion ? range_cut(state_range(run->state, KIND_WALL), begin, end)
                            : (struct range){begin, end});
}

void cpu_prepare_boundary_clusters(struct cpu_run *run, const struct cpu_pass_code *code) {
#pragma omp for schedule(static)
  for (uint32_t k = 0; k < run->boundary_cluster_count; k++) {
    const uint32_t begin = run->boundary_clusters[k] * CPU_SHORE, n = run->state->count,
                   end = n - begin < CPU_SHORE ? n : begin + CPU_SHORE;
    run->lanes.prepare(run, begin, end);
    copy_rows(run, code, (struct range){begin, end});
  }
}

void cpu_beside(void *self, int (*come)(void *of), void *of) {
  struct cpu_run *run = self;
  run->come = come, run->of = of;
}
