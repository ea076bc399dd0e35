/* SPDX-License-Identifier: BSD-3-Clause */
/* The backends of pairwise. */
#include <stddef.h>

#include "cpu/pairwise.h"
#include "offload/pairwise.h"
#include "reference/pairwise.h"
#include "registry/backends.h"

const struct backend *const pairwise_backends[] = {&pairwise_cpu.about, &pairwise_offload.about,
                                                   &pairwise_reference.about, NULL};

const struct pairwise_backend *pairwise_backend_find(const char *name) {
  return (const struct pairwise_backend *)backend_find(pairwise_backends, name);
}
