/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_MODELS_LINE_H
#define TRANSPORT_MODELS_LINE_H
/* Particles on a periodic line of n grid points, one on each at the start of a step, that move along it
 * (paper 004, section 2.1). Lengths are in cells and velocities, once multiplied by a speed, in cells a step.
 * Where a particle is, its displacement from its own grid point says, so that no digit is lost far along the
 * line. Element i of a line is at i * stride. */
#include <stdbool.h>

#include "lane/lane_index.h"

/* A velocity or a displacement in memory. */
typedef float line_scalar_single;
typedef double line_scalar_double;

/* Neighbours on a line, one cell apart at the start, must stay this far apart: the time step times the
 * largest compression along the line is below 7/8. The condition of the method is 1 (Cottet et al. 2014),
 * where particles meet; just before, they are too uneven for any kernel. */
#define LINE_LEAST_SPACING 0.125f

/* Whether particles with these displacements, the second ahead of the first, come too near. */
static inline mask_t line_meets_single(real_t d, real_t ahead) {
  return 1.0f + (ahead - d) < LINE_LEAST_SPACING;
}
static inline bool line_meets_double(double d, double ahead) {
  return 1.0 + (ahead - d) < (double)LINE_LEAST_SPACING;
}

/* i, and n more where it is below 0. */
static inline int32_t line_lift_double(int32_t i, int32_t n) {
  return i < 0 ? i + n : i;
}
static inline int_t line_lift_single(int_t i, int32_t n) {
#if LANES == 1
  return line_lift_double(i, n);
#else
  return i + ((i >> 31) & n); /* the shift makes all ones of a sign */
#endif
}

/* Grid point i of the line, for -n <= i < 2 n, and the one after grid point i. */
#define LINE_WRAP(kind, integer)                                                                             \
  static inline integer line_wrap_##kind(integer i, int32_t n) {                                             \
    return line_lift_##kind(line_lift_##kind(i, n) - n, n);                                                  \
  }                                                                                                          \
  static inline integer line_after_##kind(integer i, int32_t n) {                                            \
    return line_lift_##kind(i + 1 - n, n);                                                                   \
  }
LINE_WRAP(single, int_t)
LINE_WRAP(double, int32_t)

/* A displacement's whole cells, towards minus infinity, and those as a number of its kind. */
static inline int_t line_floor_single(real_t d) {
  return lane_floor(d);
}
static inline int32_t line_floor_double(double d) {
  const int32_t whole = (int32_t)d;
  return whole - (d < (double)whole);
}
static inline real_t line_real_single(int_t cells) {
  return lane_from_int(cells);
}
static inline double line_real_double(int32_t cells) {
  return (double)cells;
}
static inline real_t line_read_single(const float *from, int_t i) {
  return lane_gather(from, i);
}
static inline double line_read_double(const double *from, int32_t i) {
  return from[i];
}

/* line_velocity_KIND: the velocity d from grid point i, linear between grid points. closed: behind the last
 * velocity the first one is again.
 * line_move_KIND: the displacement of particle i, at whose grid point the velocity is `own`, by Runge and
 * Kutta's midpoint rule (order 2) or classical method (order 4); speed[0..2] are those at the beginning, the
 * middle and the end of the step. */
#define LINE_MOVE(kind, real, scalar, integer)                                                               \
  static inline real line_velocity_##kind(const scalar *velocity, int32_t n, int32_t stride, bool closed,    \
                                          integer i, real d) {                                               \
    integer cells = line_floor_##kind(d), j = line_wrap_##kind(i + cells, n);                                \
    integer k = closed ? j + 1 : line_after_##kind(j, n);                                                    \
    real a = line_read_##kind(velocity, j * stride), b = line_read_##kind(velocity, k * stride);             \
    return a + (d - line_real_##kind(cells)) * (b - a);                                                      \
  }                                                                                                          \
  static inline real line_move_##kind(real own, const scalar *velocity, int32_t n, int32_t stride,           \
                                      bool closed, integer i, int order, const scalar speed[3]) {            \
    const real d1 = speed[0] * own;                                                                          \
    const real d2 = speed[1] * line_velocity_##kind(velocity, n, stride, closed, i, d1 * (scalar)0.5);       \
    if (order == 2) return d2;                                                                               \
    const real d3 = speed[1] * line_velocity_##kind(velocity, n, stride, closed, i, d2 * (scalar)0.5);       \
    const real d4 = speed[2] * line_velocity_##kind(velocity, n, stride, closed, i, d3);                     \
    return ((d1 + d4) + (d2 + d3) * (scalar)2.0) * (scalar)(1.0 / 6.0);                                      \
  }
LINE_MOVE(single, real_t, float, int_t)
LINE_MOVE(double, double, double, int32_t)

#endif
