/* SPDX-License-Identifier: BSD-3-Clause */
/* Every file of tests/case/bad begins with "# expect: MESSAGE", and "# set: KEY=VALUE" lines for the
 * overrides it is read with: reading must fail with that message to the letter. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "case/case.h"
#include "case/schema.h"
#include "check/read.h"
#include "util/error.h"

enum { OVERRIDES_MAX = 4, LINE_LENGTH = 1600 };

struct bad {
  char expect[LINE_LENGTH];
  char *overrides[OVERRIDES_MAX];
  size_t override_count;
};

/* In a text of LINE_LENGTH, what case/choices.json has for words: a new row changes no file. */
static void put_words(char *text, const char *place, const char *const words[]) {
  char joined[LINE_LENGTH / 2], whole[LINE_LENGTH];
  char *at = strstr(text, place);
  if (!at) return;
  schema_join(words, "or", joined, sizeof joined);
  snprintf(whole, sizeof whole, "%.*s%s%s", (int)(at - text), text, joined, at + strlen(place));
  strcpy(text, whole);
}

/* The same of rows that take a key. */
static void put_takers(char *text, const char *place, const struct model *models, unsigned key) {
  const char *words[20];
  size_t n = 0;
  for (; models->word; models++)
    if (models->takes & key) words[n++] = models->word;
  words[n] = NULL;
  put_words(text, place, words);
}

/* The keys of a case of WCSPH. */
static void put_keys(char *text) {
  const char *keys[SCHEMA_ROWS_MAX + 1];
  size_t n = 0;
  for (size_t k = 0; k < schema_case.count; k++)
    if (schema_is_of(&schema_case.rows[k], METHOD_WCSPH)) keys[n++] = schema_case.rows[k].key;
  keys[n] = NULL;
  put_words(text, "{keys}", keys);
}

static void read_header(struct bad *b, const char *path) {
  char line[LINE_LENGTH];
  *b = (struct bad){0};
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  while (fgets(line, sizeof line, f) && line[0] == '#') {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "# expect: ", 10) == 0) strcpy(b->expect, line + 10);
    if (strncmp(line, "# set: ", 7) == 0 && b->override_count < OVERRIDES_MAX)
      b->overrides[b->override_count++] = strdup(line + 7);
  }
  fclose(f);
  put_keys(b->expect);
  put_words(b->expect, "{kernels}", words_kernel);
  put_words(b->expect, "{viscosities}", words_viscosity);
  put_words(b->expect, "{diffusions}", words_diffusion);
  put_words(b->expect, "{boundaries}", words_boundary);
  put_words(b->expect, "{integrators}", words_integrator);
  put_takers(b->expect, "{takes nu}", models_viscosity, TAKES_NU);
  put_takers(b->expect, "{takes delta}", models_diffusion, TAKES_DELTA);
}

/* Whether the file fails as it says. */
static bool is_as_expected(const char *folder, const char *file) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  struct bad b;
  struct amphi_case c;
  read_header(&b, path);
  int status = case_read(&c, path, b.overrides, b.override_count);
  case_free(&c);
  for (size_t i = 0; i < b.override_count; i++) free(b.overrides[i]);
  const char *text = error_text();
  size_t prefix = strlen(folder) + 1;
  if (strncmp(text, path, prefix) == 0) text += prefix;
  bool good = status == STATUS_USAGE && b.expect[0] && strcmp(text, b.expect) == 0;
  if (!good) print_error("%s: status %d\n  expected: %s\n  got:      %s\n", file, status, b.expect, text);
  return good;
}

static void test_files(void **state) {
  (void)state;
  const char *folder = SOURCE_DIR "/tests/case/bad";
  size_t count = 0, wrong = 0;
  DIR *d = opendir(folder);
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) {
    if (!strstr(e->d_name, ".yaml")) continue;
    count++;
    wrong += !is_as_expected(folder, e->d_name);
  }
  closedir(d);
  print_message("%zu malformed case files\n", count);
  assert_true(count >= 200);
  assert_int_equal(wrong, 0);
}

static void expect_file(const char *path, const char *text) {
  struct amphi_case c;
  assert_int_equal(case_read(&c, path, NULL, 0), STATUS_USAGE);
  case_free(&c);
  assert_string_equal(error_text(), text);
}

static void test_unreadable(void **state) {
  (void)state;
  expect_file("/nonexistent/case.yaml", "/nonexistent/case.yaml: cannot read: No such file or directory");
  expect_file("/", "/: is a folder; expected a case file");
  expect_file("/dev/zero", "/dev/zero: not a regular file");
  char folder[] = "/tmp/amphi-bad-XXXXXX", path[64], text[200];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/case.yaml", folder);
  assert_int_equal(mkfifo(path, 0666), 0); /* it never has a writer */
  snprintf(text, sizeof text, "%s: not a regular file", path);
  expect_file(path, text);
  assert_int_equal(unlink(path), 0);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  snprintf(text, sizeof text, "%s:1: empty; expected a case, with keys and values such as 'method: wcsph'",
           path);
  expect_file(path, text);
  assert_int_equal(ftruncate(fileno(f), 5 << 20), 0);
  snprintf(text, sizeof text, "%s: too long for a case file; expected at most 4194304 bytes", path);
  expect_file(path, text);
  fclose(f);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(rmdir(folder), 0);
}

static void test_folder_of_a_case(void **state) {
  (void)state;
  char folder[] = "/tmp/amphi-bad-XXXXXX", inside[64], text[200];
  assert_non_null(mkdtemp(folder));
  snprintf(inside, sizeof inside, "%s/case.yaml", folder);
  snprintf(text, sizeof text, "%s: is a folder; expected a case file; did you mean '%s'?", folder, inside);
  fclose(fopen(inside, "w"));
  expect_file(folder, text);
  unlink(inside);
  rmdir(folder);
}

static void expect_text(const char *yaml, size_t size, const char *text) {
  struct amphi_case c;
  assert_int_equal(case_read_text(&c, "t", yaml, size, NULL, 0), STATUS_USAGE);
  case_free(&c);
  assert_string_equal(error_text(), text);
}

static void test_bytes(void **state) {
  (void)state;
  expect_text("dp: 1\ntitle: \xff\n", 15, "t:2: not readable as text: invalid leading UTF-8 octet");
  expect_text("dp: 1\ntitle: \x01\n", 15, "t:2: not readable as text: control characters are not allowed");
  expect_text("dp: 1\n\0", 7, "t:2: not readable as text: control characters are not allowed");
  expect_text("title: \xc3", 8, "t:1: not readable as text: incomplete UTF-8 octet sequence");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_files),
      cmocka_unit_test(test_unreadable),
      cmocka_unit_test(test_folder_of_a_case),
      cmocka_unit_test(test_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
