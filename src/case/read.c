/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/read.h"

#include "case/advice.h"
#include "case/scheme.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t reader_push(struct reader *r, const char *part) {
  size_t length = strlen(r->key);
  snprintf(r->key + length, sizeof r->key - length, "%s%s", length ? "." : "", part);
  return length;
}

void reader_pop(struct reader *r, size_t length) {
  r->key[length] = 0;
}

static const struct schema_row *find_row(const struct schema_table *t, const char *key,
                                         enum method_kind method) {
  for (size_t i = 0; i < t->count; i++)
    if (schema_is_of(&t->rows[i], method) && strcmp(t->rows[i].key, key) == 0) return &t->rows[i];
  return NULL;
}

/* A key written in the wrong place: the map of the case that has it. */
static const char *place_of(const char *key, enum method_kind method) {
  for (size_t i = 0; i < schema_case.count; i++) {
    const struct schema_row *row = &schema_case.rows[i];
    if (row->type == VALUE_MAP && schema_is_of(row, method) && find_row(row->table, key, method))
      return row->key;
  }
  return NULL;
}

/* A key of other methods: one of them; NULL if it is none's. */
static const char *method_of(const struct schema_table *t, const char *key) {
  for (int m = 0; words_method[m]; m++)
    if (find_row(t, key, (enum method_kind)m)) return words_method[m];
  return NULL;
}

static void fault_unknown(struct reader *r, const struct schema_table *t, const struct node *child) {
  struct nearest best = {.wanted = child->key};
  char hint[FAULT_HINT], keys[800], shown[FAULT_SHOWN];
  const char *words[SCHEMA_ROWS_MAX + 1] = {0};
  size_t count = 0;
  for (size_t i = 0; i < t->count; i++) {
    if (!schema_is_of(&t->rows[i], r->c->method)) continue;
    nearest_try(&best, t->rows[i].key);
    words[count++] = t->rows[i].key;
  }
  schema_join(words, "or", keys, sizeof keys);
  size_t length = reader_push(r, *child->key ? fault_show(shown, child->key) : "''");
  const char *advice = advice_for(r->key, child->key);
  if (method_of(t, child->key))
    READ_FAULT(r, FAULT_VALUE, child, "unknown to method %s; it belongs to method %s",
               words_method[r->c->method], method_of(t, child->key));
  else if (t == &schema_case && place_of(child->key, r->c->method))
    READ_FAULT(r, FAULT_VALUE, child, "unknown key here; did you mean '%s.%s'?",
               place_of(child->key, r->c->method), child->key);
  else if (advice)
    READ_FAULT(r, FAULT_VALUE, child, "unknown key; %s", advice);
  else if (best.best)
    READ_FAULT(r, FAULT_VALUE, child, "unknown key%s", nearest_hint(&best, hint));
  else
    READ_FAULT(r, FAULT_VALUE, child, "unknown key; expected %s", keys);
  reader_pop(r, length);
}

/* Sort the entries of a map by row; unknown and repeated keys are faults. */
static void sort_entries(struct reader *r, const struct schema_table *t, const struct node *map,
                         const struct node **found) {
  for (size_t i = 0; i < map->count; i++) {
    const struct node *child = map->items[i];
    const struct schema_row *row = find_row(t, child->key, r->c->method);
    if (!row) {
      fault_unknown(r, t, child);
      continue;
    }
    const struct node **place = &found[row - t->rows];
    size_t length = reader_push(r, row->key);
    if (*place && (*place)->override)
      READ_FAULT(r, FAULT_VALUE, child, "given twice; expected it once");
    else if (*place)
      READ_FAULT(r, FAULT_VALUE, child, "given twice; expected it once, it is on line %zu already",
                 (*place)->line);
    else
      *place = child;
    reader_pop(r, length);
  }
}

static void set_default(struct reader *r, const struct schema_row *row, void *base) {
  if (row->optional) {
    double *numbers = (double *)((char *)base + row->offset);
    const int count = row->type == VALUE_NUMBER                                                      ? 1
                      : row->type == VALUE_PAIR                                                      ? 2
                      : row->type == VALUE_MAP || row->type == VALUE_TEXT || row->type == VALUE_NAME ? 0
                                                                                                     : 3;
    for (int i = 0; i < count; i++) numbers[i] = NAN;
    return;
  }
  if (row->type == VALUE_MAP) {
    const struct node empty = {.kind = NODE_MAP};
    read_table(r, row->table, &empty, (char *)base + row->offset);
  }
  const char *own = scheme_default(r->c, r->key), *fallback = own ? own : row->fallback;
  if (!fallback) return;
  struct node *value = NULL;
  size_t order = 0;
  if (node_parse(&value, "default", NULL, fallback, strlen(fallback), &order) != 0)
    r->no_memory = true;
  else
    read_value(r, row, value, base);
  node_free(value);
}

static void fault_missing(struct reader *r, const struct schema_row *row, const struct node *map) {
  char expected[300], where[200];
  schema_expected(row, r->c->dimensions, expected, sizeof expected);
  if (row->either)
    READ_FAULT(r, FAULT_MISSING, map, "missing, and so is '%s'; expected %s", row->either, expected);
  else if (row->where)
    READ_FAULT(r, FAULT_MISSING, map, "missing; %s needs %s", schema_where(row, where, sizeof where),
               expected);
  else
    READ_FAULT(r, FAULT_MISSING, map, "missing; expected %s", expected);
}

/* Of a key that means nothing here. An override of the key that decides also takes back what the
 * file says for its former value. */
static void fault_meaningless(struct reader *r, const struct schema_row *row, const struct node *map,
                              const struct node *value) {
  const struct node *selector = node_child(map, row->selector);
  if (selector && selector->override && !value->override) return;
  char where[200];
  READ_FAULT(r, FAULT_MEANING, value, "means nothing here; it belongs to %s",
             schema_where(row, where, sizeof where));
}

static void read_row(struct reader *r, const struct schema_row *row, const struct node *map,
                     const struct node *value) {
  const struct node *other = row->either ? node_child(map, row->either) : NULL;
  if (value && other && value->order > other->order)
    READ_FAULT(r, FAULT_VALUE, value, "given beside '%s'; expected one of the two", row->either);
  else if (!value && row->required && !other)
    fault_missing(r, row, map);
}

void read_table(struct reader *r, const struct schema_table *table, const struct node *node, void *base) {
  const struct node *found[SCHEMA_ROWS_MAX] = {0};
  sort_entries(r, table, node, found);
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_row *row = &table->rows[i];
    const struct node *value = found[i];
    if (!schema_is_of(row, r->c->method)) continue;
    size_t length = reader_push(r, row->key);
    if (row->applies && !row->applies(base)) {
      if (value) fault_meaningless(r, row, node, value);
    } else {
      read_row(r, row, node, value);
      if (value && row->either) *((bool *)((char *)base + row->flag_offset)) = row->flag;
      if (value && row->optional && row->type == VALUE_MAP)
        *((bool *)((char *)base + row->flag_offset)) = true;
      if (value)
        read_value(r, row, value, base);
      else if (!row->required)
        set_default(r, row, base);
    }
    reader_pop(r, length);
  }
}

/* What to call an item: its name if it has a usable one. */
static const char *item_label(const struct node *item, size_t index, char label[FAULT_SHOWN]) {
  const struct node *name = item->kind == NODE_MAP ? node_child(item, "name") : NULL;
  if (name && name->kind == NODE_SCALAR && name->text[0]) return fault_show(label, name->text);
  snprintf(label, FAULT_SHOWN, "%zu", index);
  return label;
}

/* The name is the first field of every item that has one. */
static void check_unique(struct reader *r, const struct schema_row *row, const struct node *list, void *items,
                         size_t index) {
  if (row->table->rows[0].type != VALUE_NAME || list->items[index]->kind != NODE_MAP) return;
  size_t offset = row->table->rows[0].offset;
  const struct node *node = node_child(list->items[index], "name");
  const char *name = *(char **)((char *)items + index * row->table->size + offset);
  for (size_t i = 0; name && i < index; i++) {
    const char *other = *(char **)((char *)items + i * row->table->size + offset);
    if (!other || strcmp(name, other) != 0) continue;
    size_t length = reader_push(r, "name");
    READ_FAULT(r, FAULT_VALUE, node,
               "'%s' is the name of another item of the list; expected a name of its own", name);
    reader_pop(r, length);
    return;
  }
}

void read_list(struct reader *r, const struct schema_row *row, const struct node *node, void *base) {
  struct node *alone[] = {(struct node *)node};
  const struct node list = {
      .kind = NODE_LIST, .line = node->line, .order = node->order, .items = alone, .count = 1};
  const bool single = row->single && node->kind == NODE_MAP;
  if (single) node = &list;
  if (node->count < (size_t)row->low) {
    READ_FAULT(r, FAULT_VALUE, node, "is empty; expected at least one item");
    return;
  }
  if (node->count > LIST_MAX) {
    READ_FAULT(r, FAULT_VALUE, node, "has %zu items; expected at most %d", node->count, LIST_MAX);
    return;
  }
  char *items = calloc(node->count + 1, row->table->size), label[FAULT_SHOWN];
  if (!items) {
    r->no_memory = true;
    return;
  }
  *(void **)((char *)base + row->offset) = items;
  *(size_t *)((char *)base + row->count_offset) = node->count;
  for (size_t i = 0; i < node->count; i++) {
    const struct node *item = node->items[i];
    size_t length = single ? strlen(r->key) : reader_push(r, item_label(item, i, label));
    if (row->line_offset)
      *(size_t *)(items + i * row->table->size + row->line_offset) = item->override ? 0 : item->line;
    if (item->kind == NODE_MAP)
      read_table(r, row->table, item, items + i * row->table->size);
    else
      READ_FAULT(r, FAULT_VALUE, item, "expected keys and values, such as '%s: ...'",
                 row->table->rows[0].key);
    check_unique(r, row, node, items, i);
    reader_pop(r, length);
  }
}
