/* SPDX-License-Identifier: BSD-3-Clause */
/* Measured peaks, and which of them bounds a stage. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "method/bounds.h"
#include "util/bandwidth.h"

/* Caches are faster than memory, and both move gigabytes a second. */
static void caches_are_faster(void **state) {
  (void)state;
  const double cache = bandwidth_measure(1, bandwidth_cache_bytes(1)),
               memory = bandwidth_measure(1, BANDWIDTH_MEMORY);
  assert_true(memory > 1e8 && cache > 1e8 && cache < 1e13);
#ifndef AMPHI_SANITIZED /* whose checks take longer than memory */
  assert_true(cache > memory);
#endif
  assert_true(bandwidth_cache_bytes(2) == 2 * bandwidth_cache_bytes(1));
}

/* The largest share from a half on; what is not counted is none. */
static void the_largest_bounds(void **state) {
  (void)state;
  const double unknown = (double)NAN;
  assert_int_equal(bound_of((const double[]){0.9, 0.6, 0.2}), BOUND_ARITHMETIC);
  assert_int_equal(bound_of((const double[]){unknown, 0.6, 0.2}), BOUND_CACHE);
  assert_int_equal(bound_of((const double[]){0.5, 0.6, 0.7}), BOUND_MEMORY);
  assert_int_equal(bound_of((const double[]){0.49, 0.1, 0.3}), BOUNDS);
  assert_int_equal(bound_of((const double[]){unknown, unknown, unknown}), BOUNDS);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(caches_are_faster),
                                     cmocka_unit_test(the_largest_bounds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
