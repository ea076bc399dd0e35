/* SPDX-License-Identifier: BSD-3-Clause */
/* Every strategy of the cpu and offload backends has the bits of the reference, walls, periodic axes and all.
 */
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

enum { STEPS = 60, OFFLOAD_STEPS = 10 }; /* of both backends, the reference's on the way */

static char *strategies[][3] = {
    {NULL},
    {"cpu={strategy: cells}"},
    {"cpu={strategy: cells}", "neighbours.skin=0"},
    {"cpu={cells: half}"},
    {"cpu={cells: whole}"},
    {"cpu={pairs: twice}"},
    {"neighbours.every=3"},
    {"cpu={lanes: scalar}"},
    {"cpu={share: timed}"},
    {"cpu={share: dynamic}"},
    {"cpu={strategy: cells, cells: whole, pairs: twice, lanes: scalar, share: dynamic}", "neighbours.skin=0"},
};

/* Of the offload backend: each option, and those that a force pass or a list takes together. */
static char *offloads[][3] = {
    {NULL},
    {"offload={strategy: cells}"},
    {"offload={strategy: fine_cells, passes: separate}"},
    {"offload={strategy: cells, records: apart}"},
    {"offload={strategy: cells, records: apart, passes: separate, team: 64}"},
    {"offload={strategy: list, team: 32}"},
    {"offload={strategy: list, records: apart}"},
    {"offload={strategy: list, passes: separate}"},
    {"offload={strategy: list, types: mixed}"},
    {"offload={strategy: list, types: mixed, passes: separate}"},
    {"offload={strategy: list, order: particle}"},
    {"offload={strategy: cells, ranges: stored}"},
    {"offload={strategy: fine_cells, ranges: stored, records: apart}"},
    {"offload={strategy: cells, ranges: stored, passes: separate}"},
    {"offload={strategy: list, search: wide}"},
    {"offload={strategy: list, search: cell}"},
    {"offload={strategy: list, order: particle, types: mixed, search: cell}"},
    {"offload={stages: forces}"},
    {"offload={stages: forces, strategy: fine_cells, records: apart, passes: separate}", "neighbours.skin=0"},
};

static const struct {
  const char *name;
  char *overrides[5]; /* NULL at the end */
  bool tells;         /* walls from fluid by the list, in more passes than that of forces */
} cases[] = {
    {"dambreak-building", {"dp=0.05", "summation=fixed"}, false},
    {"dambreak-building",
     {"dp=0.05", "summation=fixed", "boundary={model: dummy}", "walls.tank.shapes.0.layers=4"},
     false},
    {"taylor-green", {"dp=0.0625", "summation=fixed"}, false},
    {"dambreak2d", {"scheme=classic", "dp=0.03", "summation=fixed", "boundary.model=mdbc"}, false},
    {"dambreak2d", {"scheme=classic", "dp=0.03", "summation=fixed", "boundary.model=semi_analytical"}, true},
    {"dambreak-building", {"dp=0.06", "summation=fixed", "boundary.model=semi_analytical"}, true},
};

/* Hash after some steps; *pairs as counted in the last pass. */
static uint64_t run(const char *name, char *const overrides[], char *const more[], const char *backend,
                    int steps, uint64_t *pairs) {
  char *all[8] = {NULL};
  struct trial t;
  uint64_t hash;
  int n = 0;
  for (int k = 0; overrides[k]; k++) all[n++] = overrides[k];
  for (int k = 0; k < 3 && more[k]; k++) all[n++] = more[k];
  const char *device = getenv("AMPHI_TEST_DEVICE");
  trial_open(&t, name, all, backend,
             &(struct execution_options){.threads = 3, .device = device ? device : "host"});
  for (int k = 0; k < steps; k++)
    if (wcsph_run_step(&t.run, 0.0) != STATUS_OK) fail_msg("%s, %s: %s", name, all[n - 1], error_text());
  assert_int_equal(wcsph_run_hash(&t.run, &hash), STATUS_OK);
  struct wcsph_counters counters;
  t.run.backend->count(t.run.self, &counters);
  if (counters.checked) assert_true(counters.checked >= counters.pairs && counters.lanes >= counters.checked);
  *pairs = counters.pairs;
  trial_close(&t);
  return hash;
}

/* A list of mixed types, to models that tell walls from fluid by it. */
static void is_refused(size_t c, char *strategy) {
  char *all[6] = {strategy};
  for (int k = 0; cases[c].overrides[k]; k++) all[k + 1] = cases[c].overrides[k];
  struct trial t;
  trial_open(&t, cases[c].name, all, "offload", &(struct execution_options){.device = "host"});
  assert_int_equal(wcsph_run_step(&t.run, 0.0), STATUS_USAGE);
  assert_non_null(strstr(error_text(), "expected split"));
  trial_close(&t);
}

static void hold(const char *backend, int steps, char *strategies[][3], size_t count, size_t c,
                 uint64_t expected) {
  for (size_t k = 0; k < count; k++) {
    if (cases[c].tells && strategies[k][0] && strstr(strategies[k][0], "types: mixed")) {
      is_refused(c, strategies[k][0]);
      continue;
    }
    uint64_t pairs, found = run(cases[c].name, cases[c].overrides, strategies[k], backend, steps, &pairs);
    if (found != expected)
      fail_msg("%s (%zu), %s, %s: state %016llx, by the reference %016llx", cases[c].name, c, backend,
               strategies[k][0] ? strategies[k][0] : "default", (unsigned long long)found,
               (unsigned long long)expected);
    assert_true(pairs > 0);
  }
}

static void strategies_have_the_bits_of_the_reference(void **state) {
  (void)state;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    struct trial t;
    uint64_t early, expected;
    trial_open(&t, cases[c].name, cases[c].overrides, "reference", &(struct execution_options){0});
    for (int k = 0; k < OFFLOAD_STEPS; k++) assert_int_equal(wcsph_run_step(&t.run, 0.0), STATUS_OK);
    assert_int_equal(wcsph_run_hash(&t.run, &early), STATUS_OK);
    for (int k = OFFLOAD_STEPS; k < STEPS; k++) assert_int_equal(wcsph_run_step(&t.run, 0.0), STATUS_OK);
    assert_int_equal(wcsph_run_hash(&t.run, &expected), STATUS_OK);
    trial_close(&t);
    hold("cpu", STEPS, strategies, sizeof strategies / sizeof *strategies, c, expected);
    hold("offload", OFFLOAD_STEPS, offloads, sizeof offloads / sizeof *offloads, c, early);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(strategies_have_the_bits_of_the_reference)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
