/* SPDX-License-Identifier: BSD-3-Clause */
/* The backends of this build. */
#include <stddef.h>
#include <string.h>

#include "cpu/wcsph.h"
#include "offload/wcsph.h"
#include "reference/wcsph.h"
#include "wcsph/backend.h"

const struct wcsph_backend *const wcsph_backends[] = {&wcsph_cpu, &wcsph_offload, &wcsph_reference, NULL};

const struct wcsph_backend *wcsph_backend_find(const char *name) {
  for (size_t b = 0; wcsph_backends[b]; b++)
    if (strcmp(wcsph_backends[b]->name, name) == 0) return wcsph_backends[b];
  return NULL;
}
