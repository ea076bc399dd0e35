/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "case/case.h"
#include "case/inputs.h"
#include "case/schema.h"
#include "util/error.h"

struct writer {
  FILE *out;
  const struct amphi_case *c;
  bool digest; /* only what reaches the state, without comments */
};

/* As many digits as it takes to read back the same number; with a point before an exponent, for YAML 1.1
 * takes 1e-06 for text. */
static void write_number(struct writer *w, double value) {
  char text[40];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  size_t mantissa = strcspn(text, "e");
  bool whole = text[mantissa] && !memchr(text, '.', mantissa);
  fprintf(w->out, "%.*s%s%s", (int)mantissa, text, whole ? ".0" : "", text + mantissa);
}

/* Texts hold no control characters, so quotes need two escapes only. */
static void write_text(struct writer *w, const char *text) {
  fputc('"', w->out);
  for (const char *t = text; *t; t++) {
    if (*t == '"' || *t == '\\') fputc('\\', w->out);
    fputc(*t, w->out);
  }
  fputc('"', w->out);
}

static void write_numbers(struct writer *w, const double *values, size_t count) {
  fputc('[', w->out);
  for (size_t i = 0; i < count; i++) {
    if (i) fputs(", ", w->out);
    write_number(w, values[i]);
  }
  fputc(']', w->out);
}

static void write_vertices(struct writer *w, double (*vertices)[2], size_t count) {
  fputc('[', w->out);
  for (size_t i = 0; i < count; i++) {
    if (i) fputs(", ", w->out);
    write_numbers(w, vertices[i], 2);
  }
  fputc(']', w->out);
}

static void write_place(struct writer *w, const struct gauge *g) {
  int axis = gauge_is_upright(g->kind) ? case_gravity_axis(w->c) : -1;
  double at[3];
  size_t count = 0;
  for (int i = 0; i < w->c->dimensions; i++)
    if (i != axis) at[count++] = g->at[i];
  write_numbers(w, at, count);
}

static void write_bits(struct writer *w, unsigned bits, const char *const words[]) {
  bool any = false;
  fputc('[', w->out);
  for (size_t i = 0; words[i]; i++) {
    if (!(bits >> i & 1)) continue;
    fprintf(w->out, "%s%s", any ? ", " : "", words[i]);
    any = true;
  }
  fputc(']', w->out);
}

static void write_axes(struct writer *w, const bool *axes) {
  write_bits(w, axes[0] * 1u + axes[1] * 2u + axes[2] * 4u, words_axis);
}

static void write_turn(struct writer *w, const double *turn) {
  if (w->c->dimensions == 2)
    write_number(w, turn[2]);
  else
    write_numbers(w, turn, 3);
}

static size_t count_of(const struct schema_row *row, const void *base) {
  return *(const size_t *)((const char *)base + row->count_offset);
}

static void write_scalar(struct writer *w, const struct schema_row *row, const void *base) {
  const void *at = (const char *)base + row->offset;
  /* clang-format off */
  switch (row->type) {
  case VALUE_NUMBER: write_number(w, *(const double *)at); break;
  case VALUE_INTEGER: fprintf(w->out, "%d", *(const int *)at); break;
  case VALUE_BOOLEAN: fputs(*(const bool *)at ? "true" : "false", w->out); break;
  case VALUE_WORD: fputs(row->words[*(const int *)at], w->out); break;
  case VALUE_TEXT:
  case VALUE_NAME: write_text(w, *(char *const *)at); break;
  case VALUE_VECTOR: write_numbers(w, at, (size_t)w->c->dimensions); break;
  case VALUE_TURN: write_turn(w, at); break;
  case VALUE_LOCKS: write_bits(w, *(const unsigned *)at, words_lock); break;
  case VALUE_PLACE: write_place(w, base); break;
  case VALUE_PAIR: write_numbers(w, at, 2); break;
  case VALUE_NUMBERS: write_numbers(w, *(double *const *)at, count_of(row, base)); break;
  case VALUE_VERTICES: write_vertices(w, *(double(*const *)[2])at, count_of(row, base)); break;
  case VALUE_FACES: write_bits(w, *(const unsigned *)at, words_face); break;
  case VALUE_AXES: write_axes(w, at); break;
  case VALUE_SET: write_bits(w, *(const unsigned *)at, row->words); break;
  case VALUE_WALL: write_text(w, w->c->walls[*(const int *)at].name); break;
  case VALUE_PHASE: write_text(w, w->c->phases[*(const int *)at].name); break;
  case VALUE_MAP:
  case VALUE_LIST:
    break;
  }
  /* clang-format on */
}

static void write_table(struct writer *w, const struct schema_table *table, const void *base, int indent,
                        bool dash);

static void write_list(struct writer *w, const struct schema_row *row, const void *base, int indent) {
  const char *items = *(char *const *)((const char *)base + row->offset);
  size_t count = count_of(row, base);
  fputs(count ? "\n" : " []\n", w->out);
  for (size_t i = 0; i < count; i++)
    write_table(w, row->table, items + i * row->table->size, indent + 4, true);
}

static bool is_given(const struct schema_row *row, const void *base) {
  const char *at = (const char *)base + row->offset;
  if (row->type == VALUE_MAP) return *((const bool *)base + row->flag_offset);
  if (row->type == VALUE_TEXT || (row->type == VALUE_NAME && row->optional)) return *(char *const *)at;
  return !isnan(row->type == VALUE_TURN ? ((const double *)at)[2] : *(const double *)at);
}

static bool is_written(const struct writer *w, const struct schema_row *row, const void *base) {
  if (w->digest && (row->passive || row->contents != CONTENTS_NONE)) return false;
  if (!schema_is_of(row, w->c->method)) return false;
  if (row->either && *((const bool *)base + row->flag_offset) != row->flag) return false;
  const bool named = row->type == VALUE_WALL || row->type == VALUE_PHASE;
  if (named && *(const int *)((const char *)base + row->offset) < 0) return false;
  if (row->optional && !is_given(row, base)) return false;
  return !row->applies || row->applies(base);
}

static void write_row(struct writer *w, const struct schema_row *row, const void *base, int indent,
                      bool dash) {
  fprintf(w->out, "%*s%s%s:", dash ? indent - 2 : indent, "", dash ? "- " : "", row->key);
  if (row->type == VALUE_LIST) {
    write_list(w, row, base, indent);
  } else if (row->type == VALUE_MAP) {
    fputc('\n', w->out);
    write_table(w, row->table, (const char *)base + row->offset, indent + 2, false);
  } else {
    fputc(' ', w->out);
    write_scalar(w, row, base);
    if (row->unit && !w->digest) fprintf(w->out, " # %s", row->unit);
    fputc('\n', w->out);
  }
}

static void write_table(struct writer *w, const struct schema_table *table, const void *base, int indent,
                        bool dash) {
  for (size_t i = 0; i < table->count; i++) {
    if (!is_written(w, &table->rows[i], base)) continue;
    write_row(w, &table->rows[i], base, indent, dash);
    dash = false;
  }
}

void schema_print_case(const struct amphi_case *c, FILE *out) {
  struct writer w = {.out = out, .c = c};
  fprintf(out, "# All parameters in use, with the defaults that the case file left out.\n");
  write_table(&w, &schema_case, c, 0, false);
}

int case_print(const struct amphi_case *c, char **text, size_t *size) {
  *text = NULL;
  FILE *out = open_memstream(text, size);
  CHECK(out, STATUS_FAILED, "no memory to write the case");
  schema_print_case(c, out);
  bool good = !ferror(out);
  good &= fclose(out) == 0;
  if (good) return STATUS_OK;
  free(*text);
  return error_set(STATUS_FAILED, "no memory to write the case");
}

int case_digest(const struct amphi_case *c, const struct case_inputs *inputs, char digest[33]) {
  char *text = NULL;
  size_t size = 0;
  struct writer w = {.out = open_memstream(&text, &size), .c = c, .digest = true};
  CHECK(w.out, STATUS_FAILED, "no memory for the digest of the case");
  write_table(&w, &schema_case, c, 0, false);
  for (size_t i = 0; inputs && i < inputs->count; i++)
    fprintf(w.out, "%s %s\n", inputs->items[i].key, inputs->items[i].digest);
  bool good = !ferror(w.out);
  good &= fclose(w.out) == 0;
  if (good) {
    XXH128_hash_t hash = XXH3_128bits(text, size);
    snprintf(digest, 33, "%016llx%016llx", (unsigned long long)hash.high64, (unsigned long long)hash.low64);
  }
  free(text);
  return good ? STATUS_OK : error_set(STATUS_FAILED, "no memory for the digest of the case");
}

/* ---- what a resume compares beside the digest ---- */

struct asides {
  const struct amphi_case *c;
  int (*each)(void *to, const struct case_aside *aside);
  void *to;
};

/* The value of `key`, or all rows of an item where that is NULL, as the digest has them, in one line. */
static int give_aside(const struct asides *a, struct case_aside aside, const struct schema_table *table,
                      const struct schema_row *key, const void *base) {
  char *text = NULL;
  size_t size = 0;
  struct writer w = {.out = open_memstream(&text, &size), .c = a->c, .digest = true};
  CHECK(w.out, STATUS_FAILED, "no memory to compare the case with its checkpoint");
  if (key)
    write_scalar(&w, key, base);
  else
    write_table(&w, table, base, 1, false);
  bool good = !ferror(w.out);
  good &= fclose(w.out) == 0 && text;
  for (size_t k = 0; good && k < size; k++) /* of each line there stands a space in front */
    if (text[k] == '\n') text[k] = k + 1 < size ? ',' : 0;
  if (good) aside.value = text + strspn(text, " ");
  const int status = good ? a->each(a->to, &aside)
                          : error_set(STATUS_FAILED, "no memory to compare the case with its checkpoint");
  free(text);
  return status;
}

static int give_map(const struct asides *a, const struct schema_row *row) {
  for (size_t i = 0; i < row->table->count; i++) {
    const struct schema_row *key = &row->table->rows[i];
    char name[CASE_ASIDE_NAME];
    snprintf(name, sizeof name, "%s.%s", row->key, key->key);
    TRY(give_aside(a, (struct case_aside){.name = name}, row->table, key, (const char *)a->c + row->offset));
  }
  return STATUS_OK;
}

static double interval_of(const struct schema_table *table, const char *item) {
  for (size_t i = 0; i < table->count; i++)
    if (!strcmp(table->rows[i].key, "interval")) return *(const double *)(item + table->rows[i].offset);
  return INFINITY;
}

static int give_items(const struct asides *a, const struct schema_row *row) {
  const char *items = *(char *const *)((const char *)a->c + row->offset);
  for (size_t i = 0; i < count_of(row, a->c); i++) {
    const char *item = items + i * row->table->size;
    char name[CASE_ASIDE_NAME];
    snprintf(name, sizeof name, "%s.%s", row->key, *(char *const *)(item + row->table->rows[0].offset));
    const struct case_aside aside = {.name = name,
                                     .line = *(const size_t *)(item + row->line_offset),
                                     .interval = interval_of(row->table, item)};
    TRY(give_aside(a, aside, row->table, NULL, item));
  }
  return STATUS_OK;
}

bool case_aside_is_gauge(const struct case_aside *aside) {
  return !strncmp(aside->name, "gauges.", 7);
}

int case_asides(const struct amphi_case *c, int (*each)(void *to, const struct case_aside *aside), void *to) {
  const struct asides a = {c, each, to};
  for (size_t i = 0; i < schema_case.count; i++) {
    const struct schema_row *row = &schema_case.rows[i];
    if (!row->aside || !schema_is_of(row, c->method)) continue;
    TRY(row->type == VALUE_LIST ? give_items(&a, row) : give_map(&a, row));
  }
  return STATUS_OK;
}

/* ---- what differs ---- */

/* The row as the digest sees it; NULL without memory. The caller frees. */
static char *row_text(const struct amphi_case *c, const struct schema_row *row) {
  char *text = NULL;
  size_t size = 0;
  struct writer w = {.out = open_memstream(&text, &size), .c = c, .digest = true};
  if (!w.out) return NULL;
  if (is_written(&w, row, c)) write_row(&w, row, c, 0, false);
  fclose(w.out);
  return text;
}

const char *case_difference(const struct amphi_case *a, const struct amphi_case *b) {
  for (size_t i = 0; i < schema_case.count; i++) {
    const struct schema_row *row = &schema_case.rows[i];
    char *x = row_text(a, row), *y = row_text(b, row);
    bool differs = x && y && strcmp(x, y) != 0;
    free(x);
    free(y);
    if (differs) return row->key;
  }
  return NULL;
}
