/* SPDX-License-Identifier: BSD-3-Clause */
/* Equation of state: the polynomial against pow in double precision, and its inverse. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "law.h"
#include "wcsph/scalar.h"

static struct wcsph_law law_of_gamma(int gamma) {
  char text[32];
  snprintf(text, sizeof text, "material.gamma=%d", gamma);
  char *const overrides[] = {"dp=0.04", text, NULL};
  return law_of_case(overrides);
}

static void pressure_is_tait(void **state) {
  (void)state;
  for (int gamma = 1; gamma <= 7; gamma++) {
    struct wcsph_law law = law_of_gamma(gamma);
    double stiffness = (double)law.rho0 * (double)law.c0 * (double)law.c0 / gamma;
    for (float d = -0.2f; d <= 0.2f; d += 1e-3f) {
      double want = stiffness * expm1(gamma * log1p((double)d)), got = (double)eos_pressure(&law, d);
      assert_true(fabs(got - want) <= 8 * FLT_EPSILON * fabs(want)); /* also near d = 0: no cancellation */
    }
    assert_true(eos_pressure(&law, 0.0f) == law.background);
  }
}

static void density_is_the_inverse(void **state) {
  (void)state;
  for (int gamma = 1; gamma <= 7; gamma++) {
    struct wcsph_law law = law_of_gamma(gamma);
    assert_true(law.background == 0.0f); /* a large one would hide small pressures */
    assert_true(eos_density(&law, 0.0f) == 0.0f);
    for (float size = 1e-7f; size <= 0.2f; size *= 1.07f)
      for (int sign = -1; sign <= 1; sign += 2) {
        float d = (float)sign * size, p = eos_pressure(&law, d), back = eos_density(&law, p);
        if (fabsf(back - d) > 8 * FLT_EPSILON * size)
          fail_msg("gamma %d: d = %.9g comes back as %.9g", gamma, (double)d, (double)back);
      }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pressure_is_tait),
      cmocka_unit_test(density_is_the_inverse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
