/* SPDX-License-Identifier: BSD-3-Clause */
/* What a plane cuts off a cell, against counting points of a fine lattice, and where it is known. */
#include "transport/models/plane.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SAMPLES = 60 };

static double counted(int dimensions, const double slope[3], double above) {
  const int n = SAMPLES, ny = dimensions > 1 ? n : 1, nz = dimensions > 2 ? n : 1;
  int inside = 0;
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < n; i++) {
        const int at[3] = {i, j, k};
        double value = above;
        for (int a = 0; a < dimensions; a++) value += slope[a] * ((at[a] + 0.5) / n - 0.5);
        inside += value > 0.0;
      }
  return (double)inside / (n * ny * nz);
}

static void test_counted(void **state) {
  (void)state;
  srand48(3);
  for (int trial = 0; trial < 600; trial++) {
    const int dimensions = 1 + trial % 3;
    double slope[3];
    for (int a = 0; a < 3; a++) slope[a] = (drand48() - 0.5) * (drand48() < 0.2 ? 1e-3 : 1.0);
    const double above = drand48() - 0.5;
    const double share = plane_share(dimensions, slope, above);
    if (fabs(share - counted(dimensions, slope, above)) > 1.0 / SAMPLES)
      fail_msg("%d axes, %g %g %g, %g: %g, counted %g", dimensions, slope[0], slope[1], slope[2], above,
               share, counted(dimensions, slope, above));
  }
}

static void test_known(void **state) {
  (void)state;
  const double across[3] = {0.0, -2.0, 0.0}, oblique[3] = {1.0, 1.0, 1.0}, flat[3] = {0};
  for (int k = -12; k <= 12; k++) {
    const double above = 0.1 * k, share = plane_share(3, across, above);
    assert_true(fabs(share - fmin(1.0, fmax(0.0, 0.5 + 0.5 * above))) < 1e-14);
    assert_true(fabs(plane_share(3, oblique, above) + plane_share(3, oblique, -above) - 1.0) < 1e-14);
  }
  assert_true(fabs(plane_share(3, oblique, -0.5) - 1.0 / 6.0) < 1e-14); /* a corner up to its neighbours */
  assert_true(fabs(plane_share(2, oblique, -0.5) - 0.125) < 1e-14);
  assert_true(fabs(plane_share(3, oblique, 0.0) - 0.5) < 1e-14);
  assert_true(plane_share(3, flat, 1e-9) == 1.0 && plane_share(3, flat, -1.0) == 0.0);
  assert_true(plane_share(2, oblique, 5.0) == 1.0 && plane_share(2, oblique, -5.0) == 0.0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_counted), cmocka_unit_test(test_known)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
