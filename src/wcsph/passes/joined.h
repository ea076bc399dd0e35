/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_JOINED_H
#define WCSPH_PASSES_JOINED_H
/* The force pass and WITH, a pass behind it that adds to rates, as one (a JOINED row of passes/list.h): their
 * terms are added before sums take them, which under `fixed` would have other bits. What WITH finds of pairs
 * stands in j[0], of which a sum that is exchanged has no need. */
#include "wcsph/passes/forces.h"

#ifndef WITH /* read alone, by an editor or a test */
#define WITH viscous
#endif

/* The header of WITH, and its names. */
// clang-format off
#define JOINED_HEADER PASS_TEXT(wcsph/passes/WITH.h)
// clang-format on
#include JOINED_HEADER
#define W(name) PASS_JOIN(WITH, name)

enum {
  joined_READS = READS_TERM,
  joined_ROWS = W(ROWS),
  joined_ROWS_FROM = W(ROWS_FROM),
  joined_MEETS = forces_MEETS,
  joined_SUMS = forces_SUMS,
  joined_EXCHANGED = forces_EXCHANGED,
  joined_IN_H = 1,
  joined_FINDS = 2,
  joined_CHECKED = 1,
  joined_SELF = 0,
  joined_WRITES = forces_WRITES,
  joined_WRITTEN = W(WRITTEN),
  joined_ADDS = 0,
#if W(JOINED_TO)
  joined_TO = W(JOINED_TO), /* the sum of forces that WITH's first is added to */
#else
  joined_TO = 0,
#endif
  joined_TO_WALLS = ((int)W(MEETS) & WALLS_FROM_FLUID) != 0 /* WITH adds to them, too */
};
_Static_assert((int)forces_IN_H == 1 && (int)W(IN_H) == 1 && (int)W(SELF) == 0, "one gap serves both");
_Static_assert((int)W(WRITES) == (int)forces_WRITES && (int)W(ADDS) == 1, "rates");
_Static_assert(((int)W(MEETS) & ~(int)forces_MEETS) == 0, "forces have all meetings");
_Static_assert((int)W(SUMS) + (int)joined_TO <= (int)forces_SUMS, "its sums are among those of forces");
_Static_assert((int)joined_TO_WALLS || (int)joined_TO >= (int)forces_EXCHANGED, "walls get none of it");

PASS_INLINE struct pair_gap joined_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           const struct pair_side *i, const struct pair_side *j) {
  return forces_measure(law, dx, dy, dz, i, j);
}

PASS_INLINE void joined_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  struct pass_terms more;
  forces_pair(law, kind, gap, i, j, row_i, row_j, terms);
  W(pair)(law, kind, gap, i, j, row_i, row_j, &more);
#pragma GCC unroll 4
  for (int k = 0; k < W(SUMS); k++) {
    const int to = joined_TO + k;
    terms->i[to] = terms->i[to] + more.i[k];
    if (to < forces_EXCHANGED || (kind == PAIR_FLUID_WALL && !joined_TO_WALLS)) continue;
    terms->j[to] = k < W(EXCHANGED) ? terms->j[to] - more.i[k] : terms->j[to] + more.j[k];
  }
  terms->j[0] = more.most;
}

PASS_INLINE float joined_quanta(const struct wcsph_law *law, int k) {
  return forces_quanta(law, k);
}

PASS_INLINE real_t joined_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  real_t none[W(SUMS)];
  for (int k = 0; k < W(SUMS); k++) none[k] = lane_set(0.0f); /* those of WITH are in the sums of forces */
  const real_t most = forces_finish(law, fluid, me, sums, out);
  const real_t more = W(finish)(law, fluid, me, none, out);
  return W(FINDS) ? more : most;
}

#endif
