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

static void open_tight(struct trial *t, const char *leave, const char *backend, int threads) {
  char word[32], *overrides[] = {"dp=0.02",
                                 "summation=fixed",
                                 "boundary={model: dummy, slip: free}",
                                 "limits.density=[0.9995, 1.0015]",
                                 word,
                                 NULL};
  snprintf(word, sizeof word, "limits.leave=%s", leave);
  trial_open(t, "dambreak2d", overrides, backend,
             &(struct execution_options){.device = test_device(), .threads = threads});
}

static void it_leaves(void **state) {
  (void)state;
  static const struct {
    const char *backend;
    int threads;
  } ways[] = {{"reference", 1}, {"cpu", 1}, {"cpu", 3}, {"offload", 1}};
  uint64_t hash = 0, left = 0;
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
    struct trial t;
    open_tight(&t, "true", ways[k].backend, ways[k].threads);
    const uint32_t began = t.run.state.count;
    for (int n = 0; n < STEPS; n++)
      if (wcsph_run_step(&t.run, 0.0) != STATUS_OK) fail_msg("step %d: %s", n, error_text());
    assert_int_equal(wcsph_run_rebuild(&t.run), STATUS_OK); /* who broke a limit in the last step goes, too */
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
  open_tight(&t, "false", "cpu", 2);
  for (int n = 0; n < STEPS && status == STATUS_OK; n++) status = wcsph_run_step(&t.run, 0.0);
  assert_int_equal(status, STATUS_DIVERGED);
  assert_non_null(strstr(error_text(), "its density is outside limits.density"));
  trial_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_leaves), cmocka_unit_test(it_stops_the_run)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
