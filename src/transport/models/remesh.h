/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_MODELS_REMESH_H
#define TRANSPORT_MODELS_REMESH_H
/* Remeshing: the share of a particle that each grid point around it gets, by even kernels, which
 * tools/remeshing_kernels.py derives:
 *   m4, m6    M'4 (Monaghan 1985) and M'6 (Bergdorf & Koumoutsakos 2006; paper 004), which are
 *             Lambda(2, 1) and Lambda(4, 2)
 *   m8        M'8, from the B-spline M8; the only one that does not leave a resting particle as it is
 *   lambdaPR  Lambda(p, r), p = 14 and r = 7 in lambda147: r continuous derivatives, moments up to p (Cottet
 * et al. 2014) The formulas are macros over the kind of value, so that each is written once: single precision
 * a lane (lane/lane.h), double precision one number at a time. */
#include <stdbool.h>

#include "case/transport.h"
#include "lane/lane_index.h"
#include "transport/models/remesh_pieces.h"

/* Name, word in case files, grid points, moments conserved, continuous derivatives. */
#define REMESH_KERNELS(X)                                                                                    \
  X(M4, m4, 4, 2, 1)                                                                                         \
  X(M6, m6, 6, 4, 2)                                                                                         \
  X(M8, m8, 8, 5, 4)                                                                                         \
  X(L22, lambda22, 4, 2, 2)                                                                                  \
  X(L44, lambda44, 6, 4, 4)                                                                                  \
  X(L64, lambda64, 8, 6, 4)                                                                                  \
  X(L84, lambda84, 10, 8, 4)                                                                                 \
  X(L147, lambda147, 16, 14, 7)

/* Grid points that a particle reaches, REMESH_NAME_POINTS: half of them at or below its place. */
enum {
#define X(NAME, word, points, moments, smooth) REMESH_##NAME##_POINTS = points,
  REMESH_KERNELS(X)
#undef X
      REMESH_MOST_POINTS = 16
};

static inline int remesh_points(enum remesh_kernel kernel) {
  switch (kernel) {
#define X(NAME, word, points, moments, smooth)                                                               \
  case REMESH_##NAME:                                                                                        \
    return points;
    REMESH_KERNELS(X)
#undef X
  }
  return 0;
}

/* Values of the scalar: kind, precision, type, type of computations, whether they are whole quanta. Under
 * `fixed` the shares of a particle are rounded to quanta and add up to the particle, so that the sum over the
 * grid never changes. */
#define REMESH_VALUES(X)                                                                                     \
  X(single, single, real_t, real_t, false)                                                                   \
  X(double, double, double, double, false)                                                                   \
  X(single_fixed, single, int_t, real_t, true)                                                               \
  X(double_fixed, double, int64_t, double, true)

/* A constant of computations. */
typedef float remesh_scalar_single;
typedef double remesh_scalar_double;

/* One of them in memory. */
typedef float remesh_element_single;
typedef double remesh_element_double;
typedef int32_t remesh_element_single_fixed;
typedef int64_t remesh_element_double_fixed;

/* Fixed values start at no more than 2^24 or 2^53 quanta, as many as a float or a double tells apart, and a
 * run stops when one reaches eight times that. Particles keep an eighth of a cell between them (line.h), so
 * what reaches a grid point stays below 16 times the largest value: within the range of 32 and 64 bits. */
enum { REMESH_SINGLE_BITS = 24, REMESH_DOUBLE_BITS = 53, REMESH_ROOM_BITS = 3 };

/* Whether a value is beyond the room of its kind; of a value that is no quantum, whether it is no number. */
static inline mask_t remesh_overflows_single(real_t x) {
  return x - x != 0.0f;
}
static inline bool remesh_overflows_double(double x) {
  return x - x != 0.0;
}
static inline mask_t remesh_overflows_single_fixed(int_t x) {
  const int32_t most = 1 << (REMESH_SINGLE_BITS + REMESH_ROOM_BITS);
  return (x >= most) | (x <= -most);
}
static inline bool remesh_overflows_double_fixed(int64_t x) {
  const int64_t most = (int64_t)1 << (REMESH_DOUBLE_BITS + REMESH_ROOM_BITS);
  return (x >= most) | (x <= -most);
}

/* To computations, and back to the nearest value (ties to even). */
static inline real_t remesh_load_single(real_t x) {
  return x;
}
static inline real_t remesh_load_single_fixed(int_t x) {
  return lane_from_int(x);
}
static inline double remesh_load_double(double x) {
  return x;
}
static inline double remesh_load_double_fixed(int64_t x) {
  return (double)x;
}
static inline real_t remesh_store_single(real_t x) {
  return x;
}
static inline int_t remesh_store_single_fixed(real_t x) {
  return lane_nearest(x);
}
static inline double remesh_store_double(double x) {
  return x;
}
static inline int64_t remesh_store_double_fixed(double x) {
#ifdef LANE_GCC_GPU /* as in lane_round */
  return (int64_t)__builtin_nearbyint(x);
#elif defined(__x86_64__) && !defined(__NVPTX__) && !defined(__AMDGCN__)
  return __builtin_llrint(x); /* one instruction, where rint would be a call */
#else
  return (int64_t)__builtin_rint(x);
#endif
}

#define REMESH_INLINE static inline __attribute__((always_inline))

/* remesh_shares_KIND: what a particle of value u, w past a grid point (0 <= w <= 1), gives to each of the
 * grid points around it. Where the kernel is a constant, so are the coefficients, of which many are 0. One
 * statement a grid point, and no loop: compilers are quick with it. */
#define REMESH_SHARE(NAME, k, kind, real, scalar, fixed)                                                     \
  if (!fixed || k != REMESH_##NAME##_POINTS / 2 - 1) {                                                       \
    const scalar c[] = {REMESH_##NAME##_##k};                                                                \
    enum { TOP = sizeof c / sizeof *c - 1 };                                                                 \
    const real x = w - (scalar)REMESH_##NAME##_ORIGIN;                                                       \
    real sum = c[TOP] * x + c[TOP - 1];                                                                      \
    for (int i = TOP - 2; i >= 0; i--) sum = c[i] == 0 ? sum * x : sum * x + c[i];                           \
    share[k] = remesh_store_##kind(amount * sum);                                                            \
    rest -= share[k];                                                                                        \
  }
#define REMESH_SHARES_OF(NAME, kind, real, scalar, fixed)                                                    \
  case REMESH_##NAME:                                                                                        \
    REMESH_##NAME##_PIECES(REMESH_SHARE, kind, real, scalar, fixed) if (fixed)                               \
        share[REMESH_##NAME##_POINTS / 2 - 1] = rest;                                                        \
    break;
#define REMESH_SHARES(kind, precision, value, real, fixed)                                                   \
  REMESH_INLINE void remesh_shares_##kind(enum remesh_kernel kernel, value u, real w,                        \
                                          value share[REMESH_MOST_POINTS]) {                                 \
    const real amount = remesh_load_##kind(u);                                                               \
    value rest = u;                                                                                          \
    switch (kernel) { REMESH_EACH(REMESH_SHARES_OF, kind, real, remesh_scalar_##precision, fixed) }          \
  }
REMESH_VALUES(REMESH_SHARES)

#endif
