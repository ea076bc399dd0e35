/* SPDX-License-Identifier: BSD-3-Clause */
/* One line of transport: single precision a vector of particles at a time, double precision one by one. */
#include "lane/lane.h"

#include "cpu/lanes.h"
#include "cpu/transport.h"
#include "transport/models/line.h"
#include "transport/models/remesh.h"

/* Particles at a time, and the number of each. */
enum { STEP_single = LANES, STEP_double = 1 };
static inline int_t number_single(int32_t first) {
  return lane_count() + first;
}
static inline int32_t number_double(int32_t first) {
  return first;
}
static inline bool any_single(mask_t m) {
  return lane_bits(m) != 0;
}
static inline bool any_double(bool m) {
  return m;
}

#define MOVE(kind, real, scalar, integer)                                                                    \
  static inline __attribute__((always_inline)) bool move_##kind(                                             \
      int order, const double speeds[3], const scalar *velocity, int32_t n, scalar *move) {                  \
    const scalar speed[3] = {(scalar)speeds[0], (scalar)speeds[1], (scalar)speeds[2]};                       \
    bool meets = false;                                                                                      \
    for (int32_t first = 0; first < n; first += STEP_##kind) {                                               \
      real own, d;                                                                                           \
      memcpy(&own, velocity + first, sizeof own);                                                            \
      d = line_move_##kind(own, velocity, n, 1, false, number_##kind(first), order, speed);                  \
      memcpy(move + first, &d, sizeof d);                                                                    \
    }                                                                                                        \
    for (int32_t i = n; i < n + STEP_##kind; i++) move[i] = move[i - n];                                     \
    for (int32_t first = 0; first < n; first += STEP_##kind) {                                               \
      real d, ahead;                                                                                         \
      memcpy(&d, move + first, sizeof d);                                                                    \
      memcpy(&ahead, move + first + 1, sizeof d);                                                            \
      meets |= any_##kind(line_meets_##kind(d, ahead));                                                      \
    }                                                                                                        \
    return meets;                                                                                            \
  }
MOVE(single, real_t, float, int_t)
MOVE(double, double, double, int32_t)

static bool move_line(enum transport_values values, int order, const double speed[3], const void *velocity,
                      int32_t n, void *move) {
  if (values_are_double(values)) return move_double(order, speed, velocity, n, move);
  return order == 2 ? move_single(2, speed, velocity, n, move) : move_single(4, speed, velocity, n, move);
}

/* A particle's shares to the grid points from `first` on. */
#define GIVE(kind)                                                                                           \
  static inline __attribute__((always_inline)) void give_##kind(                                             \
      const remesh_element_##kind *shares, int step, int count, int32_t first, int32_t n,                    \
      remesh_element_##kind *restrict points) {                                                              \
    if (first >= 0 && first + count <= n) {                                                                  \
      for (int k = 0; k < count; k++) points[first + k] += shares[k * step];                                 \
    } else {                                                                                                 \
      for (int k = 0; k < count; k++) points[line_wrap_double(first + k, n)] += shares[k * step];            \
    }                                                                                                        \
  }

#define REMESH(kind, precision, value, real, fixed)                                                          \
  GIVE(kind)                                                                                                 \
  static inline __attribute__((always_inline)) bool remesh_##kind(                                           \
      enum remesh_kernel kernel, int count, const void *moves, const remesh_element_##kind *particles,       \
      int32_t n, remesh_element_##kind *restrict points) {                                                   \
    const line_scalar_##precision *move = moves;                                                             \
    const int32_t step = STEP_##precision;                                                                   \
    bool overflows = false;                                                                                  \
    memset(points, 0, (size_t)n * sizeof *points);                                                           \
    for (int32_t i = 0; i < n; i += step) {                                                                  \
      real d;                                                                                                \
      value u, share[REMESH_MOST_POINTS];                                                                    \
      memcpy(&d, move + i, sizeof d);                                                                        \
      memcpy(&u, particles + i, sizeof u);                                                                   \
      const __typeof__(number_##precision(0)) cells = line_floor_##precision(d),                             \
                                              first =                                                        \
                                                  line_wrap_##precision(number_##precision(i) + cells, n) -  \
                                                  (count / 2 - 1);                                           \
      remesh_shares_##kind(kernel, u, d - line_real_##precision(cells), share);                              \
      int32_t firsts[sizeof first / sizeof(int32_t)];                                                        \
      memcpy(firsts, &first, sizeof first);                                                                  \
      for (int32_t l = 0; l < step && l < n - i; l++)                                                        \
        give_##kind((const remesh_element_##kind *)share + l, step, count, firsts[l], n, points);            \
    }                                                                                                        \
    for (int32_t i = 0; i < n; i += step) {                                                                  \
      value u;                                                                                               \
      memcpy(&u, points + i, sizeof u);                                                                      \
      overflows |= any_##precision(remesh_overflows_##kind(u));                                              \
    }                                                                                                        \
    return overflows;                                                                                        \
  }
REMESH_VALUES(REMESH)

/* The kernel as a constant. */
#define WITH_KERNEL(NAME, word, count, moments, smooth)                                                      \
  case REMESH_##NAME:                                                                                        \
    return REMESH_CALL(REMESH_##NAME, count, move, particles, n, points);

static bool remesh_line(enum transport_values values, enum remesh_kernel kernel, const void *move,
                        const void *particles, int32_t n, void *points) {
  switch (values) {
#define REMESH_CALL remesh_single
  case VALUES_SINGLE:
    switch (kernel) { REMESH_KERNELS(WITH_KERNEL) }
    break;
#undef REMESH_CALL
#define REMESH_CALL remesh_double
  case VALUES_DOUBLE:
    switch (kernel) { REMESH_KERNELS(WITH_KERNEL) }
    break;
#undef REMESH_CALL
#define REMESH_CALL remesh_single_fixed
  case VALUES_SINGLE_FIXED:
    switch (kernel) { REMESH_KERNELS(WITH_KERNEL) }
    break;
#undef REMESH_CALL
#define REMESH_CALL remesh_double_fixed
  case VALUES_DOUBLE_FIXED:
    switch (kernel) { REMESH_KERNELS(WITH_KERNEL) }
    break;
  }
  return true;
}

const struct cpu_transport_lanes LANES_NAME(cpu_transport_lanes) = {.move = move_line, .remesh = remesh_line};
