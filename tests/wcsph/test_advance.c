/* SPDX-License-Identifier: BSD-3-Clause */
/* One stage of an integrator for one particle: what is carried, what is bounded. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "wcsph/scalar.h"

static struct moving advanced(const struct wcsph_law *law, float d, float rate_d) {
  const struct wcsph_stage euler = {.dv = 0.5f, .dx = 0.5f};
  const float inv_quantum[3] = {1e6f, 1e6f, 1e6f}, rate[4] = {0.0f, 0.0f, -2.0f, rate_d};
  struct moving now = {.v = {1.0f, 0.0f, 0.0f, d}}, next;
  advance_fluid(law, &euler, inv_quantum, &now, &now, rate, &next);
  return next;
}

static void moves_by_its_velocity_and_rates(void **state) {
  (void)state;
  const struct wcsph_law law = {.lowest_d = -1.0f, .summation = SUM_KAHAN};
  struct moving m = advanced(&law, 0.25f, 0.5f);
  assert_int_equal(m.x[0], 500000);
  assert_int_equal(m.x[1], 0);
  assert_true(m.v[0] == 1.0f && m.v[1] == 0.0f && m.v[2] == -1.0f && m.v[3] == 0.5f);
}

static void density_keeps_its_bound(void **state) {
  (void)state;
  struct wcsph_law law = {.lowest_d = -0.125f, .summation = SUM_KAHAN};
  assert_true(advanced(&law, 0.0f, -1.0f).v[3] == -0.125f);
  assert_true(advanced(&law, 0.0f, -1.0f).v_compensation[3] == 0.0f);
  assert_true(advanced(&law, 0.0f, -0.125f).v[3] == -0.0625f);
  assert_true(isnan(advanced(&law, 0.0f, NAN).v[3]));
  law.lowest_d = -1.0f; /* none */
  assert_true(advanced(&law, 0.0f, -1.0f).v[3] == -0.5f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moves_by_its_velocity_and_rates),
      cmocka_unit_test(density_keeps_its_bound),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
