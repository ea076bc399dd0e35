/* SPDX-License-Identifier: BSD-3-Clause */
/* The shares that a particle gives, as compiled: their sum, their moments, and that fixed ones are exact. The
 * formulas themselves are checked in exact fractions by test_remesh.py. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>

#include "transport/scalar.h"

static const struct {
  enum remesh_kernel kernel;
  int points, moments;
} kernels[] = {
#define X(NAME, word, points, moments, smooth) {REMESH_##NAME, points, moments},
    REMESH_KERNELS(X)
#undef X
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

/* Sum over the grid points of (point - place)^power share. */
static double moment(const double *share, int points, double w, int power) {
  double sum = 0.0;
  for (int k = 0; k < points; k++) sum += share[k] * pow(k - (points / 2 - 1) - w, power);
  return sum;
}

/* What the rounding of shares may leave of a moment. */
static double rounding(int points, double w, int power) {
  double sum = 0.0;
  for (int k = 0; k < points; k++) sum += fabs(pow(k - (points / 2 - 1) - w, power));
  return power > 8 ? 1e-15 * sum : 1e-11;
}

static void moments_of_floating_shares(void **state) {
  (void)state;
  for (int n = 0; n < KERNELS; n++)
    for (int i = 0; i <= 1000; i++) {
      const double w = i / 1000.0;
      double share[REMESH_MOST_POINTS] = {0}, wide[REMESH_MOST_POINTS] = {0};
      float single[REMESH_MOST_POINTS] = {0};
      remesh_shares_double(kernels[n].kernel, 1.0, w, share);
      remesh_shares_single(kernels[n].kernel, 1.0f, (float)w, single);
      for (int k = 0; k < kernels[n].points; k++) wide[k] = (double)single[k];
      assert_true(fabs(moment(share, kernels[n].points, w, 0) - 1.0) < 1e-14);
      assert_true(fabs(moment(wide, kernels[n].points, w, 0) - 1.0) < 2e-6);
      for (int power = 1; power <= kernels[n].moments; power++)
        if (fabs(moment(share, kernels[n].points, w, power)) > rounding(kernels[n].points, w, power))
          fail_msg("kernel %d, w %g, moment %d: %g", n, w, power, moment(share, kernels[n].points, w, power));
    }
}

static void fixed_shares_add_up(void **state) {
  (void)state;
  srand48(7);
  for (int n = 0; n < KERNELS; n++)
    for (int i = 0; i < 100000; i++) {
      const double w = i % 1000 == 0 ? 1.0 : drand48();
      const int32_t u = (int32_t)lrint((drand48() - 0.5) * 0x1p28);
      const int64_t v = (int64_t)llrint((drand48() - 0.5) * 0x1p57);
      int32_t share[REMESH_MOST_POINTS] = {0}, sum = 0;
      int64_t wide[REMESH_MOST_POINTS] = {0}, total = 0;
      remesh_shares_single_fixed(kernels[n].kernel, u, (float)w, share);
      remesh_shares_double_fixed(kernels[n].kernel, v, w, wide);
      for (int k = 0; k < kernels[n].points; k++) sum += share[k], total += wide[k];
      assert_int_equal(sum, u);
      assert_true(total == v);
    }
}

/* A particle on a grid point stays as it is, but for M'8; to rounding where polynomials are about the middle
 * between two points. */
static void resting_particles(void **state) {
  (void)state;
  for (int n = 0; n < KERNELS; n++) {
    const int own = kernels[n].points / 2 - 1;
    double share[REMESH_MOST_POINTS] = {0};
    remesh_shares_double(kernels[n].kernel, 1.0, 0.0, share);
    const double expected = kernels[n].kernel == REMESH_M8 ? 3020.0 / 3360.0 : 1.0;
    assert_true(fabs(share[own] - expected) < 1e-15);
    if (kernels[n].points > 6 || kernels[n].kernel == REMESH_L44) continue;
    for (int k = 0; k < kernels[n].points; k++) assert_true(share[k] == (k == own ? 1.0 : 0.0));
  }
}

/* What reaches a grid point stays below 16 times the largest value: particles at least 1/8 apart bring at
 * most 8 times the integral of |W|, and each of its peaks once more. */
static void room_of_fixed_sums(void **state) {
  (void)state;
  for (int n = 0; n < KERNELS; n++) {
    const int samples = 10000;
    double integral = 0.0, peaks = 0.0;
    for (int m = 0; m < kernels[n].points / 2; m++) {
      double peak = 0.0;
      for (int i = 0; i < samples; i++) {
        double share[REMESH_MOST_POINTS];
        remesh_shares_double(kernels[n].kernel, 1.0, (i + 0.5) / samples, share);
        const double w = fabs(share[m]);
        integral += 2.0 * w / samples;
        peak = fmax(peak, w);
      }
      peaks += 2.0 * peak;
    }
    assert_true(integral >= 1.0 - 1e-6);
    const double most = integral / (double)LINE_LEAST_SPACING + peaks;
    if (most >= 16.0) fail_msg("kernel %d: %g times the largest value", n, most);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moments_of_floating_shares),
      cmocka_unit_test(fixed_shares_add_up),
      cmocka_unit_test(resting_particles),
      cmocka_unit_test(room_of_fixed_sums),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
