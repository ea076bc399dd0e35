/* SPDX-License-Identifier: BSD-3-Clause */
#include "pairwise/start/plan.h"

#include <math.h>
#include <stdlib.h>

#include "pairwise/evolution.h"
#include "pairwise/start/settings.h"
#include "util/error.h"

/* Velocities are whole numbers of 64 bits. */
static int check_velocities(const struct pairwise_plan *p) {
  struct pairwise_law law;
  struct pairwise_state s = {.count = (uint32_t)p->source.count};
  pairwise_law_derive(&law, &p->settings);
  pairwise_geometry_derive(&law, &s, &p->settings, &p->source);
  const double fastest = 0x1p50 * s.unit;
  for (size_t i = 0; i < p->source.count; i++)
    for (int a = 0; a < 3; a++)
      CHECK(fabs(p->source.velocity[i][a]) < fastest, STATUS_USAGE,
            "particle %zu has a velocity of %g m/s; expected less than %g with this time step", i,
            p->source.velocity[i][a], fastest);
  return STATUS_OK;
}

int pairwise_plan_make(void **plan, const struct amphi_case *c, bool in_parts) {
  (void)in_parts;
  struct pairwise_plan *p = *plan = calloc(1, sizeof *p);
  CHECK(p, STATUS_FAILED, "no memory");
  pairwise_settings_take(&p->settings, c);
  TRY(pairwise_source_fill(&p->source, &p->settings));
  TRY(check_velocities(p));
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
