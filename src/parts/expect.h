/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTS_EXPECT_H
#define PARTS_EXPECT_H
/* Expected speed of a run in parts, from the speed of one part and the times that `amphi bench exchange`
 * measured: the model of docs/scaling.md. */
#include "io/summary.h"
#include "parts/measure.h"

struct expectation {
  double step;     /* s, of the slowest part */
  double exchange; /* s of it for copies */
  double faster;   /* than one part */
};

/* speed: particle-steps/s of one part that has all; measured_with: parts that agreed for t->agreement. */
struct expectation parts_expect(const struct summary_part *accounts, int parts, double speed,
                                const struct exchange_times *t, int measured_with);

#endif
