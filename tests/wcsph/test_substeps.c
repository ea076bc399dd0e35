/* SPDX-License-Identifier: BSD-3-Clause */
/* Viscous sub-steps: the profile that plain steps give, on the way and in the end, in far fewer steps; what
 * the fluid loses its walls get; one hash on every backend and over a resume. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "one_hash.h"

#define GRAVITY 9.81
#define NU      0.1
#define HALF    0.01

static void open_thick(struct trial *t, char *substeps, double until) {
  char *overrides[] = {"summation=fixed", substeps, NULL};
  trial_open(t, "poiseuille-thick", overrides, "cpu", &(struct execution_options){.threads = 1});
  while (t->run.time < until)
    if (wcsph_run_step(&t->run, until) != STATUS_OK) fail_msg("%s", error_text());
  assert_int_equal(wcsph_fetch(t->run.backend, t->run.self, t->run.state.buffers), STATUS_OK);
}

/* From rest (Morris, Fox & Zhu 1997, eq. 21), with the walls at y = +-1 and time over HALF^2/NU. */
static double profile(double y, double time) {
  const double pi = 3.14159265358979;
  double sum = 0.5 * (1.0 - y * y);
  for (int n = 0; n < 50; n++) {
    const double k = (n + 0.5) * pi;
    sum -= 2.0 * (n % 2 ? -1.0 : 1.0) / (k * k * k) * cos(k * y) * exp(-k * k * time);
  }
  return sum * GRAVITY * HALF * HALF / NU;
}

/* Relative L2 error of the fluid's velocity. */
static double error_at(const struct trial *t) {
  const struct wcsph_state *s = &t->run.state;
  const struct range fluid = state_range(s, KIND_FLUID);
  double square = 0.0, norm = 0.0;
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    const double exact =
        profile(state_coordinate(s, s->pos[i].y, 1) / HALF - 1.0, t->run.time * NU / (HALF * HALF));
    square += ((double)s->vel[i].x - exact) * ((double)s->vel[i].x - exact);
    norm += exact * exact;
  }
  return sqrt(square / norm);
}

static void profile_is_that_of_plain_steps(void **state) {
  (void)state;
  struct trial plain, sub;
  open_thick(&plain, "viscosity.substeps=1", 0.0005);
  open_thick(&sub, "viscosity.substeps=1000", 0.0005);
  print_message("%d steps are off by %.4f, %d with sub-steps by %.4f\n", (int)plain.run.step,
                error_at(&plain), (int)sub.run.step, error_at(&sub));
  assert_true(error_at(&plain) < 0.02);
  assert_true(error_at(&sub) < 0.04); /* a step is a fifth of the slowest decay */
  assert_true(sub.run.step * 80 < plain.run.step);
  assert_true(sub.run.substeps * 3 < plain.run.step && sub.run.substeps > sub.run.step);
  assert_true(plain.run.substeps == 0);
  trial_close(&plain);
  trial_close(&sub);
}

static void profile_is_right_in_the_end(void **state) {
  (void)state;
  struct trial t;
  open_thick(&t, "viscosity.substeps=1000", 0.005);
  if (!(error_at(&t) < 0.01)) fail_msg("the steady profile is off by %g", error_at(&t));
  trial_close(&t);
}

/* The mean rates of a stage: gravity less the walls' share. */
static void walls_get_what_fluid_loses(void **state) {
  (void)state;
  struct trial t;
  open_thick(&t, "viscosity.substeps=1000", 0.0005);
  const struct wcsph_state *s = &t.run.state;
  double gained[ROW_KINDS] = {0.0};
  for (uint32_t i = 0; i < s->count; i++) gained[state_kind(s, i)] += (double)s->rate[i].x;
  const double weight = GRAVITY * state_count(s, KIND_FLUID);
  assert_true(gained[KIND_WALL] > 0.3 * weight);
  if (fabs(gained[KIND_FLUID] + gained[KIND_WALL] - weight) > 1e-4 * weight)
    fail_msg("fluid gains %g, walls %g, of %g m/s^2", gained[KIND_FLUID], gained[KIND_WALL], weight);
  trial_close(&t);
}

/* A step that sound limits anyway has one sub-step, and a cap holds the step back. */
static void there_are_as_few_as_can_be(void **state) {
  (void)state;
  struct trial t;
  char *thin[] = {"viscosity.nu=1e-5", NULL};
  trial_open(&t, "poiseuille-thick", thin, "cpu", &(struct execution_options){.threads = 1});
  steps(&t, 5);
  assert_true(t.run.substeps == 10); /* one in each stage */
  trial_close(&t);
  double dt[2];
  for (int k = 0; k < 2; k++) {
    char *capped[] = {k ? "viscosity.substeps=4" : "viscosity.substeps=1", NULL};
    trial_open(&t, "poiseuille-thick", capped, "cpu", &(struct execution_options){.threads = 1});
    steps(&t, 1);
    dt[k] = t.run.dt;
    trial_close(&t);
  }
  assert_true(fabs(dt[1] / dt[0] - 10.0) < 1e-6);
}

static void every_backend_has_one_hash(void **state) {
  (void)state;
  char *mud[] = {"summation=fixed", "viscosity.substeps=1000", NULL};
  char *monaghan[] = {"summation=fixed", "viscosity.model=monaghan", "boundary={model: dynamic}", NULL};
  char *plain[] = {"summation=fixed", NULL};
  assert_true(one_hash("poiseuille-rheology", mud) != hash_of("poiseuille-rheology", plain, "cpu", 20, 0));
  one_hash("poiseuille-thick", plain);
  one_hash("poiseuille-thick", monaghan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(profile_is_that_of_plain_steps), cmocka_unit_test(profile_is_right_in_the_end),
      cmocka_unit_test(walls_get_what_fluid_loses),     cmocka_unit_test(there_are_as_few_as_can_be),
      cmocka_unit_test(every_backend_has_one_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
