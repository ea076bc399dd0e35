/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls that move, the body force, and forces of the fluid on bodies: not vectorised. */
#include <string.h>

#include "cpu/wcsph.h"
#include "reference/wcsph.h"
#include "util/error.h"
#include "wcsph/walls/pose.h"

int cpu_move_walls(void *self, const struct wall_pose *poses, size_t count) {
  (void)count;
  struct cpu_run *run = self;
  const struct range walls = state_range(run->state, KIND_WALL);
#pragma omp parallel for schedule(static) num_threads(run->threads)
  for (uint32_t i = walls.begin; i < walls.end; i++) pose_move_row(run->state, poses, i);
  cpu_age_records(run, true, false);
  run->walls_sorted = false;
  return STATUS_OK;
}

/* Vectors are filled up with the filler, whose row is behind all particles. */
static bool is_stirred(const struct wcsph_state *s, const struct cpu_slice *slice, uint32_t lanes,
                       const struct cpu_cluster *c) {
  const uint32_t *entries = slice->entries + c->begin + c->fluid * lanes, count = c->walls * lanes;
  const uint32_t end = state_range(s, KIND_WALL).end;
  bool found = false;
  for (uint32_t k = 0; k < count && !found; k++) {
    const uint32_t j = entries[k] / CPU_ENTRY;
    found = j < end && s->wall_velocity[j].w != 0.0f;
  }
  return found;
}

void cpu_find_stirred(struct cpu_run *run) {
  const bool listed = run->options.strategy == CPU_LIST; /* without a list all fluid is taken to be */
  const uint32_t lanes = cpu_lanes_of_list(run);
  memset(run->stirred, !listed, run->room / CPU_WET + 1);
#pragma omp parallel for schedule(monotonic : dynamic, 1) num_threads(run->threads)
  for (int k = 0; k < run->slice_count; k++) {
    const struct cpu_slice *slice = &run->slices[k];
    for (size_t n = 0; listed && n < slice->cluster_count; n++) {
      struct cpu_cluster *c = &slice->clusters[n];
      c->stirred = is_stirred(run->state, slice, lanes, c);
      for (uint32_t i = c->first; c->stirred && i < c->first + c->size; i++)
        __atomic_store_n(&run->stirred[i / CPU_WET], 1, __ATOMIC_RELAXED);
    }
  }
  run->knows_stirred = true;
}

static bool takes(const struct cpu_run *run, const struct cpu_pass_code *code, uint32_t i) {
  float rows[4 * PASS_ROWS_MOST];
  for (int r = 0; r < code->rows; r++)
    memcpy(&rows[4 * r], &state_rows(run->state, code->rows_from + r)[i], sizeof(struct vec4));
  return !code->spares(run->law, rows);
}

static bool is_near_taker(const struct cpu_run *run, const struct cpu_slice *slice, uint32_t lanes,
                          const struct cpu_cluster *c) {
  const uint32_t *entries = slice->entries + c->begin, count = c->fluid * lanes;
  bool found = false;
  for (uint32_t i = c->first; i < c->first + c->size; i++) found |= run->takers[i / CPU_WET];
  for (uint32_t k = 0; k < count && !found; k++) {
    const uint32_t j = entries[k] / CPU_ENTRY;
    found = j < run->state->count && run->takers[j / CPU_WET];
  }
  return found;
}

void cpu_find_takers(struct cpu_run *run, const struct cpu_pass_code *code) {
  const struct wcsph_state *s = run->state;
  const struct range fluid = state_range(s, KIND_FLUID);
  const uint32_t lanes = cpu_lanes_of_list(run), groups = s->count / CPU_WET + 1;
#pragma omp parallel num_threads(run->threads)
  {
#pragma omp for schedule(static)
    for (uint32_t g = 0; g < groups; g++) {
      const struct range rows = range_cut(fluid, g * CPU_WET, (g + 1) * CPU_WET);
      run->takers[g] = 0;
      for (uint32_t i = rows.begin; i < rows.end; i++) run->takers[g] |= takes(run, code, i);
    }
#pragma omp for schedule(monotonic : dynamic, 1)
    for (int k = 0; k < run->slice_count; k++) {
      const struct cpu_slice *slice = &run->slices[k];
      for (size_t n = 0; run->options.strategy == CPU_LIST && n < slice->cluster_count; n++)
        slice->clusters[n].takes = (s->shared && n >= slice->inner) || /* others' rows may be on their way */
                                   is_near_taker(run, slice, lanes, &slice->clusters[n]);
    }
  }
  run->takers_of = code;
}

int cpu_body_force(void *self, const struct wcsph_body_force *force) {
  reference_body_force_of(((struct cpu_run *)self)->state, ((struct cpu_run *)self)->law, force);
  return STATUS_OK;
}

/* A thread's rows of fluid. */
static struct range own_fluid(const struct cpu_run *run, int thread) {
  const struct range fluid = state_range(run->state, KIND_FLUID);
  const uint32_t n = fluid.end - fluid.begin;
  return (struct range){fluid.begin + cpu_share(n, thread, run->threads),
                        fluid.begin + cpu_share(n, thread + 1, run->threads)};
}

int cpu_collect_faces(void *self, const struct opening_table *table) {
  struct cpu_run *run = self;
#pragma omp parallel for schedule(static, 1) num_threads(run->threads)
  for (int t = 0; t < run->threads; t++) {
    const struct range own = own_fluid(run, t);
    reference_collect_faces_of(run->state, run->law, table, own.begin, own.end);
  }
  return STATUS_OK;
}

void cpu_impose_faces(struct cpu_run *run, const struct wcsph_stage *stage) {
#pragma omp parallel for schedule(static, 1) num_threads(run->threads)
  for (int t = 0; t < run->threads; t++) {
    const struct range own = own_fluid(run, t);
    reference_impose_faces_of(run->state, run->law, stage, own.begin, own.end);
  }
}

static void add_load(int64_t (*sums)[LOAD_SUMS], uint32_t body, int64_t load[LOAD_SUMS]) {
  for (int k = 0; k < LOAD_SUMS && body; k++) {
#pragma omp atomic update
    sums[body - 1][k] += load[k];
    load[k] = 0;
  }
}

/* A body's particles are close together in the order of cells: a thread adds up as long as it meets no other
 * body. Most are dry. */
int cpu_wall_loads(void *self, const struct wall_pose *poses, size_t count, int64_t (*sums)[LOAD_SUMS]) {
  (void)count;
  const struct cpu_run *run = self;
  const struct wcsph_state *s = run->state;
  const struct range walls = state_range(s, KIND_WALL);
  const double scale = (double)pose_force_quanta(run->law);
#pragma omp parallel num_threads(run->threads)
  {
    int64_t load[LOAD_SUMS] = {0};
    uint32_t body = 0;
#pragma omp for schedule(static)
    for (uint32_t i = walls.begin; i < walls.end; i++) {
      const struct wall_pose *w = &poses[s->body[i]];
      int64_t add[LOAD_SUMS];
      if (!w->body || pose_is_dry(s, i) || s->pos[i].mark == MARK_HALO) continue;
      if (w->body != body) add_load(sums, body, load);
      body = w->body;
      pose_weigh_row(s, w, scale, run->law->quantum, i, add);
      for (int k = 0; k < LOAD_SUMS; k++) load[k] += add[k];
    }
    add_load(sums, body, load);
  }
  return STATUS_OK;
}
