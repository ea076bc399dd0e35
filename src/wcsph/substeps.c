/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/substeps.h"

#include <math.h>

#include "util/error.h"
#include "wcsph/scalar.h"

/* The fewest that are long enough together; those of a case have room for its longest step. */
static int count_of(const struct wcsph_run *r, double dt, float nu) {
  const double plain = nu > 0.0f ? timestep_of_viscosity(&r->law, r->config, nu) : INFINITY;
  int s = 1;
  while (s < r->config->viscosity.substeps && 0.5 * s * (s + 1) * plain < dt) s++;
  return s;
}

int substeps_act(struct wcsph_run *r, struct step *step) {
  const bool again = step->again;
  const double dt = step->stage_dt;
  const float nu = step->viscosity;
  struct wcsph_limits *limits = &step->limits;
  const struct wcsph_backend *backend = r->backend;
  const int s = count_of(r, dt, nu);
  const double first = 2.0 * dt / (s * (s + 1.0));
  struct sweep_given given = {.body = -1, .value = {again ? 1.0f : 0.0f}};
  struct sweep_found none;
  TRY(wcsph_sweep(backend, r->self, SWEEP_substep_begin, &given, &none));
  for (int j = 1; j <= s; j++) {
    struct pass_found found = {0};
    if (again || j > 1) { /* else the force pass has found it */
      TRY(schedule_go(r, AT_WALLS, step));
      TRY(wcsph_pass(backend, r->self, PASS_viscous_rate, &found));
      limits->load = fmaxf(limits->load, found.load / SUM_TERM_LIMIT);
    }
    const double share = j == 1 ? 1.0 : (2.0 * j - 1.0) / j;
    given.value[0] = j == 1 ? 0.0f : (float)share;
    given.value[1] = j == 1 ? 0.0f : (float)((1.0 - j) / j);
    given.value[2] = (float)(share * first);
    TRY(wcsph_sweep(backend, r->self, SWEEP_substep, &given, &none));
  }
  given.value[0] = (float)(1.0 / dt);
  r->substeps += (uint64_t)s;
  return wcsph_sweep(backend, r->self, SWEEP_substep_end, &given, &none);
}
