/* SPDX-License-Identifier: BSD-3-Clause */
/* The program's own exponential, logarithm and hyperbolic functions against the library's. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "lane/exponent.h"

static void check(const char *what, double x, double mine, double theirs) {
  const double most = 1e-15 * (1.0 + fabs(x)) * fabs(theirs);
  if (!(fabs(mine - theirs) <= most)) fail_msg("%s(%g) = %.17g, not %.17g", what, x, mine, theirs);
}

static void agrees_with_the_library(void **state) {
  (void)state;
  for (double x = -40.0; x < 40.0; x += 0.0137) {
    check("exp", x, exponential(x), exp(x));
    check("sinh", x, hyperbolic_sine(x), sinh(x));
    check("cosh", x, hyperbolic_cosine(x), cosh(x));
    check("tanh", x, hyperbolic_tangent(x), tanh(x));
  }
  for (double x = 1e-9; x < 1e9; x *= 1.037)
    if (fabs(logarithm(x) - log(x)) > 4e-16 * fmax(fabs(log(x)), 0.5))
      fail_msg("log(%g) = %.17g, not %.17g", x, logarithm(x), log(x));
}

static void ends_are_plain(void **state) {
  (void)state;
  assert_true(exponential(0.0) == 1.0 && logarithm(1.0) == 0.0 && hyperbolic_sine(0.0) == 0.0);
  assert_true(exponential(-1e9) == 0.0 && exponential(1e9) == exponential(700.0));
  assert_true(hyperbolic_tangent(1e9) == 1.0 && hyperbolic_tangent(-1e9) == -1.0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_the_library),
                                     cmocka_unit_test(ends_are_plain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
