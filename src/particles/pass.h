/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTICLES_PASS_H
#define PARTICLES_PASS_H
/* What headers of passes over pairs say, and templates ask (wcsph/passes/README.md), whatever the method. The
 * method's own pass.h adds types: PASS_LAW of the law, PASS_SIDE of what is read of a particle, PASS_GAP of
 * what lies between two; PASS_QUANTUM(law), the length of a quantum by axes; and PASS_HEADER. */
#ifndef LANES
#define LANES 1 /* a file that is compiled once an instruction set has more */
#endif
#include "lane/lane.h"
#include "lane/sum.h"
#include "particles/found.h"

enum pass_reads { READS_POSITION, READS_STATE, READS_TERM }; /* each also what is before it */
enum pass_meets {
  FLUID_FROM_FLUID = 1,
  FLUID_FROM_WALLS = 2,
  WALLS_FROM_FLUID = 4,
  POINTS_FROM_FLUID = 8, /* points that are no particles; they meet as fluid would */
  POINTS_FROM_WALLS = 16,
  POINTS_OF_WALLS = 32 /* points may be those opposite to walls, whose rows it then writes */
};

/* Of i, fluid, and j; a method without walls has fluid alone. */
enum pair_kind { PAIR_FLUID_FLUID, PAIR_FLUID_WALL };

/* Sums that a pass has at most. */
enum { PASS_SUMS_MOST = 26 };

/* Contributions of a pair as sums take them (sum_term). */
struct pass_terms {
  real_t i[PASS_SUMS_MOST], j[PASS_SUMS_MOST]; /* of those that are exchanged, i's alone */
  real_t most;                                 /* the largest over all pairs is wanted; never negative */
};

/* Formulas of passes stand in inner loops: a call would hand over structs through memory. */
#define PASS_INLINE static inline __attribute__((always_inline))

/* DO(k) for every sum that a pass can have, written out: compilers for GPUs keep arrays in registers only if
 * each index is a constant from the start. DO asks if (k < P(SUMS)), and PASS_AT keeps within the array. */
// clang-format off
#define PASS_EACH(DO) \
  DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) \
  DO(15) DO(16) DO(17) DO(18) DO(19) DO(20) DO(21) DO(22) DO(23) DO(24) DO(25)
// clang-format on
#define PASS_AT(k) ((k) < (int)P(SUMS) ? (k) : 0)

#define PASS_JOIN_(pass, name) pass##_##name
#define PASS_JOIN(pass, name)  PASS_JOIN_(pass, name)
/* In a template: of the pass that it is made for, PASS. */
#define P(name)           PASS_JOIN(PASS, name)
#define PASS_TEXT_(text)  #text
#define PASS_TEXT(text)   PASS_TEXT_(text)
#define P_READS(what)     ((int)P(READS) >= (int)(what))
#define P_MEETS(meetings) (((int)P(MEETS) & (int)(meetings)) != 0)

#endif
