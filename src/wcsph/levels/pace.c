/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/levels/pace.h"

#include <math.h>

/* The coarsest level takes a step in at most 2^3 of the finest: gates are settled between its steps, and
 * fluid may not come farther than a ring's spare width in between. */
enum { DOUBLINGS_MOST = 3 };

/* Steps of the finer level that a level has to allow to take two: with fewer the finer one would take more
 * steps than it has to, and save less than that costs. */
static const double worth_two = 1.5;

bool levels_is_in(const struct resolved *levels, int k, int other) {
  while (k > other) k = levels[k].around; /* a level stands behind the one around it */
  return k == other;
}

int levels_within(const struct resolved *levels, int count, int k) {
  int most = 0;
  for (int f = k + 1; f < count; f++) {
    int deep = 0;
    if (!levels_is_in(levels, f, k)) continue;
    for (int at = f; at != k; at = levels[at].around) deep++;
    if (deep > most) most = deep;
  }
  return most;
}

void levels_paces(const struct resolved *levels, int count, int level, const double *own, double *longest) {
  for (int k = count - 1; k >= level; k--) {
    double finer = INFINITY;
    if (!levels_is_in(levels, k, level)) continue;
    for (int f = k + 1; f < count; f++)
      if (levels[f].around == k) finer = fmin(finer, longest[f]);
    const bool two = own[k] >= worth_two * finer && levels_within(levels, count, k) <= DOUBLINGS_MOST;
    longest[k] = fmin(own[k], two ? 2.0 * finer : finer);
  }
}

double levels_steps_of(double time, double longest) {
  const double rounding = 1e-9;
  return fmax(1.0, ceil(time / longest * (1.0 - rounding)));
}
