/* SPDX-License-Identifier: BSD-3-Clause */
/* Passes at points; and for points opposite to walls (wcsph/walls/mirror.h), of which there are as many,
 * lists of the fluid near them. Such a list is made when the fluid's is and lasts as long, for a point that
 * stays where it is, as a wall at rest does. One that has moved since, with its wall, looks around. Walls
 * come by blocks. */
#include <stdlib.h>

#include "cpu/wcsph.h"
#include "util/error.h"

enum { CPU_MIRRORS = 512 };

static int block_count(const struct cpu_run *run) {
  return (int)((state_count(run->state, KIND_WALL) + CPU_MIRRORS - 1) / CPU_MIRRORS);
}

void cpu_mirrors_free(struct cpu_run *run) {
  cpu_slices_free(run->mirrors, run->mirror_count);
  free(run->points);
  run->mirrors = NULL, run->points = NULL, run->mirror_count = 0;
}

int cpu_mirrors_allocate(struct cpu_run *run) {
  const struct range walls = state_range(run->state, KIND_WALL);
  cpu_mirrors_free(run);
  if (!run->state->mirror || run->options.strategy != CPU_LIST) return STATUS_OK;
  run->points = rows_allocate(walls.end - walls.begin, sizeof *run->points);
  run->mirrors = rows_allocate((uint32_t)block_count(run), sizeof *run->mirrors);
  CHECK(run->points && run->mirrors, STATUS_FAILED, "no memory for %u walls in the cpu backend", walls.end);
  run->mirror_count = block_count(run);
  for (int k = 0; k < run->mirror_count; k++) {
    const struct range r = range_cut(walls, (uint32_t)k * CPU_MIRRORS, (uint32_t)(k + 1) * CPU_MIRRORS);
    run->mirrors[k].begin = r.begin, run->mirrors[k].end = r.end;
  }
  return STATUS_OK;
}

const struct cpu_slice *cpu_mirrors_of(const struct cpu_run *run, uint32_t i) {
  return run->mirrors ? &run->mirrors[i / CPU_MIRRORS] : NULL;
}

int cpu_mirrors_list(struct cpu_run *run) {
#pragma omp parallel for schedule(monotonic : dynamic, 1) num_threads(run->threads)
  for (int k = 0; k < run->mirror_count; k++)
    cpu_note_status(&run->mirrors[k], run->lanes.list_points(run, &run->mirrors[k]));
  return cpu_first_failure(run->mirrors, run->mirror_count);
}

int cpu_points(void *self, enum point_pass_id pass, uint32_t count, const struct position *points,
               struct vec4 *out) {
  struct cpu_run *run = self;
  cpu_point_pass *const code = *run->lanes.points[pass];
  if (points) {
#pragma omp parallel for schedule(static, 1) num_threads(run->threads)
    for (int t = 0; t < run->threads; t++)
      code(run, (uint32_t)((uint64_t)count * (uint64_t)t / (uint64_t)run->threads),
           (uint32_t)((uint64_t)count * (uint64_t)(t + 1) / (uint64_t)run->threads), points, out);
    return STATUS_OK;
  }
  const struct range walls = state_range(run->state, KIND_WALL);
  cpu_age_records(run, true, false);
#pragma omp parallel for schedule(monotonic : dynamic, 1) num_threads(run->threads)
  for (int k = 0; k < block_count(run); k++) {
    const struct range r = range_cut(walls, (uint32_t)k * CPU_MIRRORS, (uint32_t)(k + 1) * CPU_MIRRORS);
    code(run, r.begin, r.end, NULL, NULL);
  }
  return STATUS_OK;
}
