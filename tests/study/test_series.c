/* SPDX-License-Identifier: BSD-3-Clause */
/* Signals of runs that are made of a known limit, a known order and known chance. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "study/analysis.h"

#define NEAR(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

enum { SPACINGS = 3, REPEATS = 5, SAMPLES = 400 };
static const double dp[SPACINGS] = {0.01, 0.015, 0.024};

static double limit(double t) {
  return 3 + sin(5 * t) + 0.2 * t;
}

static double slope(double t) {
  return 40 * (1.5 + cos(3 * t));
}

/* limit + slope h^p, and chance: samples of runs are at times of their own, which all reach over [0, 2]. */
struct runs {
  double time[SPACINGS * REPEATS][SAMPLES], value[SPACINGS * REPEATS][SAMPLES];
  struct signal signals[SPACINGS * REPEATS];
};

static void make_runs(struct runs *r, double order, double chance) {
  srand(5);
  for (size_t i = 0; i < SPACINGS * REPEATS; i++) {
    for (int k = 0; k < SAMPLES; k++) {
      const double t = -0.01 + 2.02 * k / (SAMPLES - 1) + (k % 7 == 3 ? 0.001 * (double)(i % REPEATS) : 0);
      r->time[i][k] = t;
      r->value[i][k] =
          limit(t) + slope(t) * pow(dp[i / REPEATS], order) + chance * (2.0 * rand() / RAND_MAX - 1);
    }
    r->signals[i] = (struct signal){r->time[i], r->value[i], SAMPLES};
  }
}

static void make(struct study_series *s, double order, double chance, size_t repeats) {
  static struct runs r;
  struct signal some[SPACINGS * REPEATS];
  make_runs(&r, order, chance);
  for (size_t k = 0; k < SPACINGS; k++)
    for (size_t i = 0; i < repeats; i++) some[k * repeats + i] = r.signals[k * REPEATS + i];
  *s = (struct study_series){0};
  assert_int_equal(study_series_make(s, some, dp, SPACINGS, repeats, 0, 2), 0);
  assert_true(s->count > 300 && s->count <= SAMPLES && s->time[0] == 0 && s->time[s->count - 1] == 2);
}

/* Without chance the order is found at every point and in the mean, and the limit is what is extrapolated. */
static void test_orders(void **state) {
  (void)state;
  for (double order = 0.8; order < 3; order += 0.7) {
    struct study_series s;
    make(&s, order, 0, REPEATS);
    assert_int_equal(s.smoothness, SMOOTH_YES);
    NEAR(s.order, order, 0.002);
    assert_true(s.share > 0.99);
    for (size_t i = 0; i < s.count; i++) {
      NEAR(s.extrapolated[i], limit(s.time[i]), 2e-3);
      assert_true(fabs(s.levels[0].median[i] - limit(s.time[i])) < s.error[i] + 2e-3);
    }
    const struct convergence *mean = &s.convergence[QUANTITY_MEAN];
    NEAR(mean->order, order, 0.002);
    NEAR(mean->extrapolated, 3 + (1 - cos(10)) / 10 + 0.2, 1e-3);
    study_series_free(&s, SPACINGS);
  }
}

/* A signal whose chance is like the difference of spacings has no order point by point, and its mean still
 * has: chance goes away in it. */
static void test_chance(void **state) {
  (void)state;
  struct study_series s;
  make(&s, 2, 0.02, REPEATS);
  assert_int_equal(s.smoothness, SMOOTH_NOT);
  assert_true(s.noise > STUDY_SMOOTH && !s.extrapolated && isnan(s.order));
  assert_int_equal(s.convergence[QUANTITY_MEAN].verdict, VERDICT_MONOTONE);
  NEAR(s.convergence[QUANTITY_MEAN].order, 2, 0.5);
  assert_true(s.levels[0].high[10] - s.levels[0].low[10] > 0.005);
  study_series_free(&s, SPACINGS);
  /* Much of it leaves nothing to say. */
  make(&s, 2, 3, REPEATS);
  assert_int_equal(s.convergence[QUANTITY_MEAN].verdict, VERDICT_CHANCE);
  study_series_free(&s, SPACINGS);
}

/* Two repetitions do not show whether a signal is smooth. */
static void test_unknown(void **state) {
  (void)state;
  struct study_series s;
  make(&s, 2, 0, 2);
  assert_true(s.smoothness == SMOOTH_UNKNOWN && isnan(s.noise) && !s.extrapolated);
  assert_int_equal(s.convergence[QUANTITY_END].verdict, VERDICT_MONOTONE);
  study_series_free(&s, SPACINGS);
}

/* A run without samples, or with none in the window, is left out. */
static void test_gaps(void **state) {
  (void)state;
  static struct runs r;
  struct study_series s = {0};
  make_runs(&r, 2, 0);
  r.signals[1].count = 0;
  assert_int_equal(study_series_make(&s, r.signals, dp, SPACINGS, REPEATS, NAN, NAN), 0);
  assert_true(s.levels[0].count == REPEATS - 1 && s.levels[1].count == REPEATS);
  assert_true(s.time[0] >= -0.01 && s.time[s.count - 1] > 2);
  study_series_free(&s, SPACINGS);
  s = (struct study_series){0};
  assert_int_equal(study_series_make(&s, r.signals, dp, SPACINGS, REPEATS, 5, 6), 0);
  assert_int_equal(s.count, 0);
  assert_int_equal(s.convergence[QUANTITY_MEAN].verdict, VERDICT_FEW);
  study_series_free(&s, SPACINGS);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_orders), cmocka_unit_test(test_chance),
                                     cmocka_unit_test(test_unknown), cmocka_unit_test(test_gaps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
