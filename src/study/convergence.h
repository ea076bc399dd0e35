/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STUDY_CONVERGENCE_H
#define STUDY_CONVERGENCE_H
/* Order of convergence, extrapolation and error estimate of a number that was computed at several spacings,
 * by the grid convergence index (Celik et al., J. Fluids Eng. 130 (2008) 078001). */
#include <stdbool.h>
#include <stddef.h>

enum verdict {
  VERDICT_MONOTONE,    /* each finer spacing goes on towards one value */
  VERDICT_OSCILLATORY, /* around it, ever nearer */
  VERDICT_DIVERGES,    /* the finer two differ by too much for any order above 0 */
  VERDICT_SLOW,        /* an order below CONVERGENCE_SLOW */
  VERDICT_SAME,        /* no difference but rounding */
  VERDICT_LUCK,        /* the finer two hardly differ, perhaps by chance: no error estimate */
  VERDICT_CHANCE,      /* repetitions differ as much as spacings */
  VERDICT_FEW,         /* fewer than three spacings */
  VERDICT_NEAR         /* spacings nearer than CONVERGENCE_RATIO to each other */
};
extern const char *const verdict_names[], *const verdict_texts[];

/* Least ratio of spacings; least order, below which the extrapolated value is farther away than all computed
 * ones; and the largest plausible order: beyond it the spacings are hardly in the asymptotic range. */
#define CONVERGENCE_RATIO 1.3
#define CONVERGENCE_SLOW  0.5
#define CONVERGENCE_STEEP 4.0

struct convergence {
  enum verdict verdict;
  double order, extrapolated; /* these and what follows: NaN without an order */
  double difference;          /* |finest - next| / |finest|; like the others NaN where the divisor is 0 */
  double extrapolated_error;  /* |extrapolated - finest| / |extrapolated| */
  double index;               /* GCI of the finest spacing, relative */
  double band;                /* the same in units of the value */
};

/* Whether there is an order. */
bool convergence_is_found(const struct convergence *c);

/* Of the three finest of `count` spacings, spacing[0] being the finest. errors: standard error of each value
 * over repetitions, NaN where it is not known; NULL: of none. */
void convergence_find(struct convergence *c, const double *spacing, const double *value, const double *errors,
                      size_t count);

/* Value and band of one point of a signal from a given order, such as the mean over its points. */
void convergence_extrapolate(double *extrapolated, double *band, double ratio, double order, double fine,
                             double next);

#endif
