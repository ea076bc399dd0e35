/* SPDX-License-Identifier: BSD-3-Clause */
/* The methods of this build. */
#include <string.h>

#include "case/case.h"
#include "method/method.h"
#include "pairwise/method.h"
#include "swarm/method.h"
#include "transport/method.h"
#include "wcsph/method.h"

const struct method *const methods[] = {[METHOD_WCSPH] = &method_wcsph,
                                        [METHOD_TRANSPORT] = &method_transport,
                                        [METHOD_SWARM] = &method_swarm,
                                        [METHOD_PAIRWISE] = &method_pairwise,
                                        NULL};

const struct backend *backend_find(const struct backend *const list[], const char *name) {
  for (size_t b = 0; list[b]; b++)
    if (strcmp(list[b]->name, name) == 0) return list[b];
  return NULL;
}
