/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory on a device is zero to its last byte: AMPHI_TEST_DEVICE, or the host. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>
#include <string.h>

#include "offload/device.h"
#include "offload/wcsph.h"
#include "util/error.h"

enum { MOST = 4096 };

static int device;

static int choose(void **state) {
  (void)state;
  const char *name = getenv("AMPHI_TEST_DEVICE");
  return device_choose(&device, name ? name : "host");
}

/* Freed memory is likely allocated again: it is filled with ones, so that zeros show that it was cleared. */
static void litter(size_t bytes) {
  char ones[MOST];
  void *data = omp_target_alloc(bytes, device);
  assert_non_null(data);
  memset(ones, 0xff, bytes);
  assert_int_equal(omp_target_memcpy(data, ones, bytes, 0, 0, device, omp_get_initial_device()), 0);
  omp_target_free(data, device);
}

static void every_byte_is_zero(void **state) {
  (void)state;
  struct offload o = {.device = device};
  char back[MOST];
  for (size_t bytes = 4; bytes <= MOST; bytes += bytes < 260 ? 4 : 508) {
    litter(bytes);
    void *data = offload_allocate(&o, bytes);
    assert_non_null(data);
    assert_int_equal(o.bytes, bytes);
    assert_int_equal(omp_target_memcpy(back, data, bytes, 0, 0, omp_get_initial_device(), device), 0);
    for (size_t i = 0; i < bytes; i++)
      if (back[i]) fail_msg("byte %zu of %zu is %d", i, bytes, back[i]);
    offload_release(&o, data, bytes);
    assert_int_equal(o.bytes, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_byte_is_zero)};
  return cmocka_run_group_tests(tests, choose, NULL);
}
