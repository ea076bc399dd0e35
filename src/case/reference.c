/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "case/advice.h"
#include "case/fault.h"
#include "case/schema.h"
#include "case/scheme.h"
#include "util/error.h"

void schema_join(const char *const words[], const char *last, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (size_t i = 0; words[i] && used < size; i++) {
    if (i && words[i + 1])
      used += (size_t)snprintf(text + used, size - used, ", ");
    else if (i)
      used += (size_t)snprintf(text + used, size - used, " %s ", last);
    if (used < size) used += (size_t)snprintf(text + used, size - used, "%s", words[i]);
  }
}

const char *schema_where(const struct schema_row *row, char *text, size_t size) {
  snprintf(text, size, "%s", row->where);
  if (!row->takes && !row->selects) return text;
  const char *words[SCHEMA_ROWS_MAX + 1] = {0};
  size_t count = 0, used = strlen(text);
  for (int k = 0; row->selects && row->selected[k] && count < SCHEMA_ROWS_MAX; k++)
    if (row->selects(k)) words[count++] = row->selected[k];
  for (const struct model *m = row->models; row->takes && m->word && count < SCHEMA_ROWS_MAX; m++)
    if (m->takes & row->takes) words[count++] = m->word;
  if (used + 1 < size) {
    text[used++] = ' ';
    schema_join(words, "or", text + used, size - used);
  }
  return text;
}

/* "number > 0", "whole number from 1 to 7" */
static void print_range(const struct schema_row *row, const char *what, char *text, size_t size) {
  if (row->positive)
    snprintf(text, size, "%s > 0", what);
  else if (row->low >= row->high)
    snprintf(text, size, "%s", what);
  else if (row->type == VALUE_INTEGER && row->high == row->low + 1)
    snprintf(text, size, "%g or %g", row->low, row->high);
  else if (row->high >= 1e6)
    snprintf(text, size, "%s >= %g", what, row->low);
  else
    snprintf(text, size, "%s from %g to %g", what, row->low, row->high);
}

static const char *axes_text(int dimensions) {
  return dimensions == 2   ? "2 numbers [x, y]"
         : dimensions == 3 ? "3 numbers [x, y, z]"
                           : "one number per axis";
}

static void print_kind(const struct schema_row *row, int dimensions, char *text, size_t size) {
  char words[200];
  int faces = dimensions == 2 ? 4 : FACE_COUNT;
  const char *named[FACE_COUNT + 1] = {0};
  /* clang-format off */
  switch (row->type) {
  case VALUE_NUMBER: print_range(row, "a number", text, size); return;
  case VALUE_INTEGER: print_range(row, "a whole number", text, size); return;
  case VALUE_BOOLEAN: snprintf(text, size, "true or false"); return;
  case VALUE_WORD: schema_join(row->words, "or", text, size); return;
  case VALUE_TEXT: snprintf(text, size, "text of one line, at most 500 bytes"); return;
  case VALUE_NAME: snprintf(text, size, "a name of 1 to 64 bytes without , . = \" [ ], not 'time', no space at its ends, no + - @ first"); return;
  case VALUE_VECTOR: snprintf(text, size, "%s", axes_text(dimensions)); return;
  case VALUE_TURN:
    if (dimensions == 2)
      print_range(row, "a number", text, size);
    else
      snprintf(text, size, "3 numbers [x, y, z]%s", dimensions ? "" : ", in 2-D a number");
    return;
  case VALUE_LOCKS: snprintf(text, size, "a list, of x, y%s", dimensions == 2 ? " and rz" : ", z, rx, ry and rz"); return;
  case VALUE_PLACE: snprintf(text, size, "%s", axes_text(dimensions)); return;
  case VALUE_PAIR: print_range(row, "2 numbers", text, size); return;
  case VALUE_NUMBERS: print_range(row, "a list of growing numbers", text, size); return;
  case VALUE_VERTICES: snprintf(text, size, "a list of at least %g corners [x, y]", row->low); return;
  case VALUE_FACES:
    for (int i = 0; i < faces; i++) named[i] = words_face[i];
    schema_join(named, "and", words, sizeof words);
    snprintf(text, size, "a list of faces, of %s", words);
    return;
  case VALUE_AXES: snprintf(text, size, "a list of axes, of x%s", dimensions == 2 ? " and y" : ", y and z"); return;
  case VALUE_SET:
    schema_join(row->words, "and", words, sizeof words);
    snprintf(text, size, "a list, of %s", words);
    return;
  case VALUE_WALL: snprintf(text, size, "the name of a wall"); return;
  case VALUE_PHASE: snprintf(text, size, "the name of a phase"); return;
  case VALUE_MAP: snprintf(text, size, "a map of keys"); return;
  case VALUE_LIST: snprintf(text, size, "a list%s", row->low > 0 ? " of at least one item" : ""); return;
  }
  /* clang-format on */
}

const char *schema_expected(const struct schema_row *row, int dimensions, char *text, size_t size) {
  print_kind(row, dimensions, text, size);
  size_t used = strlen(text);
  if (row->unit && used < size) snprintf(text + used, size - used, " in %s", row->unit);
  return text;
}

enum { PART_KEY = 128 }; /* of a dotted key */

/* Defaults that depend on the scheme: the standard one's, then those of others. */
static bool print_of_schemes(FILE *out, const char *key, const struct schema_row *row) {
  const char *standard = scheme_says(SCHEME_STANDARD, key, 2),
             *peer = scheme_says(SCHEME_DUALSPHYSICS, key, 2);
  const char *in_space = scheme_says(SCHEME_STANDARD, key, 3);
  if (!row->fallback || (!standard && !peer)) return false;
  fprintf(out, "`%s`", standard ? standard : row->fallback);
  if (standard != in_space) fprintf(out, ", in 3-D `%s`", in_space);
  fprintf(out, "; `scheme` ");
  if (!peer)
    fprintf(out, "classic and dualsphysics: `%s`", row->fallback);
  else if (standard && strcmp(standard, peer) == 0)
    fprintf(out, "classic: `%s`", row->fallback);
  else
    fprintf(out, "classic: `%s`, dualsphysics: `%s`", row->fallback, peer);
  return true;
}

static void print_default(FILE *out, const char *prefix, const struct schema_row *row) {
  char key[PART_KEY];
  snprintf(key, sizeof key, "%s%s", prefix, row->key);
  if (print_of_schemes(out, key, row)) return;
  if (row->required)
    fprintf(out, "required");
  else if (row->either)
    fprintf(out, "-");
  else if (row->fallback_doc)
    fprintf(out, "%s", row->fallback_doc);
  else if (row->fallback)
    fprintf(out, "`%s`", row->fallback);
  else if (row->type == VALUE_VECTOR || row->type == VALUE_TURN)
    fprintf(out, "zeros");
  else
    fprintf(out, "none");
}

static void print_row(FILE *out, const char *prefix, const struct schema_row *row) {
  char expected[300], where[200];
  struct schema_row plain = *row;
  plain.unit = NULL;
  fprintf(out, "| `%s%s` | %s | ", prefix, row->key, row->unit ? row->unit : "");
  print_default(out, prefix, row);
  fprintf(out, " | %s | ", schema_expected(&plain, 0, expected, sizeof expected));
  fprintf(out, "%s.", row->meaning);
  if (row->where) fprintf(out, " Only for %s.", schema_where(row, where, sizeof where));
  fprintf(out, " |\n");
}

static void print_rows(FILE *out, const char *prefix, const struct schema_table *table) {
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_row *row = &table->rows[i];
    char inner[PART_KEY];
    snprintf(inner, sizeof inner, "%.80s%.40s.", prefix, row->key);
    if (row->type == VALUE_MAP)
      print_rows(out, inner, row->table);
    else
      print_row(out, prefix, row);
  }
}

static void print_heading(FILE *out, const char *heading) {
  fprintf(out, "### %s\n\n| key | unit | default | value | meaning |\n|---|---|---|---|---|\n", heading);
}

static void print_table(FILE *out, const struct schema_table *table) {
  print_heading(out, table->name);
  print_rows(out, "", table);
  fprintf(out, "\n");
  if (table == &schema_gauge) schema_print_gauges(out);
  if (table == &schema_pairwise_gauge) schema_print_pairwise_gauges(out);
  if (table == &schema_transport_gauge) schema_print_transport_gauges(out);
}

/* What the words of a key with models stand for, `map` being where it is or ""; returns whether the table has
 * its head. */
static bool print_choices(FILE *out, const char *map, const struct schema_row *row, bool begun) {
  if (row->type != VALUE_WORD || !row->models || row->takes) return begun;
  if (!begun) fprintf(out, "| model | what it is | published in |\n|---|---|---|\n");
  for (const struct model *m = row->models; m->word; m++) {
    fprintf(out, "| `%s%s%s: %s` | %s", map, *map ? "." : "", row->key, m->word, m->what);
    if (model_radius(m) > 0) fprintf(out, ", support radius %g h", model_radius(m));
    fprintf(out, " | %s |\n", m->paper ? m->paper : "");
  }
  return true;
}

/* Of the table's keys, and of those in its maps. */
static void print_models(FILE *out, const struct schema_table *table) {
  bool begun = false;
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_row *row = &table->rows[i];
    begun = print_choices(out, "", row, begun);
    for (size_t k = 0; row->type == VALUE_MAP && k < row->table->count; k++)
      begun = print_choices(out, row->key, &row->table->rows[k], begun);
  }
  if (begun) fprintf(out, "\n");
}

/* Each table of items once, in the order in which the case mentions them; shapes serve fluids and walls. */
static void print_lists(FILE *out, const struct schema_table *table, const struct schema_table *done[],
                        size_t *done_count) {
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_table *items = table->rows[i].table;
    if (table->rows[i].type == VALUE_MAP) print_lists(out, items, done, done_count);
    if (table->rows[i].type != VALUE_LIST) continue;
    bool seen = false;
    for (size_t k = 0; k < *done_count; k++) seen |= done[k] == items;
    if (seen || *done_count == SCHEMA_ROWS_MAX) continue;
    done[(*done_count)++] = items;
    print_table(out, items);
    print_lists(out, items, done, done_count);
  }
}

/* The keys of the case that these methods have, and no others. */
static void print_keys(FILE *out, unsigned of) {
  char words[200], heading[240];
  const char *names[SCHEMA_ROWS_MAX + 1] = {0};
  size_t count = 0;
  for (size_t m = 0; words_method[m]; m++)
    if (of >> m & 1) names[count++] = words_method[m];
  schema_join(names, "and", words, sizeof words);
  struct schema_row rows[SCHEMA_ROWS_MAX];
  struct schema_table part = {.name = heading, .rows = rows};
  for (size_t i = 0; i < schema_case.count; i++)
    if (schema_case.rows[i].methods == of) rows[part.count++] = schema_case.rows[i];
  if (of)
    snprintf(heading, sizeof heading, "Method %s", words);
  else
    snprintf(heading, sizeof heading, "The case: keys of every method");
  print_table(out, &part);
  print_models(out, &part);
}

void schema_print_reference(FILE *out) {
  const struct schema_table *done[SCHEMA_ROWS_MAX];
  size_t done_count = 0;
  print_keys(out, 0);
  for (size_t i = 0; i < schema_case.count; i++) {
    unsigned of = schema_case.rows[i].methods;
    bool seen = !of;
    for (size_t k = 0; k < i; k++) seen |= schema_case.rows[k].methods == of;
    if (!seen) print_keys(out, of);
  }
  print_lists(out, &schema_case, done, &done_count);
}

/* ---- parts of it ---- */

struct part {
  FILE *out;
  const char *name;
  struct nearest nearest;
  const struct schema_row *done[SCHEMA_ROWS_MAX]; /* shapes are in two places */
  size_t count;
  bool whole; /* only keys that are called so as a whole */
  bool words; /* keys that may have the name as a word */
};

/* Whether `key` is the name, or, unless the whole is wanted, ends with it behind a dot. */
static bool is_called(const char *key, const char *name, bool whole) {
  const size_t length = strlen(key), tail = strlen(name);
  if (tail > length || strcmp(key + length - tail, name) != 0) return false;
  return tail == length || (!whole && key[length - tail - 1] == '.');
}

static bool has_word(const struct schema_row *row, const char *word) {
  if (row->type != VALUE_WORD && row->type != VALUE_SET) return false;
  for (size_t k = 0; row->words[k]; k++)
    if (strcmp(row->words[k], word) == 0) return true;
  return false;
}

/* The key as most write it: without the names of items. */
static char *without_names(char bare[PART_KEY], const char *key) {
  static const char name[] = ".NAME";
  snprintf(bare, PART_KEY, "%s", key);
  for (char *at; (at = strstr(bare, name));) memmove(at, at + sizeof name - 1, strlen(at) - sizeof name + 2);
  return bare;
}

static void print_part(FILE *out, const struct schema_row *row, const char *prefix, const char *key) {
  char inner[PART_KEY];
  snprintf(inner, sizeof inner, "%.120s.", key);
  if (row->type == VALUE_LIST) {
    print_table(out, row->table);
    return;
  }
  print_heading(out, key);
  if (row->type == VALUE_MAP)
    print_rows(out, inner, row->table);
  else
    print_row(out, prefix, row);
  fprintf(out, "\n");
}

static void find_part(struct part *p, const struct schema_table *table, const char *prefix) {
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_row *row = &table->rows[i];
    char key[PART_KEY], inner[PART_KEY], bare[PART_KEY];
    bool seen = false;
    snprintf(key, sizeof key, "%.80s%.40s", prefix, row->key);
    snprintf(inner, sizeof inner, "%.120s%s", key, row->type == VALUE_LIST ? ".NAME." : ".");
    const bool called = p->words ? has_word(row, p->name)
                                 : is_called(key, p->name, p->whole) ||
                                       is_called(without_names(bare, key), p->name, p->whole);
    nearest_try(&p->nearest, row->key);
    for (size_t k = 0; k < p->count; k++)
      seen |= p->done[k] == row || (row->type == VALUE_LIST && p->done[k]->table == row->table);
    if (!seen && called && p->count < SCHEMA_ROWS_MAX) {
      p->done[p->count++] = row;
      print_part(p->out, row, prefix, key);
    } else if (row->table) {
      find_part(p, row->table, inner);
    }
  }
}

static size_t print_method(FILE *out, const char *name) {
  size_t method = 0, count = 0;
  while (words_method[method] && strcmp(words_method[method], name) != 0) method++;
  for (size_t i = 0; i < schema_case.count && words_method[method]; i++) {
    unsigned of = schema_case.rows[i].methods;
    bool seen = !(of >> method & 1);
    for (size_t k = 0; k < i; k++) seen |= schema_case.rows[k].methods == of;
    if (seen) continue;
    print_keys(out, of);
    count++;
  }
  return count;
}

size_t schema_print_part(FILE *out, const char *name) {
  struct part p = {.out = out, .name = name, .nearest = {.wanted = name}};
  for (int pass = 0; pass < 2; pass++) { /* `viscosity` before `walls.NAME.flexible.viscosity` */
    p.whole = pass == 0;
    find_part(&p, &schema_case, "");
  }
  const size_t count = p.count ? p.count : print_method(out, name);
  if (count) return count;
  p.words = true;
  find_part(&p, &schema_case, "");
  return p.count;
}

/* One line per key: what it is called, and the words that it may have. Items of lists are left out. */
static void print_names(const struct schema_table *table, const char *prefix) {
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_row *row = &table->rows[i];
    char key[PART_KEY], inner[PART_KEY];
    snprintf(key, sizeof key, "%.80s%.40s", prefix, row->key);
    snprintf(inner, sizeof inner, "%.120s.", key);
    if (row->type == VALUE_MAP) print_names(row->table, inner);
    if (row->type == VALUE_MAP || row->type == VALUE_LIST) continue;
    printf("%s", key);
    const bool worded = row->type == VALUE_WORD || row->type == VALUE_SET;
    for (size_t k = 0; worded && row->words[k]; k++) printf(" %s", row->words[k]);
    puts(row->type == VALUE_BOOLEAN ? " true false" : "");
  }
}

void case_print_names(void) {
  print_names(&schema_case, "");
}

void case_print_reference(void) {
  schema_print_reference(stdout);
}

int case_print_part(const char *name) {
  if (schema_print_part(stdout, name)) return STATUS_OK;
  struct part p = {.out = stdout, .name = "", .nearest = {.wanted = name}};
  char hint[FAULT_HINT], shown[FAULT_SHOWN];
  find_part(&p, &schema_case, "");
  const char *advice = advice_for("", name);
  if (advice) return error_set(STATUS_USAGE, "no key '%s'; %s", name, advice);
  return error_set(STATUS_USAGE, "no key '%s'; 'amphi schema' prints all%s", fault_show(shown, name),
                   nearest_hint(&p.nearest, hint));
}
