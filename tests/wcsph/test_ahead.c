/* SPDX-License-Identifier: BSD-3-Clause */
/* Several steps in one call of the backend: the run has the bits of single steps, ends where output is due,
 * and reports the same faults. By a backend that has only the reference's loops; and by the offload backend
 * on AMPHI_TEST_DEVICE. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <string.h>

#include "one_hash.h"

static void open_stepping(struct trial *t, char *const overrides[]) {
  const char *device = getenv("AMPHI_TEST_DEVICE");
  const struct execution_options options = {.device = device};
  trial_open(t, "dambreak-building", overrides, device ? "offload" : "reference", &options);
  if (device) return;
  trial_steps_ahead(t);
}

static char *const fixed[] = {"dp=0.06", "summation=fixed", NULL};

static void check_same(struct trial *ahead, struct trial *single) {
  uint64_t expected, hash;
  assert_int_equal(wcsph_run_hash(&single->run, &expected), STATUS_OK);
  assert_int_equal(wcsph_run_hash(&ahead->run, &hash), STATUS_OK);
  assert_true(hash == expected);
  assert_true(ahead->run.time == single->run.time && ahead->run.dt == single->run.dt);
  assert_int_equal(ahead->run.particle_steps, single->run.particle_steps);
}

/* Up to a step; many lists are old on the way. */
static void the_run_is_the_same(void **state) {
  (void)state;
  static char *const schemes[] = {"integrator.scheme=verlet", "integrator.scheme=adams_bashforth"};
  for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++) {
    char *overrides[8] = {schemes[k]};
    for (int n = 0; fixed[n]; n++) overrides[n + 1] = fixed[n];
    struct trial ahead, single;
    stepping_calls = 0;
    open_stepping(&ahead, overrides);
    trial_open(&single, "dambreak-building", overrides, "reference", &(struct execution_options){0});
    assert_int_equal(trial_go(&ahead, 400), STATUS_OK);
    steps(&single, 400);
    assert_int_equal(ahead.run.step, 400);
    check_same(&ahead, &single);
    if (!getenv("AMPHI_TEST_DEVICE")) assert_in_range(stepping_calls, 2, 200);
    trial_close(&ahead), trial_close(&single);
  }
}

/* The first step at a time or behind it is the last, whether time or step comes first. */
static void it_ends_where_somebody_looks(void **state) {
  (void)state;
  struct trial ahead, single;
  open_stepping(&ahead, fixed);
  trial_open(&single, "dambreak-building", fixed, "reference", &(struct execution_options){0});
  for (double look = 0.01; look < 0.1; look += 0.013) {
    while (single.run.time < look) steps(&single, 1);
    const struct horizon far = {look, UINT64_MAX}, near = {INFINITY, ahead.run.step + 1};
    assert_int_equal(wcsph_run_steps(&ahead.run, &near), STATUS_OK);
    assert_int_equal(ahead.run.step, near.step);
    while (ahead.run.time < look) assert_int_equal(wcsph_run_steps(&ahead.run, &far), STATUS_OK);
    assert_int_equal(ahead.run.step, single.run.step);
    check_same(&ahead, &single);
  }
  trial_close(&ahead), trial_close(&single);
}

static void what_goes_wrong_is_told_alike(void **state) {
  (void)state;
  char *const density[] = {"dp=0.06", "summation=fixed", "limits.density=[0.98, 1.004]", NULL};
  const struct horizon h = {INFINITY, UINT64_MAX};
  for (int overflows = 0; overflows < 2; overflows++) {
    char *const *const overrides = overflows ? fixed : density;
    struct trial ahead, single;
    int status = STATUS_OK, expected = STATUS_OK;
    open_stepping(&ahead, overrides);
    trial_open(&single, "dambreak-building", overrides, "reference", &(struct execution_options){0});
    if (overflows) {
      assert_int_equal(trial_go(&ahead, 30), STATUS_OK);
      steps(&single, 30);
      ahead.run.law.quanta_acceleration *= 0x1p22f, single.run.law.quanta_acceleration *= 0x1p22f;
    }
    while (expected == STATUS_OK) expected = wcsph_run_step(&single.run, 0.0);
    while (status == STATUS_OK) status = wcsph_run_steps(&ahead.run, &h);
    assert_int_equal(status, STATUS_DIVERGED);
    assert_int_equal(ahead.run.motion.fault, overflows ? FAULT_OVERFLOW : FAULT_DENSITY);
    assert_string_equal(ahead.run.diverged, single.run.diverged);
    assert_int_equal(ahead.run.step, single.run.step);
    assert_true(ahead.run.time == single.run.time);
    assert_int_equal(ahead.run.particle_steps, single.run.particle_steps);
    trial_close(&ahead), trial_close(&single);
  }
}

/* Whatever a step has besides is none of the backend's. */
static void it_takes_bare_steps_alone(void **state) {
  (void)state;
  char *const more[] = {"boundary={model: dummy, slip: no}",
                        "integrator.scheme=symplectic",
                        "shifting={model: xsph, strength: 0.5}",
                        "density_diffusion={model: antuono, delta: 0.1}",
                        "damping_zones=[{name: end, from: [0.5, 0, 0], to: [1, 0, 0]}]",
                        "gradient_correction=reverse"};
  const struct horizon h = {INFINITY, 10};
  for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
    char *const overrides[] = {"dp=0.06", more[k], NULL};
    struct trial t;
    open_stepping(&t, overrides);
    assert_int_equal(wcsph_run_steps(&t.run, &h), STATUS_OK);
    assert_int_equal(t.run.step, 1);
    assert_int_equal(stepping_calls, 0);
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_run_is_the_same),
      cmocka_unit_test(it_ends_where_somebody_looks),
      cmocka_unit_test(what_goes_wrong_is_told_alike),
      cmocka_unit_test(it_takes_bare_steps_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
