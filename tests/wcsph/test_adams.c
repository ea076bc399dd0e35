/* SPDX-License-Identifier: BSD-3-Clause */
/* Adams-Bashforth's stage (wcsph/step_control.h) on y' = s y: how far it is stable, its order, steps that
 * change, and that a particle's row advances by it. */
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wcsph/particle.h"
#include "wcsph/step_control.h"

/* |y| after n steps of one length, from 1. */
static double size_after(double complex s, int n) {
  double complex y = 1.0, before = 0.0;
  for (int k = 0; k < n; k++) {
    const struct wcsph_stage stage = stage_adams_bashforth(1.0, k > 0 ? 1.0 : 0.0);
    const double complex rate = s * y;
    y += (double)stage.dv * (rate + (double)stage.lag * before);
    before = rate;
  }
  return cabs(y);
}

static void test_stable_where_said(void **state) {
  (void)state;
  for (double z = 0.05; z < 0.5; z += 0.05) assert_true(size_after(I * z, 2000) < 1.0);
  assert_true(size_after(I * 0.55, 2000) > 1e3);
  for (double x = 0.05; x < 0.9; x += 0.05) assert_true(size_after(-x, 2000) < 1e-3);
  assert_true(size_after(-0.95, 2000) > 1e3);
  for (double x = 0.1; x <= 0.3; x += 0.1)
    for (double z = 0.05; z < 0.6; z += 0.05) assert_true(size_after(-x + I * z, 2000) < 1e-3);
}

/* Of y' = -y + i y over 1, in n steps whose lengths differ from one to the next by up to half. */
static double error_of(int n) {
  const double complex s = -1.0 + I;
  double complex y = 1.0, before = 0.0;
  double time = 0.0, last = 0.0;
  for (int k = 0; k < n; k++) {
    const double dt = (1.0 + 0.2 * ((k % 3) - 1)) / n;
    const struct wcsph_stage stage = stage_adams_bashforth(dt, last);
    const double complex rate = s * y;
    y += (double)stage.dv * (rate + (double)stage.lag * before);
    before = rate, last = dt, time += dt;
  }
  return cabs(y - cexp(s * time));
}

/* The shift by 0.1 makes it of order one, with a tenth of the constant that Euler's scheme has. */
static void test_order(void **state) {
  (void)state;
  const double coarse = error_of(30), fine = error_of(300);
  assert_true(fine < coarse / 8.0);
  assert_true(fine < 0.2 * 0.5 * 2.0 / 300); /* Euler's is |s|^2 dt / 2 of it */
}

/* A step that is much longer than the one before does not extrapolate by as much. */
static void test_sudden_steps(void **state) {
  (void)state;
  const struct wcsph_stage stage = stage_adams_bashforth(1.0, 1e-6);
  assert_true((double)stage.dv < 2.0);
  assert_true(fabs((double)stage.dv * (1.0 + (double)stage.lag) - 1.0) < 1e-6); /* weights of sum 1 */
}

static void test_row(void **state) {
  (void)state;
  struct vec4 rate = {1.0f, 2.0f, 3.0f, 4.0f}, before = {5.0f, 6.0f, 7.0f, 8.0f};
  struct wcsph_state s = {.rate = &rate, .saved_vel = &before};
  const struct wcsph_stage stage = {.keeps_rate = true, .lag = -0.5f};
  const struct vec4 acts = particle_rate(&s, &stage, 0);
  assert_true(acts.x == -1.5f && acts.y == -1.0f && acts.z == -0.5f && acts.w == 0.0f);
  assert_true(before.x == 1.0f && before.y == 2.0f && before.z == 3.0f && before.w == 4.0f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_stable_where_said), cmocka_unit_test(test_order),
                                     cmocka_unit_test(test_sudden_steps), cmocka_unit_test(test_row)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
