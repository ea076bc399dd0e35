/* SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "case/advice.h"
#include "case/read.h"

static void fault_instead(struct reader *r, const struct schema_row *row, const struct node *node,
                          const char *problem, const char *instead) {
  char expected[300];
  schema_expected(row, r->c->dimensions, expected, sizeof expected);
  READ_FAULT(r, FAULT_VALUE, node, "%s; expected %s%s%s", problem, expected, instead ? ": " : "",
             instead ? instead : "");
}

static void fault_expected(struct reader *r, const struct schema_row *row, const struct node *node,
                           const char *problem) {
  fault_instead(r, row, node, problem, NULL);
}

static const char *kind_of(const struct node *n) {
  if (n->kind == NODE_MAP) return "is a map of keys";
  if (n->kind == NODE_LIST) return "is a list";
  return n->plain && !*n->text ? "has no value" : "is a single value";
}

/* A scalar that is not empty, or a fault. */
static bool want_scalar(struct reader *r, const struct schema_row *row, const struct node *n) {
  if (n->kind == NODE_SCALAR && (*n->text || !n->plain)) return true;
  fault_expected(r, row, n, kind_of(n));
  return false;
}

static bool want_kind(struct reader *r, const struct schema_row *row, const struct node *n,
                      enum node_kind kind) {
  if (n->kind == kind) return true;
  fault_expected(r, row, n, kind_of(n));
  return false;
}

/* A word where a map should be is most often meant for a key in it: 'viscosity: artificial'. */
static bool want_map(struct reader *r, const struct schema_row *row, const struct node *n) {
  char keys[800], shown[FAULT_SHOWN];
  const char *names[SCHEMA_ROWS_MAX + 1] = {0};
  size_t count = 0;
  if (n->kind != NODE_SCALAR || !*n->text) return want_kind(r, row, n, NODE_MAP);
  for (size_t i = 0; i < row->table->count; i++) {
    const struct schema_row *inner = &row->table->rows[i];
    if (!schema_is_of(inner, r->c->method)) continue;
    names[count++] = inner->key;
    for (size_t k = 0; inner->type == VALUE_WORD && inner->words[k]; k++) {
      if (strcasecmp(inner->words[k], n->text) != 0) continue;
      READ_FAULT(r, FAULT_VALUE, n, "'%s' is a single value; expected a map of keys, such as {%s: %s}",
                 fault_show(shown, n->text), inner->key, inner->words[k]);
      return false;
    }
  }
  schema_join(names, "and", keys, sizeof keys);
  READ_FAULT(r, FAULT_VALUE, n, "is a single value; expected a map of keys, of %s", keys);
  return false;
}

static void fault_number(struct reader *r, const struct schema_row *row, const struct node *n,
                         const char *end) {
  char problem[200], shown[FAULT_SHOWN];
  fault_show(shown, n->text);
  bool unit = end > n->text && isdigit((unsigned char)end[-1]);
  while (*end == ' ') end++;
  if (!n->plain)
    snprintf(problem, sizeof problem, "'%s' is text in quotes", shown);
  else if (unit && isalpha((unsigned char)*end) && row->unit)
    snprintf(problem, sizeof problem, "'%s' is not a number: leave out the unit, it is always %s", shown,
             row->unit);
  else if (unit && isalpha((unsigned char)*end))
    snprintf(problem, sizeof problem, "'%s' is not a number: leave out the unit, there is none", shown);
  else
    snprintf(problem, sizeof problem, "'%s' is not a number", shown);
  fault_expected(r, row, n, problem);
}

/* Digits, sign, point and exponent only: neither nan, inf nor hexadecimal. */
static bool parse_number(struct reader *r, const struct schema_row *row, const struct node *n,
                         double *value) {
  size_t length = strlen(n->text), prefix = strspn(n->text, "+-.0123456789eE");
  char *end = n->text;
  if (prefix) *value = strtod(n->text, &end);
  if (prefix == length && n->plain && length && *end == 0) {
    if (isfinite(*value)) return true;
    char problem[120], shown[FAULT_SHOWN];
    snprintf(problem, sizeof problem, "%s is too large", fault_show(shown, n->text));
    fault_expected(r, row, n, problem);
    return false;
  }
  fault_number(r, row, n, end);
  return false;
}

static bool in_range(const struct schema_row *row, double value) {
  if (row->positive) return value > 0 && value <= SCHEMA_LIMIT;
  if (row->low < row->high) return value >= row->low && value <= row->high;
  return fabs(value) <= SCHEMA_LIMIT;
}

static bool read_number(struct reader *r, const struct schema_row *row, const struct node *n, double *value) {
  if (!want_scalar(r, row, n) || !parse_number(r, row, n, value)) return false;
  if (in_range(row, *value)) return true;
  char problem[120], shown[FAULT_SHOWN];
  snprintf(problem, sizeof problem, "%s is %s", fault_show(shown, n->text),
           fabs(*value) > SCHEMA_LIMIT ? "too large" : "out of range");
  fault_instead(r, row, n, problem, row->instead);
  return false;
}

static void read_integer(struct reader *r, const struct schema_row *row, const struct node *n, int *value) {
  double number = 0;
  if (!read_number(r, row, n, &number)) return;
  if (strspn(n->text, "+-0123456789") == strlen(n->text)) {
    *value = (int)number; /* in the row's range */
    return;
  }
  char problem[120], shown[FAULT_SHOWN];
  snprintf(problem, sizeof problem, "%s is not written as a whole number", fault_show(shown, n->text));
  fault_expected(r, row, n, problem);
}

static void read_boolean(struct reader *r, const struct schema_row *row, const struct node *n, bool *value) {
  if (!want_scalar(r, row, n)) return;
  bool yes = strcmp(n->text, "true") == 0 || strcmp(n->text, "yes") == 0;
  bool no = strcmp(n->text, "false") == 0 || strcmp(n->text, "no") == 0;
  char problem[120], shown[FAULT_SHOWN];
  snprintf(problem, sizeof problem, "'%s' is neither", fault_show(shown, n->text));
  if (yes || no)
    *value = yes;
  else
    fault_expected(r, row, n, problem);
}

/* Index of a word, -1 and a fault if it is unknown. */
static int read_word(struct reader *r, const struct schema_row *row, const struct node *n,
                     const char *const words[], size_t count) {
  if (!want_scalar(r, row, n)) return -1;
  struct nearest best = {.wanted = n->text};
  for (size_t i = 0; i < count; i++) {
    if (strcmp(words[i], n->text) == 0) return (int)i;
    nearest_try(&best, words[i]);
  }
  if (strlen(n->text) <= 2) best.best = NULL; /* +z is no misspelt +x */
  char expected[300], hint[FAULT_HINT], shown[FAULT_SHOWN];
  schema_expected(row, r->c->dimensions, expected, sizeof expected);
  const bool misspelt = best.best && strcasecmp(best.best, n->text) == 0; /* in other letters */
  const char *advice = misspelt ? NULL : advice_for(r->key, n->text);
  READ_FAULT(r, FAULT_VALUE, n, "unknown word '%s'; expected %s%s%s", fault_show(shown, n->text), expected,
             advice ? "; " : nearest_hint(&best, hint), advice ? advice : "");
  return -1;
}

static size_t word_count(const char *const words[]) {
  size_t count = 0;
  while (words[count]) count++;
  return count;
}

static void read_enum(struct reader *r, const struct schema_row *row, const struct node *n, int *value) {
  int index = read_word(r, row, n, row->words, word_count(row->words));
  if (index >= 0) *value = index;
}

/* Whether YAML keeps the text on one line: no control characters, no line breaks of Unicode, nothing
 * that is no character. The text is UTF-8 by now. */
static bool is_one_line(const char *text) {
  for (const unsigned char *t = (const unsigned char *)text; *t; t++) {
    if (*t < 0x20 || *t == 0x7f || (*t == 0xc2 && t[1] < 0xa0)) return false;
    if (*t == 0xe2 && t[1] == 0x80 && (t[2] == 0xa8 || t[2] == 0xa9)) return false;
    if (*t == 0xef && ((t[1] == 0xbb && t[2] == 0xbf) || (t[1] == 0xbf && t[2] >= 0xbe))) return false;
  }
  return true;
}

static void read_text(struct reader *r, const struct schema_row *row, const struct node *n, char **value) {
  if (!want_scalar(r, row, n)) return;
  char problem[120], shown[FAULT_SHOWN];
  snprintf(problem, sizeof problem, "'%s' cannot be used", fault_show(shown, n->text));
  bool name = row->type == VALUE_NAME;
  size_t length = strlen(n->text);
  if (!is_one_line(n->text) || length > TEXT_MAX)
    fault_expected(r, row, n, problem);
  else if (name && (length == 0 || length > NAME_MAX_LENGTH || strpbrk(n->text, ",\"[].=")))
    fault_expected(r, row, n, problem);
  else if (name &&
           strchr("+-@",
                  n->text[0])) /* as = is for: a spreadsheet takes gauges.csv's heading for a formula */
    fault_expected(r, row, n, problem);
  else if (name && (n->text[0] == ' ' || n->text[length - 1] == ' ' || strcmp(n->text, "time") == 0))
    fault_expected(r, row, n, problem);
  else if (!(*value = strdup(n->text)))
    r->no_memory = true;
}

static const char *component_word(size_t count) {
  return count == 1 ? "component" : "components";
}

/* `count` numbers of a list, each within the row's range. */
static bool read_components(struct reader *r, const struct schema_row *row, const struct node *n,
                            size_t count, double *values) {
  if (!want_kind(r, row, n, NODE_LIST)) return false;
  if (n->count != count) {
    char problem[80];
    snprintf(problem, sizeof problem, "has %zu %s", n->count, component_word(n->count));
    fault_expected(r, row, n, problem);
    return false;
  }
  for (size_t i = 0; i < count; i++)
    if (!read_number(r, row, n->items[i], &values[i])) return false;
  return true;
}

/* With dimensions unknown (itself a fault) any vector will do. */
static size_t axes_of(const struct reader *r, const struct node *n) {
  if (r->c->dimensions) return (size_t)r->c->dimensions;
  return n->kind == NODE_LIST && n->count == 2 ? 2 : 3;
}

static void read_place(struct reader *r, const struct schema_row *row, const struct node *n,
                       struct gauge *g) {
  int axis = case_gravity_axis(r->c);
  size_t axes = axes_of(r, n);
  if (!gauge_is_upright(g->kind) || axis < 0) {
    /* An upright gauge without gravity along an axis is a fault that check_case reports. */
    if (!gauge_is_upright(g->kind)) read_components(r, row, n, axes, g->at);
    return;
  }
  if (!r->c->dimensions) return; /* itself a fault */
  if (n->kind != NODE_LIST || n->count != axes - 1) {
    READ_FAULT(r, FAULT_VALUE, n, "a %s gauge stands at %zu %s; expected the coordinates across gravity, %s",
               gauge_rows[g->kind].word, axes - 1, axes == 2 ? "coordinate" : "coordinates",
               axes == 2 ? (axis == 1 ? "[x]" : "[y]")
                         : (axis == 2   ? "[x, y]"
                            : axis == 1 ? "[x, z]"
                                        : "[y, z]"));
    return;
  }
  double across[2];
  if (!read_components(r, row, n, axes - 1, across)) return;
  for (int i = 0, from = 0; i < (int)axes; i++)
    if (i != axis) g->at[i] = across[from++];
}

static void *read_array(struct reader *r, const struct schema_row *row, const struct node *n, size_t size,
                        void *base) {
  if (!want_kind(r, row, n, NODE_LIST)) return NULL;
  if (n->count > LIST_MAX) {
    READ_FAULT(r, FAULT_VALUE, n, "has %zu items; expected at most %d", n->count, LIST_MAX);
    return NULL;
  }
  void *values = calloc(n->count + 1, size);
  if (!values) {
    r->no_memory = true;
    return NULL;
  }
  *(void **)((char *)base + row->offset) = values;
  *(size_t *)((char *)base + row->count_offset) = n->count;
  return values;
}

static void read_numbers(struct reader *r, const struct schema_row *row, const struct node *n, void *base) {
  double *values = read_array(r, row, n, sizeof *values, base);
  for (size_t i = 0; values && i < n->count; i++) {
    if (!read_number(r, row, n->items[i], &values[i])) return;
    if (i && values[i] <= values[i - 1]) fault_expected(r, row, n->items[i], "does not grow");
  }
}

static void read_vertices(struct reader *r, const struct schema_row *row, const struct node *n, void *base) {
  double(*values)[2] = read_array(r, row, n, sizeof *values, base);
  if (!values) return;
  if ((double)n->count < row->low) fault_expected(r, row, n, "has too few corners");
  const struct schema_row corner = {.type = VALUE_PAIR, .unit = row->unit};
  for (size_t i = 0; i < n->count; i++)
    if (!read_components(r, &corner, n->items[i], 2, values[i])) return;
}

/* Words of a list as bits; each once. */
static unsigned read_bits(struct reader *r, const struct schema_row *row, const struct node *n,
                          const char *const words[], size_t count) {
  unsigned bits = 0;
  if (!want_kind(r, row, n, NODE_LIST)) return 0;
  for (size_t i = 0; i < n->count; i++) {
    int bit = read_word(r, row, n->items[i], words, count);
    if (bit < 0) return 0;
    if (bits & 1u << bit)
      READ_FAULT(r, FAULT_VALUE, n->items[i], "'%s' is named twice; expected it once", words[bit]);
    bits |= 1u << bit;
  }
  return bits;
}

/* For a key of a wall, those before it. */
static void read_wall(struct reader *r, const struct schema_row *row, const struct node *n, int *value,
                      const void *base) {
  if (!want_scalar(r, row, n)) return;
  *value = -1;
  if (!r->c->wall_count && node_child(r->root, "walls") && node_child(r->root, "walls")->count) return;
  struct nearest best = {.wanted = n->text};
  for (size_t i = 0; i < r->c->wall_count; i++) {
    const char *name = r->c->walls[i].name;
    if (base == (const void *)&r->c->walls[i]) {
      char text[FAULT_SHOWN];
      READ_FAULT(r, FAULT_VALUE, n, "there is no wall '%s' before this one; expected the name of one",
                 fault_show(text, n->text));
      return;
    }
    if (!name) return; /* itself a fault */
    nearest_try(&best, name);
    if (strcmp(name, n->text) != 0) continue;
    *value = (int)i;
    return;
  }
  char hint[FAULT_HINT], shown[FAULT_SHOWN];
  READ_FAULT(r, FAULT_VALUE, n, "there is no wall '%s'; expected %s%s", fault_show(shown, n->text),
             r->c->wall_count ? "the name of a wall" : "the name of a wall, and the case has none",
             nearest_hint(&best, hint));
}

static void read_phase(struct reader *r, const struct schema_row *row, const struct node *n, int *value) {
  if (!want_scalar(r, row, n)) return;
  *value = -1;
  struct nearest best = {.wanted = n->text};
  for (size_t i = 0; i < r->c->phase_count; i++) {
    const char *name = r->c->phases[i].name;
    if (!name) return; /* itself a fault */
    nearest_try(&best, name);
    if (strcmp(name, n->text) != 0) continue;
    *value = (int)i;
    return;
  }
  char hint[FAULT_HINT], shown[FAULT_SHOWN];
  READ_FAULT(r, FAULT_VALUE, n, "there is no phase '%s'; expected %s%s", fault_show(shown, n->text),
             r->c->phase_count ? "the name of a phase"
                               : "the name of one of `phases`, of which the case has none",
             nearest_hint(&best, hint));
}

/* In 2-D there is one axis to turn about. */
static void read_turn(struct reader *r, const struct schema_row *row, const struct node *n, double *at) {
  if (r->c->dimensions == 2)
    read_number(r, row, n, &at[2]);
  else
    read_components(r, row, n, 3, at);
}

/* Likewise; the words of 2-D are x, y and rz. */
static unsigned read_locks(struct reader *r, const struct schema_row *row, const struct node *n) {
  static const char *const flat[] = {"x", "y", "rz"};
  if (r->c->dimensions != 2) return read_bits(r, row, n, words_lock, 6);
  const unsigned bits = read_bits(r, row, n, flat, 3);
  return (bits & 3) | (bits & 4 ? 32 : 0);
}

void read_value(struct reader *r, const struct schema_row *row, const struct node *n, void *base) {
  void *at = (char *)base + row->offset;
  size_t axes = axes_of(r, n);
  /* clang-format off */
  switch (row->type) {
  case VALUE_NUMBER: read_number(r, row, n, at); break;
  case VALUE_INTEGER: read_integer(r, row, n, at); break;
  case VALUE_BOOLEAN: read_boolean(r, row, n, at); break;
  case VALUE_WORD: read_enum(r, row, n, at); break;
  case VALUE_TEXT:
  case VALUE_NAME: read_text(r, row, n, at); break;
  case VALUE_VECTOR: read_components(r, row, n, axes, at); break;
  case VALUE_TURN: read_turn(r, row, n, at); break;
  case VALUE_LOCKS: *(unsigned *)at = read_locks(r, row, n); break;
  case VALUE_PAIR: read_components(r, row, n, 2, at); break;
  case VALUE_PLACE: read_place(r, row, n, base); break;
  case VALUE_NUMBERS: read_numbers(r, row, n, base); break;
  case VALUE_VERTICES: read_vertices(r, row, n, base); break;
  case VALUE_FACES: *(unsigned *)at = read_bits(r, row, n, words_face, 2 * axes); break;
  case VALUE_AXES: {
    unsigned bits = read_bits(r, row, n, words_axis, axes);
    for (int i = 0; i < 3; i++) ((bool *)at)[i] = bits >> i & 1;
    break;
  }
  case VALUE_SET: {
    size_t count = 0;
    while (row->words[count]) count++;
    *(unsigned *)at = read_bits(r, row, n, row->words, count);
    break;
  }
  case VALUE_WALL: read_wall(r, row, n, at, base); break;
  case VALUE_PHASE: read_phase(r, row, n, at); break;
  case VALUE_MAP: if (want_map(r, row, n)) read_table(r, row->table, n, at); break;
  case VALUE_LIST: if ((row->single && n->kind == NODE_MAP) || want_kind(r, row, n, NODE_LIST)) read_list(r, row, n, base); break;
  }
  /* clang-format on */
}
