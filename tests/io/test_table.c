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

#include "io/table.h"
#include "util/error.h"

static const char *const columns[] = {"P1 [Pa]", "H1, left \"a\" [m]"};

static struct table *open_or_fail(const char *path, double resume_time) {
  struct table *t;
  if (table_open(&t, path, columns, 2, resume_time) != STATUS_OK) fail_msg("%s", error_text());
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
  put_file(path, "an older one", 12);
  struct table *t = open_or_fail(path, -1);
  write_rows(t, 0, 4);
  assert_text(path, HEADER); /* rows wait in the buffer */
  assert_int_equal(table_flush(t), STATUS_OK);
  assert_text(path, HEADER ROWS_4);
  double values[2] = {-INFINITY, 1.0 / 3};
  assert_int_equal(table_write(t, 1e-9, values), STATUS_OK);
  assert_int_equal(table_write(t, NAN, values), STATUS_FAILED);
  assert_int_equal(table_close(t), STATUS_OK);
  assert_text(path, HEADER ROWS_4 "1e-09,-inf,0.333333333\n");
  assert_int_equal(table_close(NULL), STATUS_OK);
}

static void test_resume(void **state) {
  (void)state;
  const char *path = in_folder("gauges.csv");
  struct table *t = open_or_fail(path, 0.5); /* nothing to resume: a new one */
  write_rows(t, 0, 9);
  assert_int_equal(table_close(t), STATUS_OK);
  t = open_or_fail(path, 4 * 0.1);
  write_rows(t, 4, 5);
  assert_int_equal(table_close(t), STATUS_OK);
  assert_text(path, HEADER ROWS_4 "0.4,6,0.04\n");
  t = open_or_fail(path, 99);
  assert_int_equal(table_close(t), STATUS_OK);
  assert_text(path, HEADER ROWS_4 "0.4,6,0.04\n");
  t = open_or_fail(path, 0);
  assert_int_equal(table_close(t), STATUS_OK);
  assert_text(path, HEADER);
}

static void test_torn(void **state) {
  (void)state;
  const char *path = in_folder("gauges.csv");
  static const char text[] = HEADER ROWS_4 "0.4,6,0.04\n";
  const size_t head = strlen(HEADER);
  /* Cut anywhere, a resumed table has the whole rows and no more. */
  for (size_t size = 0; size < sizeof text; size++) {
    char want[sizeof text];
    strcpy(want, text);
    size_t whole = size;
    while (whole > head && text[whole - 1] != '\n') whole--;
    want[whole > head ? whole : head] = 0;
    put_file(path, text, size);
    assert_int_equal(table_close(open_or_fail(path, 99)), STATUS_OK);
    assert_text(path, want);
  }
}

static void test_other_columns(void **state) {
  (void)state;
  const char *path = in_folder("gauges.csv");
  struct table *t;
  assert_int_equal(table_close(open_or_fail(path, -1)), STATUS_OK);
  const char *const others[] = {"P1 [Pa]", "P2 [Pa]"};
  assert_int_equal(table_open(&t, path, others, 2, 0.1), STATUS_USAGE);
  assert_null(t);
  assert_non_null(strstr(error_text(), "its columns are not those of this case"));
  assert_non_null(strstr(error_text(), path));
  assert_int_equal(table_open(&t, path, columns, 1, 0.1), STATUS_USAGE);
  assert_text(path, HEADER); /* untouched */
  put_file(path, HEADER "rubbish\n", strlen(HEADER) + 8);
  assert_int_equal(table_open(&t, path, columns, 2, 0.1), STATUS_USAGE);
  assert_non_null(strstr(error_text(), "a row starts with 'rubbish'"));
}

static void test_unwritable(void **state) {
  (void)state;
  struct table *t;
  put_file(in_folder("file"), "x", 1);
  assert_int_equal(table_open(&t, in_folder("file/gauges.csv"), columns, 2, -1), STATUS_FAILED);
  assert_null(t);
  assert_non_null(strstr(error_text(), "Not a directory"));
}

static void test_full(void **state) {
  (void)state;
  struct table *t;
  assert_int_equal(table_open(&t, "/dev/full", columns, 2, -1), STATUS_FAILED);
  const char *path = in_folder("gauges.csv");
  t = open_or_fail(path, -1);
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
  t = open_or_fail(path, 5.0); /* the torn row goes */
  assert_int_equal(table_close(t), STATUS_OK);
  size_t size;
  char *text = get_file(path, &size);
  assert_int_equal(text[size - 1], '\n');
  free(text);
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
  assert_int_equal(table_open(&t, path, (const char *const *)names, WIDE, -1), STATUS_OK);
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
        assert_true(fabs(strtod(line, &line) / values[i] - 1) < 1e-8);
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
      IN_FOLDER(test_rows),       IN_FOLDER(test_resume), IN_FOLDER(test_torn), IN_FOLDER(test_other_columns),
      IN_FOLDER(test_unwritable), IN_FOLDER(test_full),   IN_FOLDER(test_long),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
