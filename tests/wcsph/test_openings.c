/* SPDX-License-Identifier: BSD-3-Clause */
/* Open boundaries: the same bits on every backend, with any number of threads, through many steps and for a
 * run that was interrupted; no particle is lost from the account. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "check/read.h"
#include "setup.h"
#include "wcsph/hash.h"
#include "wcsph/openings/openings.h"
#include "wcsph/start/plan.h"

static const char *test_device(void) {
  const char *name = getenv("AMPHI_TEST_DEVICE");
  return name ? name : "host";
}

static void open_trial(struct trial *t, char *const overrides[], const char *backend, int threads) {
  trial_open(t, "poiseuille-open", overrides, backend,
             &(struct execution_options){.device = test_device(), .threads = threads});
}

static void step(struct trial *t, int steps) {
  for (int k = 0; k < steps; k++)
    if (wcsph_run_step(&t->run, 0.0) != STATUS_OK) fail_msg("step %d: %s", k, error_text());
}

/* Forms of faces and what is given at them, a file each in tests/wcsph/openings. */
static const struct {
  const char *name;
  int steps;
} forms[] = {{"jets", 250}, {"tide", 400}, {"pressed", 400}, {"absorbing", 400}};
enum { FORMS = sizeof forms / sizeof *forms };

static void open_form(struct trial *t, int which, const char *backend, int threads) {
  char path[512];
  snprintf(path, sizeof path, SOURCE_DIR "/tests/wcsph/openings/%s.yaml", forms[which].name);
  trial_open_file(t, path, NULL, 0, backend,
                  &(struct execution_options){.device = test_device(), .threads = threads});
}

static uint64_t hash_of(struct trial *t) {
  uint64_t hash = 0;
  assert_int_equal(wcsph_run_hash(&t->run, &hash), STATUS_OK);
  return hash;
}

/* The number of particles is those at the start, plus those that came, less those that went; no id twice. */
static void check_account(struct trial *t, uint32_t began) {
  uint64_t in = 0, out = 0;
  uint32_t known = 0;
  for (size_t k = 0; k < t->config.opening_count; k++) {
    const struct opening_log log = openings_logged(&t->run, k);
    in += log.in, out += log.out;
  }
  assert_true(in > 0 && out > 0);
  assert_int_equal(began + in - out - t->run.left, t->run.state.count);
  assert_int_equal(wcsph_fetch(t->run.backend, t->run.self, BUFFER_ID), STATUS_OK);
  uint32_t *row = trial_rows(&t->run);
  for (uint64_t id = 0; id < t->run.next_id; id++) known += row[id] != UINT32_MAX;
  assert_int_equal(known, t->run.state.count);
  free(row);
}

/* A short piece of the flow; water comes in and goes out, turns round, follows a level. */
#define SHORT                                                                                                \
  "dp=0.1", "gauges=[]", "summation=fixed", "domain.high=[1.6, 1]", "walls.plates.shapes.0.high=[1.6, 1]",   \
      "fluids.water.shapes.0.high=[1, 1]", "open_boundaries.outlet.low=[1, 0]",                              \
      "open_boundaries.outlet.high=[1, 1]"
enum { OVERRIDES = 16 };
static const struct {
  char *overrides[OVERRIDES];
  int steps;
} trials[] = {
    {{SHORT}, 400},
    {{SHORT, "integrator.scheme=symplectic", "boundary={model: dynamic}"}, 300},
    {{SHORT, "integrator.scheme=adams_bashforth", "formulation=incompressible"}, 300},
    {{SHORT, "open_boundaries.inlet.velocity={model: formula, formula: 6*y*(1-y)*cos(20*t)}",
      "open_boundaries.outlet.pressure={model: extrapolated}", "shifting={model: none}"},
     300},
    {{SHORT, "open_boundaries.inlet.pressure={model: zero-gradient}"}, 300},
    {{SHORT, "gravity=[0, -1]", "open_boundaries.inlet.surface={model: given, level: 0.5}",
      "fluids.water.shapes.0.high=[1, 0.5]", "open_boundaries.inlet.pressure={model: hydrostatic}",
      "open_boundaries.outlet.surface={model: free}"},
     300},
};
#ifdef AMPHI_SANITIZED /* which look for what a step reads and writes; the other builds' are many */
enum { TRIALS = sizeof trials / sizeof *trials, MANY = 400 };
#else
enum { TRIALS = sizeof trials / sizeof *trials, MANY = 10000 };
#endif

static uint64_t run_hash(int which, int steps, const char *backend, int threads) {
  char *overrides[OVERRIDES + 1] = {NULL};
  struct trial t;
  memcpy(overrides, trials[which].overrides, sizeof trials[which].overrides);
  open_trial(&t, overrides, backend, threads);
  const uint32_t began = t.run.state.count;
  step(&t, steps);
  if (which == 0) check_account(&t, began);
  const uint64_t hash = hash_of(&t);
  trial_close(&t);
  return hash;
}

static void all_backends_have_one_hash(void **state) {
  (void)state;
  for (int which = 0; which < TRIALS; which++) {
    const int steps = trials[which].steps;
    const uint64_t hash = run_hash(which, steps, "cpu", 3);
    if (run_hash(which, steps, "reference", 1) != hash)
      fail_msg("trial %d on the reference: another state", which);
    if (run_hash(which, steps, "offload", 1) != hash) fail_msg("trial %d on offload: another state", which);
  }
}

/* Circles, tilted polygons and boxes at once; a level in time, and flow that turns; pressures alone. On one
 * backend, then on another from a checkpoint. */
static void all_forms_have_one_hash(void **state) {
  (void)state;
  static const char *const ways[][2] = {{"cpu", "offload"}, {"offload", "reference"}, {"reference", "cpu"}};
  char path[] = "/tmp/amphi-forms-XXXXXX";
  const int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  for (int which = 0; which < FORMS; which++) {
    uint64_t hash = 0;
    for (int k = 0; k < 3; k++) {
      struct trial t;
      const int half = forms[which].steps / 2 + k;
      open_form(&t, which, ways[k][0], 2);
      const uint32_t began = t.run.state.count;
      step(&t, half);
      trial_go_on(&t, path, ways[k][1], &(struct execution_options){.device = test_device(), .threads = 2});
      step(&t, forms[which].steps - half);
      check_account(&t, began);
      if (k == 0) hash = hash_of(&t);
      if (hash_of(&t) != hash)
        fail_msg("%s, %s, then %s: another state", forms[which].name, ways[k][0], ways[k][1]);
      trial_close(&t);
    }
  }
  unlink(path);
}

/* Water comes in at the top and leaves the domain behind the last weir. */
static void a_cascade_has_one_hash(void **state) {
  (void)state;
  static const char *const backends[] = {"cpu", "reference", "offload"};
  char *overrides[] = {"summation=fixed", "open_boundaries.inlet.velocity.speed=1.6", NULL};
  uint64_t hash = 0;
  for (int k = 0; k < 3; k++) {
    struct trial t;
    trial_open(&t, "fish-pass", overrides, backends[k],
               &(struct execution_options){.device = test_device(), .threads = 2});
    step(&t, 150);
    assert_true(openings_logged(&t.run, 0).in > 0);
    if (k == 0) hash = hash_of(&t);
    if (hash_of(&t) != hash) fail_msg("%s: another state", backends[k]);
    trial_close(&t);
  }
}

static void through_many_steps(void **state) {
  (void)state;
  assert_int_equal(run_hash(0, MANY, "cpu", 1), run_hash(0, MANY, "reference", 1));
}

static void a_run_that_goes_on_has_it_too(void **state) {
  (void)state;
  static const char *const ways[][2] = {{"cpu", "offload"}, {"offload", "reference"}, {"reference", "cpu"}};
  char *overrides[] = {SHORT, NULL};
  char path[] = "/tmp/amphi-openings-XXXXXX";
  const int fd = mkstemp(path);
  uint64_t hash = 0;
  assert_true(fd >= 0);
  close(fd);
  for (int k = -1; k < 3; k++) {
    struct trial t;
    const int half = 101 + k; /* between samples of the fluid, too */
    open_trial(&t, overrides, k < 0 ? "cpu" : ways[k][0], 2);
    const uint32_t began = t.run.state.count;
    step(&t, half);
    if (k >= 0)
      trial_go_on(&t, path, ways[k][1], &(struct execution_options){.device = test_device(), .threads = 2});
    step(&t, 250 - half);
    check_account(&t, began);
    if (k < 0) hash = hash_of(&t);
    if (hash_of(&t) != hash) fail_msg("%s, then %s: another state", ways[k][0], ways[k][1]);
    trial_close(&t);
  }
  unlink(path);
}

/* The parabola that comes in stays one. */
static void flow_between_plates(void **state) {
  (void)state;
  struct trial t;
  double error = 0.0, whole = 0.0;
  open_trial(&t, (char *[]){NULL}, "cpu", 1);
  while (t.run.time < 3.0) step(&t, 1);
  const struct wcsph_state *s = &t.run.state;
  const struct range fluid = state_range(s, KIND_FLUID);
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    const double x = state_coordinate(s, s->pos[i].x, 0), y = state_coordinate(s, s->pos[i].y, 1);
    const double u = 6.0 * y * (1.0 - y), off = (double)s->vel[i].x - u;
    if (!(x > 1.0 && x < 2.0)) continue;
    error += off * off, whole += u * u;
  }
  if (!(sqrt(error / whole) < 0.02)) fail_msg("relative L2 error %g", sqrt(error / whole));
  trial_close(&t);
}

/* What only the plan can see, with the line of the case. */
static void refusals(void **state) {
  (void)state;
  static const struct {
    const char *name;
    char *overrides[3];
    const char *text;
  } wrong[] = {
      {"poiseuille-open",
       {"open_boundaries.inlet.velocity.speed=20"},
       "open_boundaries.inlet.velocity.speed: 20 m/s; expected at most the speed of sound, 15 m/s"},
      {"two-fluids-open", /* of what comes in, not of the fastest phase */
       {"phases.oil.speed_of_sound=8", "open_boundaries.oil.velocity={model: uniform, speed: 9}"},
       "open_boundaries.oil.velocity.speed: 9 m/s; expected at most the speed of sound, 8 m/s"},
      {"poiseuille-open",
       {"walls.plates.shapes=[{add: box, low: [-0.6, 0], high: [0, 1]}]"},
       "open_boundaries.inlet.shape: all of it is in walls; expected a face with room between them"},
      {"poiseuille-open",
       {"open_boundaries.inlet.velocity={model: free}", "fluids.water.shapes.0.low=[-0.6, 0]",
        "fluids.water.shapes.0.high=[-0.1, 1]"},
       "open_boundaries.inlet.velocity.model: no water is before the face, from which it could take its "
       "velocity"},
  };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    struct amphi_case c;
    void *plan = NULL;
    size_t n = 0;
    char path[512];
    while (n < 3 && wrong[k].overrides[n]) n++;
    snprintf(path, sizeof path, SOURCE_DIR "/cases/%s/case.yaml", wrong[k].name);
    if (case_read(&c, path, wrong[k].overrides, n) != STATUS_OK) fail_msg("%s", error_text());
    assert_int_equal(wcsph_plan_make(&plan, &c, false), STATUS_USAGE);
    if (!strstr(error_text(), wrong[k].text)) fail_msg("'%s', not '%s'", error_text(), wrong[k].text);
    wcsph_plan_free(plan);
    case_free(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_backends_have_one_hash),
      cmocka_unit_test(a_cascade_has_one_hash),
      cmocka_unit_test(all_forms_have_one_hash),
      cmocka_unit_test(through_many_steps),
      cmocka_unit_test(a_run_that_goes_on_has_it_too),
      cmocka_unit_test(flow_between_plates),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
