/* SPDX-License-Identifier: BSD-3-Clause */
/* What the cpu backend has in memory beside the state. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cpu/wcsph.h"
#include "util/error.h"

void cpu_slices_free(struct cpu_slice *slices, int count) {
  for (int k = 0; slices && k < count; k++) {
    free(slices[k].entries);
    free(slices[k].clusters);
    if (slices[k].sums_bytes > 0) munmap(slices[k].sums, slices[k].sums_bytes);
  }
  free(slices);
}

int cpu_sums_allocate(struct vec4 **sums, size_t *bytes, size_t rows, enum summation mode) {
  *bytes = rows * sizeof(struct vec4) * (size_t)cpu_sum_records(mode);
  void *pages =
      mmap(NULL, *bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(pages != MAP_FAILED, STATUS_FAILED, "no memory for an accumulator of %zu bytes", *bytes);
  *sums = pages;
  return STATUS_OK;
}

/* Cells as the state has them, or wider ones. */
static int allocate_grid(struct cpu_run *run) {
  uint32_t cells[3];
  const int most = run->options.cells == CPU_CELLS_WHOLE ? 1 : run->options.cells == CPU_CELLS_HALF ? 2 : 4;
  int reach[3];
  for (int a = 0; a < 3; a++) {
    reach[a] = most < grid_reach[a] ? most : grid_reach[a];
    cells[a] = run->state->cells[a] * (uint32_t)reach[a] / (uint32_t)grid_reach[a];
    if (run->options.strategy == CPU_LIST)
      cells[a] = state_wide_cells(run->state, run->law->support, a, reach[a]);
    if (cells[a] == 0) cells[a] = 1;
  }
  TRY(grid_allocate(&run->grid, cells, run->state->periodic));
  memcpy(run->grid.reach, reach, sizeof reach);
  run->grid.along_y = run->state->along_y; /* slices are cut across it */
  return STATUS_OK;
}

void cpu_rows_free(struct cpu_run *run) {
  for (int t = 0; run->team && t < run->threads; t++)
    if (run->team[t].sums) munmap(run->team[t].sums, run->team[t].sums_bytes), run->team[t].sums = NULL;
  free(run->records);
  free(run->key);
  free(run->from);
  free(run->spare);
  free(run->stirred);
  free(run->takers);
  for (int r = 0; r < PASS_ROWS_MOST; r++) free(run->rows[r]), run->rows[r] = NULL;
  run->records = NULL, run->key = run->from = NULL, run->spare = NULL, run->stirred = NULL,
  run->takers = NULL;
}

/* What passes need whose rows the state has. */
static int allocate_for_passes(struct cpu_run *run, size_t rows) {
  int most = 0;
  run->sum_records = 1;
  for (int p = 0; p < PASS_COUNT; p++) {
    const struct cpu_pass_code *code = &run->passes[p];
    if (!(run->state->buffers & row_bit(code->writes))) continue;
    if (p == PASS_walls && run->law->boundary != BOUNDARY_DUMMY && !run->state->segment) continue;
    if (code->records > run->sum_records) run->sum_records = code->records;
    if (code->rows > most && (run->state->buffers & row_bit(code->rows_from))) most = code->rows;
  }
  for (int r = 0; r < most; r++) {
    run->rows[r] = rows_allocate((uint32_t)rows, sizeof *run->rows[r]);
    CHECK(run->rows[r], STATUS_FAILED, "no memory for %zu particles in the cpu backend", rows);
  }
  for (int t = 0; t < run->threads; t++)
    TRY(cpu_sums_allocate(&run->team[t].sums, &run->team[t].sums_bytes,
                          run->sum_rows * (size_t)run->sum_records, run->law->summation));
  return STATUS_OK;
}

/* What there is of each particle that the state has room for; no row of it outlives a pass. */
static int allocate_rows(struct cpu_run *run) {
  const uint32_t capacity = run->state->capacity, nobodies = CPU_FILLER_ROWS * (uint32_t)run->slice_count;
  run->room = capacity;
  run->records = rows_allocate(capacity + nobodies, sizeof *run->records);
  run->key = rows_allocate(capacity, sizeof *run->key);
  run->from = rows_allocate(capacity, sizeof *run->from);
  run->spare = rows_allocate(capacity, sizeof(struct vec4));
  CHECK(run->records && run->key && run->from && run->spare, STATUS_FAILED,
        "no memory for %u particles in the cpu backend", capacity);
  if (run->state->wall_velocity) {
    run->stirred = rows_allocate(capacity / CPU_WET + 1, sizeof *run->stirred);
    CHECK(run->stirred, STATUS_FAILED, "no memory for %u particles in the cpu backend", capacity);
    run->knows_stirred = false;
  }
  if (run->state->correction || run->state->carried) {
    run->takers = rows_allocate(capacity / CPU_WET + 1, sizeof *run->takers);
    CHECK(run->takers, STATUS_FAILED, "no memory for %u particles in the cpu backend", capacity);
    run->takers_of = NULL;
  }
  for (int k = 0; k < run->slice_count; k++) run->slices[k].filler = capacity + CPU_FILLER_ROWS * (uint32_t)k;
  run->sum_rows = (size_t)capacity + nobodies + 16;
  return allocate_for_passes(run, (size_t)capacity + nobodies);
}

int cpu_allocate(struct cpu_run *run) {
  TRY(allocate_grid(run));
  run->slices = rows_allocate((uint32_t)run->slice_count, sizeof *run->slices);
  run->team = rows_allocate((uint32_t)run->threads, sizeof *run->team);
  run->wet = rows_allocate(cpu_wet_groups(run), sizeof *run->wet);
  const bool faced = run->state->segment && run->options.strategy == CPU_LIST;
  if (faced) run->facets = rows_allocate((uint32_t)run->slice_count, sizeof *run->facets);
  CHECK(run->slices && run->team && run->wet && (run->facets || !faced), STATUS_FAILED,
        "no memory in the cpu backend");
  TRY(cpu_mirrors_allocate(run));
  return allocate_rows(run);
}

int cpu_reserve(struct cpu_run *run) {
  if (run->state->capacity <= run->room) return STATUS_OK;
  cpu_rows_free(run);
  return allocate_rows(run);
}
