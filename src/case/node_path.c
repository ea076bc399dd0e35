/* SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "case/fault.h"
#include "case/node.h"
#include "util/error.h"

struct node *node_child(const struct node *map, const char *key) {
  for (size_t i = 0; i < map->count; i++)
    if (map->items[i]->key && strcmp(map->items[i]->key, key) == 0) return map->items[i];
  return NULL;
}

static const char *item_name(const struct node *item) {
  if (item->kind != NODE_MAP) return NULL;
  const struct node *name = node_child(item, "name");
  return name && name->kind == NODE_SCALAR ? name->text : NULL;
}

struct node *node_item(const struct node *list, const char *name) {
  for (size_t i = 0; i < list->count; i++) {
    const char *own = item_name(list->items[i]);
    if (own && strcmp(own, name) == 0) return list->items[i];
  }
  if (!isdigit((unsigned char)name[0]) || strspn(name, "0123456789") != strlen(name)) return NULL;
  unsigned long long index = strtoull(name, NULL, 10);
  return index < list->count ? list->items[index] : NULL;
}

static struct node *step_down(const struct node *n, const char *name) {
  if (n->kind == NODE_MAP) return node_child(n, name);
  if (n->kind == NODE_LIST) return node_item(n, name);
  return NULL;
}

/* Copy the first part of a dotted key; returns what follows its dot, NULL behind the last part, and
 * truncates parts longer than any key. */
static const char *first_part(char part[FAULT_KEY], const char *key, const char *end) {
  const char *dot = memchr(key, '.', (size_t)(end - key));
  size_t length = (size_t)((dot ? dot : end) - key);
  if (length >= FAULT_KEY) length = FAULT_KEY - 1;
  memcpy(part, key, length);
  part[length] = 0;
  return dot ? dot + 1 : NULL;
}

const struct node *node_nearest(const struct node *root, const char *key) {
  const char *end = key + strlen(key);
  char part[FAULT_KEY];
  for (const struct node *n = root; key; root = n) {
    key = first_part(part, key, end);
    if (!(n = step_down(n, part))) break;
  }
  return root;
}

static int fail_no_item(const struct node *list, const char *part, const char *override) {
  struct nearest best = {.wanted = part};
  for (size_t i = 0; i < list->count; i++)
    if (item_name(list->items[i])) nearest_try(&best, item_name(list->items[i]));
  char hint[FAULT_HINT], shown[FAULT_SHOWN];
  return error_set(STATUS_USAGE, "--set %.*s: no item '%s'; the list has %zu%s, named or counted from 0%s",
                   (int)strcspn(override, "="), override, fault_show(shown, part), list->count,
                   list->count == 1 ? " item" : " items", nearest_hint(&best, hint));
}

static struct node *add_child(struct node *map, const char *key, struct node *child) {
  if (!child) return NULL;
  child->key = strdup(key);
  if (child->key && node_append(map, child)) return child;
  node_free(child);
  return NULL;
}

/* Put `value` where `old` was; it keeps its own origin. */
static int replace_child(struct node *parent, struct node *old, struct node *value) {
  if (old->key && !(value->key = strdup(old->key))) {
    node_free(value);
    return error_set(STATUS_FAILED, "no memory for the case file");
  }
  for (size_t i = 0; i < parent->count; i++)
    if (parent->items[i] == old) parent->items[i] = value;
  node_free(old);
  return STATUS_OK;
}

/* Take `value` over into the tree at `key`, which ends at `end`. */
static int place_node_path(struct node *n, const char *key, const char *end, const char *override,
                           struct node *value) {
  char part[FAULT_KEY];
  for (;;) {
    key = first_part(part, key, end);
    struct node *child = step_down(n, part);
    if (n->kind == NODE_SCALAR || (n->kind == NODE_LIST && !child)) {
      node_free(value);
      if (n->kind == NODE_LIST) return fail_no_item(n, part, override);
      return error_set(STATUS_USAGE, "--set %.*s: '%s' has no keys", (int)strcspn(override, "="), override,
                       n->key ? n->key : "the item");
    }
    if (!key && child) return replace_child(n, child, value);
    if (!child) {
      child = add_child(n, part, key ? node_new(NODE_MAP, NULL) : value);
      if (!child && key) node_free(value);
      if (!child) return error_set(STATUS_FAILED, "no memory for the case file");
      child->override = override;
      child->order = value->order;
    }
    if (!key) return STATUS_OK;
    n = child;
  }
}

int node_override(struct node *root, const char *override, size_t *order) {
  const char *equals = strchr(override, '=');
  char shown[FAULT_SHOWN];
  if (!equals || equals == override)
    return error_set(STATUS_USAGE, "--set %s: expected KEY=VALUE, such as integrator.cfl=0.1",
                     fault_show(shown, override));
  struct node *value;
  ++*order;
  TRY(node_parse(&value, NULL, override, equals + 1, strlen(equals + 1), order));
  if (!value && !(value = node_new(NODE_SCALAR, "")))
    return error_set(STATUS_FAILED, "no memory for the case file");
  value->override = override;
  value->order = *order;
  return place_node_path(root, override, equals, override, value);
}
