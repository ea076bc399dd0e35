/* SPDX-License-Identifier: BSD-3-Clause */
/* The strategies of paper 001: partners are looked for among the cells around in each pass. Teams are its
 * thread-blocks, a team's memory its shared memory. A row of cells and its two neighbours in x is one run of
 * particles, so a cell's surroundings are nine runs. */
#include "offload/pairwise.h"
#include "offload/pairwise_pass.h"
#include "offload/scan.h"
#include "util/error.h"

#pragma omp declare target

/* Particle i with all in the cells around it. */
PASS_INLINE void meet_cells(const struct pairwise_view *v, const struct pairwise_law *law, uint32_t i,
                            struct pass_sums *sums) {
  const struct grid *g = &v->grid;
  const struct position *pos = v->state.pos, me = pos[i], at = v->state.listed_pos[i];
  const int x = (int)position_cell(at.x, g->cells[0]), y = (int)position_cell(at.y, g->cells[1]),
            z = (int)position_cell(at.z, g->cells[2]);
  int32_t low, high;
  ring_reach(g, x, x, &low, &high);
  for (int dz = -g->reach[2]; dz <= g->reach[2]; dz++)
    for (int dy = -g->reach[1]; dy <= g->reach[1]; dy++) {
      struct ring r;
      if (!ring_of(&r, g, y + dy, z + dz)) continue;
      const int32_t begin = ring_before(&r, low), end = ring_before(&r, high + 1);
      if (begin >= r.first && end <= r.first + r.count) {
        for (int32_t k = begin; k < end; k++) pass_meet(law, &me, &pos[k], sums);
      } else {
        for (int32_t k = begin; k < end; k++) pass_meet(law, &me, &pos[ring_particle(&r, k)], sums);
      }
    }
}

PASS_INLINE void part_alone(const struct pairwise_view *v, const struct pairwise_law *law, uint32_t i,
                            bool kick, struct offload_finding *found) {
  struct pass_sums sums = {0};
  meet_cells(v, law, i, &sums);
  pass_finish(v, law, i, &sums, kick, found);
}

/* Which threads, and how many, work together. */
struct crew {
  uint32_t team, teams, thread, threads;
};
PASS_INLINE struct crew crew_of(void) {
  return (struct crew){(uint32_t)omp_get_team_num(), (uint32_t)omp_get_num_teams(),
                       (uint32_t)omp_get_thread_num(), (uint32_t)omp_get_num_threads()};
}

/* Par-Part-Loop: a thread takes particles as many apart as there are threads. */
PASS_INLINE void part_loop(const struct pairwise_view *v, const struct pairwise_law *law, bool kick,
                           struct offload_finding *found) {
  const struct crew c = crew_of();
  const uint32_t n = v->state.count, all = c.teams * c.threads;
  for (uint32_t i = c.team * c.threads + c.thread; i < n; i += all) part_alone(v, law, i, kick, found);
}

/* Par-Cell (algorithm 2): a team a cell, one thread per particle of it. */
PASS_INLINE void cell(const struct pairwise_view *v, const struct pairwise_law *law, bool kick,
                      struct offload_finding *found) {
  const struct crew c = crew_of();
  const uint32_t *start = v->grid.start[0];
  for (uint32_t k = c.team; k < v->grid.total; k += c.teams)
    for (uint32_t i = start[k] + c.thread; i < start[k + 1]; i += c.threads)
      part_alone(v, law, i, kick, found);
}

/* Par-Cell-SM (algorithm 3): and the runs around are loaded into the team's memory, a part at a time. */
PASS_INLINE void cell_sm(const struct pairwise_view *v, const struct pairwise_law *law, bool kick,
                         struct offload_finding *found) {
  OFFLOAD_SHARED(struct position, shared, PAIRWISE_RUN)
  const struct crew c = crew_of();
  const struct grid *g = &v->grid;
  const struct position *pos = v->state.pos;
  for (uint32_t k = c.team; k < g->total; k += c.teams) {
    const int x = (int)(k % g->cells[0]), y = (int)(k / g->cells[0] % g->cells[1]),
              z = (int)(k / g->cells[0] / g->cells[1]);
    int32_t low, high;
    ring_reach(g, x, x, &low, &high);
    for (uint32_t base = g->start[0][k]; base < g->start[0][k + 1]; base += c.threads) {
      const uint32_t i = base + c.thread;
      const bool active = i < g->start[0][k + 1];
      const struct position me = pos[active ? i : base];
      struct pass_sums sums = {0};
      for (int dz = -g->reach[2]; dz <= g->reach[2]; dz++)
        for (int dy = -g->reach[1]; dy <= g->reach[1]; dy++) {
          struct ring r;
          if (!ring_of(&r, g, y + dy, z + dz)) continue;
          const int32_t end = ring_before(&r, high + 1);
          for (int32_t begin = ring_before(&r, low); begin < end; begin += PAIRWISE_RUN) {
            const int32_t some = end - begin < PAIRWISE_RUN ? end - begin : PAIRWISE_RUN;
#pragma omp barrier
            for (int32_t s = (int32_t)c.thread; s < some; s += (int32_t)c.threads)
              shared[s] = pos[ring_particle(&r, begin + s)];
#pragma omp barrier
            for (int32_t s = 0; active && s < some; s++) pass_meet(law, &me, &shared[s], &sums);
          }
        }
      if (active) pass_finish(v, law, i, &sums, kick, found);
    }
  }
}

/* The cells of box b: [x0, x1] and so on. */
struct cells_of_box {
  int x0, x1, y0, y1, z0, z1;
};
PASS_INLINE struct cells_of_box box_cells(const struct pairwise_view *v, uint32_t b) {
  const int at[3] = {(int)(b % (uint32_t)v->boxes[0]),
                     (int)(b / (uint32_t)v->boxes[0] % (uint32_t)v->boxes[1]),
                     (int)(b / (uint32_t)v->boxes[0] / (uint32_t)v->boxes[1])};
  int low[3], high[3];
  for (int a = 0; a < 3; a++) {
    low[a] = at[a] * v->box[a];
    high[a] = low[a] + v->box[a] < (int)v->grid.cells[a] ? low[a] + v->box[a] - 1 : (int)v->grid.cells[a] - 1;
  }
  return (struct cells_of_box){low[0], high[0], low[1], high[1], low[2], high[2]};
}

/* The m-th particle of a box, and the row it is in; UINT32_MAX beyond the last. *total: how many there are.
 */
PASS_INLINE uint32_t box_particle(const struct grid *g, const struct cells_of_box *b, uint32_t m, int *y,
                                  int *z) {
  for (*z = b->z0; *z <= b->z1; (*z)++)
    for (*y = b->y0; *y <= b->y1; (*y)++) {
      struct ring r;
      if (!ring_of(&r, g, *y, *z)) continue;
      const uint32_t first = r.start[b->x0], count = r.start[b->x1 + 1] - first;
      if (m < count) return first + m;
      m -= count;
    }
  return UINT32_MAX;
}
PASS_INLINE uint32_t box_count(const struct grid *g, const struct cells_of_box *b) {
  uint32_t total = 0;
  for (int z = b->z0; z <= b->z1; z++)
    for (int y = b->y0; y <= b->y1; y++) {
      struct ring r;
      if (!ring_of(&r, g, y, z)) continue;
      total += r.start[b->x1 + 1] - r.start[b->x0];
    }
  return total;
}

/* All-in-SM (algorithm 4): a team a box of cells, which it loads with the cells around before anything else.
 * Where rows begin in the team's memory is a prefix sum (algorithm 6). */
PASS_INLINE void all_in_sm(const struct pairwise_view *v, const struct pairwise_law *law, bool kick,
                           struct offload_finding *found) {
  OFFLOAD_SHARED(struct position, shared, PAIRWISE_ALL)
  OFFLOAD_SHARED(uint32_t, behind, PAIRWISE_ROWS) /* where a row ends */
  const struct crew c = crew_of();
  const struct grid *g = &v->grid;
  const struct position *pos = v->state.pos;
  const uint32_t boxes = (uint32_t)(v->boxes[0] * v->boxes[1] * v->boxes[2]);
  for (uint32_t b = c.team; b < boxes; b += c.teams) {
    const struct cells_of_box box = box_cells(v, b);
    const int ry = g->reach[1], rz = g->reach[2], wide = box.y1 - box.y0 + 1 + 2 * ry;
    const int rows = wide * (box.z1 - box.z0 + 1 + 2 * rz);
    int32_t low, high;
    ring_reach(g, box.x0, box.x1, &low, &high);
#pragma omp barrier
    for (int row = (int)c.thread; row < rows; row += (int)c.threads) {
      struct ring r;
      const bool is = ring_of(&r, g, box.y0 - ry + row % wide, box.z0 - rz + row / wide);
      behind[row] = is ? (uint32_t)(ring_before(&r, high + 1) - ring_before(&r, low)) : 0;
    }
#pragma omp barrier
    scan_in_team(behind, (uint32_t)rows, c.thread, c.threads);
    for (int row = 0; row < rows; row++) {
      struct ring r;
      if (!ring_of(&r, g, box.y0 - ry + row % wide, box.z0 - rz + row / wide)) continue;
      const int32_t begin = ring_before(&r, low), to = row > 0 ? (int32_t)behind[row - 1] : 0;
      for (int32_t s = to + (int32_t)c.thread; s < (int32_t)behind[row]; s += (int32_t)c.threads)
        shared[s] = pos[ring_particle(&r, begin + s - to)];
    }
#pragma omp barrier
    int y, z;
    for (uint32_t m = c.thread, i; (i = box_particle(g, &box, m, &y, &z)) != UINT32_MAX; m += c.threads) {
      const struct position me = pos[i];
      const int x = (int)position_cell(v->state.listed_pos[i].x, g->cells[0]);
      struct pass_sums sums = {0};
      int32_t near, far;
      ring_reach(g, x, x, &near, &far);
      for (int dz = -rz; dz <= rz; dz++)
        for (int dy = -ry; dy <= ry; dy++) {
          struct ring r;
          if (!ring_of(&r, g, y + dy, z + dz)) continue;
          const int row = (z + dz - box.z0 + rz) * wide + (y + dy - box.y0 + ry);
          const int32_t from = (row > 0 ? (int32_t)behind[row - 1] : 0) - ring_before(&r, low);
          const int32_t end = from + ring_before(&r, far + 1);
          for (int32_t s = from + ring_before(&r, near); s < end; s++) pass_meet(law, &me, &shared[s], &sums);
        }
      pass_finish(v, law, i, &sums, kick, found);
    }
  }
}

/* X-pencil (algorithm 5): a team a pencil of cells, one thread a particle of it; the pencils around are
 * loaded one after another. X-pencil-reg (5.3): a box of pencils, and what threads hold of a pencil they put
 * there themselves.
 */
PASS_INLINE void pencils(const struct pairwise_view *v, const struct pairwise_law *law, bool kick,
                         struct offload_finding *found, const bool from_registers) {
  OFFLOAD_SHARED(struct position, shared, PAIRWISE_PENCIL)
  const struct crew c = crew_of();
  const struct grid *g = &v->grid;
  const struct position *pos = v->state.pos;
  const uint32_t boxes = (uint32_t)(v->boxes[0] * v->boxes[1] * v->boxes[2]);
  const int ry = g->reach[1], rz = g->reach[2];
  for (uint32_t b = c.team; b < boxes; b += c.teams) {
    const struct cells_of_box box = box_cells(v, b);
    const uint32_t total = box_count(g, &box);
    int32_t low, high;
    ring_reach(g, box.x0, box.x1, &low, &high);
    for (uint32_t base = 0; base < total; base += c.threads) {
      int y = 0, z = 0;
      const uint32_t mine = box_particle(g, &box, base + c.thread, &y, &z);
      const bool active = mine != UINT32_MAX, complete = from_registers && total <= c.threads;
      const uint32_t i = active ? mine : 0;
      const struct position me = pos[i];
      const int x = (int)position_cell(v->state.listed_pos[i].x, g->cells[0]);
      struct pass_sums sums = {0};
      int32_t near, far;
      ring_reach(g, x, x, &near, &far);
      for (int zz = box.z0 - rz; zz <= box.z1 + rz; zz++)
        for (int yy = box.y0 - ry; yy <= box.y1 + ry; yy++) {
          struct ring r;
          if (!ring_of(&r, g, yy, zz)) continue;
          const int32_t begin = ring_before(&r, low), count = ring_before(&r, high + 1) - begin;
          const bool held = complete && yy >= box.y0 && yy <= box.y1 && zz >= box.z0 && zz <= box.z1;
          const int32_t held_from = held ? (int32_t)r.start[box.x0] - begin : count;
          const int32_t held_to = held ? (int32_t)r.start[box.x1 + 1] - begin : count;
#pragma omp barrier
          for (int32_t s = (int32_t)c.thread; s < count; s += (int32_t)c.threads)
            if (s < held_from || s >= held_to) shared[s] = pos[ring_particle(&r, begin + s)];
          if (held && active && yy == y && zz == z) shared[(int32_t)i - begin] = me;
#pragma omp barrier
          if (!active || yy < y - ry || yy > y + ry || zz < z - rz || zz > z + rz) continue;
          const int32_t end = ring_before(&r, far + 1) - begin;
          for (int32_t s = ring_before(&r, near) - begin; s < end; s++)
            pass_meet(law, &me, &shared[s], &sums);
        }
      if (active) pass_finish(v, law, i, &sums, kick, found);
    }
  }
}

PASS_INLINE void pencil(const struct pairwise_view *v, const struct pairwise_law *law, bool kick,
                        struct offload_finding *found) {
  pencils(v, law, kick, found, false);
}
PASS_INLINE void pencil_wide(const struct pairwise_view *v, const struct pairwise_law *law, bool kick,
                             struct offload_finding *found) {
  pencils(v, law, kick, found, false);
}
PASS_INLINE void pencil_reg(const struct pairwise_view *v, const struct pairwise_law *law, bool kick,
                            struct offload_finding *found) {
  pencils(v, law, kick, found, true);
}

/* The first team makes the next findings new. */
PASS_INLINE void forget_next(struct offload_finding *next) {
  const struct crew c = crew_of();
  for (uint32_t k = c.thread; c.team == 0 && k < OFFLOAD_FINDINGS; k += c.threads) offload_forget(&next[k]);
}

#pragma omp end declare target

/* Kernels: a way to go through particles and a law each. */
#define WALKS(X, P, T, M)                                                                                    \
  X(part_loop, P, T, M)                                                                                      \
  X(cell, P, T, M) X(cell_sm, P, T, M) X(all_in_sm, P, T, M) X(pencil, P, T, M) X(pencil_reg, P, T, M)
#define REGION(WALK, NAME, SET) REGION_OF(OFFLOAD_TEAM, , WALK, NAME, SET)
#define REGION_OF(CREW, BOUNDS, WALK, NAME, ...)                                                             \
  static void WALK##_##NAME(struct offload_pairwise *o, uint32_t teams, bool kick,                           \
                            struct offload_finding *found, struct offload_finding *next) {                   \
    const struct pairwise_view *v = o->there;                                                                \
    int device = o->device;                                                                                  \
    const int threads = o->threads, crew = o->crew;                                                          \
    (void)threads, (void)crew;                                                                               \
    OFFLOAD_TEAMS_OF(CREW, teams, firstprivate(v, kick, found, next),                                        \
                     is_device_ptr(v, found, next) BOUNDS) {                                                 \
      struct pairwise_law law = v->law;                                                                      \
      __VA_ARGS__ WALK(v, &law, kick, found);                                                                \
      forget_next(next);                                                                                     \
    }                                                                                                        \
  }
/* Up to 1024 threads a team, as many as its pencil has particles. */
#define WIDE(NAME, SET) REGION_OF(crew, OFFLOAD_BOUNDS, pencil_wide, NAME, SET)
#define NOLOOP(NAME, SET)                                                                                    \
  static void part_noloop_##NAME(struct offload_pairwise *o, uint32_t teams, bool kick,                      \
                                 struct offload_finding *found, struct offload_finding *next) {              \
    const struct pairwise_view *v = o->there;                                                                \
    const uint32_t n = o->view.state.count;                                                                  \
    int device = o->device;                                                                                  \
    (void)teams;                                                                                             \
    OFFLOAD_LOOP(n, is_device_ptr(v, found, next))                                                           \
    for (uint32_t i = 0; i < n; i++) {                                                                       \
      struct pairwise_law law = v->law;                                                                      \
      SET part_alone(v, &law, i, kick, found);                                                               \
      if (i < OFFLOAD_FINDINGS) offload_forget(&next[i]);                                                    \
    }                                                                                                        \
  }
#define SET_LAW(P, T, M)                                                                                     \
  law.potential = POTENTIAL_##P, law.truncation = TRUNCATION_##T, law.summation = SUM_##M;
#define ONE(WALK, P, T, M) REGION(WALK, P##_##T##_##M, SET_LAW(P, T, M))
#define ALL(P, T, M)                                                                                         \
  NOLOOP(P##_##T##_##M, SET_LAW(P, T, M))                                                                    \
  WIDE(P##_##T##_##M, SET_LAW(P, T, M))                                                                      \
  WALKS(ONE, P, T, M)
PASS_HOT(ALL)
#define GENERAL(WALK, P, T, M) REGION(WALK, general, )
NOLOOP(general, )
WIDE(general, )
WALKS(GENERAL, , , )

typedef void pass_kernel(struct offload_pairwise *o, uint32_t teams, bool kick, struct offload_finding *found,
                         struct offload_finding *next);
#define PASS_KERNELS(NAME)                                                                                   \
  {                                                                                                          \
    [PAIRWISE_PART_NOLOOP] = part_noloop_##NAME, [PAIRWISE_PART_LOOP] = part_loop_##NAME,                    \
    [PAIRWISE_CELL] = cell_##NAME, [PAIRWISE_CELL_SM] = cell_sm_##NAME,                                      \
    [PAIRWISE_ALL_IN_SM] = all_in_sm_##NAME, [PAIRWISE_X_PENCIL] = pencil_##NAME,                            \
    [PAIRWISE_X_PENCIL_REG] = pencil_reg_##NAME, [PAIRWISE_X_PENCIL_WIDE] = pencil_wide_##NAME               \
  }

void pairwise_cells_forces(struct offload_pairwise *o, bool kick, struct offload_finding *found,
                           struct offload_finding *next) {
  static pass_kernel *const general[] = PASS_KERNELS(general);
  const struct pairwise_law *law = o->law;
  const uint32_t n = o->view.state.count, most = 1u << 16;
  uint32_t teams = o->view.grid.total;
  if (o->strategy == PAIRWISE_PART_LOOP) teams = n / (4 * OFFLOAD_TEAM) + 1; /* four particles a thread */
  if (o->strategy >= PAIRWISE_ALL_IN_SM)
    teams = (uint32_t)(o->view.boxes[0] * o->view.boxes[1] * o->view.boxes[2]);
  if (teams > most) teams = most;
#define X(P, T, M)                                                                                           \
  static pass_kernel *const kernels_##P##_##T##_##M[] = PASS_KERNELS(P##_##T##_##M);                         \
  if (law->potential == POTENTIAL_##P && law->truncation == TRUNCATION_##T && law->summation == SUM_##M) {   \
    kernels_##P##_##T##_##M[o->strategy](o, teams, kick, found, next);                                       \
    return;                                                                                                  \
  }
  PASS_HOT(X)
#undef X
  general[o->strategy](o, teams, kick, found, next);
}
