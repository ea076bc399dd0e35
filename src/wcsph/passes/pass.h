/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_PASS_H
#define WCSPH_PASSES_PASS_H
/* What headers of passes say, and templates ask (README.md here). */
#ifndef LANES
#define LANES 1 /* a file that is compiled once an instruction set has more */
#endif
#include "wcsph/models/pair.h"
#include "wcsph/passes/found.h"
#include "wcsph/passes/list.h"
#include "wcsph/state.h"

enum pass_reads { READS_POSITION, READS_STATE, READS_TERM }; /* each also what is before it */
enum pass_meets {
  FLUID_FROM_FLUID = 1,
  FLUID_FROM_WALLS = 2,
  WALLS_FROM_FLUID = 4,
  POINTS_FROM_FLUID = 8, /* points that are no particles; they meet as fluid would */
  POINTS_FROM_WALLS = 16
};

/* Contributions of a pair as sums take them (sum_term). */
struct pass_terms {
  real_t i[PASS_SUMS_MOST], j[PASS_SUMS_MOST]; /* of those that are exchanged, i's alone */
  real_t most;                                 /* the largest over all pairs is wanted; never negative */
};

/* Formulas of passes stand in inner loops: a call would hand over structs through memory. */
#define PASS_INLINE static inline __attribute__((always_inline))

/* What lies between two particles, of which a pass wants no more than that; per_length makes q of it. */
PASS_INLINE struct pair_gap pass_between(float per_length, real_t dx, real_t dy, real_t dz) {
  struct pair_gap gap = {.dx = dx, .dy = dy, .dz = dz, .r2 = (dx * dx + dy * dy) + dz * dz};
  gap.q = lane_sqrt(gap.r2) * per_length;
  return gap;
}

/* DO(k) for every sum that a pass can have, written out: compilers for GPUs keep arrays in registers only if
 * each index is a constant from the start. DO asks if (k < P(SUMS)), and PASS_AT keeps within the array. */
#define PASS_EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)
#define PASS_AT(k)    ((k) < (int)P(SUMS) ? (k) : 0)

#define PASS_JOIN_(pass, name) pass##_##name
#define PASS_JOIN(pass, name)  PASS_JOIN_(pass, name)
/* In a template: of the pass that it is made for, PASS. */
#define P(name) PASS_JOIN(PASS, name)
/* Its header. */
#define PASS_TEXT_(text) #text
#define PASS_TEXT(text)  PASS_TEXT_(text)
// clang-format off
#define PASS_HEADER PASS_TEXT(wcsph/passes/PASS.h)
// clang-format on
#define P_READS(what) ((int)P(READS) >= (int)(what))
#define P_MEETS(whom) (((int)P(MEETS) & (int)(whom)) != 0)

#endif
