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

static int add(struct case_inputs *in, const struct schema_row *row, const char *key, const char *name) {
  CHECK(in->count < INPUTS_MOST, STATUS_FAILED, "more than %d input files", INPUTS_MOST);
  struct case_input *item = &in->items[in->count++];
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

/* Inputs are in maps; no list has any. */
static int walk(struct case_inputs *in, const struct amphi_case *c, const struct schema_table *table,
                const char *above) {
  char key[INPUT_KEY];
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_row *row = &table->rows[i];
    if (!schema_is_of(row, c->method) || (row->applies && !row->applies(c))) continue;
    snprintf(key, sizeof key, "%s%s%s", above, *above ? "." : "", row->key);
    if (row->type == VALUE_MAP) TRY(walk(in, c, row->table, key));
    if (row->contents == CONTENTS_NONE) continue;
    TRY(add(in, row, key, *(char *const *)((const char *)c + row->offset)));
  }
  return STATUS_OK;
}

int case_inputs_read(struct case_inputs *in, const struct amphi_case *c) {
  *in = (struct case_inputs){0};
  return walk(in, c, &schema_case, "");
}

void case_inputs_free(struct case_inputs *in) {
  for (size_t i = 0; i < in->count; i++) free(in->items[i].path);
  *in = (struct case_inputs){0};
}
