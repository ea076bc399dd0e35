/* SPDX-License-Identifier: BSD-3-Clause */
#include "cpu/pairwise.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pairwise/particle.h"
#include "reference/pairwise.h"
#include "util/error.h"

static const struct cpu_pairwise_lanes *lanes_of(const struct isa *isa) {
#define X(n, lanes)                                                                                          \
  if (strcmp(isa->name, #n) == 0) return &cpu_pairwise_lanes_##n;
  CPU_ISAS(X)
#undef X
  return NULL;
}

static void cpu_close(void *self) {
  struct cpu_pairwise *run = self;
  if (!run) return;
  cpu_slices_free(run->slices, run->threads);
  for (int a = 0; a < 3; a++) free(run->axis[a]);
  free(run->records);
  free(run->key);
  free(run->from);
  free(run->spare);
  grid_free(&run->grid);
  free(run);
}

static int allocate_pairwise(struct cpu_pairwise *run) {
  const uint32_t count = run->state->count, nobodies = CPU_FILLER_ROWS * (uint32_t)run->threads;
  pairwise_grid_make(&run->grid, run->state, grid_reach);
  run->grid.start[0] = calloc((size_t)run->grid.total + 1, sizeof *run->grid.start[0]);
  run->slices = rows_allocate((uint32_t)run->threads, sizeof *run->slices);
  run->records = rows_allocate(count + nobodies, sizeof *run->records);
  run->key = rows_allocate(count, sizeof *run->key);
  run->from = rows_allocate(count, sizeof *run->from);
  run->spare = rows_allocate(count, sizeof(struct wide4));
  bool complete = run->grid.start[0] && run->slices && run->records && run->key && run->from && run->spare;
  for (int a = 0; a < 3; a++)
    complete = (run->axis[a] = rows_allocate(count, sizeof *run->axis[a])) && complete;
  CHECK(complete, STATUS_FAILED, "no memory for %u particles in the cpu backend", count);
  for (int t = 0; t < run->threads; t++) {
    run->slices[t].filler = count + CPU_FILLER_ROWS * (uint32_t)t;
    TRY(cpu_sums_allocate(&run->slices[t].sums, &run->slices[t].sums_bytes, (size_t)count + nobodies + 16,
                          run->law->summation));
  }
  return STATUS_OK;
}

/* Two of a cluster are up to a sixteenth of an axis apart when they are listed (pairwise_list.c), and then up
 * to a skin more. A particle half of the y axis from one must be beyond the cutoff from the other (pairs.h).
 */
static bool is_wide(const struct pairwise_state *s) {
  return (double)s->reach < 7.0 / 16.0 * s->quantum[1] * 0x1p32;
}

static int cpu_open(void **self, struct pairwise_state *state, const struct pairwise_law *law,
                    const struct execution_options *options) {
  struct cpu_pairwise *run = calloc(1, sizeof *run);
  CHECK(run, STATUS_FAILED, "no memory for the cpu backend");
  run->state = state;
  run->law = law;
  run->in_clusters = is_wide(state);
  run->threads = options->threads > 0 ? options->threads : omp_get_num_procs();
  int status = isa_choose(&run->isa, options->isa);
  if (status == STATUS_OK) {
    run->lanes = lanes_of(run->isa);
    status = allocate_pairwise(run);
  }
  if (status == STATUS_OK)
    *self = run;
  else
    cpu_close(run);
  return status;
}

/* A stable counting sort of particles by cell into run->from. */
static void sort_by_cell(struct cpu_pairwise *run) {
  const uint32_t n = run->state->count, cells = run->grid.total;
  uint32_t *start = run->grid.start[0];
  const struct position *pos = run->state->listed_pos;
#pragma omp parallel for schedule(static) num_threads(run->threads)
  for (uint32_t i = 0; i < n; i++) run->key[i] = grid_cell(&run->grid, &pos[i]);
  memset(start, 0, ((size_t)cells + 1) * sizeof *start);
  for (uint32_t i = 0; i < n; i++) start[run->key[i]]++;
  for (uint32_t c = 0, at = 0; c <= cells; c++) {
    const uint32_t count = start[c];
    start[c] = at;
    at += count;
  }
  for (uint32_t i = 0; i < n; i++) run->from[start[run->key[i]]++] = i;
  for (uint32_t c = cells; c > 0; c--) start[c] = start[c - 1];
  start[0] = 0;
}

static void sort(struct cpu_pairwise *run, bool keep_order) {
  struct pairwise_state *s = run->state;
  if (!keep_order) memcpy(s->listed_pos, s->pos, s->count * sizeof *s->pos);
  sort_by_cell(run);
  rows_permute(&pairwise_rows, s, s->count, run->from, 0, s->count, &run->spare, sizeof(struct wide4),
               run->threads);
#pragma omp parallel for schedule(static) num_threads(run->threads)
  for (uint32_t i = 0; i < s->count; i++) {
    run->axis[0][i] = s->listed_pos[i].x;
    run->axis[1][i] = s->listed_pos[i].y;
    run->axis[2][i] = s->listed_pos[i].z;
  }
}

/* Particles of layer z of the grid. */
static uint32_t layer_begin(const struct grid *g, uint32_t z) {
  return g->start[0][z * g->cells[1] * g->cells[0]];
}

/* Candidates behind a particle of layer z, about: half of its own layer, and those layers in reach that come
 * behind. */
static double layer_work(const struct grid *g, uint32_t z) {
  double work = 1.0 + 0.5 * (layer_begin(g, z + 1) - layer_begin(g, z));
  for (int dz = -g->reach[2]; dz <= g->reach[2]; dz++) {
    uint32_t other;
    if (!grid_step(g, 2, z, dz, &other) || other <= z) continue;
    work += layer_begin(g, other + 1) - layer_begin(g, other);
  }
  return work;
}

/* Slices of about equal work. They depend on where particles are and on nothing else, so a resumed run has
 * those that it had. */
static void cut_slices(struct cpu_pairwise *run) {
  const struct grid *g = &run->grid;
  double total = 0.0, done = 0.0;
  for (uint32_t z = 0; z < g->cells[2]; z++)
    total += layer_work(g, z) * (layer_begin(g, z + 1) - layer_begin(g, z));
  int t = 0;
  run->slices[0].begin = 0;
  for (uint32_t z = 0; z < g->cells[2]; z++) {
    const double each = layer_work(g, z);
    const uint32_t begin = layer_begin(g, z), count = layer_begin(g, z + 1) - begin;
    while (t + 1 < run->threads && done + each * count >= total * (t + 1) / run->threads) {
      run->slices[t].end = begin + (uint32_t)((total * (t + 1) / run->threads - done) / each);
      run->slices[t + 1].begin = run->slices[t].end;
      t++;
    }
    done += each * count;
  }
  for (; t < run->threads; t++) {
    run->slices[t].end = run->state->count;
    if (t + 1 < run->threads) run->slices[t + 1].begin = run->state->count;
  }
}

static int cpu_rebuild(void *self, bool keep_order) {
  struct cpu_pairwise *run = self;
  sort(run, keep_order);
  cut_slices(run);
#pragma omp parallel for schedule(static, 1) num_threads(run->threads)
  for (int t = 0; t < run->threads; t++) {
    struct cpu_slice *slice = &run->slices[t];
    slice->status = run->lanes->list(run, slice);
    if (slice->status != STATUS_OK) snprintf(slice->error, sizeof slice->error, "%s", error_text());
  }
  run->counters.rebuilds++;
  run->counters.inside = run->counters.candidates = 0;
  for (int t = 0; t < run->threads; t++) {
    const struct cpu_slice *slice = &run->slices[t];
    CHECK(slice->status == STATUS_OK, (enum status)slice->status, "%s", slice->error);
    run->counters.inside += 2 * slice->inside[1];
    run->counters.candidates += 2 * slice->checked;
  }
  return STATUS_OK;
}

static int cpu_forces(void *self, bool kick, struct pairwise_limits *limits) {
  struct cpu_pairwise *run = self;
  const uint32_t n = run->state->count;
  const int threads = run->threads;
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(static, 1)
    for (int t = 0; t < threads; t++) {
      const uint32_t begin = cpu_share(n, t, threads), end = cpu_share(n, t + 1, threads);
      memcpy(run->records + begin, run->state->pos + begin, (end - begin) * sizeof *run->records);
    }
#pragma omp for schedule(static, 1)
    for (int t = 0; t < threads; t++) run->lanes->forces(run, &run->slices[t]);
#pragma omp for schedule(static, 1)
    for (int t = 0; t < threads; t++)
      run->lanes->merge(run, &run->slices[t], kick, cpu_share(n, t, threads), cpu_share(n, t + 1, threads));
  }
  *limits = (struct pairwise_limits){0};
  for (int t = 0; t < threads; t++) limits->overflow |= !(run->slices[t].load < SUM_TERM_LIMIT);
  return STATUS_OK;
}

static int cpu_advance(void *self, struct pairwise_motion *motion) {
  struct cpu_pairwise *run = self;
  struct pairwise_state *s = run->state;
  const int threads = run->threads;
  *motion = (struct pairwise_motion){.fault = PAIRWISE_FINE};
#pragma omp parallel for schedule(static, 1) num_threads(threads)
  for (int t = 0; t < threads; t++) {
    struct pairwise_motion mine = {.fault = PAIRWISE_FINE};
    const uint32_t end = cpu_share(s->count, t + 1, threads);
    uint32_t i = cpu_share(s->count, t, threads);
    while (i < end) { /* what the vectors leave: one with a fault, and the rest */
      i = run->lanes->advance(run, i, end, &mine);
      const uint32_t few = end - i < 16 ? end - i : 16;
      pairwise_advance_range(s, run->law, &s->bounds, i, i + few, &mine);
      i += few;
    }
#pragma omp critical
    {
      motion->distance2 = lane_max(motion->distance2, mine.distance2);
      if (mine.fault != PAIRWISE_FINE) pairwise_note_fault(motion, mine.fault, mine.fault_id);
    }
  }
  return STATUS_OK;
}

/* The state is in host memory already. */
static int cpu_transfer(void *self) {
  (void)self;
  return STATUS_OK;
}

static void pairwise_count(void *self, struct pairwise_counters *out) {
  struct cpu_pairwise *run = self;
  const size_t count = run->state->count;
  *out = run->counters;
  out->bytes = (run->grid.total + 1) * sizeof(uint32_t) + count * (16 + 4 + 4 + 32 + 12);
  for (int t = 0; t < run->threads; t++) {
    const struct cpu_slice *slice = &run->slices[t];
    out->bytes += slice->entry_capacity * sizeof *slice->entries +
                  slice->cluster_capacity * sizeof *slice->clusters +
                  (size_t)(slice->touched[1][1] - slice->touched[1][0]) * 16 *
                      (size_t)cpu_sum_records(run->law->summation);
  }
}

static void cpu_describe(void *self, char *text, size_t size) {
  const struct cpu_pairwise *run = self;
  snprintf(text, size, "cpu: %s, %d lanes, %d thread%s", run->isa->name, run->isa->lanes, run->threads,
           run->threads == 1 ? "" : "s");
}

static size_t cpu_estimate(size_t count, double neighbours, int threads) {
  /* Half the pairs, more by the skin, fewer as two share them. */
  if (threads < 1) threads = omp_get_num_procs();
  return count * (68 + 8 + (size_t)(32 * threads)) + (size_t)(4.0 * 0.45 * neighbours * (double)count);
}

const struct pairwise_backend pairwise_cpu = {
    .about =
        {
            .name = "cpu",
            .title = "explicit SIMD over a stored pair list, symmetric, one thread per slice",
            .judge = &pairwise_reference.about,
            .deterministic =
                "with fixed sums everywhere; else for one number of threads and one instruction set",
            .way = cpu_way,
        },
    .open = cpu_open,
    .close = cpu_close,
    .rebuild = cpu_rebuild,
    .forces = cpu_forces,
    .advance = cpu_advance,
    .fetch = cpu_transfer,
    .send = cpu_transfer,
    .count = pairwise_count,
    .describe = cpu_describe,
    .estimate = cpu_estimate,
};
