/* SPDX-License-Identifier: BSD-3-Clause */
/* Cosine, exponential, logarithm and angle against those of the mathematics library in double. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#define LANES 1
#include "lane/elementary.h"

static void cosine(void **state) {
  (void)state;
  double worst = 0;
  for (float t = -3.0f; t < 3.0f; t += 0.00037f)
    worst = fmax(worst, fabs((double)real_cosine_of_turns(t) - cos(2 * M_PI * (double)t)));
  assert_true(worst < 6e-7);
  assert_true(real_cosine_of_turns(0.0f) == 1.0f && real_cosine_of_turns(1e6f) == 1.0f);
  assert_true(fabs((double)real_cosine_of_turns(0.25f)) < 4e-7);
  for (float t = 1e-6f; t < 0.1f; t *= 1.1f) {
    double small = 2 * pow(sin(M_PI * (double)t), 2);
    assert_true(fabs((double)real_wave(t) - small) < 6e-7 * small);
  }
}

static void exponential(void **state) {
  (void)state;
  double worst = 0;
  for (float x = -86.0f; x < 87.5f; x += 0.0173f)
    worst = fmax(worst, fabs((double)real_exp(x) / exp((double)x) - 1));
  assert_true(worst < 3e-7);
  assert_true(real_exp(0.0f) == 1.0f && real_exp(-100.0f) == 0.0f && isinf(real_exp(100.0f)));
}

static void logarithm(void **state) {
  (void)state;
  for (float x = 1e-30f; x < 1e30f; x *= 1.0137f) {
    double exact = log((double)x), error = fabs((double)real_log(x) - exact);
    assert_true(error < 2e-7 * fabs(exact) + 3e-8);
  }
  assert_true(real_log(1.0f) == 0.0f);
}

static void angle(void **state) {
  (void)state;
  double worst = 0;
  for (float a = -3.14f; a < 3.14f; a += 0.0013f)
    for (float r = 1e-5f; r < 1e5f; r *= 17.0f) {
      const float x = r * cosf(a), y = r * sinf(a);
      worst = fmax(worst, fabs((double)real_angle(y, x) - atan2((double)y, (double)x)));
    }
  assert_true(worst < 5e-7);
  assert_true(real_angle(0.0f, 0.0f) == 0.0f && real_angle(0.0f, 2.0f) == 0.0f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(cosine), cmocka_unit_test(exponential),
                                     cmocka_unit_test(logarithm), cmocka_unit_test(angle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
