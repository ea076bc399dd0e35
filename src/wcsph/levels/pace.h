/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_PACE_H
#define WCSPH_LEVELS_PACE_H
/* How long the steps of levels are: a level with 2^k times the finest spacing takes about 2^-k of the steps.
 */
#include <stdbool.h>

#include "case/resolution.h"

/* Whether a level is another one or in it. */
bool levels_is_in(const struct resolved *levels, int k, int other);

/* How many boxes stand in each other within a level. */
int levels_within(const struct resolved *levels, int count, int k);

/* s: the longest step of a level and of each in it, of those that they allow themselves, `own`: two steps of
 * the quickest of the levels in it, or, if it allows little more than one of these, one. */
void levels_paces(const struct resolved *levels, int count, int level, const double *own, double *longest);

/* How many steps of at most `longest` make a time. */
double levels_steps_of(double time, double longest);

#endif
