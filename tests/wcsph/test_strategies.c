/* SPDX-License-Identifier: BSD-3-Clause */
/* Every strategy of the cpu backend has the bits of the reference, walls, periodic axes and all. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "setup.h"
#include "wcsph/hash.h"

enum { STEPS = 60 };

static char *strategies[][3] = {
    {NULL},
    {"cpu={strategy: cells}"},
    {"cpu={strategy: cells}", "neighbours.skin=0"},
    {"cpu={cells: half}"},
    {"cpu={cells: whole}"},
    {"cpu={pairs: twice}"},
    {"cpu={lanes: scalar}"},
    {"cpu={share: timed}"},
    {"cpu={share: dynamic}"},
    {"cpu={strategy: cells, cells: whole, pairs: twice, lanes: scalar, share: dynamic}", "neighbours.skin=0"},
};

static const struct {
  const char *name;
  char *overrides[5]; /* NULL at the end */
} cases[] = {
    {"dambreak-building", {"dp=0.05", "summation=fixed"}},
    {"dambreak-building",
     {"dp=0.05", "summation=fixed", "boundary={model: dummy}", "walls.tank.shapes.0.layers=4"}},
    {"taylor-green", {"dp=0.0625", "summation=fixed"}},
};

/* Hash after some steps; *pairs as counted in the last pass. */
static uint64_t run(const char *name, char *const overrides[], char *const more[], const char *backend,
                    uint64_t *pairs) {
  char *all[8] = {NULL};
  struct trial t;
  uint64_t hash;
  int n = 0;
  for (int k = 0; overrides[k]; k++) all[n++] = overrides[k];
  for (int k = 0; k < 3 && more[k]; k++) all[n++] = more[k];
  trial_open(&t, name, all, backend, &(struct execution_options){.threads = 3});
  for (int k = 0; k < STEPS; k++)
    if (wcsph_run_step(&t.run, 0.0) != STATUS_OK) fail_msg("%s, %s: %s", name, all[n - 1], error_text());
  assert_int_equal(wcsph_run_hash(&t.run, &hash), STATUS_OK);
  struct wcsph_counters counters;
  t.run.backend->count(t.run.self, &counters);
  assert_true(counters.checked >= counters.pairs && counters.lanes >= counters.checked);
  *pairs = counters.pairs;
  trial_close(&t);
  return hash;
}

static void strategies_have_the_bits_of_the_reference(void **state) {
  (void)state;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    struct trial t;
    uint64_t expected, pairs;
    trial_open(&t, cases[c].name, cases[c].overrides, "reference", &(struct execution_options){0});
    for (int k = 0; k < STEPS; k++) assert_int_equal(wcsph_run_step(&t.run, 0.0), STATUS_OK);
    assert_int_equal(wcsph_run_hash(&t.run, &expected), STATUS_OK);
    trial_close(&t);
    for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++) {
      uint64_t found = run(cases[c].name, cases[c].overrides, strategies[s], "cpu", &pairs);
      if (found != expected)
        fail_msg("%s (%zu), %s: state %016llx, by the reference %016llx", cases[c].name, c,
                 strategies[s][0] ? strategies[s][0] : "default", (unsigned long long)found,
                 (unsigned long long)expected);
      assert_true(pairs > 0);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(strategies_have_the_bits_of_the_reference)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
