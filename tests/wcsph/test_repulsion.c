/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls that push fluid away by distance alone: the published forces, and that nothing else of a wall acts.
 */
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

#define DP 0.04

static struct wcsph_law law_with(char *boundary) {
  return law_of_case((char *const[]){"dp=0.04", boundary, "viscosity.alpha=0.2", NULL});
}

/* What a wall's particle gives fluid that lies still, or moves at (u, 0, 0), beside it, both off rho0. */
static struct pair_result at(const struct wcsph_law *law, double r, float u) {
  const struct pair_side fluid = {.d = 0.01f, .term = eos_momentum_term(law, 0.01f), .u = u},
                         wall = {.d = 0.02f, .term = eos_momentum_term(law, 0.02f)};
  const float x = (float)(0.6 * r / (double)law->h), y = (float)(0.8 * r / (double)law->h);
  return pair_interact(law, PAIR_FLUID_WALL, x, y, 0.0f, &fluid, &wall);
}

static double lennard_jones(double strength, double r, double h) {
  (void)h;
  return r < DP ? strength * (pow(DP / r, 12.0) - pow(DP / r, 6.0)) / r : 0.0;
}
static double monaghan_kajtar(double strength, double r, double h) {
  const double q = r / h;
  return q < 2.0 ? strength * (1.0 + 2.5 * q + 2.0 * q * q) * pow(2.0 - q, 5.0) / 32.0 / r : 0.0;
}

static void check(char *boundary, double (*force)(double strength, double r, double h)) {
  const struct wcsph_law law = law_with(boundary);
  for (double r = 0.61 * DP; r < 2.2 * (double)law.h; r *= 1.03) {
    const struct pair_result f = at(&law, r, 0.0f);
    const double unit = (double)law.unit_acceleration, expected = force(3.0, r, (double)law.h);
    const double bound = 1e-4 * expected + 1e-4 * 3.0 / DP; /* (dp/r)^12 - (dp/r)^6 cancels at dp */
    assert_true(fabs((double)f.ax * unit - 0.6 * expected) < bound);
    assert_true(fabs((double)f.ay * unit - 0.8 * expected) < bound && f.az == 0.0f);
    assert_true(f.rate_i == 0.0f && f.rate_j == 0.0f);
  }
  /* Nearer it stays finite, and still pushes. */
  const double most = (double)at(&law, 0.6 * DP, 0.0f).ax, nearer = (double)at(&law, 0.3 * DP, 0.0f).ax;
  assert_true(most * nearer > 0.0 && fabs(nearer) < 2.0 * fabs(most));
  assert_true(at(&law, 0.0, 0.0f).ax == 0.0f);
}

static void forces_are_as_published(void **state) {
  (void)state;
  check("boundary={model: lennard_jones, strength: 3}", lennard_jones);
  check("boundary={model: monaghan_kajtar, strength: 3}", monaghan_kajtar);
}

/* Beyond its reach a Lennard-Jones wall still damps what comes nearer, as other walls do. */
static void viscosity_acts(void **state) {
  (void)state;
  const struct wcsph_law law = law_with("boundary={model: lennard_jones}");
  const float unit = law.unit_acceleration;
  assert_true(at(&law, 1.2 * DP, 0.0f).ax == 0.0f);
  assert_true(at(&law, 1.2 * DP, 1.0f).ax == 0.0f && at(&law, 1.2 * DP, -1.0f).ax * unit > 0.0f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forces_are_as_published),
                                     cmocka_unit_test(viscosity_acts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
