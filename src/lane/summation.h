/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_SUMMATION_H
#define LANE_SUMMATION_H
/* How sums are taken: a row each (case/choices.h says what rows are), with formulas in sum.h. */

/* clang-format off */
#define SUMMATIONS(X)                                                                                        \
  X(SUM_PLAIN, "plain", TAKES_NOTHING, "plain sums", NULL)                                                   \
  X(SUM_KAHAN, "kahan", TAKES_NOTHING, "compensated sums", "Kahan 1965, Commun. ACM 8, 40")                  \
  X(SUM_FIXED, "fixed", TAKES_NOTHING, "64-bit fixed-point sums, compensated steps",                         \
    "Kahan 1965, Commun. ACM 8, 40")                                                                         \
  X(SUM_NEUMAIER, "neumaier", TAKES_NOTHING, "compensated sums after Neumaier",                              \
    "Neumaier 1974, Z. Angew. Math. Mech. 54, 39")                                                           \
  X(SUM_DOUBLE, "double", TAKES_NOTHING, "sums in double precision, compensated steps",                      \
    "Kahan 1965, Commun. ACM 8, 40")
/* clang-format on */

#define SUMMATION(constant, ...) constant,
enum summation { SUMMATIONS(SUMMATION) };
#undef SUMMATION

#endif
