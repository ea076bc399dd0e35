/* SPDX-License-Identifier: BSD-3-Clause */
/* The memory that the cpu backend holds, and its memory traffic. */
#include "cpu/wcsph.h"

static uint64_t bytes_listed(const struct cpu_run *run) {
  uint64_t bytes = 0;
  for (int k = 0; k < run->slice_count; k++)
    bytes += run->slices[k].entry_count * sizeof *run->slices[k].entries +
             run->slices[k].cluster_count * sizeof *run->slices[k].clusters;
  return bytes;
}

/* Every entry of the list, a neighbour's record, and its sums to be read and written. */
static uint64_t bytes_touched(const struct cpu_run *run) {
  const uint64_t sums = 2 * 16 * (uint64_t)cpu_sum_records(run->law->summation);
  uint64_t entries = 0;
  for (int k = 0; k < run->slice_count; k++) entries += run->slices[k].entry_count;
  return entries *
         (sizeof(uint32_t) + sizeof *run->records + (run->options.pairs == CPU_PAIRS_ONCE ? sums : 0));
}

/* Positions and velocities into packed records, those into sums, merged; and the list, or positions to search
 * in. */
static uint64_t bytes_moved(const struct cpu_run *run) {
  const uint64_t sums = 4 * 16 * (uint64_t)cpu_sum_records(run->law->summation),
                 record = sizeof *run->records;
  const uint64_t bytes = run->state->count * (record + 2 * record + sums);
  if (run->options.strategy == CPU_CELLS) return bytes + run->state->count * 3 * sizeof(uint32_t);
  return bytes + bytes_listed(run);
}

void cpu_count(void *self, struct wcsph_counters *out) {
  struct cpu_run *run = self;
  const struct wcsph_state *s = run->state;
  size_t bytes = ((size_t)run->grid.total * 2 + 2) * sizeof(uint32_t);
  bytes += (size_t)s->capacity * (sizeof *run->records + sizeof *run->key + sizeof *run->from + 16);
  for (int r = 0; r < PASS_ROWS_MOST; r++)
    if (run->rows[r]) bytes += (size_t)s->capacity * sizeof *run->rows[r];
  bytes += cpu_wet_groups(run) +
           ((run->stirred != NULL) + (run->takers != NULL)) * (size_t)(run->room / CPU_WET + 1);
  for (int k = 0; k < run->slice_count; k++)
    bytes += run->slices[k].entry_capacity * sizeof *run->slices[k].entries +
             run->slices[k].cluster_capacity * sizeof *run->slices[k].clusters;
  for (int t = 0; t < run->threads; t++)
    for (int k = 0; k < 2; k++) {
      const uint32_t *touched = run->team[t].touched[k];
      if (touched[1] > touched[0])
        bytes += (size_t)(touched[1] - touched[0]) * 16 * (size_t)run->sum_records *
                 (size_t)cpu_sum_records(run->law->summation);
    }
  *out = run->counters;
  out->foresees = run->options.strategy == CPU_LIST;
  out->bytes = bytes;
  out->moved = bytes_moved(run);
  if (run->options.strategy == CPU_CELLS) return;
  out->listed = bytes_listed(run);
  out->touched = bytes_touched(run);
}

/* Of the list, or of the last pass where none is stored. */
void cpu_count_pairs(struct cpu_run *run) {
  uint64_t walls = 0, fluid = 0, particles = state_count(run->state, KIND_FLUID);
  run->counters.checked = run->counters.lanes = 0;
  for (int k = 0; k < run->slice_count; k++) {
    walls += run->slices[k].inside[0];
    fluid += run->slices[k].inside[1];
    run->counters.checked += run->slices[k].checked;
    run->counters.lanes += run->slices[k].lanes;
  }
  if (run->options.pairs == CPU_PAIRS_TWICE) fluid /= 2;
  run->counters.pairs = walls + fluid;
  run->counters.own = run->others;
  run->counters.mean_neighbours = particles ? (double)(walls + 2 * fluid) / (double)particles : 0.0;
}
