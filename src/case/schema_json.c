/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of a case file as a JSON Schema (draft 7), by which editors complete and check: kinds, words and
 * ranges of values. What depends on other keys stands in the descriptions alone; amphi check finds all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/schema.h"
#include "util/error.h"
#include "util/json.h"

static json_t *table_object(const struct schema_table *table, unsigned of, bool case_itself);

static json_t *of_type(const char *type) {
  return json_pack("{ss}", "type", type);
}

static json_t *with_range(const struct schema_row *row, const char *type) {
  json_t *o = of_type(type);
  if (row->positive) {
    json_object_set_new(o, "exclusiveMinimum", json_integer(0));
  } else if (row->low < row->high) {
    json_object_set_new(o, "minimum", json_real(row->low));
    if (row->high < 1e6) json_object_set_new(o, "maximum", json_real(row->high));
  }
  return o;
}

/* NULL ends them. */
static json_t *one_of_words(const char *const words[]) {
  json_t *list = json_array();
  for (size_t i = 0; words[i]; i++) json_array_append_new(list, json_string(words[i]));
  return json_pack("{so}", "enum", list);
}

static json_t *list_of(json_t *items, size_t least, size_t most) {
  json_t *o = json_pack("{ss,so}", "type", "array", "items", items);
  if (least) json_object_set_new(o, "minItems", json_integer((json_int_t)least));
  if (most) json_object_set_new(o, "maxItems", json_integer((json_int_t)most));
  return o;
}

static json_t *set_of_words(const char *const words[]) {
  json_t *o = list_of(one_of_words(words), 0, 0);
  json_object_set_new(o, "uniqueItems", json_true());
  return o;
}

static json_t *either(json_t *a, json_t *b) {
  return json_pack("{s[oo]}", "anyOf", a, b);
}

/* A text may look like a number. */
static json_t *text(size_t most) {
  return json_pack("{s[sss],si}", "type", "string", "number", "boolean", "maxLength", (int)most);
}

static json_t *list_of_maps(const struct schema_row *row) {
  json_t *list = list_of(table_object(row->table, 0, false), (size_t)row->low, 0);
  return row->single ? either(table_object(row->table, 0, false), list) : list;
}

static json_t *value_of(const struct schema_row *row) {
  /* clang-format off */
  switch (row->type) {
  case VALUE_NUMBER: return with_range(row, "number");
  case VALUE_INTEGER: return with_range(row, "integer");
  case VALUE_BOOLEAN: return json_pack("{s[bbss]}", "enum", 1, 0, "yes", "no");
  case VALUE_WORD: return one_of_words(row->words);
  case VALUE_TEXT: return text(500);
  case VALUE_NAME: return text(64);
  case VALUE_WALL:
  case VALUE_PHASE: return text(64);
  case VALUE_VECTOR: return list_of(of_type("number"), 1, 3);
  case VALUE_PLACE: return list_of(of_type("number"), 1, 3);
  case VALUE_TURN: return either(of_type("number"), list_of(of_type("number"), 3, 3));
  case VALUE_PAIR: return list_of(with_range(row, "number"), 2, 2);
  case VALUE_NUMBERS: return list_of(with_range(row, "number"), 0, 0);
  case VALUE_VERTICES: return list_of(list_of(of_type("number"), 2, 2), (size_t)row->low, 0);
  case VALUE_FACES: return set_of_words(words_face);
  case VALUE_LOCKS: return set_of_words(words_lock);
  case VALUE_AXES: return set_of_words(words_axis);
  case VALUE_SET: return set_of_words(row->words);
  case VALUE_MAP: return table_object(row->table, 0, false);
  case VALUE_LIST: return list_of_maps(row);
  }
  /* clang-format on */
  return NULL;
}

/* "Initial particle spacing. Unit: m. Default: 1. Only for a box." */
static json_t *description(const struct schema_row *row) {
  char where[200], *said = NULL;
  const char *fallback = row->required || row->either ? NULL
                         : row->fallback_doc          ? row->fallback_doc
                                                      : row->fallback;
  if (row->where) schema_where(row, where, sizeof where);
  if (asprintf(&said, "%s.%s%s%s%s%s%s%s%s", row->meaning, row->unit ? " Unit: " : "",
               row->unit ? row->unit : "", row->unit ? "." : "", fallback ? " Default: " : "",
               fallback ? fallback : "", fallback ? "." : "", row->where ? " Only for " : "",
               row->where ? where : "") < 0)
    return NULL;
  json_t *s = json_string(said);
  free(said);
  return s;
}

/* What must be there: keys that every item has, and of each two for one thing, one. */
static void add_required(json_t *object, const struct schema_table *table, unsigned of, bool case_itself) {
  json_t *required = json_array(), *choices = json_array();
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_row *row = &table->rows[i];
    if (case_itself && row->methods && !(row->methods & of)) continue;
    if (row->either)
      json_array_append_new(choices, json_pack("{s[s]}", "required", row->key));
    else if (row->required && !row->where)
      json_array_append_new(required, json_string(row->key));
  }
  if (json_array_size(required)) json_object_set(object, "required", required);
  if (json_array_size(choices)) json_object_set(object, "anyOf", choices);
  json_decref(required);
  json_decref(choices);
}

/* A map of the table's keys and no others; of the case itself those of the methods `of`. */
static json_t *table_object(const struct schema_table *table, unsigned of, bool case_itself) {
  json_t *properties = json_object();
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_row *row = &table->rows[i];
    if (case_itself && row->methods && !(row->methods & of)) continue;
    json_t *value = value_of(row);
    json_object_set_new(value, "description", description(row));
    json_object_set_new(properties, row->key, value);
  }
  json_t *o = json_pack("{ss,so,sb}", "type", "object", "properties", properties, "additionalProperties", 0);
  add_required(o, table, of, case_itself);
  return o;
}

char *case_json(void) {
  json_t *choices = json_array();
  for (size_t m = 0; words_method[m]; m++)
    json_array_append_new(choices, json_pack("{s{s{s{ss}},s[s]},so}", "if", "properties", "method", "const",
                                             words_method[m], "required", "method", "then",
                                             table_object(&schema_case, 1u << m, true)));
  json_t *schema = json_pack("{ss,ss,ss,s{so},s[s],so}", "$schema", "http://json-schema.org/draft-07/schema#",
                             "title", "A case of amphi", "type", "object", "properties", "method",
                             one_of_words(words_method), "required", "method", "allOf", choices);
  char *printed = schema ? json_text(schema, JSON_INDENT(1) | JSON_REAL_PRECISION(15)) : NULL;
  json_decref(schema);
  return printed;
}

int case_print_json(void) {
  char *printed = case_json();
  CHECK(printed, STATUS_FAILED, "no memory for the schema");
  puts(printed);
  free(printed);
  return STATUS_OK;
}
