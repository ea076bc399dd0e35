/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PHYSICS_SUM_H
#define PHYSICS_SUM_H
/* Sums under the case's `summation`: plain, or compensated after Kahan (1965). The compensation of a
 * lane stays in that lane; merging two sums compensates again. */
#include "case/case.h"
#include "physics/lane.h"

struct sum {
  real_t value;
  real_t rest; /* kahan: what `value` has too much */
};

static inline void sum_add(struct sum *s, real_t term, enum summation mode) {
  if (mode == SUM_PLAIN) {
    s->value += term;
  } else {
    real_t y = term - s->rest;
    real_t t = s->value + y;
    s->rest = (t - s->value) - y;
    s->value = t;
  }
}

#endif
