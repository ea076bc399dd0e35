/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_FORMULA_H
#define CASE_FORMULA_H
/* Expressions in a case: the variables that they may use, and compiling them. Checks of a case and the
 * methods both compile them here, so that they agree. */
#include "case/swarm.h"
#include "util/expression.h"

/* Method transport: coordinates x, y, z, as many as there are axes, and behind them the time t if `timed`;
 * NULL at the end. */
enum { FORMULA_PLACE_NAMES = 5 };
void formula_place_names(const char *names[FORMULA_PLACE_NAMES], int dimensions, bool timed);

/* Method swarm, function expression: what one thread computes it with. On failure *key, to be freed, is the
 * key of the case that is wrong (NULL: none is), and there is nothing to close. */
struct formula_swarm;
int formula_swarm_open(struct formula_swarm **f, const struct swarm_config *c, int dimensions, char **key);
double formula_swarm_value(struct formula_swarm *f, const double *x); /* at [dimensions] coordinates */
void formula_swarm_close(struct formula_swarm *f);

#endif
