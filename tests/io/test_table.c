/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"

#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#include <xxhash.h>

#include "io/table.h"
#include "util/error.h"

static const char *const columns[] = {"P1 [Pa]", "H1, left \"a\" [m]"};

static struct table *open_or_fail(const char *path, const struct table_mark *from) {
  struct table *t;
  if (table_open(&t, path, columns, 2, from) != STATUS_OK) fail_msg("%s", error_text());
  return t;
}

static void write_rows(struct table *t, int first, int last) {
  for (int i = first; i < last; i++) {
    double values[2] = {i * 1.5, i % 2 ? NAN : i * 0.01};
    assert_int_equal(table_write(t, i * 0.1, values), STATUS_OK);
  }
}

static void assert_text(const char *path, const char *want) {
  size_t size;
  char *text = get_file(path, &size);
  assert_string_equal(text, want);
  free(text);
}

#define HEADER "time,P1 [Pa],\"H1, left \"\"a\"\" [m]\"\n"
#define ROWS_4 "0,0,0\n0.1,1.5,\n0.2,3,0.02\n0.30000000000000004,4.5,\n"

static void test_rows(void **state) {
  (void)state;
  const char *path = in_folder("gauges.csv");
  struct table *t = open_or_fail(path, NULL);
  write_rows(t, 0, 4);
  assert_text(path, HEADER); /* rows wait in the buffer */
  assert_int_equal(table_flush(t), STATUS_OK);
  assert_text(path, HEADER ROWS_4);
  double values[2] = {-INFINITY, 1.0 / 3};
  assert_int_equal(table_write(t, 1e-9, values), STATUS_OK);
  assert_int_equal(table_write(t, NAN, values), STATUS_FAILED);
  assert_int_equal(table_close(t), STATUS_OK);
  assert_text(path, HEADER ROWS_4 "1e-09,-inf,0.3333333333333333\n");
  assert_int_equal(table_close(NULL), STATUS_OK);
}

/* Rows behind a mark are dropped, and the table goes on as if they had never been. */
static void test_resume(void **state) {
  (void)state;
  const char *path = in_folder("gauges.csv");
  struct table *t = open_or_fail(path, NULL);
  write_rows(t, 0, 4);
  assert_int_equal(table_flush(t), STATUS_OK);
  const struct table_mark mark = table_mark(t);
  assert_int_equal(mark.bytes, strlen(HEADER ROWS_4));
  assert_int_equal(mark.hash, XXH3_64bits(HEADER ROWS_4, mark.bytes));
  write_rows(t, 4, 9);
  assert_int_equal(table_close(t), STATUS_OK);
  for (int twice = 0; twice < 2; twice++) {
    t = open_or_fail(path, &mark);
    write_rows(t, 4, 5);
    assert_int_equal(table_flush(t), STATUS_OK);
    assert_int_equal(table_mark(t).hash, XXH3_64bits(HEADER ROWS_4 "0.4,6,0.04\n", table_mark(t).bytes));
    assert_int_equal(table_close(t), STATUS_OK);
    assert_text(path, HEADER ROWS_4 "0.4,6,0.04\n");
  }
}

static void assert_refused(const char *path, const struct table_mark *mark, const char *text) {
  struct table *t;
  assert_int_equal(table_check(path, mark), STATUS_USAGE);
  assert_int_equal(table_open(&t, path, columns, 2, mark), STATUS_USAGE);
  assert_null(t);
  if (!strstr(error_text(), text)) fail_msg("expected '%s' in '%s'", text, error_text());
  assert_non_null(strstr(error_text(), path));
}

/* Every cut and every flipped bit in what was marked is seen, and the file left alone; behind it none
 * matters. */
static void test_damaged(void **state) {
  (void)state;
  const char *path = in_folder("gauges.csv");
  static const char whole[] = HEADER ROWS_4 "0.4,6,0.04\n";
  const size_t marked = strlen(HEADER ROWS_4), size = strlen(whole);
  const struct table_mark mark = {marked, XXH3_64bits(whole, marked)};
  char text[sizeof whole];
  for (size_t kept = 0; kept < marked; kept++) {
    put_file(path, whole, kept);
    assert_refused(path, &mark, "rows have been cut off");
  }
  for (size_t bit = 0; bit < 8 * size; bit++) {
    memcpy(text, whole, sizeof whole);
    text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
    put_file(path, text, size);
    if (bit / 8 < marked) {
      assert_refused(path, &mark, "it has been changed");
      size_t now;
      char *there = get_file(path, &now);
      assert_int_equal(now, size);
      assert_memory_equal(there, text, size);
      free(there);
    } else {
      assert_int_equal(table_check(path, &mark), STATUS_OK);
    }
  }
  unlink(path);
  assert_refused(path, &mark, "it is gone");
}

static void test_other_columns(void **state) {
  (void)state;
  const char *path = in_folder("gauges.csv");
  struct table *t = open_or_fail(path, NULL);
  const struct table_mark mark = table_mark(t);
  assert_int_equal(table_close(t), STATUS_OK);
  const char *const others[] = {"P1 [Pa]", "P2 [Pa]"};
  assert_int_equal(table_open(&t, path, others, 2, &mark), STATUS_USAGE);
  assert_null(t);
  assert_non_null(strstr(error_text(), "its columns are not those of this case"));
  assert_non_null(strstr(error_text(), path));
  assert_int_equal(table_open(&t, path, columns, 1, &mark), STATUS_USAGE);
  assert_text(path, HEADER); /* untouched */
}

/* Doubles read back whole, also those that were floats. */
static void test_digits(void **state) {
  (void)state;
  enum { VALUES = 4000 };
  const char *path = in_folder("gauges.csv");
  struct table *t = open_or_fail(path, NULL);
  uint64_t draw = 88172645463325252u;
  double sent[VALUES][2];
  for (int i = 0; i < VALUES; i++) {
    for (int k = 0; k < 2; k++) do {
        draw ^= draw << 13, draw ^= draw >> 7, draw ^= draw << 17;
        memcpy(&sent[i][k], &draw, sizeof draw);
        if (k) sent[i][k] = (double)(float)(sent[i][0] * 0x1p-30 / fabs(sent[i][0]) + (double)(draw >> 40));
      } while (!isfinite(sent[i][k]));
    assert_int_equal(table_write(t, i, sent[i]), STATUS_OK);
  }
  assert_int_equal(table_close(t), STATUS_OK);
  size_t size;
  char *text = get_file(path, &size), *line = strchr(text, '\n') + 1;
  for (int i = 0; i < VALUES; i++) {
    assert_true(strtod(line, &line) == i);
    for (int k = 0; k < 2; k++) {
      const double got = strtod(line + 1, &line);
      assert_memory_equal(&got, &sent[i][k], sizeof got);
    }
    line++;
  }
  free(text);
}

static void test_unwritable(void **state) {
  (void)state;
  struct table *t;
  put_file(in_folder("file"), "x", 1);
  assert_int_equal(table_open(&t, in_folder("file/gauges.csv"), columns, 2, NULL), STATUS_FAILED);
  assert_null(t);
  assert_non_null(strstr(error_text(), "Not a directory"));
  assert_int_equal(table_open(&t, in_folder("file"), columns, 2, NULL), STATUS_FAILED);
  assert_non_null(strstr(error_text(), "File exists"));
  assert_text(in_folder("file"), "x");
}

static void test_full(void **state) {
  (void)state;
  struct table *t;
  const char *path = in_folder("gauges.csv");
  t = open_or_fail(path, NULL);
  struct rlimit old, small;
  getrlimit(RLIMIT_FSIZE, &old);
  small = (struct rlimit){1000, old.rlim_max};
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  write_rows(t, 0, 1000); /* fits the buffer */
  int flushed = table_flush(t);
  int closed = table_close(t);
  setrlimit(RLIMIT_FSIZE, &old);
  signal(SIGXFSZ, handler);
  assert_int_equal(flushed, STATUS_FAILED);
  assert_int_equal(closed, STATUS_FAILED);
  assert_non_null(strstr(error_text(), "File too large"));
  struct stat info;
  stat(path, &info);
  assert_int_equal(info.st_size, 1000);
}

/* More rows than the buffer holds, and a row that is longer than it. */
static void test_long(void **state) {
  (void)state;
  enum { WIDE = 20000 };
  const char *path = in_folder("gauges.csv");
  char **names = calloc(WIDE, sizeof *names);
  double *values = malloc(WIDE * sizeof *values);
  for (int i = 0; i < WIDE; i++) {
    assert_true(asprintf(&names[i], "G%d [m]", i) > 0);
    values[i] = i == 77 ? NAN : -1.0 / (i + 3) * 1e-300;
  }
  struct table *t;
  assert_int_equal(table_open(&t, path, (const char *const *)names, WIDE, NULL), STATUS_OK);
  for (int row = 0; row < 20; row++) assert_int_equal(table_write(t, row / 7.0, values), STATUS_OK);
  assert_int_equal(table_close(t), STATUS_OK);
  size_t size;
  char *text = get_file(path, &size), *line = strchr(text, '\n') + 1;
  for (int row = 0; row < 20; row++) {
    assert_true(strtod(line, &line) == row / 7.0);
    for (int i = 0; i < WIDE; i++) {
      assert_int_equal(*line++, ',');
      if (i == 77)
        assert_int_equal(*line, ',');
      else
        assert_true(strtod(line, &line) == values[i]);
    }
    assert_int_equal(*line++, '\n');
  }
  assert_int_equal(*line, 0);
  for (int i = 0; i < WIDE; i++) free(names[i]);
  free(names);
  free(values);
  free(text);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_create, folder_remove)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_FOLDER(test_rows),          IN_FOLDER(test_resume), IN_FOLDER(test_damaged),
      IN_FOLDER(test_other_columns), IN_FOLDER(test_digits), IN_FOLDER(test_unwritable),
      IN_FOLDER(test_full),          IN_FOLDER(test_long),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
