/* SPDX-License-Identifier: BSD-3-Clause */
#include "registry/methods.h"

#include "case/case.h"

#include "pairwise/method.h"
#include "registry/backends.h"
#include "swarm/method.h"
#include "transport/method.h"
#include "wcsph/levels/method.h"
#include "wcsph/method.h"

const struct method *const methods[] = {[METHOD_WCSPH] = &method_wcsph,
                                        [METHOD_TRANSPORT] = &method_transport,
                                        [METHOD_SWARM] = &method_swarm,
                                        [METHOD_PAIRWISE] = &method_pairwise,
                                        NULL};

static const struct backend *const *const backends[] = {[METHOD_WCSPH] = wcsph_backends,
                                                        [METHOD_TRANSPORT] = transport_backends,
                                                        [METHOD_SWARM] = swarm_backends,
                                                        [METHOD_PAIRWISE] = pairwise_backends};

const struct method *method_of(const struct amphi_case *c) {
  return c->method == METHOD_WCSPH && c->refinement_count > 0 ? &method_levels : methods[c->method];
}

const struct backend *const *method_backends(const struct method *m) {
  int k = 0;
  if (m == &method_levels) return wcsph_backends;
  while (methods[k] != m) k++;
  return backends[k];
}
