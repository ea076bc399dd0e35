/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_START_PLAN_H
#define PAIRWISE_START_PLAN_H
/* A case made ready to run: its settings, and where the particles begin. */
#include "pairwise/settings.h"
#include "pairwise/source.h"

struct pairwise_plan {
  struct pairwise_settings settings;
  struct pairwise_source source;
  double neighbours; /* expected of a particle in a uniform fluid */
};

/* As struct method has them. */
struct amphi_case;
int pairwise_plan_make(void **plan, const struct amphi_case *c, bool in_parts);
void pairwise_plan_free(void *plan);

#endif
