/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/inputs.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/schema.h"
#include "util/error.h"

/* Where the linker finds a library that has no folder in its name. */
static int find_library(const char *name, char **path) {
  struct link_map *map = NULL;
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  CHECK(library, STATUS_USAGE, "%s", dlerror());
  const int failed = dlinfo(library, RTLD_DI_LINKMAP, &map);
  *path = failed ? NULL : strdup(map->l_name);
  dlclose(library);
  CHECK(*path, STATUS_FAILED, "%s: cannot be found", name);
  return STATUS_OK;
}

static int add_inputs(struct case_inputs *in, const struct schema_row *row, const char *key,
                      const char *name) {
  struct case_input *items = reallocarray(in->items, in->count + 1, sizeof *items);
  CHECK(items, STATUS_FAILED, "no memory for the case's inputs");
  in->items = items;
  struct case_input *item = &in->items[in->count++];
  item->path = NULL;
  snprintf(item->key, sizeof item->key, "%s", key);
  if (row->contents == CONTENTS_LIBRARY && !strchr(name, '/')) {
    const int status = find_library(name, &item->path);
    if (status != STATUS_OK) return error_prefix(status, "%s", key);
  } else {
    CHECK(item->path = strdup(name), STATUS_FAILED, "no memory for the case's inputs");
  }
  const int status = digest_file(item->path, item->digest);
  return status == STATUS_OK ? status : error_prefix(status, "%s", key);
}

static int walk_table(struct case_inputs *in, const struct amphi_case *c, const struct schema_table *table,
                      const void *base, const char *above);

/* Items go by their name if they have one. */
static int walk_list(struct case_inputs *in, const struct amphi_case *c, const struct schema_row *list,
                     const void *base, const char *above) {
  const char *items = *(char *const *)((const char *)base + list->offset);
  const size_t count = *(const size_t *)((const char *)base + list->count_offset);
  const struct schema_row *first = &list->table->rows[0];
  char key[INPUT_KEY];
  for (size_t i = 0; i < count; i++) {
    const char *item = items + i * list->table->size;
    if (first->type == VALUE_NAME)
      snprintf(key, sizeof key, "%.120s.%.80s", above, *(char *const *)(item + first->offset));
    else
      snprintf(key, sizeof key, "%.200s.%zu", above, i);
    TRY(walk_table(in, c, list->table, item, key));
  }
  return STATUS_OK;
}

/* `base` is what the table's offsets count from: the case, or an item of a list. */
static int walk_table(struct case_inputs *in, const struct amphi_case *c, const struct schema_table *table,
                      const void *base, const char *above) {
  char key[INPUT_KEY];
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_row *row = &table->rows[i];
    if (!schema_is_of(row, c->method) || (row->applies && !row->applies(base))) continue;
    snprintf(key, sizeof key, "%.200s%s%.50s", above, *above ? "." : "", row->key);
    if (row->type == VALUE_MAP) TRY(walk_table(in, c, row->table, (const char *)base + row->offset, key));
    if (row->type == VALUE_LIST) TRY(walk_list(in, c, row, base, key));
    if (row->contents == CONTENTS_NONE) continue;
    const char *name = *(char *const *)((const char *)base + row->offset);
    if (name) TRY(add_inputs(in, row, key, name));
  }
  return STATUS_OK;
}

int case_inputs_read(struct case_inputs *in, const struct amphi_case *c) {
  *in = (struct case_inputs){0};
  return walk_table(in, c, &schema_case, c, "");
}

void case_inputs_free(struct case_inputs *in) {
  for (size_t i = 0; i < in->count; i++) free(in->items[i].path);
  free(in->items);
  *in = (struct case_inputs){0};
}
