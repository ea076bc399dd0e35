/* SPDX-License-Identifier: BSD-3-Clause */
/* Particles of a line move and are remeshed by one thread in one walk. Particles keep their order, so the
 * grid points that they reach only ever move forward: a window of sums follows them in registers, and each
 * grid point is written once. The points at the window's start are met again at its end, round the periodic
 * line: the window then takes up what they have, so that every point adds its shares in the order of the
 * particles, as the reference does. */
#include "offload/transport.h"
#include "transport/scalar.h"

/* Particles whose data are on the way at the same time; loops over them are unrolled, so that they are in
 * registers. */
enum { WALK_BATCH = 4 };
/* The window goes on by one point: its first is done, and one comes in at its end. */
#define WALK_ON(kind)                                                                                        \
  do {                                                                                                       \
    overflows |= remesh_overflows_##kind(window[0]);                                                         \
    to[row * stride] = window[0];                                                                            \
    for (int k_ = 0; k_ + 1 < points; k_++) window[k_] = window[k_ + 1];                                     \
    row = row + 1 == n ? 0 : row + 1;                                                                        \
    entering = entering + 1 == n ? 0 : entering + 1;                                                         \
    window[points - 1] = written + points < n ? 0 : to[entering * stride];                                   \
    written++;                                                                                               \
  } while (0)

/* Returns a fault, TRANSPORT_FINE if there is none. */
#define WALK_LINE(kind, precision, value, real, fixed)                                                       \
  REMESH_INLINE enum transport_fault walk_##kind(                                                            \
      enum remesh_kernel kernel, const int points, int order, const real speed[3], const real *velocity,     \
      const value *from, value *to, const int32_t n, const int32_t stride) {                                 \
    value window[REMESH_MOST_POINTS];                                                                        \
    for (int k = 0; k < points; k++) window[k] = 0;                                                          \
    const real first = line_move_##precision(velocity[0], velocity, n, stride, false, 0, order, speed);      \
    /* Points are counted from the first that a particle reaches; row and entering are those of the ends. */ \
    const int32_t origin = line_floor_##precision(first) - (points / 2 - 1);                                 \
    int32_t row = line_wrap_##precision(line_wrap_##precision(origin, n), n);                                \
    int32_t entering = line_wrap_##precision(row + points - 1, n);                                           \
    int32_t written = 0;                                                                                     \
    bool meets = false, overflows = false;                                                                   \
    real before = first;                                                                                     \
    for (int32_t begin = 0; begin < n; begin += WALK_BATCH) {                                                \
      value u[WALK_BATCH];                                                                                   \
      real d[WALK_BATCH];                                                                                    \
      OFFLOAD_UNROLLED                                                                                       \
      for (int32_t b = 0; b < WALK_BATCH; b++) {                                                             \
        const int32_t i = begin + b < n ? begin + b : n - 1;                                                 \
        u[b] = from[i * stride];                                                                             \
        d[b] = velocity[i * stride];                                                                         \
      }                                                                                                      \
      OFFLOAD_UNROLLED                                                                                       \
      for (int32_t b = 0; b < WALK_BATCH; b++) {                                                             \
        const int32_t i = begin + b < n ? begin + b : n - 1;                                                 \
        d[b] = line_move_##precision(d[b], velocity, n, stride, false, i, order, speed);                     \
      }                                                                                                      \
      OFFLOAD_UNROLLED                                                                                       \
      for (int32_t b = 0; b < WALK_BATCH; b++) {                                                             \
        const int32_t i = begin + b;                                                                         \
        if (i >= n) continue;                                                                                \
        value share[REMESH_MOST_POINTS];                                                                     \
        const int32_t cells = line_floor_##precision(d[b]);                                                  \
        const int32_t reached = i + cells - (points / 2 - 1) - origin;                                       \
        if (i > 0) meets |= line_meets_##precision(before, d[b]);                                            \
        before = d[b];                                                                                       \
        while (written < reached) WALK_ON(kind);                                                             \
        remesh_shares_##kind(kernel, u[b], d[b] - line_real_##precision(cells), share);                      \
        for (int k = 0; k < points; k++) window[k] += share[k];                                              \
      }                                                                                                      \
    }                                                                                                        \
    meets |= line_meets_##precision(before, first);                                                          \
    while (written < n) WALK_ON(kind);                                                                       \
    for (int k = 0; k < points; k++) {                                                                       \
      overflows |= remesh_overflows_##kind(window[k]);                                                       \
      to[row * stride] = window[k];                                                                          \
      row = row + 1 == n ? 0 : row + 1;                                                                      \
    }                                                                                                        \
    return meets ? TRANSPORT_CROSSING : overflows ? TRANSPORT_OVERFLOW : TRANSPORT_FINE;                     \
  }
REMESH_VALUES(WALK_LINE)

/* A region for each kind of values and each kernel: with the kernel a constant, its coefficients are too. */
#define WALK_REGION(kind, precision, NAME, points_)                                                          \
  OFFLOAD_PRAGMA(omp declare target)                                                                         \
  static OFFLOAD_CALL enum transport_fault walk_##kind##_line_##NAME(                                        \
      int order, line_scalar_##precision s0, line_scalar_##precision s1, line_scalar_##precision s2,         \
      const line_scalar_##precision *velocity, const remesh_element_##kind *from, remesh_element_##kind *to, \
      int32_t n, int32_t stride, int32_t count, int32_t l) {                                                 \
    const line_scalar_##precision speed[3] = {s0, s1, s2};                                                   \
    const struct transport_lines lines = {n, stride, count};                                                 \
    const int32_t start = line_start(&lines, l);                                                             \
    return walk_##kind(REMESH_##NAME, points_, order, speed, velocity + start, from + start, to + start, n,  \
                       stride);                                                                              \
  }                                                                                                          \
  OFFLOAD_PRAGMA(omp end declare target)                                                                     \
  static void walk_##kind##_##NAME(struct offload_transport *o, int axis, const struct offload_lines *in) {  \
    const remesh_element_##kind *from = o->scalar[o->now];                                                   \
    remesh_element_##kind *to = o->scalar[!o->now];                                                          \
    const line_scalar_##precision *velocity = o->velocity[axis];                                             \
    const int32_t n = in->n, stride = in->stride;                                                            \
    const int order = in->order, device = o->device;                                                         \
    const uint32_t count = (uint32_t)in->count;                                                              \
    const line_scalar_##precision s0 = (line_scalar_##precision)in->speed[0],                                \
                                  s1 = (line_scalar_##precision)in->speed[1],                                \
                                  s2 = (line_scalar_##precision)in->speed[2];                                \
    const struct lines_fault fault = lines_fault_of(o, axis, in);                                            \
    uint64_t *least = fault.least;                                                                           \
    const uint64_t pass = fault.pass;                                                                        \
    const uint32_t slow = fault.slow, other = fault.other;                                                   \
    OFFLOAD_LOOP(count, is_device_ptr(from, to, velocity, least))                                            \
    for (uint32_t l = 0; l < count; l++) {                                                                   \
      const enum transport_fault what = walk_##kind##_line_##NAME(order, s0, s1, s2, velocity, from, to, n,  \
                                                                  stride, (int32_t)count, (int32_t)l);       \
      if (what != TRANSPORT_FINE) lines_note(least, pass, slow, other, l, what);                             \
    }                                                                                                        \
  }
#define WALK_REGIONS(NAME, word, points, moments, smooth)                                                    \
  WALK_REGION(single, single, NAME, points)                                                                  \
  WALK_REGION(double, double, NAME, points)                                                                  \
  WALK_REGION(single_fixed, single, NAME, points)                                                            \
  WALK_REGION(double_fixed, double, NAME, points)
REMESH_KERNELS(WALK_REGIONS)

void offload_walk(struct offload_transport *o, int axis, const struct offload_lines *lines) {
  static void (*const walks[][4])(struct offload_transport *, int, const struct offload_lines *) = {
#define X(NAME, word, points, moments, smooth)                                                               \
  [REMESH_##NAME] = {[VALUES_SINGLE] = walk_single_##NAME,                                                   \
                     [VALUES_DOUBLE] = walk_double_##NAME,                                                   \
                     [VALUES_SINGLE_FIXED] = walk_single_fixed_##NAME,                                       \
                     [VALUES_DOUBLE_FIXED] = walk_double_fixed_##NAME},
      REMESH_KERNELS(X)
#undef X
  };
  walks[o->state->kernel][o->state->values](o, axis, lines);
}

/* One thread per particle: what moving alone takes where it is a kernel of its own, as in paper 004. */
#define MOVE_REGION(precision)                                                                               \
  OFFLOAD_PRAGMA(omp declare target)                                                                         \
  static OFFLOAD_CALL line_scalar_##precision move_one_##precision(                                          \
      int order, line_scalar_##precision s0, line_scalar_##precision s1, line_scalar_##precision s2,         \
      const line_scalar_##precision *velocity, int32_t n, int32_t stride, int32_t i) {                       \
    const line_scalar_##precision speed[3] = {s0, s1, s2};                                                   \
    return line_move_##precision(velocity[i * stride], velocity, n, stride, false, i, order, speed);         \
  }                                                                                                          \
  OFFLOAD_PRAGMA(omp end declare target)                                                                     \
  static void move_all_##precision(struct offload_transport *o, int axis, const struct offload_lines *in) {  \
    const line_scalar_##precision *velocity = o->velocity[axis];                                             \
    line_scalar_##precision *to = o->scalar[!o->now];                                                        \
    const int32_t n = in->n, stride = in->stride;                                                            \
    const int order = in->order, device = o->device;                                                         \
    const uint32_t points = (uint32_t)n * (uint32_t)in->count;                                               \
    const line_scalar_##precision s0 = (line_scalar_##precision)in->speed[0],                                \
                                  s1 = (line_scalar_##precision)in->speed[1],                                \
                                  s2 = (line_scalar_##precision)in->speed[2];                                \
    OFFLOAD_LOOP(points, is_device_ptr(to, velocity))                                                        \
    for (uint32_t p = 0; p < points; p++) {                                                                  \
      const int32_t i = (int32_t)p / stride % n, start = (int32_t)p - i * stride;                            \
      to[p] = move_one_##precision(order, s0, s1, s2, velocity + start, n, stride, i);                       \
    }                                                                                                        \
  }
MOVE_REGION(single)
MOVE_REGION(double)

void offload_move(struct offload_transport *o, int axis, const struct offload_lines *lines) {
  if (values_are_double(o->state->values))
    move_all_double(o, axis, lines);
  else
    move_all_single(o, axis, lines);
}
