/* SPDX-License-Identifier: BSD-3-Clause */
/* Fixed values in single precision: a team of threads takes a tile, a few whole lines side by side, and has
 * the velocities and the sums of their grid points in its memory. A thread takes a run of particles, one
 * behind the other on a line, and threads side by side take the same run of lines side by side. Sums of whole
 * numbers do not depend on their order, so threads add to them as they come. Nothing is turned. */
#include "offload/transport.h"
#include "transport/scalar.h"

#if defined(__clang__) || defined(OFFLOAD_HOST_ONLY)

/* 8 lines of 4 bytes side by side are what memory moves at a time. Cells are the velocities, and the sums, of
 * a tile: 16 lines of 256 points. A multiprocessor has memory for five such teams, and registers for four. A
 * batch is 16 bytes of values. */
enum {
  TILE_LINES = 16,
  TILE_CELLS = TILE_LINES * 290,
  TILE_FEWEST = 8,
  TILE_WARP = 32,
  TILE_BATCH = 4,
  TILE_FETCH = 8
};

/* A line's cells: its grid points, and those that shares reach before the first and behind the last, which
 * are the last and the first ones again. One point of 16 lines is in 16 banks side by side, and the point
 * that is 16 further in the other 16. */
static inline int32_t tile_pitch(int32_t n, int points) {
  const int32_t cells = n + points - 1;
  return (cells + TILE_WARP - 2) / TILE_WARP * TILE_WARP + 1;
}

bool offload_tiles(const struct transport_state *s) {
  if (s->values != VALUES_SINGLE_FIXED) return false;
  for (int a = 0; a < s->grid.dimensions; a++)
    if (TILE_FEWEST * tile_pitch(s->grid.n[a], remesh_points(s->kernel)) > TILE_CELLS) return false;
  return true;
}

typedef uint32_t tile_quad __attribute__((vector_size(16), may_alias));

/* The lines of all tiles. A tile has `wide` of them, a power of two; lines that lie side by side are `pieces`
 * tiles. */
struct tiling {
  struct transport_lines lines;
  int32_t pitch, wide, pieces;
};

#pragma omp declare target

/* Lines of one tile: `first` and those behind it; where their first points are, and how far apart. */
struct tile {
  int32_t first, count, begin, apart;
};

/* Lines along x follow each other in memory; others lie side by side, `stride` of them. */
static inline struct tile tile_at(const struct tiling *g, uint32_t k) {
  const int32_t stride = g->lines.stride, wide = g->wide, n = g->lines.n;
  if (stride == 1) {
    const int32_t first = (int32_t)k * wide, rest = g->lines.count - first;
    return (struct tile){first, rest < wide ? rest : wide, first * n, n};
  }
  const uint32_t row = k / (uint32_t)g->pieces, piece = k - row * (uint32_t)g->pieces;
  const int32_t block = (int32_t)row * stride, before = (int32_t)piece * wide, rest = stride - before;
  return (struct tile){block + before, rest < wide ? rest : wide, block * n + before, 1};
}

/* Lines and points that a thread takes: from one, so many apart. */
struct tile_share {
  int32_t line, line_step, point, end, point_step;
};

/* How many threads are side by side: a power of two, of which groups are then made. */
static inline int32_t tile_beside(int32_t wish, int32_t most) {
  while (wish > most) wish /= 2;
  return wish;
}

/* Threads side by side take lines side by side, and a group of them a run of points: whole batches, in more
 * than one run a line where there are threads for it. */
static inline struct tile_share tile_run(const struct tiling *g, int32_t thread, int32_t threads) {
  const int32_t beside = tile_beside(g->wide, (threads + 1) / 2), shift = __builtin_ctz((unsigned)beside);
  const int32_t n = g->lines.n, group = thread >> shift;
  const uint32_t batches = (uint32_t)(threads >> shift) * TILE_BATCH;
  const int32_t run = (int32_t)(((uint32_t)n + batches - 1) / batches) * TILE_BATCH;
  const int32_t begin = group * run < n ? group * run : n, end = begin + run < n ? begin + run : n;
  return (struct tile_share){thread & (beside - 1), beside, begin, end, 1};
}

/* Threads side by side take points side by side, and a group of them a line. */
static inline struct tile_share tile_row(const struct tiling *g, int32_t thread, int32_t threads) {
  const int32_t beside = tile_beside(TILE_WARP, threads), shift = __builtin_ctz((unsigned)beside);
  const int32_t group = thread >> shift, groups = threads >> shift;
  return (struct tile_share){group < groups ? group : g->wide, groups, thread & (beside - 1), g->lines.n,
                             beside};
}

#pragma omp end declare target

/* The velocities of a line into the team's memory, many at a time, and behind the last the first one again.
 */
REMESH_INLINE void tile_fetch(const struct tile_share *mine, int32_t step, int32_t n, int32_t stride,
                              const float *velocity, float *line) {
  const int32_t jump = TILE_FETCH * step;
  int32_t i = mine->point;
  for (; i + jump - step < mine->end; i += jump) {
    float v[TILE_FETCH];
    OFFLOAD_UNROLLED
    for (int32_t b = 0; b < TILE_FETCH; b++) v[b] = velocity[(i + b * step) * stride];
    OFFLOAD_UNROLLED
    for (int32_t b = 0; b < TILE_FETCH; b++) line[i + b * step] = v[b];
  }
  for (; i < mine->end; i += step) line[i] = velocity[i * stride];
  if (mine->point == 0) line[n] = velocity[0];
}

/* A batch of values, one behind the other on a line. */
REMESH_INLINE void tile_read(const int32_t *from, int32_t stride, bool at_once, int32_t u[TILE_BATCH]) {
  if (at_once) {
    const tile_quad all = *(const tile_quad *)from;
    OFFLOAD_UNROLLED
    for (int32_t b = 0; b < TILE_BATCH; b++) u[b] = (int32_t)all[b];
  } else {
    OFFLOAD_UNROLLED
    for (int32_t b = 0; b < TILE_BATCH; b++) u[b] = from[b * stride];
  }
}

/* How particles of a line move and are remeshed, and its velocities and sums in the team's memory. */
struct tile_line {
  enum remesh_kernel kernel;
  int points, order;
  int32_t n;
  const float *speed, *velocity;
  uint32_t *sum; /* from the first cell on, which is before the first grid point */
};

/* The displacement of the latest particle of a run, and whether any came too near to the one before it. */
struct tile_wake {
  float d;
  bool meets;
};

/* The displacement of particle i. */
REMESH_INLINE float tile_move(const struct tile_line *l, int32_t i) {
  return line_move_single(l->velocity[i], l->velocity, l->n, 1, true, i, l->order, l->speed);
}

/* `many` particles from i on, of values u[], give their shares. */
REMESH_INLINE struct tile_wake tile_give(const struct tile_line *l, const int32_t many, int32_t i,
                                         const int32_t *u, struct tile_wake wake) {
  float d[TILE_BATCH];
  OFFLOAD_UNROLLED
  for (int32_t b = 0; b < many; b++) d[b] = tile_move(l, i + b);
  OFFLOAD_UNROLLED
  for (int32_t b = 0; b < many; b++) {
    int32_t share[REMESH_MOST_POINTS];
    const int32_t cells = line_floor_single(d[b]), first = line_wrap_single(i + b + cells, l->n);
    remesh_shares_single_fixed(l->kernel, u[b], d[b] - line_real_single(cells), share);
    wake = (struct tile_wake){d[b], wake.meets | line_meets_single(wake.d, d[b])};
    for (int k = 0; k < l->points; k++) {
      const uint32_t more = (uint32_t)share[k];
#pragma omp atomic
      l->sum[first + k] += more;
    }
  }
  return wake;
}

/* The particles of a run give their shares, and the next batch of values is on the way meanwhile. Along x
 * threads side by side read far apart, and a whole batch at a time makes up for it. Whether any came too near
 * to the one before it, which for the first of a run is another thread's. */
REMESH_INLINE bool tile_give_run(const struct tile_line *l, const struct tile_share *mine,
                                 const int32_t *from, int32_t stride) {
  const bool at_once = stride == 1 && l->n % TILE_BATCH == 0;
  const int32_t begin = mine->point, end = mine->end, whole = end - (end - begin) % TILE_BATCH;
  if (begin >= end) return false;
  struct tile_wake wake = {tile_move(l, (begin == 0 ? l->n : begin) - 1), false};
  int32_t u[TILE_BATCH], next[TILE_BATCH];
  if (begin < whole) tile_read(from + begin * stride, stride, at_once, next);
  for (int32_t i = begin; i < whole; i += TILE_BATCH) {
    OFFLOAD_UNROLLED
    for (int32_t b = 0; b < TILE_BATCH; b++) u[b] = next[b];
    const int32_t later = i + TILE_BATCH;
    if (later < whole) tile_read(from + later * stride, stride, at_once, next);
    wake = tile_give(l, TILE_BATCH, i, u, wake);
  }
  for (int32_t i = whole; i < end; i++) {
    u[0] = from[i * stride];
    wake = tile_give(l, 1, i, u, wake);
  }
  return wake.meets;
}

/* Cells beyond the ends of lines are added to those that they are again: no two of them to the same one,
 * since lines have no fewer points than the widest kernel. */
REMESH_INLINE void tile_close(const struct tiling *g, const int points, int32_t count, int32_t thread,
                              int32_t threads, uint32_t *sums) {
  const int32_t beyond = points - 1, own = points / 2 - 1, n = g->lines.n;
  for (int32_t q = thread; q < count * beyond; q += threads) {
    const int32_t line = q / beyond, k = q % beyond;
    uint32_t *const sum = sums + line * g->pitch;
    if (k < own)
      sum[n + k] += sum[k];
    else
      sum[k] += sum[n + k];
  }
}

/* The grid points of a line take their sums. */
REMESH_INLINE bool tile_take(const struct tile_share *mine, int32_t step, int32_t stride, const uint32_t *sum,
                             int32_t *to) {
  const int32_t jump = TILE_FETCH * step;
  bool overflows = false;
  int32_t i = mine->point;
  for (; i + jump - step < mine->end; i += jump) {
    int32_t value[TILE_FETCH];
    OFFLOAD_UNROLLED
    for (int32_t b = 0; b < TILE_FETCH; b++) value[b] = (int32_t)sum[i + b * step];
    OFFLOAD_UNROLLED
    for (int32_t b = 0; b < TILE_FETCH; b++) {
      overflows |= remesh_overflows_single_fixed(value[b]);
      to[(i + b * step) * stride] = value[b];
    }
  }
  for (; i < mine->end; i += step) {
    const int32_t value = (int32_t)sum[i];
    overflows |= remesh_overflows_single_fixed(value);
    to[i * stride] = value;
  }
  return overflows;
}

static inline void tile_note(const struct lines_fault *f, int32_t line, enum transport_fault what) {
  lines_note(f->least, f->pass, f->slow, f->other, (uint32_t)line, what);
}

REMESH_INLINE void tile_pass(enum remesh_kernel kernel, const int points, int order, const float speed[3],
                             const struct tiling *g, uint32_t tiles, const float *velocity,
                             const int32_t *from, int32_t *to, const struct lines_fault *fault) {
  OFFLOAD_SHARED(tile_quad, quads, TILE_CELLS / 4)
  OFFLOAD_SHARED(float, velocities, TILE_CELLS)
  uint32_t *const sums = (uint32_t *)quads;
  const int32_t thread = omp_get_thread_num(), threads = omp_get_num_threads(), pitch = g->pitch;
  const int32_t n = g->lines.n, stride = g->lines.stride;
  const struct tile_share run = tile_run(g, thread, threads);
  const struct tile_share copy = stride == 1 ? tile_row(g, thread, threads) : run;
  for (uint32_t k = (uint32_t)omp_get_team_num(); k < tiles; k += (uint32_t)omp_get_num_teams()) {
    const struct tile t = tile_at(g, k);
    for (int32_t q = thread; 4 * q < t.count * pitch; q += threads) quads[q] = (tile_quad){0};
    for (int32_t l = copy.line; l < t.count; l += copy.line_step) {
      const float *source = velocity + t.begin + l * t.apart;
      float *target = velocities + l * pitch;
      if (stride == 1)
        tile_fetch(&copy, copy.point_step, n, 1, source, target);
      else
        tile_fetch(&copy, 1, n, stride, source, target);
    }
#pragma omp barrier
    for (int32_t l = run.line; l < t.count; l += run.line_step) {
      const int32_t at = l * pitch;
      const struct tile_line line = {kernel, points, order, n, speed, velocities + at, sums + at};
      if (tile_give_run(&line, &run, from + t.begin + l * t.apart, stride))
        tile_note(fault, t.first + l, TRANSPORT_CROSSING);
    }
#pragma omp barrier
    tile_close(g, points, t.count, thread, threads, sums);
#pragma omp barrier
    for (int32_t l = copy.line; l < t.count; l += copy.line_step) {
      const uint32_t *source = sums + l * pitch + points / 2 - 1;
      int32_t *target = to + t.begin + l * t.apart;
      if (stride == 1 ? tile_take(&copy, copy.point_step, 1, source, target)
                      : tile_take(&copy, 1, stride, source, target))
        tile_note(fault, t.first + l, TRANSPORT_OVERFLOW);
    }
#pragma omp barrier
  }
}

/* A region for each kernel and order, as in transport_pass.c: with both constant a thread has the data of
 * several particles on the way. */
#define TILE_REGION(NAME, points_, order_)                                                                   \
  static void tile_##NAME##_##order_(struct offload_transport *o, int axis,                                  \
                                     const struct offload_lines *in) {                                       \
    const int32_t *from = o->scalar[o->now];                                                                 \
    int32_t *to = o->scalar[!o->now];                                                                        \
    const float *velocity = o->velocity[axis];                                                               \
    const int32_t n = in->n, stride = in->stride, count = in->count, pitch = tile_pitch(n, points_);         \
    const int32_t wide = TILE_LINES * pitch > TILE_CELLS ? TILE_FEWEST : TILE_LINES;                         \
    const int32_t side = stride == 1 ? count : stride, pieces = (side + wide - 1) / wide;                    \
    const int device = o->device, threads = omp_get_num_procs();                                             \
    const float s0 = (float)in->speed[0], s1 = (float)in->speed[1], s2 = (float)in->speed[2];                \
    const struct lines_fault fault = lines_fault_of(o, axis, in);                                            \
    uint64_t *least = fault.least;                                                                           \
    const uint64_t pass = fault.pass;                                                                        \
    const uint32_t slow = fault.slow, other = fault.other;                                                   \
    const uint32_t teams = (uint32_t)(count / side * pieces);                                                \
    (void)threads;                                                                                           \
    OFFLOAD_TEAMS(teams, , is_device_ptr(from, to, velocity, least)) {                                       \
      const float speed[3] = {s0, s1, s2};                                                                   \
      const struct tiling tiling = {{n, stride, count}, pitch, wide, pieces};                                \
      const struct lines_fault note = {least, pass, slow, other};                                            \
      tile_pass(REMESH_##NAME, points_, order_, speed, &tiling, teams, velocity, from, to, &note);           \
    }                                                                                                        \
  }
#define TILE_REGIONS(NAME, word, points, moments, smooth)                                                    \
  TILE_REGION(NAME, points, 2)                                                                               \
  TILE_REGION(NAME, points, 4)
REMESH_KERNELS(TILE_REGIONS)

void offload_walk_tiles(struct offload_transport *o, int axis, const struct offload_lines *lines) {
  static void (*const walks[][2])(struct offload_transport *, int, const struct offload_lines *) = {
#define X(NAME, word, points, moments, smooth) [REMESH_##NAME] = {tile_##NAME##_2, tile_##NAME##_4},
      REMESH_KERNELS(X)
#undef X
  };
  walks[o->state->kernel][o->state->order == 4](o, axis, lines);
}

#else /* GCC knows no team's memory */

bool offload_tiles(const struct transport_state *s) {
  (void)s;
  return false;
}

void offload_walk_tiles(struct offload_transport *o, int axis, const struct offload_lines *lines) {
  (void)o, (void)axis, (void)lines;
}

#endif
