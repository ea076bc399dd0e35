/* SPDX-License-Identifier: BSD-3-Clause */
#include "registry/backends.h"

#include <string.h>

const struct backend *backend_find(const struct backend *const list[], const char *name) {
  for (size_t b = 0; list[b]; b++)
    if (strcmp(list[b]->name, name) == 0) return list[b];
  return NULL;
}
