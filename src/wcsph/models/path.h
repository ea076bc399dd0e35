/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_PATH_H
#define WCSPH_MODELS_PATH_H
/* Paths: where particles are expected to be while a neighbour list lasts (docs/theory/neighbour-lists.md).
 * The list takes each to go straight on as fast as when it was built, and holds all pairs that come within
 * support and skin on the way. Only what goes otherwise uses up the skin: not water that flows alike, nor
 * drops that fly.
 *
 * listed_pos is where a particle is expected in the middle of the list's life. The id's place holds its path
 * over the whole life, a signed number of PATH_BITS bits an axis, in units of state_path_unit(). */
#include "lane/lane.h"
#include "wcsph/state.h"

/* Along an axis, units. */
static inline int_t path_along(int_t packed, int axis) {
  return (int_t)((uint_t)packed << (32 - PATH_BITS * (axis + 1))) >> (32 - PATH_BITS);
}

/* Displacement of a particle from where it is expected, m. `since`: the middle of the list's life, in lives;
 * `unit` in m. */
static inline void path_deviation(const int_t listed[3], int_t packed, const int_t now[3],
                                  const float quantum[3], float unit, float since, real_t d[3]) {
  for (int a = 0; a < 3; a++)
    d[a] = lane_from_int(lane_subtract_wrap(now[a], listed[a])) * quantum[a] -
           lane_from_int(path_along(packed, a)) * (unit * since);
}

/* Whether two particles whose expected places are r apart in the middle of the list's life, and which go
 * `path` relative to each other in the whole of it (both squared, m^2), may meet within a reach, m: |r| <
 * reach + |path| / 2, without the roots. */
static inline mask_t path_meets(real_t r2, real_t path2, float reach2) {
  const real_t half2 = 0.25f * path2, beyond = r2 - (half2 + reach2);
  return beyond * lane_abs(beyond) < (4.0f * reach2) * half2; /* also where beyond is negative */
}

#endif
