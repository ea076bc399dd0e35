/* SPDX-License-Identifier: BSD-3-Clause */
/* Smoothing kernels: unit integral, F as the derivative of W, nothing beyond the support. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "physics/scalar.h"

static const struct {
  enum kernel_kind kind;
  double radius, norm[2], scale;
} kernels[] = {
#define X(NAME, name, radius, norm2, norm3, scale) {KERNEL_##NAME, radius, {norm2, norm3}, scale},
    KERNELS(X)
#undef X
};
enum { KERNEL_COUNT = sizeof kernels / sizeof *kernels };

/* Composite Gauss-Legendre (2 points) of norm w(q) over the ball of radius 2 h. */
static void integral_is_one(void **state) {
  (void)state;
  const double pi = acos(-1.0), gauss = 0.5 / sqrt(3.0);
  const int n = 20000;
  for (int k = 0; k < KERNEL_COUNT; k++) {
    double area = 0.0, volume = 0.0, dq = kernels[k].radius / n;
    for (int i = 0; i < 2 * n; i++) {
      double q = (i / 2 + 0.5 + (i % 2 ? gauss : -gauss)) * dq,
             w = (double)kernel_w(kernels[k].kind, (float)q);
      area += 0.5 * dq * 2.0 * pi * q * w * kernels[k].norm[0];
      volume += 0.5 * dq * 4.0 * pi * q * q * w * kernels[k].norm[1];
    }
    assert_true(fabs(area - 1.0) < 1e-6);
    assert_true(fabs(volume - 1.0) < 1e-6);
  }
}

/* F q = dW/dq, against a central difference wide enough for single precision. */
static void f_is_the_derivative(void **state) {
  (void)state;
  for (int k = 0; k < KERNEL_COUNT; k++) {
    for (double q = 0.05; q < 1.95; q += 0.01) {
      double e = 5e-3;
      double slope = ((double)kernel_w(kernels[k].kind, (float)(q + e)) -
                      (double)kernel_w(kernels[k].kind, (float)(q - e))) /
                     (2 * e);
      double f = kernels[k].scale * (double)kernel_f(kernels[k].kind, (float)q) * q;
      assert_true(fabs(slope - f) < 1e-4);
      assert_true(f < 0.0);
    }
  }
}

static void nothing_beyond_the_support(void **state) {
  (void)state;
  for (int k = 0; k < KERNEL_COUNT; k++) {
    for (float q = 2.0f; q < 5.0f; q += 0.25f) {
      assert_true(kernel_w(kernels[k].kind, q) == 0.0f);
      assert_true(kernel_f(kernels[k].kind, q) == 0.0f);
    }
    assert_true(isfinite(kernel_f(kernels[k].kind, 0.0f)));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integral_is_one),
      cmocka_unit_test(f_is_the_derivative),
      cmocka_unit_test(nothing_beyond_the_support),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
