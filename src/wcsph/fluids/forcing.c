/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/fluids/forcing.h"

#include <math.h>

#include "case/motion.h"
#include "util/error.h"

bool forcing_any(const struct wcsph_settings *c) {
  for (size_t k = 0; k < c->fluid_count; k++)
    if (c->fluids[k].forcing.given) return true;
  return false;
}

bool forcing_at(const struct forcing *f, int dimensions, double time, double a[3], double alpha[3],
                double omega[3]) {
  const int turning = dimensions == 2 ? 1 : 3;
  double push[TRACK_COLUMNS] = {0}, v[TRACK_COLUMNS] = {0};
  if (!f->given || time < f->from || (f->to > 0.0 && time > f->to)) return false;
  track_linear(&f->track, time, dimensions, push);
  if (f->spin.count) track_linear(&f->spin, time, 2 * turning, v);
  for (int k = 0; k < 3; k++) {
    const bool turns = dimensions == 3 || k == 2;
    const int from = dimensions == 3 ? k : 0;
    a[k] = k < dimensions ? push[k] : 0.0;
    alpha[k] = turns ? v[from] * RADIANS : 0.0;
    omega[k] = turns ? v[turning + from] * RADIANS : 0.0;
  }
  return true;
}

/* What is given of one fluid; the acceleration at most, m/s^2. r counts from the middle of the axes, where
 * every position is near enough. */
static double fill_forcing(const struct wcsph_run *r, const struct forcing *f, const double a[3],
                           const double alpha[3], const double omega[3], struct sweep_given *g) {
  const struct wcsph_settings *c = r->config;
  const double speed = sqrt((double)r->motion.max_speed2);
  double arm[3], on[3], in[3], half2 = 0.0;
  for (int k = 0; k < 3; k++) {
    g->quanta[k] = UINT32_MAX / 2;
    arm[k] = k < c->dimensions ? state_coordinate(&r->state, g->quanta[k], k) - f->about[k] : 0.0;
    const double length = k < c->dimensions ? c->domain.high[k] - c->domain.low[k] : 0.0;
    half2 += 0.25 * length * length;
  }
  cross3(alpha, arm, on);
  cross3(omega, arm, in);
  cross3(omega, in, in);
  for (int k = 0; k < 3; k++) {
    g->value[k] = (float)(a[k] + on[k] + in[k]);
    g->value[3 + k] = (float)alpha[k];
    g->value[6 + k] = (float)omega[k];
  }
  return sqrt(dot3(a, a)) + 2.0 * sqrt(dot3(omega, omega)) * speed +
         (sqrt(dot3(alpha, alpha)) + dot3(omega, omega)) * (sqrt(dot3(arm, arm)) + sqrt(half2));
}

int forcing_act(struct wcsph_run *r, struct step *s) {
  const struct wcsph_settings *c = r->config;
  double most = 0.0;
  for (size_t k = 0; k < c->fluid_count; k++) {
    const struct forcing *f = &c->fluids[k].forcing;
    double a[3], alpha[3], omega[3];
    if (!forcing_at(f, c->dimensions, r->moved_time, a, alpha, omega)) continue;
    struct sweep_given given = {.body = (int)k};
    struct sweep_found none;
    most = fmax(most, fill_forcing(r, f, a, alpha, omega, &given));
    TRY(wcsph_sweep(r->backend, r->self, SWEEP_forcing, &given, &none));
  }
  s->limits.max_acceleration += (float)most;
  return STATUS_OK;
}
