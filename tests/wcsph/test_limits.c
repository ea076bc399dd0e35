/* SPDX-License-Identifier: BSD-3-Clause */
/* Fluid beyond the limits stops a run, or leaves it, on every backend the same and at the same step. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <string.h>

#include "setup.h"
#include "wcsph/hash.h"

enum { STEPS = 60 };

static const char *test_device(void) {
  const char *name = getenv("AMPHI_TEST_DEVICE");
  return name ? name : "host";
}

static uint64_t hash_of(struct trial *t) {
  uint64_t hash = 0;
  assert_int_equal(wcsph_run_hash(&t->run, &hash), STATUS_OK);
  return hash;
}

static void open_tight(struct trial *t, const char *leave, double lost, const char *backend, int threads) {
  char word[32], share[32],
      *overrides[] = {"scheme=classic", /* whose densities swing more */
                      "dp=0.02",
                      "summation=fixed",
                      "boundary={model: dummy, slip: free}",
                      "limits.density=[0.9995, 1.0015]",
                      word,
                      share,
                      NULL};
  snprintf(share, sizeof share, "limits.lost=%g", lost);
  snprintf(word, sizeof word, "limits.leave=%s", leave);
  trial_open(t, "dambreak2d", overrides, backend,
             &(struct execution_options){.device = test_device(), .threads = threads});
}

static const struct {
  const char *backend;
  int threads;
} ways[] = {{"reference", 1}, {"cpu", 1}, {"cpu", 3}, {"offload", 1}};

static void it_leaves(void **state) {
  (void)state;
  uint64_t hash = 0, left = 0;
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
    struct trial t;
    open_tight(&t, "true", 1.0, ways[k].backend, ways[k].threads);
    const uint32_t began = t.run.state.count;
    for (int n = 0; n < STEPS; n++)
      if (wcsph_run_step(&t.run, 0.0) != STATUS_OK) fail_msg("step %d: %s", n, error_text());
    assert_int_equal(wcsph_run_rebuild(&t.run),
                     STATUS_OK); /* particles that broke a limit in the last step go, too */
    assert_true(t.run.left > 0);
    assert_int_equal(t.run.state.count + t.run.left, began);
    if (k == 0) hash = hash_of(&t), left = t.run.left;
    assert_int_equal(t.run.left, left);
    if (hash_of(&t) != hash) fail_msg("%s: another state", ways[k].backend);
    trial_close(&t);
  }
}

static void it_stops_the_run(void **state) {
  (void)state;
  struct trial t;
  int status = STATUS_OK;
  open_tight(&t, "false", 1.0, "cpu", 2);
  for (int n = 0; n < STEPS && status == STATUS_OK; n++) status = wcsph_run_step(&t.run, 0.0);
  assert_int_equal(status, STATUS_DIVERGED);
  assert_non_null(strstr(error_text(), "its density is outside limits.density"));
  trial_close(&t);
}

/* A run ends once more than the allowed share of its fluid has left, at the same step on every backend, and
 * says when and where the first did: a place where fluid was. */
static void too_much_that_leaves_stops_the_run(void **state) {
  (void)state;
  char first[512] = "";
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
    struct trial t;
    int status = STATUS_OK;
    open_tight(&t, "true", 0.7, ways[k].backend, ways[k].threads);
    const uint64_t fluid = state_count(&t.run.state, KIND_FLUID);
    for (int n = 0; n < STEPS && status == STATUS_OK; n++) {
      assert_true((double)t.run.left <= 0.7 * (double)fluid);
      status = wcsph_run_step(&t.run, 0.0);
    }
    assert_int_equal(status, STATUS_DIVERGED);
    assert_true((double)t.run.left > 0.7 * (double)fluid);
    assert_true(t.run.lost.time > 0.0 && t.run.lost.time <= t.run.time);
    for (int a = 0; a < 2; a++)
      assert_true(t.run.lost.at[a] >= t.config.domain.low[a] && t.run.lost.at[a] <= t.config.domain.high[a]);
    assert_non_null(strstr(error_text(), "of the fluid is lost"));
    if (k == 0) snprintf(first, sizeof first, "%s", error_text());
    assert_string_equal(error_text(), first);
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_leaves), cmocka_unit_test(it_stops_the_run),
                                     cmocka_unit_test(too_much_that_leaves_stops_the_run)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
