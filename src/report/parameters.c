/* SPDX-License-Identifier: BSD-3-Clause */
/* The parameters of runs side by side. */
#include <stdlib.h>
#include <string.h>

#include "case/node.h"
#include "report/html.h"
#include "report/sections.h"
#include "util/error.h"

/* All that a tree has, as keys with dots and their values. */
struct pairs {
  char **keys, **values;
  size_t count;
};

static int add_parameters(struct pairs *p, const char *key, const char *value) {
  char **keys = realloc(p->keys, (p->count + 1) * sizeof *keys);
  if (keys) p->keys = keys;
  char **values = realloc(p->values, (p->count + 1) * sizeof *values);
  if (values) p->values = values;
  CHECK(keys && values, STATUS_FAILED, "out of memory");
  keys[p->count] = strdup(key), values[p->count] = strdup(value);
  p->count++;
  CHECK(keys[p->count - 1] && values[p->count - 1], STATUS_FAILED, "out of memory");
  return STATUS_OK;
}

static void free_pairs(struct pairs *p) {
  for (size_t i = 0; i < p->count; i++) free(p->keys[i]), free(p->values[i]);
  free(p->keys);
  free(p->values);
}

static bool is_simple(const struct node *n) {
  for (size_t i = 0; i < n->count; i++)
    if (n->items[i]->kind != NODE_SCALAR) return false;
  return n->kind == NODE_LIST;
}

static void put_list(FILE *out, const struct node *n) {
  fputc('[', out);
  for (size_t i = 0; i < n->count; i++) fprintf(out, "%s%s", i ? ", " : "", n->items[i]->text);
  fputc(']', out);
}

/* Of a list's item its name, if it has one, else its number. */
static void put_key(FILE *out, const char *above, const struct node *parent, size_t i) {
  const struct node *item = parent->items[i];
  const struct node *name = item->kind == NODE_MAP ? node_child(item, "name") : NULL;
  fprintf(out, "%s%s", above, *above ? "." : "");
  if (parent->kind == NODE_MAP)
    fputs(item->key, out);
  else if (name && name->kind == NODE_SCALAR)
    fputs(name->text, out);
  else
    fprintf(out, "%zu", i);
}

static int flatten(struct pairs *p, const struct node *n, const char *key);

static int flatten_item(struct pairs *p, const struct node *n, const char *key, size_t i) {
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  CHECK(stream, STATUS_FAILED, "out of memory");
  put_key(stream, key, n, i);
  int status = fclose(stream) ? error_set(STATUS_FAILED, "out of memory") : flatten(p, n->items[i], text);
  free(text);
  return status;
}

static int flatten(struct pairs *p, const struct node *n, const char *key) {
  if (n->kind == NODE_SCALAR) return add_parameters(p, key, n->text);
  if (is_simple(n)) {
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    CHECK(stream, STATUS_FAILED, "out of memory");
    put_list(stream, n);
    int status = fclose(stream) ? error_set(STATUS_FAILED, "out of memory") : add_parameters(p, key, text);
    free(text);
    return status;
  }
  for (size_t i = 0; i < n->count; i++) TRY(flatten_item(p, n, key, i));
  return STATUS_OK;
}

static int read_pairs(struct pairs *p, const struct report_run *run) {
  struct node *root = NULL;
  size_t order = 0;
  int status = node_parse(&root, "used.yaml", NULL, run->used, strlen(run->used), &order);
  if (!status && root) status = flatten(p, root, "");
  node_free(root);
  return status;
}

static const char *value_of(const struct pairs *p, const char *key) {
  for (size_t i = 0; i < p->count; i++)
    if (strcmp(p->keys[i], key) == 0) return p->values[i];
  return NULL;
}

static bool differs(const struct pairs *pairs, size_t count, const char *key) {
  const char *first = value_of(&pairs[0], key);
  for (size_t i = 1; i < count; i++) {
    const char *value = value_of(&pairs[i], key);
    if (!first != !value || (value && strcmp(first, value) != 0)) return true;
  }
  return false;
}

static void put_difference(FILE *out, const struct pairs *pairs, size_t count, const char *key) {
  fputs("<tr>", out);
  html_element(out, "td", "k", key);
  for (size_t i = 0; i < count; i++) {
    const char *value = value_of(&pairs[i], key);
    html_element(out, "td", "k", value ? value : "");
  }
  fputs("</tr>\n", out);
}

static void put_differences(FILE *out, const struct report_run *runs, const struct pairs *pairs,
                            size_t count) {
  size_t shown = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < pairs[i].count; k++) {
      const char *key = pairs[i].keys[k];
      bool before = false;
      for (size_t j = 0; j < i; j++) before = before || value_of(&pairs[j], key);
      if (before || !differs(pairs, count, key)) continue;
      if (shown++ == 0) {
        fputs("<div class=\"wide\"><table>\n<tr><th>key</th>", out);
        for (size_t j = 0; j < count; j++) html_element(out, "th", NULL, runs[j].folder);
        fputs("</tr>\n", out);
      }
      put_difference(out, pairs, count, key);
    }
  fputs(shown ? "</table></div>\n" : "<p>The same in all runs.</p>\n", out);
}

static void put_text(FILE *out, const struct report_run *run, const char *what, const char *text) {
  if (!text) return;
  fputs("<details><summary>", out);
  html_text(out, run->folder);
  fprintf(out, ": %s</summary><pre>", what);
  html_text(out, text);
  fputs("</pre></details>\n", out);
}

int report_parameters(FILE *out, const struct report_run *runs, size_t count) {
  struct pairs *pairs = calloc(count, sizeof *pairs);
  int status = pairs ? STATUS_OK : error_set(STATUS_FAILED, "out of memory");
  fputs("<h2>Parameters</h2>\n", out);
  for (size_t i = 0; count > 1 && i < count && !status; i++) status = read_pairs(&pairs[i], &runs[i]);
  if (!status && count > 1) put_differences(out, runs, pairs, count);
  for (size_t i = 0; i < count; i++) put_text(out, &runs[i], "all parameters, a case file", runs[i].used);
  for (size_t i = 0; i < count; i++) put_text(out, &runs[i], "what the run said", runs[i].log);
  for (size_t i = 0; pairs && i < count; i++) free_pairs(&pairs[i]);
  free(pairs);
  return status;
}
