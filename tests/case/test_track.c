/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of numbers along time: what is between their rows, and each way to break one. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "case/track.h"
#include "util/error.h"

static const char path[] = BINARY_DIR "/test_track.csv";

static void put(const char *text, size_t size) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(text, 1, size, f), size);
  assert_int_equal(fclose(f), 0);
}

/* What reading says behind the file's name; two columns beside the time. */
static const struct {
  const char *text, *says;
} broken[] = {
    {"", ": has 0 rows of numbers; expected at least 2"},
    {"# nothing\n\n", ": has 0 rows of numbers; expected at least 2"},
    {"0 1 2\n", ": has 1 rows of numbers; expected at least 2"},
    {"t x y\n", ": has 0 rows of numbers; expected at least 2"},
    {"0 1 2\n1 2\n", ":2: has 2 columns; expected the time and 2 more"},
    {"0 1 2 3\n1 2 3 4\n", ":1: has 4 columns; expected the time and 2 more"},
    {"0 1 2\n1 1 2\n0.5 1 2\n", ":3: the time is 0.5 s after 1 s; expected times that grow"},
    {"0 1 2\n0 1 2\n", ":2: the time is 0 s after 0 s; expected times that grow"},
    {"0s 1 2\n1 1 2\n2 1 2\n", ":1: '0s' is not a number; expected the time and 2 more"},
    {"t x y\nt x y\n0 1 2\n", ":2: 't' is not a number; expected the time and 2 more"},
    {"0 1 2\n1 nan 2\n", ":2: 'nan' is not a number; expected the time and 2 more"},
    {"0 1 2\n1 inf 2\n", ":2: 'inf' is not a number; expected the time and 2 more"},
    {"0 1 2\n1 0x10 2\n", ":2: '0x10' is not a number; expected the time and 2 more"},
    {"0 1 2\n1 1e999 2\n", ":2: '1e999' is not a number; expected the time and 2 more"},
    {"0 1 2\n1 1e300 2\n", ":2: '1e300' is not a number; expected the time and 2 more"},
    {"0 1 2\n1 1.2.3 2\n", ":2: '1.2.3' is not a number; expected the time and 2 more"},
    {"0 1 2\n1 - 2\n", ":2: '-' is not a number; expected the time and 2 more"},
};

static void each_broken_file_is_named(void **state) {
  (void)state;
  char expected[1024];
  for (size_t k = 0; k < sizeof broken / sizeof *broken; k++) {
    struct track t;
    put(broken[k].text, strlen(broken[k].text));
    assert_int_equal(track_read(&t, path, 2), STATUS_USAGE);
    snprintf(expected, sizeof expected, "%s%s", path, broken[k].says);
    assert_string_equal(error_text(), expected);
    assert_null(t.time);
  }
}

static void no_text_is_refused(void **state) {
  (void)state;
  struct track t;
  char expected[1024], line[5000];
  snprintf(expected, sizeof expected,
           "%s:2: the line is longer than 4094 bytes, or has a zero byte; expected a text of numbers", path);
  memset(line, ' ', sizeof line);
  memcpy(line, "0 1 2\n", 6);
  put(line, sizeof line);
  assert_int_equal(track_read(&t, path, 2), STATUS_USAGE);
  assert_string_equal(error_text(), expected);
  put("0 1 2\n1 2\0 3\n2 2 2\n", 20);
  assert_int_equal(track_read(&t, path, 2), STATUS_USAGE);
  assert_string_equal(error_text(), expected);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(track_read(&t, path, 2), STATUS_USAGE);
  assert_non_null(strstr(error_text(), path));
  assert_int_equal(track_read(&t, BINARY_DIR, 2), STATUS_USAGE);
}

/* As a spreadsheet writes it, with a heading and without: no row is lost. */
static void mark_is_no_row(void **state) {
  (void)state;
  static const char *const texts[] = {"\xef\xbb\xbf"
                                      "0 1 2\n1 1 2\n",
                                      "\xef\xbb\xbft x y\n0 1 2\n1 1 2\n"};
  for (int k = 0; k < 2; k++) {
    struct track t;
    put(texts[k], strlen(texts[k]));
    assert_int_equal(track_read(&t, path, 2), STATUS_OK);
    assert_int_equal(t.count, 2);
    track_free(&t);
  }
}

/* A parabola is met exactly by the smooth way, a line by both, and the integral of a line is a parabola. */
static void between_rows(void **state) {
  (void)state;
  struct track t;
  const char text[] = "time;x;y\n0;0;1\n1,1\t3\n 3 9 7 # so\r\n4 16 9\n";
  double v[2], d[2], dd[2];
  put(text, sizeof text - 1);
  assert_int_equal(track_read(&t, path, 2), STATUS_OK);
  assert_int_equal(t.count, 4);
  track_smooth(&t, 2.5, 2, v, d, dd);
  assert_true(fabs(v[0] - 6.25) < 1e-14 && fabs(d[0] - 5) < 1e-14 && fabs(dd[0] - 2) < 1e-13);
  assert_true(fabs(v[1] - 6) < 1e-14 && fabs(d[1] - 2) < 1e-14 && fabs(dd[1]) < 1e-13);
  track_linear(&t, 2, 2, v);
  assert_true(v[0] == 5 && v[1] == 5);
  track_linear(&t, 9, 2, v);
  assert_true(v[0] == 16 && v[1] == 9);
  track_slopes(&t, 1, 2, d);
  assert_true(d[0] == 4 && d[1] == 2);
  track_slopes(&t, 4, 2, d);
  assert_true(d[0] == 0 && d[1] == 0);
  track_slopes(&t, -1, 2, d);
  assert_true(d[0] == 0 && d[1] == 0);
  assert_int_equal(track_integrate(&t), STATUS_OK);
  track_sum(&t, 2, 2, v, d, dd);
  assert_true(fabs(v[0] - (0.5 + 3)) < 1e-14 && fabs(v[1] - 6) < 1e-14 && d[0] == 5 && dd[1] == 2);
  track_sum(&t, -1, 2, v, d, dd);
  assert_true(v[0] == 0 && d[0] == 0 && dd[0] == 0);
  track_sum(&t, 7, 2, v, d, dd);
  assert_true(fabs(v[1] - 20) < 1e-14 && d[1] == 0);
  track_free(&t);
}

/* Gates that open and stop, steps, bursts, sawteeth: whatever the rows, no value lies outside of those before
 * and behind it, the first derivative is continuous and that of the curve, and the range is what the rows
 * say. Turned over, it is the same curve turned over. */
static const char *const tracks[] = {
    "0 0 0\n0.1 0 0\n0.2 0.3 -0.3\n2.4 0.3 -0.3\n",
    "0 0.5 -0.5\n0.06 0.5 -0.5\n0.061 0 0\n999 0 0\n",
    "0 0 0\n1 1 -1\n1.5 0 0\n1.501 7 -7\n4 -2 2\n4.1 -1.9 1.9\n9 -1.9 1.9\n",
    "0 0 0\n0.1 0.01 -0.01\n0.2 0.5 -0.5\n0.3 0.51 -0.51\n0.4 2 -2\n",
};

static void follow(const struct track *t) {
  enum { POINTS = 997 };
  double before_d = 0.0;
  for (size_t k = 0; k + 1 < t->count; k++) {
    const double h = t->time[k + 1] - t->time[k], a = t->value[k][0], b = t->value[k + 1][0];
    double before = a;
    for (int p = 0; p <= POINTS; p++) {
      double v[2], d[2], dd[2];
      track_smooth(t, t->time[k] + h * (p ? p == POINTS ? 1.0 - 1e-9 : (double)p / POINTS : 1e-9), 2, v, d,
                   dd);
      assert_true(v[0] >= fmin(a, b) - 1e-12 && v[0] <= fmax(a, b) + 1e-12);
      assert_true(v[1] == -v[0] && d[1] == -d[0] && dd[1] == -dd[0]);
      if (p == 0 && k > 0) assert_true(fabs(d[0] - before_d) < 1e-5 * (1.0 + fabs(dd[0]) * h));
      if (p > 0)
        assert_true(fabs(v[0] - before - d[0] * h / POINTS) <
                    (fabs(dd[0]) + 50 * fabs(b - a) / h / h) * h * h / POINTS / POINTS + 1e-8);
      before = v[0], before_d = d[0];
    }
  }
}

static void curves_stay_between_rows(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof tracks / sizeof *tracks; k++) {
    struct track t;
    double low, high, least = INFINITY, most = -INFINITY;
    put(tracks[k], strlen(tracks[k]));
    assert_int_equal(track_read(&t, path, 2), STATUS_OK);
    follow(&t);
    for (size_t r = 0; r < t.count; r++) least = fmin(least, t.value[r][0]), most = fmax(most, t.value[r][0]);
    track_range(&t, 0, 0, &low, &high);
    assert_true(low == least && high == most);
    track_free(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_broken_file_is_named),
      cmocka_unit_test(no_text_is_refused),
      cmocka_unit_test(mark_is_no_row),
      cmocka_unit_test(between_rows),
      cmocka_unit_test(curves_stay_between_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
