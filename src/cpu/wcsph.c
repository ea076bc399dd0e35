/* SPDX-License-Identifier: BSD-3-Clause */
#include "cpu/wcsph.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "reference/wcsph.h"
#include "util/clock.h"
#include "util/error.h"
#include "wcsph/calls.h"
#include "wcsph/far.h"
#include "wcsph/listing.h"
#include "wcsph/particle.h"

#define X(name, lanes) extern const struct cpu_lanes cpu_lanes_##name;
CPU_ISAS(X)
#undef X

/* For one lane. */
int cpu_list_scalar(struct cpu_run *run, struct cpu_slice *slice, uint32_t begin, uint32_t end);
#define DECLARE(name) extern const struct cpu_pass_code cpu_pass_##name##_scalar;
PASSES(DECLARE)
#define ROW(name) [PASS_##name] = &cpu_pass_##name##_scalar,
static const struct cpu_pass_code *const scalar_passes[PASS_COUNT] = {PASSES(ROW)};

static const struct cpu_lanes *lanes_of(const struct isa *isa) {
#define X(n, lanes)                                                                                          \
  if (strcmp(isa->name, #n) == 0) return &cpu_lanes_##n;
  CPU_ISAS(X)
#undef X
  return NULL;
}

static void cpu_close(void *self) {
  struct cpu_run *run = self;
  if (!run) return;
  cpu_slices_free(run->slices, run->slice_count);
  cpu_slices_free(run->facets, run->slice_count);
  cpu_mirrors_free(run);
  cpu_rows_free(run);
  free(run->team);
  free(run->wet);
  free(run->boundary_clusters);
  grid_free(&run->grid);
  free(run);
}

/* Other walls stand in the buffers. */
static int replace_walls(struct cpu_run *run) {
  run->walls_sorted = false;
  free(run->wet);
  run->wet = rows_allocate(cpu_wet_groups(run), sizeof *run->wet);
  CHECK(run->wet, STATUS_FAILED, "no memory in the cpu backend");
  return cpu_mirrors_allocate(run);
}

static int cpu_open(void **self, struct wcsph_state *state, const struct wcsph_law *law,
                    const struct execution_options *options) {
  struct cpu_run *run = calloc(1, sizeof *run);
  CHECK(run, STATUS_FAILED, "no memory for the cpu backend");
  run->state = state;
  run->law = law;
  run->options = options->cpu;
  run->threads = options->threads > 0 ? options->threads : omp_get_num_procs();
  run->slice_count = run->threads * (run->options.share == CPU_SHARE_DYNAMIC ? CPU_DYNAMIC_SLICES : 1);
  struct code own;
  int status = isa_choose(&run->isa, options->isa);
  if (status == STATUS_OK) status = cpu_find_code(&own, law, options);
  if (status == STATUS_OK) {
    run->lanes = *lanes_of(run->isa);
    const bool scalar = run->options.lanes == CPU_LANES_SCALAR;
    if (scalar) run->lanes.list = cpu_list_scalar;
    for (int p = 0; p < PASS_COUNT; p++) {
      run->passes[p] = *run->lanes.passes[p];
      if (scalar && scalar_passes[p]->slice) run->passes[p].slice = scalar_passes[p]->slice;
      run->joined[p] = own.joins ? run->lanes.joined[p] : NULL;
    }
    if (own.function) run->passes[PASS_forces].slice = (cpu_slice_pass *)own.function;
    status = cpu_allocate(run);
  }
  if (status == STATUS_OK)
    *self = run;
  else
    cpu_close(run);
  return status;
}

/* A failure inside a thread comes out as the failure of the whole. */
int cpu_first_failure(const struct cpu_slice *slices, int count) {
  for (int t = 0; t < count; t++)
    if (slices[t].status != STATUS_OK) return error_set((enum status)slices[t].status, "%s", slices[t].error);
  return STATUS_OK;
}

static void clear_list(struct cpu_slice *slice) {
  slice->entry_count = slice->cluster_count = 0;
  slice->inside[0] = slice->inside[1] = slice->checked = slice->lanes = 0;
  slice->touched[0][0] = UINT32_MAX, slice->touched[0][1] = 0;
  slice->touched[1][0] = slice->begin, slice->touched[1][1] = slice->end;
}

static int list_slice(struct cpu_run *run, struct cpu_slice *slice) {
  struct cpu_slice *facets = run->facets ? &run->facets[slice - run->slices] : NULL;
  clear_list(slice);
  if (run->options.strategy == CPU_CELLS) return STATUS_OK;
  if (facets) clear_list(facets), facets->filler = slice->filler;
  TRY(run->lanes.list(run, slice, slice->begin, slice->end));
  if (run->others && facets) TRY(cpu_part_clusters(run, facets));
  return run->others ? cpu_part_clusters(run, slice) : STATUS_OK;
}

/* Keep a slice's failure for the thread that asks. */
void cpu_note_status(struct cpu_slice *slice, int status) {
  slice->status = status;
  if (status != STATUS_OK) snprintf(slice->error, sizeof slice->error, "%s", error_text());
}

static int cpu_rebuild(void *self, bool keep_order) {
  struct cpu_run *run = self;
  TRY(cpu_sort(run, keep_order));
  const double sorted = clock_now();
  cpu_age_records(run, true, true);
  if (run->others) TRY(cpu_find_boundary_clusters(run));
  cpu_cut_slices(run);
  memset(run->wet, 0, cpu_wet_groups(run));
  run->knows_stirred = false, run->takers_of = NULL;
#pragma omp parallel for schedule(monotonic : dynamic, 1) num_threads(run->threads)
  for (int k = 0; k < run->slice_count; k++)
    cpu_note_status(&run->slices[k], list_slice(run, &run->slices[k]));
  TRY(cpu_first_failure(run->slices, run->slice_count));
  TRY(cpu_mirrors_list(run));
  if (run->options.strategy == CPU_LIST) cpu_count_pairs(run);
  run->counters.rebuilds++;
  listing_spent[LISTING_NEIGHBOURS] += clock_now() - sorted;
  return STATUS_OK;
}

/* Without a stored list, of some particles at a time, so that it stays in the cache. */
static int pass_by_cells(struct cpu_run *run, struct cpu_slice *slice, const struct cpu_pass_code *code) {
  clear_list(slice);
  for (uint32_t i = slice->begin; i < slice->end; i += CPU_PORTION) {
    slice->entry_count = slice->cluster_count = 0;
    TRY(run->lanes.list(run, slice, i, slice->end - i < CPU_PORTION ? slice->end : i + CPU_PORTION));
    code->slice(run, slice);
  }
  return STATUS_OK;
}

/* Whether a pass has something to do for a cluster. */
static bool is_for(const struct cpu_pass_code *code, const struct cpu_cluster *c) {
  return (!code->of_stirred || c->stirred) && (!code->spares || c->takes);
}

/* Clusters [begin, end): all, or one run after another of those that the pass is for. */
static void pass_over_clusters(struct cpu_run *run, struct cpu_slice *slice, const struct cpu_pass_code *code,
                               size_t begin, size_t stop) {
  struct cpu_cluster *const all = slice->clusters;
  const size_t count = slice->cluster_count;
  for (size_t k = begin, end; k < stop; k = end) {
    const bool some = code->of_stirred || code->spares, wanted = is_for(code, &all[k]);
    for (end = some ? k + 1 : stop; end < stop && is_for(code, &all[end]) == wanted;) end++;
    slice->clusters = all + k, slice->cluster_count = end - k;
    if (wanted) code->slice(run, slice);
  }
  slice->clusters = all, slice->cluster_count = count;
}

/* What of a slice a turn of a pass is for. */
enum turn { TURN_ALL, TURN_INNER, TURN_OUTER };

static void pass_over_slice(struct cpu_run *run, const struct cpu_pass_code *code, struct cpu_slice *slice,
                            struct cpu_thread *thread, enum turn turn) {
  double began = clock_now();
  struct cpu_slice *list = cpu_list_for(run, code, slice);
  list->sums = thread->sums;
  if (turn != TURN_OUTER) list->most = list->load = list->others_most = 0.0f;
  if (run->options.strategy == CPU_CELLS)
    cpu_note_status(list, pass_by_cells(run, list, code));
  else
    pass_over_clusters(run, list, code, turn == TURN_OUTER ? list->inner : 0,
                       turn == TURN_INNER ? list->inner : list->cluster_count);
  for (int k = 0; k < 2; k++) {
    if (slice->touched[k][0] < thread->touched[k][0]) thread->touched[k][0] = slice->touched[k][0];
    if (slice->touched[k][1] > thread->touched[k][1]) thread->touched[k][1] = slice->touched[k][1];
  }
  slice->seconds += clock_now() - began;
}

/* All slices, each by a thread: its own, or the next that is free. */
static void pass_over_slices(struct cpu_run *run, const struct cpu_pass_code *code, enum turn turn) {
  if (run->options.share == CPU_SHARE_DYNAMIC) {
#pragma omp for schedule(monotonic : dynamic, 1)
    for (int k = 0; k < run->slice_count; k++)
      pass_over_slice(run, code, &run->slices[k], &run->team[omp_get_thread_num()], turn);
  } else {
#pragma omp for schedule(static, 1)
    for (int k = 0; k < run->slice_count; k++)
      pass_over_slice(run, code, &run->slices[k], &run->team[k], turn);
  }
}

/* The clusters that need no rows of other parts, and then those rows. */
static int pass_inside(struct cpu_run *run, const struct cpu_pass_code *code) {
  int (*const come)(void *of) = run->come;
  const uint32_t n = run->state->count;
  run->come = NULL;
  if (run->options.strategy == CPU_CELLS) return come(run->of);
#pragma omp parallel num_threads(run->threads)
  {
#pragma omp for schedule(static, 1)
    for (int t = 0; t < run->threads; t++)
      cpu_prepare(run, code, cpu_share(n, t, run->threads), cpu_share(n, t + 1, run->threads));
    pass_over_slices(run, code, TURN_INNER);
  }
  return come(run->of);
}

/* others_most: of pairs, as found->most_of_pairs, of a pass that is joined to another; or NULL. */
static int run_pass(struct cpu_run *run, const struct cpu_pass_code *code, struct pass_found *found,
                    float *others_most) {
  const bool halves = run->come && run->options.strategy == CPU_LIST;
  uint32_t n = run->state->count;
  *found = (struct pass_found){0};
  if (code->of_stirred && !run->knows_stirred) cpu_find_stirred(run);
  const bool kept = code->rows > 0 && wcsph_buffer_info[code->rows_from].uses & ROW_SAVED;
  if (code->spares && (run->takers_of != code || !kept)) cpu_find_takers(run, code);
  for (int t = 0; t < run->threads; t++) {
    run->team[t].most = run->team[t].load = 0.0f;
    for (int k = 0; k < 2; k++) run->team[t].touched[k][0] = UINT32_MAX, run->team[t].touched[k][1] = 0;
  }
  if (run->come) TRY(pass_inside(run, code));
#pragma omp parallel num_threads(run->threads)
  {
    if (halves) {
      cpu_prepare_boundary_clusters(run, code);
    } else {
#pragma omp for schedule(static, 1)
      for (int t = 0; t < run->threads; t++)
        cpu_prepare(run, code, cpu_share(n, t, run->threads), cpu_share(n, t + 1, run->threads));
    }
    pass_over_slices(run, code, halves ? TURN_OUTER : TURN_ALL);
#pragma omp for schedule(static, 1)
    for (int t = 0; t < run->threads; t++)
      code->finish(run, &run->team[t], cpu_share(n, t, run->threads), cpu_share(n, t + 1, run->threads));
  }
  run->records_are_old[KIND_WALL] = run->records_are_old[KIND_FLUID] = false;
  if (code->writes == BUFFER_INDEX_CORRECTION) run->takers_of = NULL;
  if (code->writes == BUFFER_INDEX_VELOCITY || code->writes == BUFFER_INDEX_DAMPING)
    cpu_age_records(run, code->of[KIND_WALL], code->of[KIND_FLUID]);
  if (run->options.strategy == CPU_CELLS) {
    TRY(cpu_first_failure(run->slices, run->slice_count));
    cpu_count_pairs(run);
  }
  for (int t = 0; t < run->threads; t++) {
    found->most_of_rows = fmaxf(found->most_of_rows, run->team[t].most);
    found->load = fmaxf(found->load, run->team[t].load);
  }
  for (int k = 0; k < run->slice_count; k++) {
    const struct cpu_slice *list = cpu_list_for(run, code, &run->slices[k]);
    found->most_of_pairs = fmaxf(found->most_of_pairs, list->most);
    found->load = fmaxf(found->load, list->load);
    if (others_most) *others_most = fmaxf(*others_most, list->others_most);
  }
  return STATUS_OK;
}

static int cpu_pass(struct cpu_run *run, enum pass_id pass, struct pass_found *found) {
  return run_pass(run, &run->passes[pass], found, NULL);
}

static struct wcsph_limits limits_of(const struct wcsph_law *law, const struct pass_found *found) {
  return (struct wcsph_limits){.load = found->load / SUM_TERM_LIMIT,
                               .max_acceleration = sqrtf(found->most_of_rows),
                               .max_mu = found->most_of_pairs / law->dissipation};
}

static int cpu_forces(struct cpu_run *run, struct wcsph_limits *limits) {
  struct pass_found found;
  TRY(cpu_pass(run, PASS_forces, &found));
  *limits = limits_of(run->law, &found);
  return STATUS_OK;
}

static int cpu_joined(struct cpu_run *run, const struct wcsph_entry *e) {
  const struct cpu_pass_code *code = run->joined[e->pass];
  struct pass_found found;
  float others_most = 0.0f;
  if (!code) {
    TRY(cpu_forces(run, e->limits));
    return cpu_pass(run, e->pass, e->found);
  }
  TRY(run_pass(run, code, &found, &others_most));
  *e->limits = limits_of(run->law, &found);
  *e->found = found;
  e->found->most_of_pairs = others_most;
  return STATUS_OK;
}

static int cpu_advance(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion) {
  struct cpu_run *run = self;
  uint32_t n = run->state->count;
  if (stage->faces) cpu_impose_faces(run, stage);
  cpu_age_records(run, run->law->boundary == BOUNDARY_DYNAMIC, true);
  *motion = (struct wcsph_motion){.spread = motion->spread, .max_speed2 = motion->max_speed2};
#pragma omp parallel for schedule(static, 1) num_threads(run->threads)
  for (int t = 0; t < run->threads; t++) {
    struct wcsph_motion *mine = &run->team[t].motion;
    *mine = (struct wcsph_motion){0};
    run->lanes.advance(run, stage, cpu_share(n, t, run->threads), cpu_share(n, t + 1, run->threads), mine);
  }
  for (int t = 0; t < run->threads; t++) {
    const struct wcsph_motion *mine = &run->team[t].motion;
    if (mine->left > motion->left) motion->left = mine->left;
    wcsph_spread_merge(&motion->spread, &mine->spread);
    motion->max_speed2 = fmaxf(motion->max_speed2, mine->max_speed2);
    if (mine->fault != FAULT_NONE) motion_note_fault(motion, mine->fault, mine->fault_id);
  }
  return stage->poses ? cpu_move_walls(run, stage->poses, stage->pose_count) : STATUS_OK;
}

static int cpu_sweep(void *self, enum sweep_id sweep, const struct sweep_given *given,
                     struct sweep_found *found) {
  struct cpu_run *run = self;
  cpu_sweep_range *const code = *run->lanes.sweeps[sweep];
  const uint32_t n = run->state->count;
  *found = (struct sweep_found){0};
#pragma omp parallel for schedule(static, 1) num_threads(run->threads)
  for (int t = 0; t < run->threads; t++) {
    run->team[t].found = (struct sweep_found){0};
    code(run, cpu_share(n, t, run->threads), cpu_share(n, t + 1, run->threads), given, &run->team[t].found);
  }
  for (int t = 0; t < run->threads; t++)
    for (int k = 0; k < SWEEP_SUMS_MOST; k++) found->sums[k] += run->team[t].found.sums[k];
  cpu_age_records(run, true, true); /* whatever it wrote */
  return STATUS_OK;
}

static int cpu_transfer(void *self, const struct wcsph_transfer *t) {
  if (t->direction == TRANSFER_SEND && t->mask & (BUFFER_POSITION | BUFFER_VELOCITY))
    cpu_age_records(self, true, true);
  return STATUS_OK;
}

static void cpu_describe(void *self, char *text, size_t size) {
  const struct cpu_run *run = self;
  const int lanes = run->options.lanes == CPU_LANES_SCALAR ? 1 : run->isa->lanes;
  snprintf(text, size, "cpu: %s, %d lane%s, %d thread%s", run->isa->name, lanes, lanes == 1 ? "" : "s",
           run->threads, run->threads == 1 ? "" : "s");
}

static size_t cpu_estimate(size_t state, uint32_t wall_count, uint32_t fluid_count, double neighbours,
                           int threads) {
  (void)state;
  size_t n = (size_t)wall_count + fluid_count;
  const double entries = 0.3 * neighbours; /* half, more by the skin, fewer as four share them; counted */
  if (threads < 1) threads = omp_get_num_procs();
  return n * (8 + sizeof(struct cpu_record) + 8 + 16 + 32) +
         (size_t)((1.25 * 4.0 * entries + 32.0) * fluid_count) + (size_t)threads * 65536;
}

static int cpu_run_entry(void *self, const struct wcsph_entry *e) {
  switch (e->work) {
  case WORK_REBUILD:
    return cpu_rebuild(self, e->keep_order);
  case WORK_FORCES:
    return cpu_forces(self, e->limits);
  case WORK_PASS:
    return cpu_pass(self, e->pass, e->found);
  case WORK_JOINED:
    return cpu_joined(self, e);
  case WORK_SWEEP:
    return cpu_sweep(self, e->sweep, e->given, e->swept);
  case WORK_LAW:
    cpu_age_records(self, true, true); /* which have the old law's pressures */
    return STATUS_OK;
  case WORK_BODY_FORCE:
    return cpu_body_force(self, e->force);
  case WORK_MOVE_WALLS:
    return cpu_move_walls(self, e->poses, e->pose_count);
  case WORK_WALL_LOADS:
    return cpu_wall_loads(self, e->poses, e->pose_count, e->loads);
  case WORK_STRUCTURES:
    return cpu_structures(self, e);
  case WORK_COLLECT_FACES:
    return cpu_collect_faces(self, e->faces);
  case WORK_PEAK:
    return cpu_peak(self, e->peak);
  default:
    return wcsph_not_taken(&wcsph_cpu, e);
  }
}

static int cpu_rows(void *self, const struct wcsph_rows_change *c) {
  struct cpu_run *run = self;
  if (c->kind == ROWS_REMOVE) {
    *c->found = state_mark_gone(run->state, c->ids, c->count);
    return STATUS_OK;
  }
  TRY(cpu_reserve(run));
  if (c->kind == ROWS_APPEND) state_resize_fluid(run->state, state_count(run->state, KIND_FLUID) + c->count);
  return c->kind == ROWS_REPLACE && c->walls ? replace_walls(run) : STATUS_OK;
}

const struct wcsph_far wcsph_cpu_far = {.beside = cpu_beside};

const struct wcsph_backend wcsph_cpu = {
    .about =
        {
            .name = "cpu",
            .title = "explicit SIMD over a stored pair list, symmetric, one thread per slice",
            .judge = &wcsph_reference.about,
            .deterministic =
                "with fixed sums everywhere; else for one number of threads and one instruction set",
            .way = cpu_way,
        },
    .takes = 1u << WORK_PEAK | 1u << WORK_JOINED,
    .open = cpu_open,
    .close = cpu_close,
    .run = cpu_run_entry,
    .points = cpu_points,
    .advance = cpu_advance,
    .rows = cpu_rows,
    .transfer = cpu_transfer,
    .count = cpu_count,
    .code = cpu_find_code,
    .describe = cpu_describe,
    .estimate = cpu_estimate,
};
