/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/expression.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "util/error.h"

static const char *const names[] = {"x", "y", NULL};
static double values[2];

static double value_of(const char *text, double x, double y) {
  struct expression *e;
  values[0] = x;
  values[1] = y;
  if (expression_open(&e, text, names, values) != STATUS_OK) fail_msg("'%s': %s", text, error_text());
  const double value = expression_value(e);
  expression_close(e);
  return value;
}

static void test_values(void **state) {
  (void)state;
  assert_true(value_of("x - 2*y", 7.0, 2.5) == 2.0);
  assert_true(value_of("-x^2", 3.0, 0.0) == -9.0);
  assert_true(value_of("x < y ? 1.5 : -1.5", 1.0, 2.0) == 1.5);
  assert_true(value_of("x != y && x >= 1", 1.0, 2.0) == 1.0);
  assert_true(value_of("2^-1 + 1e-1*x + max(x, y)", 10.0, 3.0) == 11.5);
  assert_true(fabs(value_of("sin(pi*x) + ln(e)", 0.5, 0.0) - 2.0) < 1e-15);
  assert_true(isinf(value_of("1/x", 0.0, 0.0)));
}

/* What the expression reads is what the values hold when it is asked. */
static void test_variables(void **state) {
  (void)state;
  struct expression *e;
  assert_int_equal(expression_open(&e, "10*x + 1", names, values), STATUS_OK);
  for (int k = 0; k < 5; k++) {
    values[0] = k;
    assert_true(expression_value(e) == 10.0 * k + 1.0);
  }
  assert_true(expression_uses(e, "x"));
  assert_false(expression_uses(e, "y"));
  expression_close(e);
}

/* A comma for the decimal point in the user's language changes nothing. */
static void test_locale(void **state) {
  (void)state;
  static const char *const with_comma[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "nl_NL.UTF-8"};
  for (int k = 0; k < 3; k++) setlocale(LC_ALL, with_comma[k]);
  assert_true(value_of("x + 1.5", 1.0, 0.0) == 2.5);
  setlocale(LC_ALL, "C");
}

static void test_faults(void **state) {
  (void)state;
  static const struct {
    const char *text, *fault;
  } cases[] = {
      {"x + q", "unknown name 'q' at character 5; expected x, y, pi, e or a function"},
      {"pow(x, 2)", "unknown name 'pow' at character 1; expected x, y, pi, e or a function"},
      {"x +", "the expression ends where a value is expected"},
      {"", "the expression is empty"},
      {"(x", "a '(' has no ')'"},
      {"x)", "unexpected ')' at character 2"},
      {"x y", "unexpected 'y' at character 3"},
      {"2x", "unexpected 'x' at character 2"},
      {"x ** y", "unexpected '*' at character 4"},
      {"x % y", "unexpected '% y' at character 3"},
      {"1.5.2", "unexpected '.2' at character 4"},
      {"sin(x, y)", "too many arguments for 'sin' at character 9"},
      {"sin()", "too few arguments for 'sin' at character 5"},
      {"x ? y", "a '?' has no ':'"},
      {"x, y", "2 values with ',' between them; expected one"},
      {"x = 3", "'=' at character 3; expected '==' to compare"},
      {"\"x\"", "unexpected 'x' at character 4"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct expression *e;
    assert_int_equal(expression_open(&e, cases[k].text, names, values), STATUS_USAGE);
    assert_null(e);
    assert_string_equal(error_text(), cases[k].fault);
  }
}

static void test_names(void **state) {
  (void)state;
  struct expression *e;
  const char *const taken[] = {"pi", NULL}, *const odd[] = {"a b", NULL};
  assert_int_equal(expression_open(&e, "1", taken, values), STATUS_USAGE);
  assert_string_equal(
      error_text(), "'pi' cannot be the name of a value; expected letters and digits, and neither pi nor e");
  assert_int_equal(expression_open(&e, "1", odd, values), STATUS_USAGE);
}

/* Threads with an expression each do not disturb each other. */
static void test_threads(void **state) {
  (void)state;
  int wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  {
    double mine[2];
    struct expression *e;
    if (expression_open(&e, "x*x + 3*y", names, mine) == STATUS_OK) {
      for (int k = 0; k < 10000; k++) {
        mine[0] = k;
        mine[1] = -k;
        wrong += expression_value(e) != (double)k * k - 3.0 * k;
      }
      expression_close(e);
    } else {
      wrong++;
    }
  }
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values), cmocka_unit_test(test_variables), cmocka_unit_test(test_locale),
      cmocka_unit_test(test_faults), cmocka_unit_test(test_names),     cmocka_unit_test(test_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
