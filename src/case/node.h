/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_NODE_H
#define CASE_NODE_H
/* YAML text as a tree that knows where each part came from. Built from libyaml's events, so that
 * aliases, tags and endless nesting are refused before they cost anything. */
#include <stdbool.h>
#include <stddef.h>

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };

struct node {
  enum node_kind kind;
  bool plain;           /* scalar without quotes */
  char *key;            /* in a map; NULL in a list */
  char *text;           /* scalar */
  size_t line;          /* of the key in a map, of the item in a list */
  size_t order;         /* grows through the file, then through the overrides */
  const char *override; /* NULL: from the file; otherwise the "key=value" it came from */
  struct node **items;  /* list and map, in file order; a map may still hold duplicates */
  size_t count, capacity;
};

/* Parse one document. Errors name `name` and the line, or the key of `override` if that is not NULL.
 * `order` is the counter behind node.order. An empty text gives *root = NULL. */
int node_parse(struct node **root, const char *name, const char *override, const char *text, size_t size,
               size_t *order);

/* A map or list node without items, or a copied scalar (text not NULL); NULL without memory. */
struct node *node_new(enum node_kind kind, const char *text);
bool node_append(struct node *parent, struct node *child);
void node_free(struct node *n);

/* The child of a map, the first if there are several; NULL if there is none. */
struct node *node_child(const struct node *map, const char *key);

/* An item of a list by its `name` or else its index; NULL if there is none. */
struct node *node_item(const struct node *list, const char *name);

/* The node at a dotted key, or its nearest ancestor that exists. */
const struct node *node_nearest(const struct node *root, const char *key);

/* Apply one "key=value" to the tree: replaces what is at the key, creates maps on the way. */
int node_override(struct node *root, const char *override, size_t *order);

#endif
