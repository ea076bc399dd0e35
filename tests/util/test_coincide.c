/* SPDX-License-Identifier: BSD-3-Clause */
/* The first pair of places that are one is what a comparison of all with all finds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "util/coincide.h"

enum { PLACES = 300 };

static double distance(const double a[3], const double b[3], const double period[3]) {
  double square = 0;
  for (int k = 0; k < 3; k++) {
    const double d = fabs(a[k] - b[k]), least = period[k] > 0 ? fmin(d, period[k] - d) : d;
    square += least * least;
  }
  return sqrt(square);
}

static double draw(double low, double high) {
  return low + (high - low) * rand() / RAND_MAX;
}

/* Sparse and dense, flat and not, around seams and origins; with one pair planted in every second trial. */
static void test_against_all_pairs(void **state) {
  (void)state;
  double x[PLACES][3];
  int with = 0, without = 0;
  srand(7);
  for (int trial = 0; trial < 600; trial++) {
    const double near = 0.001, size = 0.02 * (1 + trial % 40);
    const double period[3] = {trial & 2 ? size : 0, trial & 4 ? size : 0, 0};
    for (int i = 0; i < PLACES; i++)
      for (int a = 0; a < 3; a++)
        x[i][a] = a == 2 && trial & 8 ? 0 : period[a] > 0 ? draw(0, size) : draw(-size, size);
    if (trial & 1)
      for (int a = 0; a < 3; a++) {
        const double beyond = x[200][a] + draw(-0.5, 0.5) * near;
        x[201][a] = period[a] > 0 ? beyond - size * floor(beyond / size) : beyond;
      }
    size_t k = PLACES, first, second;
    for (size_t q = 0; q < PLACES && k == PLACES; q++)
      for (size_t p = 0; p < q && k == PLACES; p++)
        if (distance(x[p], x[q], period) < near) k = q;
    assert_int_equal(coincide_find((const double(*)[3])x, PLACES, near, period, &first, &second), 0);
    assert_int_equal(second, k);
    if (k < PLACES) assert_true(distance(x[first], x[second], period) < near && first < second);
    *(k < PLACES ? &with : &without) += 1;
  }
  assert_true(with > 100 && without > 100);
}

static void test_none(void **state) {
  (void)state;
  size_t first = 7, second = 7;
  assert_int_equal(coincide_find(NULL, 0, 1, (double[3]){0}, &first, &second), 0);
  assert_true(first == 0 && second == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_all_pairs), cmocka_unit_test(test_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
