/* SPDX-License-Identifier: BSD-3-Clause */
/* The prefix sum on a device: AMPHI_TEST_DEVICE, or the host. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>

#include "offload/device.h"
#include "offload/loop.h"
#include "util/error.h"

static int device;

static int choose(void **state) {
  (void)state;
  omp_set_num_threads(7); /* on the host; no power of two */
  const char *name = getenv("AMPHI_TEST_DEVICE");
  return device_choose(&device, name ? name : "host");
}

/* Values that differ, and small enough that no sum wraps. */
static uint32_t value_at(uint32_t i) {
  return (i * 2654435761u >> 24) + 1;
}

static void check_length(uint32_t n, uint32_t first) {
  uint32_t *x = malloc(n * sizeof *x), words = offload_scan_scratch(n);
  uint32_t *there = omp_target_alloc(n * sizeof *x, device);
  uint32_t *scratch = omp_target_alloc(words * sizeof *x, device);
  int host = omp_get_initial_device();
  assert_true(x && there && scratch);
  for (uint32_t i = 0; i < n; i++) x[i] = value_at(i);
  assert_int_equal(omp_target_memcpy(there, x, n * sizeof *x, 0, 0, device, host), 0);
  offload_scan(device, there, n, first, scratch);
  assert_int_equal(omp_target_memcpy(x, there, n * sizeof *x, 0, 0, host, device), 0);
  uint32_t sum = first;
  for (uint32_t i = 0; i < n; i++) {
    if (x[i] != sum) fail_msg("length %u, element %u: %u instead of %u", n, i, x[i], sum);
    sum += value_at(i);
  }
  omp_target_free(there, device);
  omp_target_free(scratch, device);
  free(x);
}

static void every_length_is_right(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 300; n++) check_length(n, n);
  for (uint32_t power = 512; power <= 1u << 20; power *= 2)
    for (int by = -1; by <= 1; by++) check_length(power + (uint32_t)by, 7);
  for (uint32_t n = 64 * 4096 - 65; n <= 64 * 4096 + 65; n += 13) check_length(n, 0);
}

static void ten_million(void **state) {
  (void)state;
  check_length(10000000, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_length_is_right),
      cmocka_unit_test(ten_million),
  };
  return cmocka_run_group_tests(tests, choose, NULL);
}
