/* SPDX-License-Identifier: BSD-3-Clause */
/* Paddles that absorb: they take up what comes back, one hash on all backends, also when the run goes on from
 * a checkpoint. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "ways.h"
#include "wcsph/walls/motion.h"

static const char text[] = "method: wcsph\nscheme: classic\n"
                           "dimensions: 2\n"
                           "dp: 0.05\n"
                           "domain: {low: [-0.6, -0.4], high: [1.9, 0.8]}\n"
                           "gravity: [0, -9.81]\n"
                           "fluids: [{name: water, shapes: [{add: box, low: [0, 0], high: [1.5, 0.3]}]}]\n"
                           "walls:\n"
                           "  - {name: bed, shapes: [{add: box, low: [-0.5, -0.3], high: [1.8, 0]}, {add: "
                           "box, low: [1.5, 0], high: [1.8, 0.6]}]}\n"
                           "  - name: paddle\n"
                           "    motion: {type: paddle, direction: [2, 0], to: 1, waves: {depth: 0.3, height: "
                           "0.06, period: 1, absorb: true}}\n"
                           "    shapes: [{add: box, low: [-0.3, 0], high: [0, 0.6]}]\n"
                           "viscosity: {model: riemann}\n"
                           "boundary: {model: dummy, slip: free}\n"
                           "summation: fixed\n"
                           "end: 9\n";

/* Where the paddle is, how fast and how it accelerates. */
static void paddle_at(const struct trial *t, double time, double out[3]) {
  struct pose p;
  motion_place(&t->run, 1, time, &p);
  out[0] = p.shift[0], out[1] = p.velocity[0], out[2] = p.acceleration[0];
}

static void one_hash_on_all_backends(void **state) {
  (void)state;
  char *const schemes[] = {"integrator.scheme=verlet", "integrator.scheme=symplectic",
                           "integrator.scheme=adams_bashforth"};
  char *const off[] = {"walls.paddle.motion.waves.absorb=false"};
  for (size_t s = 0; s < sizeof schemes / sizeof *schemes; s++) {
    uint64_t hash[WAYS];
    for (int way = 0; way < WAYS; way++) {
      struct trial t;
      open_text(&t, text, &schemes[s], 1, way);
      steps(&t, 60);
      hash[way] = hash_of(&t);
      assert_true(hash[way] == hash[0]);
      trial_close(&t);
    }
    struct trial t;
    open_text(&t, text, off, s == 0, 1);
    steps(&t, 60);
    if (s == 0) assert_true(hash_of(&t) != hash[0]);
    trial_close(&t);
  }
}

/* Between two readings, on another backend. */
static void a_run_goes_on(void **state) {
  (void)state;
  char path[512];
  struct trial whole, t;
  snprintf(path, sizeof path, BINARY_DIR "/test_paddles_%d.h5", (int)getpid());
  open_text(&whole, text, NULL, 0, 1);
  steps(&whole, 120);
  const uint64_t hash = hash_of(&whole);
  trial_close(&whole);
  open_text(&t, text, NULL, 0, 0);
  steps(&t, 67);
  trial_go_on(&t, path, "cpu", &(struct execution_options){.threads = 2});
  steps(&t, 53);
  assert_true(hash_of(&t) == hash);
  trial_close(&t);
  remove(path);
}

/* The way has the speed that it says, and no jumps. */
static void ways_are_smooth(void **state) {
  (void)state;
  struct trial t;
  double before[3] = {0}, now[3], most = 0.0;
  open_text(&t, text, NULL, 0, 1);
  for (int k = 0; k < 200; k++) {
    const double then = t.run.time;
    paddle_at(&t, then, before);
    steps(&t, 1);
    paddle_at(&t, t.run.time, now);
    most = fmax(most, fabs(now[0] - before[0] - 0.5 * (before[1] + now[1]) * (t.run.time - then)));
  }
  trial_close(&t);
  assert_true(most < 2e-6);
}

/* What is left of the energy that one wave brought, eight periods later. */
static double energy_left(char *const overrides[], size_t n) {
  struct trial t;
  struct wcsph_totals first, last;
  double least = INFINITY, most = -INFINITY;
  open_text(&t, text, overrides, n, 1);
  assert_int_equal(wcsph_run_totals(&t.run, &first), STATUS_OK);
  while (t.run.time < 9.0) {
    steps(&t, 20);
    assert_int_equal(wcsph_run_totals(&t.run, &last), STATUS_OK);
    if (t.run.time > 8.0) least = fmin(least, last.kinetic), most = fmax(most, last.kinetic);
  }
  trial_close(&t);
  return most - least;
}

static void waves_go_into_it(void **state) {
  (void)state;
  char *const off[] = {"walls.paddle.motion.waves.absorb=false"};
  const double with = energy_left(NULL, 0), without = energy_left(off, 1);
  print_message("energy left with %g, without %g J/m\n", with, without);
  assert_true(with < 0.2 * without);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_hash_on_all_backends),
                                     cmocka_unit_test(a_run_goes_on), cmocka_unit_test(ways_are_smooth),
                                     cmocka_unit_test(waves_go_into_it)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
