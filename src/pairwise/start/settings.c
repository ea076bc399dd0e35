/* SPDX-License-Identifier: BSD-3-Clause */
#include "pairwise/start/settings.h"

void pairwise_settings_take(struct pairwise_settings *s, const struct amphi_case *c) {
  *s = (struct pairwise_settings){
      .domain = c->domain,
      .summation = c->summation,
      .end = c->end,
      .pairwise = c->pairwise,
  };
}
