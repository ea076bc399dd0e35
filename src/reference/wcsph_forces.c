/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass. */
#include <math.h>

#define PASS forces
#include "reference/pass.h"
#include "util/error.h"

struct pass_found reference_pass_forces(const struct reference *r) {
  return forces_run(r);
}

int reference_forces(void *self, struct wcsph_limits *limits) {
  struct reference *r = self;
  const struct pass_found found = forces_run(r);
  *limits = (struct wcsph_limits){.max_acceleration = sqrtf(found.most_of_rows),
                                  .max_mu = found.most_of_pairs / r->law->dissipation,
                                  .load = found.load / SUM_TERM_LIMIT,
                                  .overflow_id = found.overflow_id};
  const uint32_t fluid = state_count(r->state, KIND_FLUID);
  r->counters.mean_neighbours = fluid ? (double)(found.met[0] + found.met[1]) / fluid : 0.0;
  r->counters.pairs = found.met[0] / 2 + found.met[1];
  return STATUS_OK;
}
