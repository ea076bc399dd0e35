/* SPDX-License-Identifier: BSD-3-Clause */
/* docs/case-file.md holds, between two markers, what the schema prints. With --update this program
 * writes it there instead of comparing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "case/schema.h"
#include "check/read.h"
#include "util/error.h"

static const char page_path[] = SOURCE_DIR "/docs/case-file.md";
static const char begin_mark[] = "<!-- begin of the generated reference -->\n";
static const char end_mark[] = "<!-- end of the generated reference -->\n";

static char *load_page(void) {
  enum { SIZE = 1 << 17 };
  char *text = calloc(1, SIZE);
  FILE *f = fopen(page_path, "r");
  assert_non_null(text);
  assert_non_null(f);
  assert_in_range(fread(text, 1, SIZE, f), 1, SIZE - 1);
  fclose(f);
  return text;
}

static char *print_reference(void) {
  char *text;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  fputc('\n', f);
  schema_print_reference(f);
  fclose(f);
  return text;
}

/* Cut the page at the markers: what is before and after them stays, what is between returns. */
static char *cut(char *page, char **after) {
  char *begin = strstr(page, begin_mark);
  assert_non_null(begin);
  begin += strlen(begin_mark);
  char *end = strstr(begin, end_mark);
  assert_non_null(end);
  char *between = strndup(begin, (size_t)(end - begin));
  *after = strdup(end);
  *begin = 0;
  return between;
}

static void test_page(void **state) {
  (void)state;
  char *page = load_page(), *after, *between = cut(page, &after), *reference = print_reference();
  if (strcmp(between, reference) != 0)
    print_error("docs/case-file.md is not what the schema says; run this program with --update\n");
  assert_string_equal(between, reference);
  free(page);
  free(after);
  free(between);
  free(reference);
}

/* One line per key, and one each of the models that it chooses from. */
static size_t count_rows(const struct schema_table *table) {
  size_t count = 0;
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_row *row = &table->rows[i];
    count += row->type == VALUE_MAP ? count_rows(row->table) : 1;
    for (const struct model *m = row->models; m && m->word && !row->takes; m++) count++;
  }
  return count;
}

/* The tables of lists' items, also of lists inside maps. */
static void collect_lists(const struct schema_table *table, const struct schema_table *tables[],
                          size_t *count) {
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_row *row = &table->rows[i];
    assert_non_null(row->meaning);
    if (row->type == VALUE_MAP) collect_lists(row->table, tables, count);
    bool seen = false;
    for (size_t k = 0; k < *count; k++) seen |= tables[k] == row->table;
    if (row->type != VALUE_LIST || seen) continue;
    tables[(*count)++] = row->table;
    collect_lists(row->table, tables, count);
  }
}

/* A row of each key, and none is empty of meaning. */
static void test_rows(void **state) {
  (void)state;
  char *reference = print_reference();
  const struct schema_table *tables[SCHEMA_ROWS_MAX] = {&schema_case};
  size_t lines = 0, rows = count_rows(&schema_case), list = 1;
  collect_lists(&schema_case, tables, &list);
  /* phases, fluids, shapes, their finer points, walls, motions, springs, moorings, joints, cables, knots,
   * drives, pairs, materials, damping and relaxation zones, open boundaries, finer boxes; gauges of wcsph,
   * transport and pairwise, totals of swarm
   */
  assert_int_equal(list, 23);
  for (size_t k = 1; k < list; k++) rows += count_rows(tables[k]);
  for (int k = 0; k < GAUGE_KINDS; k++, rows++) {
    char line[64];
    snprintf(line, sizeof line, "\n| `%s` | ", gauge_rows[k].word);
    if (!strstr(reference, line)) fail_msg("no columns of %s", gauge_rows[k].word);
  }
  assert_non_null(strstr(reference, "`NAME [kg m/s]` of momentum"));
  assert_non_null(strstr(reference, "`NAME [m, m^2, m^3]` of volume"));
  for (const char *at = reference; (at = strstr(at, "\n| `")); at++) lines++;
  assert_int_equal(lines, rows);
  free(reference);
}

/* Every model of case/choices.json stands there with its word, what it is and its paper. */
static void check_models(const char *reference, const char *key, const struct model *models) {
  assert_non_null(models[0].word);
  for (const struct model *m = models; m->word; m++) {
    char line[400], reach[40] = "";
    if (model_radius(m) > 0) snprintf(reach, sizeof reach, ", support radius %g h", model_radius(m));
    snprintf(line, sizeof line, "\n| `%s: %s` | %s%s | %s |\n", key, m->word, m->what, reach,
             m->paper ? m->paper : "");
    if (!strstr(reference, line)) fail_msg("not in the reference: %s", line);
  }
}

static void test_models(void **state) {
  (void)state;
  char *reference = print_reference();
#define KEY(X, axis, how, KIND, name, type, TABLE, member, key, selector, ...) KEY_##how(name, key, selector)
#define KEY_OWN(name, key, fallback)                                           check_models(reference, key, models_##name);
#define KEY_MAP(name, key, selector)                                           check_models(reference, key "." selector, models_##name);
#define KEY_SUB(name, key, selector)
  CHOICES(KEY, )
  check_models(reference, "summation", models_summation);
  free(reference);
}

/* The case that the page shows is one. */
static void test_example(void **state) {
  (void)state;
  char *page = load_page();
  char *begin = strstr(page, "```yaml\n"), *end = begin ? strstr(begin + 8, "```") : NULL;
  assert_non_null(end);
  struct amphi_case c;
  if (case_read_text(&c, page_path, begin + 8, (size_t)(end - begin) - 8, NULL, 0) != STATUS_OK)
    fail_msg("%s", error_text());
  assert_true(c.fluid_count == 1 && c.wall_count == 1 && c.gauge_count == 1);
  case_free(&c);
  free(page);
}

static int update(void) {
  char *page = load_page(), *after, *between = cut(page, &after), *reference = print_reference();
  FILE *f = fopen(page_path, "w");
  if (!f || fprintf(f, "%s%s%s", page, reference, after) < 0 || fclose(f) != 0) return 1;
  free(page);
  free(after);
  free(between);
  free(reference);
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--update") == 0) return update();
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_page), cmocka_unit_test(test_rows),
                                     cmocka_unit_test(test_models), cmocka_unit_test(test_example)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
