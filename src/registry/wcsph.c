/* SPDX-License-Identifier: BSD-3-Clause */
/* The backends of wcsph. */
#include <stddef.h>

#include "cpu/wcsph.h"
#include "offload/wcsph.h"
#include "offload/wcsph_halo.h"
#include "reference/wcsph.h"
#include "registry/backends.h"

const struct backend *const wcsph_backends[] = {&wcsph_cpu.about, &wcsph_offload.about,
                                                &wcsph_reference.about, NULL};

const struct wcsph_backend *wcsph_backend_find(const char *name) {
  return (const struct wcsph_backend *)backend_find(wcsph_backends, name);
}

const struct wcsph_far *wcsph_far_of(const struct wcsph_backend *b) {
  if (b == &wcsph_cpu) return &wcsph_cpu_far;
  return b == &wcsph_offload ? &wcsph_offload_far : NULL;
}
