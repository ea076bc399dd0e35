/* SPDX-License-Identifier: BSD-3-Clause */
#include "cpu/wcsph.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "reference/wcsph.h"
#include "util/error.h"
#include "wcsph/particle.h"

#define X(name, lanes) extern const struct cpu_lanes cpu_lanes_##name;
CPU_ISAS(X)
#undef X

static const struct cpu_lanes *lanes_of(const struct isa *isa) {
#define X(n, lanes)                                                                                          \
  if (strcmp(isa->name, #n) == 0) return &cpu_lanes_##n;
  CPU_ISAS(X)
#undef X
  return NULL;
}

void cpu_slices_free(struct cpu_slice *slices, int threads) {
  for (int t = 0; slices && t < threads; t++) {
    free(slices[t].entries);
    free(slices[t].clusters);
    if (slices[t].sums) munmap(slices[t].sums, slices[t].sums_bytes);
  }
  free(slices);
}

static void cpu_close(void *self) {
  struct cpu_run *run = self;
  if (!run) return;
  cpu_slices_free(run->slices, run->threads);
  free(run->listed);
  free(run->hot);
  free(run->key);
  free(run->from);
  free(run->spare);
  grid_free(&run->grid);
  free(run);
}

int cpu_slice_allocate_sums(struct cpu_slice *slice, size_t rows, enum summation mode) {
  slice->sums_bytes = rows * sizeof(struct vec4) * (size_t)cpu_sum_records(mode);
  void *pages = mmap(NULL, slice->sums_bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(pages != MAP_FAILED, STATUS_FAILED, "no memory for an accumulator of %zu bytes", slice->sums_bytes);
  slice->sums = pages;
  return STATUS_OK;
}

static int allocate(struct cpu_run *run) {
  uint32_t capacity = run->state->capacity;
  TRY(grid_allocate(&run->grid, run->state));
  run->slices = state_allocate_rows((uint32_t)run->threads, sizeof *run->slices);
  if (run->law->boundary == BOUNDARY_DUMMY)
    run->listed = state_allocate_rows(run->state->wall_count, sizeof *run->listed);
  run->hot = state_allocate_rows(capacity + CPU_NOBODY_ROWS * (uint32_t)run->threads, sizeof *run->hot);
  run->key = state_allocate_rows(capacity, sizeof *run->key);
  run->from = state_allocate_rows(capacity, sizeof *run->from);
  run->spare = state_allocate_rows(capacity + 48, sizeof(struct vec4));
  CHECK(run->slices && (run->listed || run->law->boundary != BOUNDARY_DUMMY) && run->hot && run->key &&
            run->from && run->spare,
        STATUS_FAILED, "no memory for %u particles in the cpu backend", capacity);
  for (int t = 0; t < run->threads; t++) {
    run->slices[t].nobody = capacity + CPU_NOBODY_ROWS * (uint32_t)t;
    TRY(cpu_slice_allocate_sums(&run->slices[t],
                                (size_t)capacity + CPU_NOBODY_ROWS * (size_t)run->threads + 16,
                                run->law->summation));
  }
  return STATUS_OK;
}

static int cpu_open(void **self, struct wcsph_state *state, const struct wcsph_law *law,
                    const struct execution_options *options) {
  struct cpu_run *run = calloc(1, sizeof *run);
  CHECK(run, STATUS_FAILED, "no memory for the cpu backend");
  run->state = state;
  run->law = law;
  run->threads = options->threads > 0 ? options->threads : omp_get_num_procs();
  int status = isa_choose(&run->isa, options->isa);
  if (status == STATUS_OK) {
    run->lanes = lanes_of(run->isa);
    status = allocate(run);
  }
  if (status == STATUS_OK)
    *self = run;
  else
    cpu_close(run);
  return status;
}

/* A failure inside a thread comes out as the failure of the whole. */
static int first_failure(const struct cpu_run *run) {
  for (int t = 0; t < run->threads; t++)
    if (run->slices[t].status != STATUS_OK)
      return error_set((enum status)run->slices[t].status, "%s", run->slices[t].error);
  return STATUS_OK;
}

static void count_list(struct cpu_run *run) {
  uint64_t walls = 0, fluid = 0, particles = run->state->count - run->state->wall_count;
  for (int t = 0; t < run->threads; t++) {
    walls += run->slices[t].inside[0];
    fluid += run->slices[t].inside[1];
  }
  run->counters.pairs = walls + fluid;
  run->counters.mean_neighbours = particles ? (double)(walls + 2 * fluid) / (double)particles : 0.0;
  run->counters.rebuilds++;
}

static int cpu_rebuild(void *self, bool keep_order) {
  struct cpu_run *run = self;
  TRY(cpu_sort(run, keep_order));
  cpu_cut_slices(run);
#pragma omp parallel for schedule(static, 1) num_threads(run->threads)
  for (int t = 0; t < run->threads; t++) {
    struct cpu_slice *slice = &run->slices[t];
    slice->status = run->lanes->list(run, slice);
    if (slice->status != STATUS_OK) snprintf(slice->error, sizeof slice->error, "%s", error_text());
  }
  TRY(first_failure(run));
  count_list(run);
  return STATUS_OK;
}

static int cpu_extrapolate(void *self) {
  struct cpu_run *run = self;
#pragma omp parallel for schedule(static, 1) num_threads(run->threads)
  for (int t = 0; t < run->threads; t++) run->lanes->extrapolate(run, &run->slices[t]);
  return STATUS_OK;
}

static int cpu_forces(void *self, struct wcsph_limits *limits) {
  struct cpu_run *run = self;
  uint32_t n = run->state->count;
#pragma omp parallel num_threads(run->threads)
  {
#pragma omp for schedule(static, 1)
    for (int t = 0; t < run->threads; t++)
      run->lanes->prepare(run, cpu_share(n, t, run->threads), cpu_share(n, t + 1, run->threads));
#pragma omp for schedule(static, 1)
    for (int t = 0; t < run->threads; t++) run->lanes->forces(run, &run->slices[t]);
#pragma omp for schedule(static, 1)
    for (int t = 0; t < run->threads; t++) {
      run->slices[t].max_a2 = 0.0f;
      run->lanes->merge(run, &run->slices[t], cpu_share(n, t, run->threads),
                        cpu_share(n, t + 1, run->threads));
    }
  }
  float max_a2 = 0.0f, max_mu = 0.0f, load = 0.0f;
  for (int t = 0; t < run->threads; t++) {
    max_a2 = fmaxf(max_a2, run->slices[t].max_a2);
    max_mu = fmaxf(max_mu, run->slices[t].max_mu);
    load = fmaxf(load, run->slices[t].load);
  }
  *limits = (struct wcsph_limits){.load = load / SUM_TERM_LIMIT};
  limits->max_acceleration = sqrtf(max_a2);
  limits->max_mu = run->law->h * max_mu;
  return STATUS_OK;
}

static int cpu_advance(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion) {
  struct cpu_run *run = self;
  uint32_t n = run->state->count;
  *motion = (struct wcsph_motion){.spread = motion->spread};
#pragma omp parallel for schedule(static, 1) num_threads(run->threads)
  for (int t = 0; t < run->threads; t++) {
    struct wcsph_motion *mine = &run->slices[t].motion;
    *mine = (struct wcsph_motion){0};
    run->lanes->advance(run, stage, cpu_share(n, t, run->threads), cpu_share(n, t + 1, run->threads), mine);
  }
  for (int t = 0; t < run->threads; t++) {
    const struct wcsph_motion *mine = &run->slices[t].motion;
    motion->left += mine->left;
    wcsph_spread_merge(&motion->spread, &mine->spread);
    if (mine->fault != FAULT_NONE) motion_note_fault(motion, mine->fault, mine->fault_id);
  }
  return STATUS_OK;
}

static int cpu_shift(void *self, double *max_speed) {
  struct cpu_run *run = self;
  struct wcsph_state *s = run->state;
  uint32_t walls = s->wall_count, fluid = s->count - walls;
  float max_speed2 = 0.0f;
#pragma omp parallel for schedule(static, 1) num_threads(run->threads) reduction(max : max_speed2)
  for (int t = 0; t < run->threads; t++) {
    float fastest = reference_shift_range(s, run->law, &run->grid, walls + cpu_share(fluid, t, run->threads),
                                          walls + cpu_share(fluid, t + 1, run->threads));
    max_speed2 = fmaxf(max_speed2, fastest);
  }
  *max_speed = sqrt((double)max_speed2);
  return STATUS_OK;
}

static int cpu_sample(void *self, size_t count, const struct position *points, struct wcsph_sample *out) {
  struct cpu_run *run = self;
  reference_sample_points(run->state, run->law, &run->grid, count, points, out);
  return STATUS_OK;
}

static int cpu_wall_force(void *self, int wall, double force[3]) {
  struct cpu_run *run = self;
  reference_sum_wall_force(run->state, run->law, wall, force);
  return STATUS_OK;
}

/* The state is in host memory already. */
static int cpu_transfer(void *self, unsigned mask) {
  (void)self, (void)mask;
  return STATUS_OK;
}

static void cpu_count(void *self, struct wcsph_counters *out) {
  struct cpu_run *run = self;
  const struct wcsph_state *s = run->state;
  size_t bytes = ((size_t)run->grid.total * 2 + 2) * sizeof(uint32_t);
  bytes += (size_t)s->capacity * (sizeof *run->hot + sizeof *run->key + sizeof *run->from + 16);
  if (run->listed) bytes += s->wall_count * sizeof *run->listed;
  for (int t = 0; t < run->threads; t++) {
    const struct cpu_slice *slice = &run->slices[t];
    bytes +=
        slice->entry_capacity * sizeof *slice->entries + slice->cluster_capacity * sizeof *slice->clusters;
    for (int k = 0; k < 2; k++)
      if (slice->touched[k][1] > slice->touched[k][0])
        bytes += (size_t)(slice->touched[k][1] - slice->touched[k][0]) * 16 *
                 (size_t)cpu_sum_records(run->law->summation);
  }
  *out = run->counters;
  out->bytes = bytes;
}

static void cpu_describe(void *self, char *text, size_t size) {
  const struct cpu_run *run = self;
  snprintf(text, size, "cpu: %s, %d lanes, %d thread%s", run->isa->name, run->isa->lanes, run->threads,
           run->threads == 1 ? "" : "s");
}

static size_t cpu_estimate(uint32_t wall_count, uint32_t fluid_count, double neighbours, int threads) {
  size_t n = (size_t)wall_count + fluid_count;
  double listed =
      0.45 * neighbours; /* half the pairs, more by the skin, fewer as two share them; as counted */
  if (threads < 1) threads = omp_get_num_procs();
  return n * (8 + sizeof(struct cpu_hot) + 8 + 16 + 32) + (size_t)(1.25 * 4.0 * listed * fluid_count) +
         (size_t)threads * 65536;
}

const struct wcsph_backend wcsph_cpu = {
    .about =
        {
            .name = "cpu",
            .title = "explicit SIMD over a stored pair list, symmetric, a thread a slice",
            .deterministic =
                "with fixed sums everywhere; else for one number of threads and one instruction set",
            .way = cpu_way,
        },
    .open = cpu_open,
    .close = cpu_close,
    .rebuild = cpu_rebuild,
    .extrapolate = cpu_extrapolate,
    .forces = cpu_forces,
    .advance = cpu_advance,
    .shift = cpu_shift,
    .sample = cpu_sample,
    .wall_force = cpu_wall_force,
    .fetch = cpu_transfer,
    .send = cpu_transfer,
    .count = cpu_count,
    .describe = cpu_describe,
    .estimate = cpu_estimate,
};
