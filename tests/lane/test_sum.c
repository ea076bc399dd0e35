/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums of whole quanta: what one addition does, that no order matters, and what an overflow is. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <float.h>
#include <math.h>

#include "../wcsph/law.h"
#include "lane/scalar.h"

static float random_term(uint64_t *random) {
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return ldexpf((float)(int32_t)(*random >> 32), (int)(*random >> 20 & 15) - 30);
}

/* A term counts as its nearest multiple of a quantum, ties to even. */
static void a_term_is_rounded_once(void **state) {
  (void)state;
  const float scale = 0x1p10f, terms[] = {0x1p-11f, 0x3p-11f, -0x1p-11f, -0x3p-11f, 0x1.4p-10f, 1.0f, 3e3f};
  const int64_t quanta[] = {0, 2, 0, -2, 1, 1024, 3072000};
  for (size_t k = 0; k < sizeof terms / sizeof *terms; k++) {
    struct sum s = {0};
    sum_add(&s, sum_term(terms[k], scale, SUM_FIXED), SUM_FIXED);
    assert_true(s.quanta == quanta[k]);
    assert_true(sum_value(&s, scale, SUM_FIXED) == (float)quanta[k] / 1024.0f);
  }
}

/* What one gets the other gives, rounded together: nothing is left over, ties included. */
static void an_exchange_leaves_nothing(void **state) {
  (void)state;
  uint64_t random = 7;
  struct sum i = {0}, j = {0};
  for (int k = 0; k < 1000; k++)
    sum_exchange(&i, &j, k % 3 ? 0.5f * (float)k : 0x1p30f * random_term(&random), SUM_FIXED);
  assert_true(i.quanta != 0 && i.quanta + j.quanta == 0);
}

/* Large terms that cancel lose none of the small ones, in any order; a sum of floats does. */
static void no_order_matters(void **state) {
  (void)state;
  enum { N = 1000 };
  const float scale = 0x1p44f;
  float terms[2 * N];
  uint64_t random = 1;
  for (int k = 0; k < N; k++) {
    terms[2 * k] = random_term(&random);
    terms[2 * k + 1] = k % 10 ? -terms[2 * k] : 1e-9f * terms[2 * k];
  }
  int64_t first = 0;
  float plain[2] = {0};
  for (int order = 0; order < 8; order++) {
    const int step = (int[]){1, 3, 7, 9, 11, 13, 17, 1999}[order]; /* all prime to 2 N */
    struct sum s = {0};
    struct sum p = {0};
    for (int k = 0; k < 2 * N; k++) {
      float term = terms[k * step % (2 * N)];
      sum_add(&s, sum_term(term, scale, SUM_FIXED), SUM_FIXED);
      sum_add(&p, sum_term(term, scale, SUM_PLAIN), SUM_PLAIN);
    }
    if (order == 0) first = s.quanta;
    assert_true(s.quanta == first && first != 0);
    plain[order > 0] = p.value;
  }
  assert_true(plain[0] != plain[1]);
}

static void the_finished_sum_is_rounded_once(void **state) {
  (void)state;
  struct sum s = {.quanta = (1ll << 40) + (1ll << 16)}; /* a tie between two floats: the even one */
  assert_true(sum_value(&s, 0x1p40f, SUM_FIXED) == 1.0f);
  s.quanta += 1;
  assert_true(sum_value(&s, 0x1p40f, SUM_FIXED) == 1.0f + 0x1p-23f);
  s.quanta = -s.quanta;
  assert_true(sum_value(&s, 0x1p40f, SUM_FIXED) == -1.0f - 0x1p-23f);
}

/* Sums of every fourth term, merged, are the sum of all: to the bit under fixed, and as near as one sum where
 * rounding is compensated, which plain floats are not. */
static void shares_make_one_sum(void **state) {
  (void)state;
  enum { N = 4000, SHARES = 4 };
  static const enum summation modes[] = {SUM_PLAIN, SUM_KAHAN, SUM_NEUMAIER, SUM_DOUBLE, SUM_FIXED};
  const float scale = 0x1p30f;
  for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
    struct sum all = {0}, of[SHARES] = {{{{0}}}};
    double exact = 0.0;
    for (int k = 0; k < N; k++) {
      const float term = 1.0f + 0.1f * (float)(k % 7);
      exact += (double)term;
      sum_add(&all, sum_term(term, scale, modes[m]), modes[m]);
      sum_add(&of[k % SHARES], sum_term(term, scale, modes[m]), modes[m]);
    }
    for (int k = 1; k < SHARES; k++) sum_merge(&of[0], &of[k], modes[m]);
    if (modes[m] == SUM_FIXED) assert_true(of[0].quanta == all.quanta);
    const double off = fabs((double)sum_value(&of[0], scale, modes[m]) - exact) / exact;
    assert_true(modes[m] == SUM_PLAIN ? off > 2.0 * (double)FLT_EPSILON : off <= (double)FLT_EPSILON);
  }
}

static void a_large_term_or_sum_is_an_overflow(void **state) {
  (void)state;
  const float largest = 0x1.fffffep50f;
  assert_true(sum_load(0.0f, largest) < SUM_TERM_LIMIT);
  assert_false(sum_load(0.0f, -0x1p51f) < SUM_TERM_LIMIT);
  assert_false(sum_load(sum_load(0.0f, INFINITY), 1.0f) < SUM_TERM_LIMIT);
  for (int sign = -1; sign <= 1; sign += 2) {
    struct sum s = {0};
    for (int k = 0; k < 2047; k++) sum_add(&s, (float)sign * largest, SUM_FIXED);
    assert_true(sum_total_load(0.0f, &s) < SUM_TERM_LIMIT);
    for (int k = 0; k < 3; k++) sum_add(&s, (float)sign * largest, SUM_FIXED);
    assert_false(sum_total_load(0.0f, &s) < SUM_TERM_LIMIT);
  }
}

/* Two, behind terms that exceed it: Kahan's compensation goes with the sum that it was of (Neumaier 1974). */
static void what_exceeds_the_sum_does_not_take_it_along(void **state) {
  (void)state;
  const float terms[] = {1.0f, 0x1p40f, 1.0f, -0x1p40f};
  const struct {
    enum summation mode;
    float total;
  } modes[] = {{SUM_PLAIN, 0.0f}, {SUM_KAHAN, 0.0f}, {SUM_NEUMAIER, 2.0f}, {SUM_DOUBLE, 2.0f}};
  for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
    struct sum s = {0};
    for (int k = 0; k < 4; k++) sum_add(&s, terms[k], modes[m].mode);
    const float total = sum_value(&s, 1.0f, modes[m].mode);
    if (total != modes[m].total) fail_msg("mode %d: %g", (int)modes[m].mode, (double)total);
  }
}

static bool is_power_of_two(float x) {
  int exponent;
  return frexpf(x, &exponent) == 0.5f;
}

/* Every quantity has 2^43 to 2^44 quanta in its own scale, whatever the size of the case. */
static void quanta_follow_the_case(void **state) {
  (void)state;
  char *const sizes[] = {"dp=0.04", "dp=0.02"};
  for (int k = 0; k < 2; k++)
    for (int fast = 0; fast < 2; fast++) {
      char *overrides[] = {sizes[k], fast ? "material.speed_of_sound=1500" : "material.speed_of_sound=20",
                           NULL};
      struct wcsph_law law = law_of_case(overrides);
      const double c0 = (double)law.c0, h = (double)law.h;
      const double a = fabs((double)law.unit_acceleration), rate = fabs((double)law.unit_rate);
      const double scales[] = {
          c0 * c0 / h / a, c0 / h / rate, c0 * c0 / h, 1.0, (double)law.rho0 * c0 * c0, c0, 1.0 / h};
      const float quanta[] = {law.quanta_acceleration, law.quanta_rate,     law.quanta_reaction,
                              law.quanta_weight,       law.quanta_pressure, law.quanta_velocity,
                              law.quanta_gradient};
      for (int i = 0; i < 7; i++) {
        assert_true(is_power_of_two(quanta[i]));
        double share = scales[i] * (double)quanta[i] / 0x1p44;
        assert_true(share >= 0.5 * (1.0 - 1e-6) && share <= 1.0 + 1e-6);
      }
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_term_is_rounded_once),
      cmocka_unit_test(an_exchange_leaves_nothing),
      cmocka_unit_test(no_order_matters),
      cmocka_unit_test(the_finished_sum_is_rounded_once),
      cmocka_unit_test(shares_make_one_sum),
      cmocka_unit_test(a_large_term_or_sum_is_an_overflow),
      cmocka_unit_test(what_exceeds_the_sum_does_not_take_it_along),
      cmocka_unit_test(quanta_follow_the_case),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
