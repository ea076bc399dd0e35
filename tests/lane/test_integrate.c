/* SPDX-License-Identifier: BSD-3-Clause */
/* Time integration keeps its books: what a position or value could not hold is carried, not lost. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <float.h>
#include <math.h>

#include "lane/scalar.h"

static const float INV_QUANTUM = 0x1p30f; /* quanta a metre */
enum { STEPS = 1000000 };

static uint32_t random_word(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (uint32_t)(state >> 16);
}

/* Displacements of whole 1024ths of a quantum, which floats hold: not one may be missing at the end, also
 * when the position goes around. */
static void positions_lose_nothing(void **state) {
  (void)state;
  int64_t total = 0; /* 1024ths of a quantum */
  int32_t x = 2147000000;
  float rest = 0.0f;
  for (int n = 0; n < STEPS; n++) {
    int32_t parts = (int32_t)(random_word() % 4000001) - 1990000;
    total += parts;
    x = integrate_position(x, (float)parts * 0x1p-10f / INV_QUANTUM, INV_QUANTUM, &rest, SUM_KAHAN);
    assert_true(fabsf(rest) <= 0.5f);
  }
  int64_t whole = (total - (int64_t)(rest * 1024.0f)) / 1024;
  assert_true((total - (int64_t)(rest * 1024.0f)) % 1024 == 0);
  assert_true(INT64_C(2147000000) + whole > INT32_MAX); /* it went around */
  assert_int_equal((uint32_t)x, (uint32_t)(INT64_C(2147000000) + whole));
}

/* Any displacement: the error stays that of adding the rest, half a unit in the last place each step. */
static void positions_are_compensated(void **state) {
  (void)state;
  const float step = 0.3f / INV_QUANTUM; /* too small for an integer: plain sums never move */
  int32_t plain = 0, kept = 0;
  float no_rest = 0.0f, rest = 0.0f;
  for (int n = 0; n < STEPS; n++) {
    plain = integrate_position(plain, step, INV_QUANTUM, &no_rest, SUM_PLAIN);
    kept = integrate_position(kept, step, INV_QUANTUM, &rest, SUM_KAHAN);
  }
  double want = (double)step * (double)INV_QUANTUM * STEPS;
  assert_int_equal(plain, 0);
  assert_true(no_rest == 0.0f);
  assert_true(fabs((double)kept + (double)rest - want) <= STEPS * 0.5 * (double)FLT_EPSILON);
}

/* A million increments of a millionth on a value where a float holds one in 16. */
static void values_are_compensated(void **state) {
  (void)state;
  float plain = 8.0f, kept = 8.0f, no_rest = 0.0f, rest = 0.0f;
  for (int n = 0; n < STEPS; n++) {
    plain = integrate_value(plain, 1.1e-6f, &no_rest, SUM_PLAIN);
    kept = integrate_value(kept, 1.1e-6f, &rest, SUM_KAHAN);
  }
  double want = 8.0 + (double)1.1e-6f * STEPS;
  assert_true(no_rest == 0.0f);
  assert_true(fabs((double)kept - (double)rest - want) <= 4 * (double)FLT_EPSILON);
  assert_true(fabs((double)plain - want) > 1e-2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(positions_lose_nothing),
      cmocka_unit_test(positions_are_compensated),
      cmocka_unit_test(values_are_compensated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
