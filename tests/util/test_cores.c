/* SPDX-License-Identifier: BSD-3-Clause */
/* Cores of several processors, as Linux lists them. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "util/cores.h"
#include "util/error.h"

/* Linux's folder of a machine whose processors p and p + 2 are one core; or p and p + 1. */
static void list_processors(const char *folder, const char *const siblings[4]) {
  char path[200];
  for (int p = 0; p < 4; p++) {
    snprintf(path, sizeof path, "%s/cpu%d", folder, p);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/cpu%d/topology", folder, p);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/cpu%d/topology/thread_siblings_list", folder, p);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", siblings[p]);
    assert_int_equal(fclose(file), 0);
  }
}

static void unlist_processors(const char *folder) {
  static const char *const names[] = {"/topology/thread_siblings_list", "/topology", ""};
  char path[200];
  for (int p = 0; p < 4; p++)
    for (int k = 0; k < 3; k++) {
      snprintf(path, sizeof path, "%s/cpu%d%s", folder, p, names[k]);
      assert_int_equal(remove(path), 0);
    }
  assert_int_equal(remove(folder), 0);
}

static void cores_of_two(void **state) {
  (void)state;
  char folder[] = "/tmp/amphi-cores-XXXXXX";
  cpu_set_t allowed, one;
  assert_non_null(mkdtemp(folder));
  CPU_ZERO(&allowed);
  for (int p = 0; p < 4; p++) CPU_SET(p, &allowed);
  list_processors(folder, (const char *[]){"0,2", "1,3", "0,2", "1,3"});
  assert_int_equal(cores_pick(&one, &allowed, folder), 2);
  assert_true(CPU_ISSET(0, &one) && CPU_ISSET(1, &one) && CPU_COUNT(&one) == 2);
  CPU_CLR(0, &allowed); /* its core is still there */
  assert_int_equal(cores_pick(&one, &allowed, folder), 2);
  assert_true(CPU_ISSET(1, &one) && CPU_ISSET(2, &one));
  CPU_SET(0, &allowed);
  list_processors(folder, (const char *[]){"0-1", "0-1", "2-3", "2-3"});
  assert_int_equal(cores_pick(&one, &allowed, folder), 2);
  assert_true(CPU_ISSET(0, &one) && CPU_ISSET(2, &one));
  unlist_processors(folder);
  assert_int_equal(cores_pick(&one, &allowed, folder), 4); /* no list: each processor is a core */
}

static void binding(void **state) {
  (void)state;
  cpu_set_t before, one, now;
  assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (int p = 0; p < CPU_SETSIZE && CPU_COUNT(&one) == 0; p++)
    if (CPU_ISSET(p, &before)) CPU_SET(p, &one);
  assert_int_equal(cores_bind(&one), STATUS_OK);
  assert_int_equal(sched_getaffinity(0, sizeof now, &now), 0);
  assert_true(CPU_EQUAL(&now, &one));
  assert_int_equal(cores_bind(&before), STATUS_OK);
  CPU_ZERO(&one);
  assert_int_equal(cores_bind(&one), STATUS_FAILED);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(cores_of_two), cmocka_unit_test(binding)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
