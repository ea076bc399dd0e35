/* SPDX-License-Identifier: BSD-3-Clause */
/* Fixed values in single precision: a thread a particle. A team takes a tile, a few whole lines side by side,
 * and has the sums of their grid points in its memory. Sums of whole numbers do not depend on their order, so
 * threads add to them as they come. Threads side by side are at neighbouring addresses along every axis:
 * nothing is turned. */
#include "offload/transport.h"
#include "physics/scalar.h"

#if defined(__clang__) || defined(OFFLOAD_HOST_ONLY)

/* 8 lines of 4 bytes side by side are what memory moves at a time. Cells are the sums of a tile: 16
 * lines of 256 points, which leaves room for five teams on a multiprocessor. */
enum {
  TILE_LINES = 16,
  TILE_CELLS = TILE_LINES * 290,
  TILE_FEWEST = 8,
  TILE_WARP = 32,
  TILE_BATCH = 2,
  TILE_FETCH = 8
};

/* A line's cells: its grid points, and those that shares reach behind the last, which are the first ones
 * again. Lines are so far apart that 16 of them side by side are in 16 banks, and their next points in the
 * other 16. */
static inline int32_t tile_pitch(int32_t n, int points) {
  const int32_t cells = n + points - 1;
  return (cells + 29) / TILE_WARP * TILE_WARP + 2;
}

bool offload_tiles(const struct transport_state *s) {
  if (s->values != VALUES_SINGLE_FIXED) return false;
  for (int a = 0; a < s->grid.dimensions; a++)
    if (TILE_FEWEST * tile_pitch(s->grid.n[a], remesh_points(s->kernel)) > TILE_CELLS) return false;
  return true;
}

typedef uint32_t tile_quad __attribute__((vector_size(16)));

/* The lines of all tiles, and how many a tile has. */
struct tiling {
  struct transport_lines lines;
  int32_t pitch, wide;
};

#pragma omp declare target

static inline int32_t tile_pieces(const struct tiling *g) {
  return (g->lines.stride + g->wide - 1) / g->wide;
}

/* Lines of one tile: `first` and those behind it; where their first points are, and how far apart. */
struct tile {
  int32_t first, count, begin, apart;
};

/* Lines along x follow each other in memory; others lie side by side, `stride` of them. */
static inline struct tile tile_at(const struct tiling *g, int32_t k) {
  const int32_t stride = g->lines.stride;
  if (stride == 1) {
    const int32_t first = k * g->wide, rest = g->lines.count - first;
    return (struct tile){first, rest < g->wide ? rest : g->wide, first * g->lines.n, g->lines.n};
  }
  const int32_t pieces = tile_pieces(g), block = k / pieces * stride, piece = k % pieces * g->wide;
  const int32_t rest = stride - piece;
  return (struct tile){block + piece, rest < g->wide ? rest : g->wide, block * g->lines.n + piece, 1};
}

/* Lines and points that a thread takes: from one, so many apart. */
struct tile_share {
  int32_t line, line_step, point, point_step;
};

/* Threads of a warp are side by side where points are side by side in memory. */
static inline struct tile_share tile_share_of(const struct tiling *g, const struct tile *t, int32_t thread,
                                              int32_t threads) {
  const bool along = g->lines.stride == 1;
  const int32_t wish = along ? TILE_WARP : t->count, beside = wish < threads ? wish : threads;
  const int32_t groups = threads / beside, group = thread / beside, lane = thread % beside;
  if (group >= groups) return (struct tile_share){t->count, 1, 0, 1}; /* nothing */
  return along ? (struct tile_share){group, groups, lane, beside}
               : (struct tile_share){lane, beside, group, groups};
}

#pragma omp end declare target

/* The velocities of a line into the team's memory, many at a time; on the way they get into the nearest
 * cache, for particles that move by them. */
REMESH_INLINE void tile_fetch(const struct tiling *g, const struct tile_share *mine, const float *velocity,
                              float *move) {
  const int32_t n = g->lines.n, stride = g->lines.stride;
  int32_t i = mine->point;
  for (; i + (TILE_FETCH - 1) * mine->point_step < n; i += TILE_FETCH * mine->point_step) {
    float v[TILE_FETCH];
    OFFLOAD_UNROLLED
    for (int32_t b = 0; b < TILE_FETCH; b++) v[b] = velocity[(i + b * mine->point_step) * stride];
    OFFLOAD_UNROLLED
    for (int32_t b = 0; b < TILE_FETCH; b++) move[i + b * mine->point_step] = v[b];
  }
  for (; i < n; i += mine->point_step) move[i] = velocity[i * stride];
}

/* The particles of a line give their shares. move[] has the velocities of a thread's own particles, and has
 * their displacements then; move[n] is move[0] again. Beyond the last particle a thread takes its own once
 * more, with the value 0, which changes nothing. */
REMESH_INLINE void tile_give(enum remesh_kernel kernel, const int points, int order, const float speed[3],
                             const struct tiling *g, const struct tile_share *mine, const float *velocity,
                             const int32_t *from, uint32_t *sum, float *move) {
  const int32_t n = g->lines.n, stride = g->lines.stride, step = TILE_BATCH * mine->point_step;
  int32_t next[TILE_BATCH];
  OFFLOAD_UNROLLED
  for (int32_t b = 0; b < TILE_BATCH; b++) {
    const int32_t p = mine->point + b * mine->point_step;
    next[b] = p < n ? from[p * stride] : 0;
  }
  for (int32_t i = mine->point; i < n; i += step) {
    int32_t p[TILE_BATCH], u[TILE_BATCH];
    float d[TILE_BATCH];
    OFFLOAD_UNROLLED
    for (int32_t b = 0; b < TILE_BATCH; b++) {
      const int32_t wish = i + b * mine->point_step, later = wish + step;
      p[b] = wish < n ? wish : i;
      u[b] = next[b];
      d[b] = move[p[b]];
      next[b] = later < n ? from[later * stride] : 0;
    }
    OFFLOAD_UNROLLED
    for (int32_t b = 0; b < TILE_BATCH; b++)
      d[b] = line_move_single(d[b], velocity, n, stride, p[b], order, speed);
    OFFLOAD_UNROLLED
    for (int32_t b = 0; b < TILE_BATCH; b++) {
      int32_t share[REMESH_MOST_POINTS];
      const int32_t cells = line_floor_single(d[b]);
      const int32_t first = line_lift_single(line_wrap_single(p[b] + cells, n) - (points / 2 - 1), n);
      remesh_shares_single_fixed(kernel, points, u[b], d[b] - line_real_single(cells), share);
      move[p[b]] = d[b];
      if (p[b] == 0) move[n] = d[b];
      for (int k = 0; k < points; k++) {
        const uint32_t more = (uint32_t)share[k];
#pragma omp atomic
        sum[first + k] += more;
      }
    }
  }
}

/* The grid points of a line take their sums. */
REMESH_INLINE enum transport_fault tile_take(const int points, const struct tiling *g,
                                             const struct tile_share *mine, const uint32_t *sum,
                                             const float *move, int32_t *to) {
  const int32_t n = g->lines.n;
  bool meets = false, overflows = false;
  for (int32_t i = mine->point; i < n; i += mine->point_step) {
    uint32_t total = sum[i];
    if (i < points - 1) total += sum[n + i];
    const int32_t value = (int32_t)total;
    meets |= line_meets_single(move[i], move[i + 1]);
    overflows |= remesh_overflows_single_fixed(value);
    to[i * g->lines.stride] = value;
  }
  return meets ? TRANSPORT_CROSSING : overflows ? TRANSPORT_OVERFLOW : TRANSPORT_FINE;
}

REMESH_INLINE void tile_pass(enum remesh_kernel kernel, const int points, int order, const float speed[3],
                             const struct tiling *g, uint32_t tiles, const float *velocity,
                             const int32_t *from, int32_t *to, const struct lines_fault *fault) {
  OFFLOAD_SHARED(tile_quad, quads, TILE_CELLS / 4)
  OFFLOAD_SHARED(float, moves, TILE_CELLS)
  uint32_t *const sums = (uint32_t *)quads;
  const int32_t thread = omp_get_thread_num(), threads = omp_get_num_threads(), pitch = g->pitch;
  for (uint32_t k = (uint32_t)omp_get_team_num(); k < tiles; k += (uint32_t)omp_get_num_teams()) {
    const struct tile t = tile_at(g, (int32_t)k);
    const struct tile_share mine = tile_share_of(g, &t, thread, threads);
    for (int32_t q = thread; 4 * q < t.count * pitch; q += threads) quads[q] = (tile_quad){0};
    for (int32_t l = mine.line; l < t.count; l += mine.line_step)
      tile_fetch(g, &mine, velocity + t.begin + l * t.apart, moves + l * pitch);
#pragma omp barrier
    for (int32_t l = mine.line; l < t.count; l += mine.line_step) {
      const int32_t start = t.begin + l * t.apart;
      tile_give(kernel, points, order, speed, g, &mine, velocity + start, from + start, sums + l * pitch,
                moves + l * pitch);
    }
#pragma omp barrier
    for (int32_t l = mine.line; l < t.count; l += mine.line_step) {
      const int32_t start = t.begin + l * t.apart;
      const enum transport_fault what =
          tile_take(points, g, &mine, sums + l * pitch, moves + l * pitch, to + start);
      if (what != TRANSPORT_FINE)
        lines_note(fault->least, fault->pass, fault->slow, fault->other, (uint32_t)(t.first + l), what);
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
    const int32_t fit = TILE_CELLS / pitch, wide = fit < TILE_LINES || stride == 1 ? fit : TILE_LINES;       \
    const int device = o->device, threads = omp_get_num_procs();                                             \
    const float s0 = (float)in->speed[0], s1 = (float)in->speed[1], s2 = (float)in->speed[2];                \
    const struct lines_fault fault = lines_fault_of(o, axis, in);                                            \
    uint64_t *least = fault.least;                                                                           \
    const uint64_t pass = fault.pass;                                                                        \
    const uint32_t slow = fault.slow, other = fault.other;                                                   \
    const struct tiling all = {{n, stride, count}, pitch, wide};                                             \
    const uint32_t teams =                                                                                   \
        (uint32_t)(stride == 1 ? (count + wide - 1) / wide : count / stride * tile_pieces(&all));            \
    (void)threads;                                                                                           \
    OFFLOAD_TEAMS(teams, , is_device_ptr(from, to, velocity, least)) {                                       \
      const float speed[3] = {s0, s1, s2};                                                                   \
      const struct tiling tiling = {{n, stride, count}, pitch, wide};                                        \
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
