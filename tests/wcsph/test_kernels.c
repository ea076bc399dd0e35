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

#include <math.h>

#include "law.h"
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

/* The least of what pushes particles of a square lattice back under pressure, over all waves of displacements
 * that leave sum V W as it is (docs/theory/kernels.md), but for the longest; Wendland's kernel. */
static double lattice_bears(double ratio) {
  enum { WAVES = 20, REACH = 6 };
  const double pi = acos(-1.0), e = 1e-2;
  double least = INFINITY;
  for (int m = 4; m <= WAVES; m++)
    for (int n = 0; n <= m; n++) {
      const double k[2] = {pi * ratio * m / WAVES, pi * ratio * n / WAVES};
      double d[3] = {0.0, 0.0, 0.0}, along[2] = {0.0, 0.0}; /* xx, yy, xy */
      for (int x = -REACH; x <= REACH; x++)
        for (int y = -REACH; y <= REACH; y++) {
          const double r[2] = {x / ratio, y / ratio}, q = hypot(r[0], r[1]);
          if (q == 0.0 || q >= 2.0) continue;
          const double phase = k[0] * r[0] + k[1] * r[1], first = f(KERNEL_WENDLAND, q);
          const double slope = (f(KERNEL_WENDLAND, q + e) - f(KERNEL_WENDLAND, q - e)) / (2.0 * e) / q;
          for (int a = 0; a < 2; a++) {
            along[a] += sin(phase) * first * r[a];
            d[a] += (1.0 - cos(phase)) * (first + slope * r[a] * r[a]);
          }
          d[2] += (1.0 - cos(phase)) * slope * r[0] * r[1];
        }
      const double size = hypot(along[0], along[1]), middle = 0.5 * (d[0] + d[1]);
      const double across = (d[0] * along[1] * along[1] + d[1] * along[0] * along[0]) / (size * size) -
                            2.0 * d[2] * along[0] * along[1] / (size * size);
      const double any = middle - hypot(0.5 * (d[0] - d[1]), d[2]);
      least = fmin(least, size > 1e-4 ? across : any);
    }
  return least;
}

/* Of the standard scheme's ratio in 2-D, or water at rest breaks up its lattice and keeps currents. */
static void the_lattice_bears_pressure(void **state) {
  (void)state;
  const struct wcsph_law law = law_of("standing-wave", (char *const[]){NULL});
  const double ratio = (double)law.h / sqrt((double)law.volume);
  if (!(lattice_bears(ratio) > 0.0)) fail_msg("h/dp %g: %g", ratio, lattice_bears(ratio));
  assert_true(lattice_bears(2.0) > 0.0 && lattice_bears(2.4) < 0.0 && lattice_bears(2.6) < 0.0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integral_is_one),
      cmocka_unit_test(moments_fit),
      cmocka_unit_test(stiffness_is_twice_the_integral_of_f),
      cmocka_unit_test(f_is_the_derivative),
      cmocka_unit_test(f_is_finite_and_never_positive),
      cmocka_unit_test(nothing_beyond_the_support),
      cmocka_unit_test(the_lattice_bears_pressure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
