/* SPDX-License-Identifier: BSD-3-Clause */
#include "pairwise/start/plan.h"

#include <stdlib.h>

#include "pairwise/start/settings.h"
#include "util/error.h"

int pairwise_plan_make(void **plan, const struct amphi_case *c, bool in_parts) {
  (void)in_parts;
  struct pairwise_plan *p = *plan = calloc(1, sizeof *p);
  CHECK(p, STATUS_FAILED, "no memory");
  pairwise_settings_take(&p->settings, c);
  TRY(pairwise_source_fill(&p->source, &p->settings));
  const double cutoff = c->pairwise.cutoff, pi = 3.14159265358979;
  p->neighbours = 4.0 / 3.0 * pi * cutoff * cutoff * cutoff * (double)p->source.count /
                  pairwise_source_volume(&p->source);
  return STATUS_OK;
}

void pairwise_plan_free(void *plan) {
  struct pairwise_plan *p = plan;
  if (p) pairwise_source_free(&p->source);
  free(p);
}
