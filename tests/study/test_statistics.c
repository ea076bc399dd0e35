/* SPDX-License-Identifier: BSD-3-Clause */
/* Quantiles and spread of numbers that are known, and what a signal comes to whose integral is. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "study/statistics.h"

#define NEAR(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static void test_spread(void **state) {
  (void)state;
  double values[41], one[] = {3};
  struct spread s;
  for (int i = 0; i < 41; i++) values[i] = (double)((i * 17) % 41); /* 0 to 40 in another order */
  statistics_spread(&s, values, 41);
  assert_int_equal(s.count, 41);
  NEAR(s.median, 20, 0);
  NEAR(s.low, 1, 1e-12);
  NEAR(s.high, 39, 1e-12);
  NEAR(s.mean, 20, 1e-12);
  NEAR(s.deviation, sqrt(41 * 42 / 12.0), 1e-12); /* n (n + 1) / 12 of the first n whole numbers */
  NEAR(statistics_error(&s), 1.2533141373155001 * s.deviation / sqrt(41), 1e-12);
  statistics_spread(&s, one, 1);
  assert_true(s.median == 3 && s.low == 3 && s.high == 3 && s.mean == 3 && isnan(s.deviation));
  statistics_spread(&s, one, 0);
  assert_true(s.count == 0 && isnan(s.median) && isnan(s.mean));
}

static void test_between(void **state) {
  (void)state;
  const double sorted[] = {1, 2, 4, 8};
  NEAR(statistics_quantile(sorted, 4, 0.5), 3, 0);
  NEAR(statistics_quantile(sorted, 4, 0.25), 1.75, 1e-15);
  NEAR(statistics_quantile(sorted, 4, 0), 1, 0);
  NEAR(statistics_quantile(sorted, 4, 1), 8, 0);
}

/* Straight pieces: up from 0 to 3, down to -1; the window cuts both. */
static void test_signal(void **state) {
  (void)state;
  const double t[] = {0, 3, 7}, y[] = {0, 3, -1};
  const struct signal s = {t, y, 3};
  double q[QUANTITIES], when;
  assert_true(signal_quantities(&s, 1, 7, q, &when));
  NEAR(q[QUANTITY_IMPULSE], 4 + 4, 1e-12);
  NEAR(q[QUANTITY_MEAN], 8 / 6.0, 1e-12);
  assert_true(q[QUANTITY_PEAK] == 3 && when == 3 && q[QUANTITY_TROUGH] == -1 && q[QUANTITY_END] == -1);
  assert_true(signal_quantities(&s, 4, 5, q, &when)); /* no sample inside */
  NEAR(q[QUANTITY_MEAN], 1.5, 1e-12);
  assert_true(q[QUANTITY_PEAK] == 2 && when == 4 && q[QUANTITY_TROUGH] == 1 && q[QUANTITY_END] == 1);
  assert_false(signal_quantities(&s, 1, 8, q, &when));
  assert_false(signal_quantities(&s, -1, 2, q, &when));
  assert_false(signal_quantities(&s, 2, 2, q, &when));
  size_t at = 0;
  NEAR(signal_at(&s, 1.5, &at), 1.5, 1e-15);
  NEAR(signal_at(&s, 3, &at), 3, 1e-15);
  NEAR(signal_at(&s, 7, &at), -1, 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_spread), cmocka_unit_test(test_between),
                                     cmocka_unit_test(test_signal)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
