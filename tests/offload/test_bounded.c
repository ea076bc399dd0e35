/* SPDX-License-Identifier: BSD-3-Clause */
/* Bounded roots and quotients are sqrt's and division's to the bit: on a device (AMPHI_TEST_DEVICE=0) of all
 * numbers, on the host, where they are the same code, of a few. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>
#include <stdlib.h>

#include "lab/bounded.h"
#include "offload/device.h"

static int device;
static uint32_t every = 10007, each = 16;

static int choose(void **state) {
  (void)state;
  const char *name = getenv("AMPHI_TEST_DEVICE");
  if (name) every = 1, each = 4096;
  return device_choose(&device, name ? name : "host");
}

static void roots(void **state) {
  (void)state;
  assert_int_equal(bounded_roots_apart(device, every), 0);
}

static void quotients(void **state) {
  (void)state;
  for (uint32_t most = 1; most <= 49; most += 16) /* quotients to 2^99 */
    assert_int_equal(bounded_quotients_apart(device, every, each, most), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(roots), cmocka_unit_test(quotients)};
  return cmocka_run_group_tests(tests, choose, NULL);
}
