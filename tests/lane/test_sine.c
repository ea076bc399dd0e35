/* SPDX-License-Identifier: BSD-3-Clause */
/* Sine and cosine against the library's, and at the places where they are exact. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "lane/sine.h"

static void near_the_library(void **state) {
  (void)state;
  const long double turn = 2.0L * acosl(-1.0L);
  for (int k = -30000; k <= 30000; k++) {
    double t = k / 9973.0;
    double s = (double)sinl(turn * (long double)t), c = (double)cosl(turn * (long double)t);
    if (fabs(sine_of_turns(t) - s) > 4e-16) fail_msg("sin of %.17g turns: %.17g", t, sine_of_turns(t));
    if (fabs(cosine_of_turns(t) - c) > 4e-16 + 4 * fabs(t) * 2.3e-16)
      fail_msg("cos of %.17g turns: %.17g", t, cosine_of_turns(t));
  }
}

static void exact_places_and_symmetry(void **state) {
  (void)state;
  for (int k = -8; k <= 8; k++) {
    const double sines[] = {0.0, 1.0, 0.0, -1.0};
    double t = 0.25 * k;
    assert_true(fabs(sine_of_turns(t) - sines[(k + 8) % 4]) < 3e-16);
  }
  for (int k = 1; k < 1000; k++) {
    double t = k / 1024.0;
    assert_true(sine_of_turns(-t) == -sine_of_turns(t));
    assert_true(sine_of_turns(t + 3.0) == sine_of_turns(t)); /* exact: t has ten binary digits */
  }
}

static void turns_of_a_direction(void **state) {
  (void)state;
  for (int k = -4999; k <= 5000; k++) {
    const double t = k / 10000.0, angle = 2.0 * acos(-1.0) * t;
    const double found = turns_of(cos(angle), sin(angle));
    if (fabs(found - t) > 2e-16 && fabs(fabs(found - t) - 1.0) > 2e-16)
      fail_msg("%.17g turns: %.17g", t, found);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(near_the_library),
      cmocka_unit_test(exact_places_and_symmetry),
      cmocka_unit_test(turns_of_a_direction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
