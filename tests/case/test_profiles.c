/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of numbers along place and time: what is between their rows, and each way to break one. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>
#include <string.h>

#include "case/profiles.h"
#include "util/error.h"

static const char path[] = BINARY_DIR "/test_profiles.csv";

static void put(const char *text) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
  assert_int_equal(fclose(f), 0);
}

static const struct {
  const char *text, *says;
} broken[] = {
    {"", ": has no row of a time"},
    {"0 1 2\n", ": has no row of a time"},
    {"0\n", ":1: has 1 numbers; expected one, and heights behind it"},
    {"0 1 1\n", ":1: the height is 1 m after 1 m; expected heights that grow"},
    {"0 1 2\n0 5\n", ":2: has 2 numbers; expected a time and 2 more"},
    {"0 1 2\n0 5 6 7\n", ":2: has 4 numbers; expected a time and 2 more"},
    {"0 1 2\n# a\n1 5 6\n1 7 8\n", ":4: the time is 1 s after 1 s; expected times that grow"},
    {"0 1 2\n0 5 six\n", ":2: 'six' is not a number"},
    {"0 1 2\n0 5 nan\n", ":2: 'nan' is not a number"},
    {"0 1 2\n0 5 1e300\n", ":2: '1e300' is not a number"},
    {"x 0 1 1\n", ":1: the place is 1 m after 1 m; expected places that grow"},
    {"z\n", ":1: has no place along z"},
    {"x 0 1\nx 0 1\n", ":2: places along x; expected a row of them before all times"},
    {"0 1 2\nx 0 1\n", ":2: places along x; expected a row of them before all times"},
    {"x 0 1\n0 1 2\ny 0 1\n", ":3: places along y; expected a row of them before all times"},
    {"x 0 1\nz 0 1\n0 1 2 3\n", ":3: has 4 numbers; expected a time and 4 more"},
};

static void each_broken_file_is_named(void **state) {
  (void)state;
  char expected[1024];
  for (size_t k = 0; k < sizeof broken / sizeof *broken; k++) {
    struct profiles p;
    put(broken[k].text);
    assert_int_equal(profiles_read(&p, path, 1), STATUS_USAGE);
    snprintf(expected, sizeof expected, "%s%s", path, broken[k].says);
    assert_string_equal(error_text(), expected);
    assert_null(p.time);
  }
}

/* Of one number a place, of height alone: which axis is up does not matter then. */
static double at_height(const struct profiles *p, double time, double height) {
  double value;
  profiles_at(p, time, (const double[]){-7, height, -7}, 1, &value);
  return value;
}

/* Of a product of straight lines, 2 z t: exact at rows and heights, and on the lines between. */
static void lines_run_between(void **state) {
  (void)state;
  struct profiles p;
  put("0; 1; 2; 4\n# speeds\n1 2 4 8\n2, 4, 8, 16\n");
  assert_int_equal(profiles_read(&p, path, 1), STATUS_OK);
  static const double at[][3] = {{1, 1, 2},   {2, 4, 16},  {1.5, 2, 6}, {1, 3, 6}, {1.25, 3, 7.5},
                                 {0, 1.5, 3}, {9, 1.5, 6}, {1, 0, 2},   {2, 9, 16}};
  for (size_t k = 0; k < sizeof at / sizeof *at; k++)
    assert_float_equal(at_height(&p, at[k][0], at[k][1]), at[k][2], 1e-12);
  assert_float_equal(profiles_most(&p), 16, 0);
  profiles_free(&p);
  put("0 1\n5 -3\n"); /* one height at one time */
  assert_int_equal(profiles_read(&p, path, 1), STATUS_OK);
  assert_float_equal(at_height(&p, 0, 0), -3, 0);
  assert_float_equal(profiles_most(&p), 3, 0);
  profiles_free(&p);
}

/* On a mesh without y, x t (1 + z) and its negative: straight along each axis, whatever y, and constant
 * beyond. */
static void meshes_have_places(void **state) {
  (void)state;
  struct profiles p;
  put("z 0 1 3\nx 2; 4 # m\n0 0 0 0 0 0 0 0 0 0 0 0 0\n1 2 -2 4 -4 4 -4 8 -8 8 -8 16 -16\n");
  assert_int_equal(profiles_read(&p, path, 2), STATUS_OK);
  static const double at[][4] = {{2, 0, 1, 2},   {4, 3, 1, 16},    {3, 0.5, 1, 4.5}, {2.5, 2, 0.5, 3.75},
                                 {0, 0.5, 1, 3}, {9, 0.5, 0.5, 3}, {3, 9, 1, 12},    {3, -9, 9, 3}};
  for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
    double value[2];
    profiles_at(&p, at[k][2], (const double[]){at[k][0], 5 - (double)k, at[k][1]}, 1, value);
    assert_float_equal(value[0], at[k][3], 1e-12);
    assert_float_equal(value[1], -at[k][3], 1e-12);
  }
  profiles_free(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_broken_file_is_named),
                                     cmocka_unit_test(lines_run_between),
                                     cmocka_unit_test(meshes_have_places)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
