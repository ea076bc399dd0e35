/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/node.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "util/error.h"

/* The schema needs 8 levels; this bounds the recursion. */
enum { DEPTH_MAX = 32 };

struct parse {
  yaml_parser_t yaml;
  yaml_event_t event; /* the one in hand */
  const char *name, *override, *text;
  size_t size;
  size_t *order;
};

struct node *node_new(enum node_kind kind, const char *text) {
  struct node *n = calloc(1, sizeof *n);
  if (!n) return NULL;
  n->kind = kind;
  n->plain = true;
  if (text && !(n->text = strdup(text))) {
    free(n);
    return NULL;
  }
  return n;
}

bool node_append(struct node *parent, struct node *child) {
  if (parent->count == parent->capacity) {
    size_t capacity = parent->capacity ? 2 * parent->capacity : 4;
    struct node **items = realloc(parent->items, capacity * sizeof(struct node *));
    if (!items) return false;
    parent->items = items;
    parent->capacity = capacity;
  }
  parent->items[parent->count++] = child;
  return true;
}

void node_free(struct node *n) {
  if (!n) return;
  for (size_t i = 0; i < n->count; i++) node_free(n->items[i]);
  free(n->items);
  free(n->key);
  free(n->text);
  free(n);
}

/* "FILE:LINE: " or "--set KEY: " in front of `problem`. */
static int fail_at(const struct parse *p, size_t line, const char *problem) {
  if (p->override)
    return error_set(STATUS_USAGE, "--set %.*s: %s", (int)strcspn(p->override, "="), p->override, problem);
  return error_set(STATUS_USAGE, "%s:%zu: %s", p->name, line, problem);
}

static int no_memory(void) {
  return error_set(STATUS_FAILED, "no memory for the case file");
}

/* libyaml gives bytes before the problem, not a line, when the text is not in its character set. */
static size_t line_of_offset(const struct parse *p, size_t offset) {
  size_t line = 1;
  for (size_t i = 0; i < offset && i < p->size; i++) line += p->text[i] == '\n';
  return line;
}

/* Whether the line, counted from 0, is indented by a tab. */
static bool has_tab(const struct parse *p, size_t line) {
  const char *at = p->text, *end = p->text + p->size;
  for (; line && at < end; at++) line -= *at == '\n';
  while (at < end && *at == ' ') at++;
  return at < end && *at == '\t';
}

static int fail_syntax(const struct parse *p) {
  const yaml_parser_t *y = &p->yaml;
  char text[400];
  if (y->error == YAML_MEMORY_ERROR) return no_memory();
  if (y->error == YAML_READER_ERROR) {
    snprintf(text, sizeof text, "not readable as text: %s", y->problem ? y->problem : "unknown character");
    return fail_at(p, line_of_offset(p, y->problem_offset), text);
  }
  if (y->error == YAML_SCANNER_ERROR && has_tab(p, y->problem_mark.line))
    return fail_at(p, y->problem_mark.line + 1, "not valid YAML: a tab; indent by spaces");
  if (y->context && !strcmp(y->context, "while scanning a simple key"))
    return fail_at(p, y->context_mark.line + 1,
                   "not valid YAML: a key without a colon; write 'KEY: VALUE', with a space after the colon");
  if (y->context && y->context_mark.line != y->problem_mark.line && !p->override)
    snprintf(text, sizeof text, "not valid YAML: %s %s that begins on line %zu", y->problem, y->context,
             y->context_mark.line + 1);
  else
    snprintf(text, sizeof text, "not valid YAML: %s%s%s", y->problem ? y->problem : "unknown problem",
             y->context ? " " : "", y->context ? y->context : "");
  return fail_at(p, y->problem_mark.line + 1, text);
}

static int next(struct parse *p) {
  yaml_event_delete(&p->event);
  if (!yaml_parser_parse(&p->yaml, &p->event)) return fail_syntax(p);
  return STATUS_OK;
}

static size_t event_line(const struct parse *p) {
  return p->event.start_mark.line + 1;
}

static int refuse_tag(const struct parse *p, const yaml_char_t *tag) {
  return tag ? fail_at(p, event_line(p), "YAML tags (!) are not supported") : STATUS_OK;
}

static int copy_scalar(const struct parse *p, char **text) {
  TRY(refuse_tag(p, p->event.data.scalar.tag));
  const char *value = (const char *)p->event.data.scalar.value;
  if (strlen(value) != p->event.data.scalar.length)
    return fail_at(p, event_line(p), "text with a zero byte is not supported");
  *text = strdup(value);
  return *text ? STATUS_OK : no_memory();
}

static int parse_node(struct parse *p, struct node **out, int depth);

/* Key of the next entry of a map; leaves the value's first event in hand. */
static int parse_key(struct parse *p, char **key, size_t *line) {
  *line = event_line(p);
  if (p->event.type == YAML_ALIAS_EVENT)
    return fail_at(p, *line, "YAML aliases (*name) are not supported; write the value out");
  if (p->event.type != YAML_SCALAR_EVENT) return fail_at(p, *line, "a key must be a word");
  TRY(copy_scalar(p, key));
  return next(p);
}

static int parse_children(struct parse *p, struct node *parent, yaml_event_type_t end, int depth) {
  TRY(next(p));
  while (p->event.type != end) {
    char *key = NULL;
    size_t line = 0, order = ++*p->order;
    struct node *child = NULL;
    int status = parent->kind == NODE_MAP ? parse_key(p, &key, &line) : STATUS_OK;
    if (status == STATUS_OK) status = parse_node(p, &child, depth + 1);
    if (status != STATUS_OK) {
      free(key);
      return status;
    }
    child->key = key;
    child->order = order;
    if (key) child->line = line;
    if (!node_append(parent, child)) {
      node_free(child);
      return no_memory();
    }
    TRY(next(p));
  }
  return STATUS_OK;
}

static int parse_content(struct parse *p, struct node *n, int depth) {
  switch (p->event.type) {
  case YAML_SCALAR_EVENT:
    n->plain = p->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return copy_scalar(p, &n->text);
  case YAML_SEQUENCE_START_EVENT:
    n->kind = NODE_LIST;
    TRY(refuse_tag(p, p->event.data.sequence_start.tag));
    return parse_children(p, n, YAML_SEQUENCE_END_EVENT, depth);
  case YAML_MAPPING_START_EVENT:
    n->kind = NODE_MAP;
    TRY(refuse_tag(p, p->event.data.mapping_start.tag));
    return parse_children(p, n, YAML_MAPPING_END_EVENT, depth);
  default:
    return fail_at(p, n->line, "YAML aliases (*name) are not supported; write the value out");
  }
}

/* The node whose first event is in hand; leaves its last event in hand. */
static int parse_node(struct parse *p, struct node **out, int depth) {
  if (depth > DEPTH_MAX) return fail_at(p, event_line(p), "nested too deeply");
  struct node *n = node_new(NODE_SCALAR, NULL);
  if (!n) return no_memory();
  n->line = event_line(p);
  n->order = *p->order;
  n->override = p->override;
  int status = parse_content(p, n, depth);
  if (status != STATUS_OK) {
    node_free(n);
    return status;
  }
  *out = n;
  return STATUS_OK;
}

static int parse_document(struct parse *p, struct node **root) {
  TRY(next(p)); /* stream start */
  TRY(next(p));
  if (p->event.type == YAML_STREAM_END_EVENT) return STATUS_OK;
  TRY(next(p)); /* document start */
  TRY(parse_node(p, root, 0));
  TRY(next(p)); /* document end */
  TRY(next(p));
  if (p->event.type != YAML_STREAM_END_EVENT)
    return fail_at(p, event_line(p), "a second YAML document; expected one");
  return STATUS_OK;
}

int node_parse(struct node **root, const char *name, const char *override, const char *text, size_t size,
               size_t *order) {
  struct parse p = {.name = name, .override = override, .text = text, .size = size, .order = order};
  *root = NULL;
  if (!yaml_parser_initialize(&p.yaml)) return no_memory();
  yaml_parser_set_input_string(&p.yaml, (const unsigned char *)text, size);
  int status = parse_document(&p, root);
  yaml_event_delete(&p.event);
  yaml_parser_delete(&p.yaml);
  if (status != STATUS_OK) {
    node_free(*root);
    *root = NULL;
  }
  return status;
}
