/* SPDX-License-Identifier: BSD-3-Clause */
/* Orders and error estimates against the published example, and against values whose order is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "study/convergence.h"

#define NEAR(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

/* Table 1 of Celik et al., J. Fluids Eng. 130 (2008) 078001: numbers of cells in two dimensions, values, and
 * what they find, as many digits as they print. */
static const struct {
  double cells[3], value[3];
  double order, extrapolated, difference, error, index; /* the last three in percent */
} table[] = {
    {{18000, 8000, 4500}, {6.063, 5.972, 5.863}, 1.53, 6.1685, 1.5, 1.7, 2.2},
    {{18000, 4500, 980}, {10.7880, 10.7250, 10.6050}, 0.75, 10.8801, 0.6, 0.9, 1.1},
    {{18000, 4500, 980}, {6.0042, 5.9624, 6.0909}, 1.51, 6.0269, 0.7, 0.4, 0.5},
};

static void test_published(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    double h[3];
    struct convergence c;
    for (int i = 0; i < 3; i++) h[i] = 1 / sqrt(table[k].cells[i]);
    convergence_find(&c, h, table[k].value, NULL, 3);
    assert_int_equal(c.verdict, k == 2 ? VERDICT_OSCILLATORY : VERDICT_MONOTONE);
    NEAR(c.order, table[k].order, 0.006);
    NEAR(c.extrapolated, table[k].extrapolated, 0.0006);
    NEAR(100 * c.difference, table[k].difference, 0.06);
    NEAR(100 * c.extrapolated_error, table[k].error, 0.06);
    NEAR(100 * c.index, table[k].index, 0.06);
  }
}

/* f + a h^p has this p and this f, whatever the ratios; also where iterating for p would run away. */
static void test_known_orders(void **state) {
  (void)state;
  static const double ratios[][2] = {{2, 2}, {1.5, 1.5}, {1.3, 2}, {2, 1.3}, {1.3, 4}, {3, 1.4}};
  for (size_t k = 0; k < sizeof ratios / sizeof *ratios; k++)
    for (double p = 0.6; p < 4; p += 0.3) {
      const double h[3] = {0.01, 0.01 * ratios[k][0], 0.01 * ratios[k][0] * ratios[k][1]};
      double y[3];
      struct convergence c;
      for (int i = 0; i < 3; i++) y[i] = 7 - 3 * pow(h[i], p);
      convergence_find(&c, h, y, NULL, 3);
      assert_int_equal(c.verdict, VERDICT_MONOTONE);
      NEAR(c.order, p, 1e-6);
      NEAR(c.extrapolated, 7, 1e-7);
      NEAR(c.band, 1.25 * 3 * pow(h[0], p), 1e-6);
      assert_true(fabs(y[0] - 7) < c.band);
      NEAR(c.index, c.band / y[0], 1e-12);
    }
}

static enum verdict judge(const double h[], const double y[], const double errors[], size_t count) {
  struct convergence c;
  convergence_find(&c, h, y, errors, count);
  if (!convergence_is_found(&c)) assert_true(isnan(c.order) && isnan(c.extrapolated) && isnan(c.index));
  return c.verdict;
}

/* Where there is no order there is no number. */
static void test_refusals(void **state) {
  (void)state;
  const double h[] = {1, 2, 4}, near[] = {1, 1.25, 2}, odd[] = {1, 1.5, 6};
  assert_int_equal(judge(h, (double[]){1, 2, 4}, NULL, 2), VERDICT_FEW);
  assert_int_equal(judge(h, (double[]){1, 2, NAN}, NULL, 3), VERDICT_FEW);
  assert_int_equal(judge(near, (double[]){1, 2, 4}, NULL, 3), VERDICT_NEAR);
  assert_int_equal(judge((double[]){0.1, 0.13, 0.169}, (double[]){1, 2, 4}, NULL, 3), VERDICT_MONOTONE);
  assert_int_equal(judge(h, (double[]){1, 3, 4}, NULL, 3), VERDICT_DIVERGES);
  assert_int_equal(judge(h, (double[]){1, 3, 2}, NULL, 3), VERDICT_DIVERGES);
  assert_int_equal(judge(h, (double[]){1, 2, 3}, NULL, 3), VERDICT_DIVERGES);
  assert_int_equal(judge(h, (double[]){1, 2, 2}, NULL, 3), VERDICT_DIVERGES);
  /* Orders of 0.49 and 0.51. */
  assert_int_equal(judge(h, (double[]){1, 2, 2 + pow(2, 0.49)}, NULL, 3), VERDICT_SLOW);
  assert_int_equal(judge(h, (double[]){1, 2, 2 + pow(2, 0.51)}, NULL, 3), VERDICT_MONOTONE);
  assert_int_equal(judge(h, (double[]){5, 5, 5}, NULL, 3), VERDICT_SAME);
  assert_int_equal(judge(h, (double[]){0, 0, 0}, NULL, 3), VERDICT_SAME);
  assert_int_equal(judge(h, (double[]){5, 5, 6}, NULL, 3), VERDICT_LUCK);
  /* The formula's own modulus would call this an order of 1.2: the coarser step is four times as long. */
  assert_int_equal(judge(odd, (double[]){1, 2, 3}, NULL, 3), VERDICT_DIVERGES);
  /* Beyond three the finest count. */
  assert_int_equal(judge((double[]){1, 2, 4, 8}, (double[]){1, 2, 4, 0}, NULL, 4), VERDICT_MONOTONE);
}

static void test_chance(void **state) {
  (void)state;
  const double h[] = {1, 2, 4}, y[] = {1, 2, 4};
  assert_int_equal(judge(h, y, (double[]){0.2, 0.2, 0.2}, 3), VERDICT_MONOTONE);
  assert_int_equal(judge(h, y, (double[]){0.4, 0.4, 0.2}, 3), VERDICT_CHANCE);
  assert_int_equal(judge(h, y, (double[]){0.1, 0.2, 1.1}, 3), VERDICT_CHANCE);
  assert_int_equal(judge(h, y, (double[]){NAN, NAN, NAN}, 3), VERDICT_MONOTONE);
}

/* A value of 0 has no relative error, and still a band. */
static void test_zero(void **state) {
  (void)state;
  struct convergence c;
  convergence_find(&c, (double[]){1, 2, 4}, (double[]){0, 1, 3}, NULL, 3);
  assert_int_equal(c.verdict, VERDICT_MONOTONE);
  assert_true(isnan(c.index) && isnan(c.difference));
  NEAR(c.band, 1.25, 1e-9);
  NEAR(c.extrapolated, -1, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_published), cmocka_unit_test(test_known_orders), cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_chance),    cmocka_unit_test(test_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
