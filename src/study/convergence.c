/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/convergence.h"

#include <math.h>

#include "lane/exponent.h"

static const double SAFETY = 1.25, ROUNDING = 1e-12, LUCK = 1e-3, MOST_ORDER = 40;
static const double SURE = 2; /* standard errors of a difference of spacings, that it is one */

const char *const verdict_names[] = {[VERDICT_MONOTONE] = "monotone", [VERDICT_OSCILLATORY] = "oscillatory",
                                     [VERDICT_DIVERGES] = "diverges", [VERDICT_SLOW] = "slow",
                                     [VERDICT_SAME] = "same",         [VERDICT_LUCK] = "luck",
                                     [VERDICT_CHANCE] = "chance",     [VERDICT_FEW] = "few",
                                     [VERDICT_NEAR] = "near"};

const char *const verdict_texts[] = {
    [VERDICT_MONOTONE] = "converges monotonically",
    [VERDICT_OSCILLATORY] = "converges in turns from both sides",
    [VERDICT_DIVERGES] = "does not converge: the finer two spacings differ too much for any order above 0",
    [VERDICT_SLOW] = "hardly converges: an order below 0.5, from which nothing can be extrapolated",
    [VERDICT_SAME] = "is the same at all spacings",
    [VERDICT_LUCK] = "hardly differs between the finer two spacings, which may be luck: no order",
    [VERDICT_CHANCE] = "differs between repetitions as much as between spacings: no order",
    [VERDICT_FEW] = "no order: that takes three spacings",
    [VERDICT_NEAR] = "no order: each spacing must be at least 1.3 times the next"};

bool convergence_is_found(const struct convergence *c) {
  return c->verdict == VERDICT_MONOTONE || c->verdict == VERDICT_OSCILLATORY;
}

static double power_of_order(double base, double order) {
  return exponential(order * logarithm(base));
}

/* Equation (5) of Celik et al. solved for the ratio of differences, as its logarithm: it grows with the order
 * p. They iterate p instead, which runs away where the coarser ratio is beyond the square of the finer. */
static double ratio_of_order(double p, double r21, double r32, double sign) {
  const double a = power_of_order(r21, p), b = power_of_order(r32, p);
  return p * logarithm(r21) + logarithm((b - sign) / (a - sign));
}

static bool find_order(double *order, double r21, double r32, double e21, double e32) {
  const double sign = e32 / e21 > 0 ? 1 : -1, wanted = logarithm(fabs(e32 / e21));
  double low = 1e-6, high = MOST_ORDER;
  if (ratio_of_order(low, r21, r32, sign) >= wanted || ratio_of_order(high, r21, r32, sign) <= wanted)
    return false;
  for (int i = 0; i < 100; i++) {
    const double middle = 0.5 * (low + high);
    *(ratio_of_order(middle, r21, r32, sign) < wanted ? &low : &high) = middle;
  }
  *order = 0.5 * (low + high);
  return true;
}

static double relative(double difference, double of) {
  return of == 0 ? NAN : fabs(difference / of);
}

void convergence_extrapolate(double *extrapolated, double *band, double ratio, double order, double fine,
                             double next) {
  const double gain = power_of_order(ratio, order) - 1;
  *extrapolated = fine + (fine - next) / gain;
  *band = SAFETY * fabs(fine - next) / gain;
}

/* Whether a difference stands out of the chance in its two values. */
static bool is_sure(double difference, const double *errors, size_t i) {
  const double error = errors ? sqrt(errors[i] * errors[i] + errors[i + 1] * errors[i + 1]) : NAN;
  return isnan(error) || fabs(difference) > SURE * error;
}

static enum verdict judge_order(double *order, const double *h, const double *y, const double *errors) {
  const double e21 = y[1] - y[0], e32 = y[2] - y[1];
  const double least = ROUNDING * fmax(fabs(y[0]), fmax(fabs(y[1]), fabs(y[2])));
  if (fabs(e21) <= least && fabs(e32) <= least) return VERDICT_SAME;
  if (!is_sure(e21, errors, 0) || !is_sure(e32, errors, 1)) return VERDICT_CHANCE;
  if (fabs(e21) <= least || fabs(e21) < LUCK * fabs(e32)) return VERDICT_LUCK;
  if (fabs(e32) <= least || !find_order(order, h[1] / h[0], h[2] / h[1], e21, e32)) return VERDICT_DIVERGES;
  if (*order < CONVERGENCE_SLOW) return VERDICT_SLOW;
  return e32 / e21 > 0 ? VERDICT_MONOTONE : VERDICT_OSCILLATORY;
}

void convergence_find(struct convergence *c, const double *h, const double *y, const double *errors,
                      size_t count) {
  *c = (struct convergence){VERDICT_FEW, NAN, NAN, NAN, NAN, NAN, NAN};
  for (size_t i = 0; i < 3; i++)
    if (i >= count || !isfinite(y[i])) return;
  c->verdict = VERDICT_NEAR;
  const double least = CONVERGENCE_RATIO * (1 - 1e-9); /* a ratio as it was typed */
  if (h[1] / h[0] < least || h[2] / h[1] < least) return;
  c->verdict = judge_order(&c->order, h, y, errors);
  if (!convergence_is_found(c)) {
    c->order = NAN;
    return;
  }
  convergence_extrapolate(&c->extrapolated, &c->band, h[1] / h[0], c->order, y[0], y[1]);
  c->difference = relative(y[0] - y[1], y[0]);
  c->extrapolated_error = relative(c->extrapolated - y[0], c->extrapolated);
  c->index = relative(c->band, y[0]);
}
