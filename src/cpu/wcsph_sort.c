/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorting particles by cell (a stable counting sort, so that a sorted state stays as it is) and cutting
 * the fluid into slices of equal work. */
#include <string.h>

#include "cpu/wcsph.h"
#include "util/clock.h"
#include "util/error.h"
#include "wcsph/listing.h"
#include "wcsph/particle.h"

/* Particles [begin, end) by run->key into run->from; start[c] is where cell c begins. Keys are cells,
 * or `total` for those that go. */
static void counting_sort(struct cpu_run *run, uint32_t begin, uint32_t end, uint32_t *start) {
  uint32_t total = run->grid.total;
  memset(start, 0, ((size_t)total + 1) * sizeof *start);
  for (uint32_t i = begin; i < end; i++) start[run->key[i]]++;
  uint32_t at = begin;
  for (uint32_t c = 0; c <= total; c++) {
    uint32_t count = start[c];
    start[c] = at;
    at += count;
  }
  for (uint32_t i = begin; i < end; i++) run->from[start[run->key[i]]++] = i;
  for (uint32_t c = total; c > 0; c--) start[c] = start[c - 1];
  start[0] = begin;
}

static bool is_identity(const uint32_t *from, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i++)
    if (from[i] != i) return false;
  return true;
}

static void sort_range(struct cpu_run *run, enum row_kind kind) {
  const struct range r = state_range(run->state, kind);
  const double began = clock_now();
  counting_sort(run, r.begin, r.end, run->grid.start[kind]);
  const bool same = is_identity(run->from, r.begin, r.end);
  const double sorted = clock_now();
  listing_spent[LISTING_SORT] += sorted - began;
  if (same) return;
  rows_permute(&wcsph_rows, run->state, run->state->count, run->from, r.begin, r.end, &run->spare,
               sizeof(struct vec4), run->threads);
  listing_spent[LISTING_REORDER] += clock_now() - sorted;
}

/* In memory that the sort is done with. */
static void count_others(struct cpu_run *run) {
  uint32_t *before = run->from, count = 0;
  for (uint32_t i = 0; i < run->state->count; i++) {
    before[i] = count;
    count += run->state->pos[i].mark == MARK_HALO;
  }
  before[run->state->count] = count; /* rows have a vector's overhang */
  run->others = before;
}

int cpu_sort(struct cpu_run *run, bool keep_order) {
  struct wcsph_state *s = run->state;
  struct grid *g = &run->grid;
  uint32_t left = 0;
  const struct vec4 still = {0};
  const float unit = state_path_unit(s);
  const double began = clock_now();
#pragma omp parallel for schedule(static) num_threads(run->threads) reduction(+ : left)
  for (uint32_t i = 0; i < s->count; i++) {
    const bool fluid = state_kind(s, i) == KIND_FLUID;
    const struct vec4 *v = fluid ? &s->vel[i] : &still;
    if (!keep_order) s->listed_pos[i] = particle_expect(unit, s->life, run->law->quantum, &s->pos[i], v);
    bool gone = !keep_order && fluid && state_drops(s, &s->pos[i]);
    run->key[i] = gone ? g->total : grid_cell(g, &s->listed_pos[i]);
    left += gone;
  }
  listing_spent[LISTING_CELLS] += clock_now() - began;
  if (!run->walls_sorted) {
    sort_range(run, KIND_WALL);
    run->walls_sorted = !keep_order; /* else they are sorted by where an earlier list had them */
  }
  sort_range(run, KIND_FLUID);
  state_resize_fluid(s, state_count(s, KIND_FLUID) - left);
  uint32_t *x = cpu_listed_axis(run, 0), *y = cpu_listed_axis(run, 1), *z = cpu_listed_axis(run, 2);
  uint32_t *path = cpu_listed_axis(run, 3);
#pragma omp parallel for schedule(static) num_threads(run->threads)
  for (uint32_t i = 0; i < s->count; i++) {
    x[i] = s->listed_pos[i].x;
    y[i] = s->listed_pos[i].y;
    z[i] = s->listed_pos[i].z;
    path[i] = s->listed_pos[i].path;
  }
  if (s->shared) count_others(run);
  return STATUS_OK;
}

/* Candidates that the list of one particle in this cell tests, about. */
static uint64_t cell_work(const struct grid *g, const uint32_t home[3]) {
  const int outer = grid_outer(g), middle = grid_middle(g);
  const uint32_t reach = (uint32_t)g->reach[0], last = g->cells[0] - 1;
  uint64_t work = 32;
  uint32_t low[3] = {home[0] > reach ? home[0] - reach : 0}, high[3];
  for (int d = 0; d <= g->reach[outer]; d++) {
    if (!grid_step(g, outer, home[outer], d, &low[outer])) continue;
    for (int dm = d ? -g->reach[middle] : 0; dm <= g->reach[middle]; dm++) {
      if (!grid_step(g, middle, home[middle], dm, &low[middle])) continue;
      memcpy(high, low, sizeof high);
      high[0] = home[0] + reach < last ? home[0] + reach : last;
      work += g->start[KIND_FLUID][grid_index(g, high) + 1] - g->start[KIND_FLUID][grid_index(g, low)];
      work += g->start[KIND_WALL][grid_index(g, high) + 1] - g->start[KIND_WALL][grid_index(g, low)];
    }
  }
  return work;
}

/* How long a unit of estimated work took around particle i of n, against the mean: 1 where nothing was timed.
 */
static double pace(const struct cpu_run *run, uint32_t i) {
  const struct cpu_slice *s = run->slices;
  double seconds = 0.0, work = 0.0;
  int t = 0;
  for (int k = 0; k < run->slice_count; k++) {
    seconds += s[k].seconds, work += (double)s[k].work;
    if (s[k].end <= i) t = k + 1 < run->slice_count ? k + 1 : k;
  }
  if (!(s[t].seconds > 0.0) || s[t].work == 0) return 1.0;
  return s[t].seconds / (double)s[t].work / (seconds / work);
}

/* Slices of equal work, with the time that the last ones took if `timed`. The order of particles changes
 * little from one list to the next, so a place in it stands for the place it was. */
void cpu_cut_slices(struct cpu_run *run) {
  const struct grid *g = &run->grid;
  struct wcsph_state *s = run->state;
  const struct range fluid = state_range(s, KIND_FLUID);
  const bool timed = run->options.share == CPU_SHARE_TIMED;
  uint64_t total = 0, done = 0, before = 0;
  uint32_t *work = run->key; /* by first particle of a cell; the keys are no longer needed */
  for (uint32_t i = fluid.begin; i < fluid.end;) {
    const struct position *p = &s->listed_pos[i];
    const uint32_t home[3] = {position_cell(p->x, g->cells[0]), position_cell(p->y, g->cells[1]),
                              position_cell(p->z, g->cells[2])};
    uint32_t end = g->start[KIND_FLUID][grid_index(g, home) + 1];
    work[i] = (uint32_t)((double)cell_work(g, home) * (timed ? pace(run, i) : 1.0));
    total += (uint64_t)work[i] * (end - i);
    i = end;
  }
  const int count = run->slice_count;
  int t = 0;
  uint32_t i = fluid.begin;
  run->slices[0].begin = i;
  while (i < fluid.end && t + 1 < count) {
    uint32_t end = g->start[KIND_FLUID][grid_cell(g, &s->listed_pos[i]) + 1];
    done += (uint64_t)work[i] * (end - i);
    i = end;
    while (t + 1 < count && done * (uint64_t)count >= total * (uint64_t)(t + 1)) {
      run->slices[t].end = i;
      run->slices[t].work = done - before;
      before = done;
      run->slices[++t].begin = i;
    }
  }
  run->slices[t].work = total - before;
  for (; t < count; t++) {
    run->slices[t].end = fluid.end;
    if (t + 1 < count) run->slices[t + 1].begin = fluid.end, run->slices[t + 1].work = 0;
  }
  for (int k = 0; k < count; k++) run->slices[k].seconds = 0.0;
}
