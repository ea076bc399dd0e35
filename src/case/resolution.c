/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/resolution.h"

#include <math.h>
#include <stdbool.h>

#include "case/case.h"

/* Spacings in which both levels move freely. Without them what one level's particles do at a face presses
 * them into the lattice of the other's, which does not yield, and pressures of both sides stand apart. */
static const double overlap_spacings = 2.0;

/* Spacings of a ring: beyond these, what a kernel reaches over. */
static double ring_spacings(const struct amphi_case *c) {
  return ceil(case_support_spacings(c) - 1e-6) + overlap_spacings;
}

static bool holds(const struct resolved *level, const double x[3], int dimensions) {
  for (int a = 0; a < dimensions; a++)
    if (x[a] < level->low[a] || x[a] > level->high[a]) return false;
  return true;
}

/* The finest of the levels so far that hold the middle of a box. */
static int level_around(const struct amphi_case *c, const struct resolved *levels, size_t count,
                        const struct refinement *box) {
  int around = 0;
  double middle[3] = {0};
  for (int a = 0; a < c->dimensions; a++) middle[a] = 0.5 * (box->low[a] + box->high[a]);
  for (size_t k = 1; k < count; k++)
    if (levels[k].dp < levels[around].dp && holds(&levels[k], middle, c->dimensions)) around = (int)k;
  return around;
}

void resolution_resolve(const struct amphi_case *c, struct resolved levels[LEVELS_MOST]) {
  levels[0] = (struct resolved){.around = -1,
                                .dp = c->dp,
                                .low = {-INFINITY, -INFINITY, -INFINITY},
                                .high = {INFINITY, INFINITY, INFINITY}};
  for (size_t k = 0; k < c->refinement_count; k++) {
    const struct refinement *box = &c->refinements[k];
    struct resolved *l = &levels[k + 1];
    *l = levels[0];
    l->around = level_around(c, levels, k + 1, box);
    const double dp = levels[l->around].dp;
    l->dp = dp / box->ratio;
    l->ring = ring_spacings(c) * l->dp;
    l->inner = ring_spacings(c) * dp;
    l->overlap = overlap_spacings * l->dp;
    l->inner_overlap = overlap_spacings * dp;
    for (int a = 0; a < c->dimensions; a++) {
      const double first = c->domain.low[a], last = c->domain.high[a], half = 0.5 * dp;
      if (box->low[a] > first + half) l->low[a] = first + dp * round((box->low[a] - first) / dp);
      if (box->high[a] < last - half) l->high[a] = first + dp * round((box->high[a] - first) / dp);
    }
  }
}
