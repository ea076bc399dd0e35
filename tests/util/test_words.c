/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/words.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_distance(void **state) {
  (void)state;
  assert_int_equal(word_distance("", ""), 0);
  assert_int_equal(word_distance("", "abc"), 3);
  assert_int_equal(word_distance("kitten", "sitting"), 3);
  assert_int_equal(word_distance("rnu", "run"), 1); /* a swap is one mistake */
  assert_int_equal(word_distance("kernel", "kernal"), 1);
  assert_int_equal(word_distance("cubic", "cubics"), 1);
  assert_int_equal(word_distance("abcdef", "azced"), word_distance("azced", "abcdef"));
}

static void test_nearest(void **state) {
  (void)state;
  const char *const names[] = {"run", "check", "compare", "bench", "reference", NULL};
  const char *const none[] = {NULL};
  assert_string_equal(word_nearest("rnu", names), "run");
  assert_string_equal(word_nearest("chekc", names), "check");
  assert_string_equal(word_nearest("cmpare", names), "compare");
  assert_string_equal(word_nearest("ref", names), "reference"); /* a beginning */
  assert_string_equal(word_nearest("bench", names), "bench");
  assert_null(word_nearest("zzzzzzzz", names));
  assert_null(word_nearest("", names));
  assert_null(word_nearest("run", none));
}

static void test_quantities(void **state) {
  (void)state;
  char text[24];
  assert_string_equal(text_bytes(text, 0), "0 B");
  assert_string_equal(text_bytes(text, 1023), "1023 B");
  assert_string_equal(text_bytes(text, 1024), "1.0 KiB");
  assert_string_equal(text_bytes(text, 1.5 * 1024 * 1024), "1.5 MiB");
  assert_string_equal(text_bytes(text, 300e6), "286 MiB");
  assert_string_equal(text_count(text, 734), "734");
  assert_string_equal(text_count(text, 5812345), "5.81 M");
  assert_string_equal(text_count(text, 58123456), "58.1 M");
  assert_string_equal(text_count(text, 999.7), "1.00 k");
  assert_string_equal(text_duration(text, 3.21), "3.2 s");
  assert_string_equal(text_duration(text, 59.96), "1 min 00 s");
  assert_string_equal(text_duration(text, 65), "1 min 05 s");
  assert_string_equal(text_duration(text, 3599.7), "1 h 00 min");
  assert_string_equal(text_duration(text, 7380), "2 h 03 min");
  assert_string_equal(text_duration(text, NAN), "?");
  assert_string_equal(text_duration(text, INFINITY), "?");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_distance),
      cmocka_unit_test(test_nearest),
      cmocka_unit_test(test_quantities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
