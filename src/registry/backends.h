/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REGISTRY_BACKENDS_H
#define REGISTRY_BACKENDS_H
/* The backends of each method in this build: NULL ends a list, the first is the default. By name: NULL if
 * there is none. */
#include "method/backend.h"

struct pairwise_backend;
struct wcsph_backend;
struct wcsph_far;

extern const struct backend *const wcsph_backends[], *const pairwise_backends[],
                                                         *const swarm_backends[], *const transport_backends[];

const struct backend *backend_find(const struct backend *const list[], const char *name);
const struct wcsph_backend *wcsph_backend_find(const char *name);
const struct pairwise_backend *pairwise_backend_find(const char *name);

/* What a backend of wcsph offers runs in parts (wcsph/far.h); NULL: the host's buffers are its own. */
const struct wcsph_far *wcsph_far_of(const struct wcsph_backend *b);

#endif
