/* SPDX-License-Identifier: BSD-3-Clause */
/* What every row of KERNELS (wcsph/models/rows.h) has to have: unit integral, the moments of F that make
 * gradients of linear fields exact, F as the derivative of W, F <= 0, nothing beyond the support. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "wcsph/scalar.h"

enum { PIECES = 20000 };

static double w(enum kernel_kind k, double q) {
  return (double)kernel_w(k, (float)q);
}
/* dW/dq / q. */
static double f(enum kernel_kind k, double q) {
  return kernel_rows[k].f_scale * (double)kernel_f(k, (float)q);
}

/* Of value(q) q^power over the ball of the support, in `dim` dimensions: Gauss-Legendre with 2 points a
 * piece. */
static double integral(enum kernel_kind k, double (*value)(enum kernel_kind k, double q), int power,
                       int dim) {
  const struct kernel_row *row = &kernel_rows[k];
  const double pi = acos(-1.0), gauss = 0.5 / sqrt(3.0), dq = row->radius / PIECES;
  double sum = 0.0;
  for (int i = 0; i < 2 * PIECES; i++) {
    const double q = (i / 2 + 0.5 + (i % 2 ? gauss : -gauss)) * dq;
    sum += 0.5 * dq * (dim == 2 ? 2.0 * pi * q : 4.0 * pi * q * q) * pow(q, power) * value(k, q);
  }
  return sum * (dim == 2 ? row->norm_2d : row->norm_3d);
}

static void check(enum kernel_kind k, const char *what, double found, double expected, double allowed) {
  if (!(fabs(found - expected) <= allowed))
    fail_msg("kernel %s: %s is %.9g instead of %.9g", models_kernel[k].word, what, found, expected);
}

static void integral_is_one(void **state) {
  (void)state;
  for (enum kernel_kind k = 0; models_kernel[k].word; k++)
    for (int dim = 2; dim <= 3; dim++) check(k, "the integral", integral(k, w, 0, dim), 1.0, 1e-6);
}

/* The sum of -V r.grad W is the number of dimensions, which is exactness for linear fields; and by parts
 * again, the second moments of F and W are one. */
static void moments_fit(void **state) {
  (void)state;
  for (enum kernel_kind k = 0; models_kernel[k].word; k++)
    for (int dim = 2; dim <= 3; dim++) {
      check(k, "the gradient of a linear field", -integral(k, f, 2, dim) / dim, 1.0, 1e-5);
      check(k, "the second moment by F", -integral(k, f, 4, dim) / (dim + 2), integral(k, w, 2, dim), 1e-5);
    }
}

/* What limits the step of laminar viscosity. */
static void stiffness_is_twice_the_integral_of_f(void **state) {
  (void)state;
  for (enum kernel_kind k = 0; models_kernel[k].word; k++) {
    const double stiffest = -2.0 * fmin(integral(k, f, 0, 2), integral(k, f, 0, 3));
    check(k, "the stiffness", kernel_rows[k].stiffness, stiffest, 0.02 * stiffest);
  }
}

/* F q = dW/dq, against a central difference wide enough for single precision. */
static void f_is_the_derivative(void **state) {
  (void)state;
  const double e = 5e-3;
  for (enum kernel_kind k = 0; models_kernel[k].word; k++) {
    for (double q = 0.05; q < kernel_rows[k].radius - 0.01; q += 0.01) {
      check(k, "F q", f(k, q) * q, (w(k, q + e) - w(k, q - e)) / (2 * e), 1e-4);
      assert_true(f(k, q) < 0.0);
    }
  }
}

/* A particle that stands on another, or is itself, gets 0 F; so F is finite. */
static void f_is_finite_and_never_positive(void **state) {
  (void)state;
  for (enum kernel_kind k = 0; models_kernel[k].word; k++) {
    assert_true(isfinite(f(k, 0.0)));
    for (double q = 0.0; q < 8.0; q += 1.0 / 512.0) assert_true(f(k, q) <= 0.0 && w(k, q) >= 0.0);
  }
}

static void nothing_beyond_the_support(void **state) {
  (void)state;
  for (enum kernel_kind k = 0; models_kernel[k].word; k++) {
    const float radius = (float)kernel_rows[k].radius;
    assert_true(model_radius(&models_kernel[k]) == (double)radius); /* both exact */
    assert_true(kernel_w(k, 0.99f * radius) > 0.0f && kernel_f(k, 0.99f * radius) > 0.0f);
    for (float q = radius; q < 8.0f; q += 0.125f) {
      assert_true(kernel_w(k, q) == 0.0f);
      assert_true(kernel_f(k, q) == 0.0f);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integral_is_one),
      cmocka_unit_test(moments_fit),
      cmocka_unit_test(stiffness_is_twice_the_integral_of_f),
      cmocka_unit_test(f_is_the_derivative),
      cmocka_unit_test(f_is_finite_and_never_positive),
      cmocka_unit_test(nothing_beyond_the_support),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
