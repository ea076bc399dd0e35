/* SPDX-License-Identifier: BSD-3-Clause */
/* lane/lane.h as each instruction set of this build compiled it; those that this processor lacks are
 * named. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <string.h>

#include "cpu/isa.h"
#include "lane_checks.h"

/* LANE_SETS: an X for each instruction set, from the build; `scalar` is LANES 1. */
#define X(isa) extern const struct lane_check LANE_CHECKS(isa)[];
LANE_SETS
#undef X

static const struct {
  const char *name;
  const struct lane_check *checks;
} sets[] = {
#define X(isa) {#isa, LANE_CHECKS(isa)},
    LANE_SETS
#undef X
};
enum { SET_COUNT = sizeof sets / sizeof *sets };

static const struct lane_check *find(const char *name) {
  for (int i = 0; i < SET_COUNT; i++)
    if (!strcmp(sets[i].name, name)) return sets[i].checks;
  return NULL;
}

static int run(const char *name, int lanes) {
  const struct lane_check *checks = find(name);
  int count = 0;
  if (!checks) fail_msg("the tests were not compiled for %s", name);
  for (; checks[count].name; count++) {
    const char *text = checks[count].run();
    if (text) fail_msg("%s, %d lanes, %s: %s", name, lanes, checks[count].name, text);
  }
  return count;
}

static void lanes_do_what_scalar_loops_do(void **state) {
  (void)state;
  size_t count;
  int ran = 0;
  const struct isa *list = isa_list(&count);
  assert_int_equal(count + 1, SET_COUNT);
  for (size_t i = 0; i < count; i++) {
    if (list[i].usable) {
      assert_int_equal(run(list[i].name, list[i].lanes), 14);
      ran++;
    } else {
      print_message("%s is not checked: this processor does not run it\n", list[i].name);
    }
  }
  assert_true(ran > 0);
}

static void one_lane_does_too(void **state) {
  (void)state;
  assert_int_equal(run("scalar", 1), 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lanes_do_what_scalar_loops_do),
      cmocka_unit_test(one_lane_does_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
