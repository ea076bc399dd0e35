/* SPDX-License-Identifier: BSD-3-Clause */
/* Several phases with open boundaries: one hash, two fluids that flow between plates with open ends as the
 * exact solution has them, the account of each phase, and two layers that flow with a free surface and keep
 * their levels. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "one_hash.h"
#include "wcsph/gauges/gauges.h"
#include "wcsph/models/phase_density.h"
#include "wcsph/openings/openings.h"

static void every_backend_has_one_hash(void **state) {
  (void)state;
  char *schemes[] = {"integrator.scheme=symplectic", "integrator.scheme=verlet",
                     "integrator.scheme=adams_bashforth"};
  char *outlets[] = {"open_boundaries.outlet.pressure={model: given, value: 0}",
                     "open_boundaries.outlet.pressure={model: extrapolated}",
                     "open_boundaries.outlet.pressure={model: given, value: 1}"};
  for (int k = 0; k < 3; k++) {
    char *overrides[] = {"summation=fixed", schemes[k], outlets[k], "fluids.oil.velocity=[1.5, 0]", NULL};
    one_hash("two-fluids-open", overrides);
  }
}

/* The density of a pressure gives it back, by every exponent. */
static void density_is_that_of_the_pressure(void **state) {
  (void)state;
  for (int gamma = 1; gamma <= 7; gamma++)
    for (double d = -0.1; d < 0.1; d += 0.013) {
      const double pressure = 30.0 * 30.0 / 8.0 / gamma * (pow(1.0 + d, gamma) - 1.0);
      const double found = (double)phase_density(8.0f, 30.0f, (float)gamma, (float)pressure);
      if (fabs(found - d) > 1e-6) fail_msg("gamma %d: %.9g, expected %.9g", gamma, found, d);
    }
}

static double along_plates(double y) {
  return y < 0.0 ? 0.8 + 0.3 * y - 0.5 * y * y : 0.8 + 1.2 * y - 2.0 * y * y;
}

struct account {
  uint64_t there[2], in[2], out; /* of water and oil; of both */
};

static struct account take_account(struct trial *t) {
  struct account a = {.out = 0};
  const struct wcsph_state *s = &t->run.state;
  assert_int_equal(wcsph_fetch(t->run.backend, t->run.self, BUFFER_PHASE), STATUS_OK);
  const struct range fluid = state_range(s, KIND_FLUID);
  for (uint32_t i = fluid.begin; i < fluid.end; i++) a.there[(int)s->phase[i].z]++;
  for (size_t k = 0; k < 3; k++) {
    const struct opening_log log = openings_logged(&t->run, k);
    if (k < 2) a.in[k] = log.in;
    a.out += log.out;
  }
  return a;
}

static void go_to(struct trial *t, double time) {
  while (t->run.time < time) assert_int_equal(wcsph_run_step(&t->run, time), STATUS_OK);
}

/* By either integrator: what a stage of two put back behind the last layer once never got out. */
static void flow_between_plates(char *scheme) {
  char *overrides[] = {scheme, NULL};
  const double at[2][3] = {{0.75, 0.5, 0.0}, {2.25, -0.5, 0.0}};
  struct trial t;
  double wrong = 0.0, all = 0.0;
  float pressure[2];
  trial_open(&t, "two-fluids-open", overrides, "cpu", &(struct execution_options){.threads = 1});
  go_to(&t, 2.0);
  const struct account before = take_account(&t);
  go_to(&t, 5.0);
  const struct account after = take_account(&t);
  assert_int_equal(gauges_pressure(&t.run, 2, at, pressure), STATUS_OK);
  const struct wcsph_state *s = &t.run.state;
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION | BUFFER_VELOCITY), STATUS_OK);
  const struct range fluid = state_range(s, KIND_FLUID);
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    const double x = state_coordinate(s, s->pos[i].x, 0), y = state_coordinate(s, s->pos[i].y, 1);
    const double u = along_plates(y), off = (double)s->vel[i].x - u;
    if (!(x > 0.5 && x < 2.5)) continue;
    assert_true((s->phase[i].z > 0.0f) == (y > 0.0)); /* they do not mix */
    wrong += off * off, all += u * u;
  }
  trial_close(&t);
  const double slope = ((double)pressure[1] - (double)pressure[0]) / 1.5;
  if (!(sqrt(wrong / all) < 0.025)) fail_msg("%s: L2 %.3g", scheme, sqrt(wrong / all));
  if (!(fabs(slope + 1.0) < 0.05)) fail_msg("%s: %.3g Pa/m, expected -1", scheme, slope);
  const double flow[] = {0.8 - 0.3 / 2.0 - 0.5 / 3.0,
                         0.8 + 1.2 / 2.0 - 2.0 / 3.0}; /* m^2/s, of the profile */
  for (int k = 0; k < 2; k++) {
    const double came = (double)(after.in[k] - before.in[k]) / (3.0 * flow[k] / (0.1 * 0.1));
    const double more = (double)after.there[k] - (double)before.there[k];
    if (!(fabs(came - 1.0) < 0.05 && fabs(more) < 0.03 * (double)before.there[k]))
      fail_msg("%s, phase %d: %.3f of the flow came, and %g more are there", scheme, k, came, more);
  }
  assert_int_equal(after.there[0] + after.there[1] - before.there[0] - before.there[1],
                   after.in[0] - before.in[0] + after.in[1] - before.in[1] - (after.out - before.out));
}

static void two_fluids_flow_between_plates(void **state) {
  (void)state;
  flow_between_plates("integrator={scheme: symplectic}");
  flow_between_plates("integrator={scheme: verlet}");
}

/* 0.2 m of oil on 0.2 m of water, with 0.5 m/s: each face has the weight of what is above, of the water's
 * that of the oil too. */
static void layers_keep_their_levels(void **state) {
  (void)state;
  const double at[3] = {0.5, 0.1, 0.0};
  struct trial t;
  double height, sum = 0.0;
  float pressure;
  trial_open_file(&t, SOURCE_DIR "/tests/wcsph/phases/river.yaml", NULL, 0, "cpu",
                  &(struct execution_options){.threads = 1});
  const struct account before = take_account(&t);
  for (int k = 1; k <= 10; k++) {
    go_to(&t, 1.0 + 0.1 * k);
    assert_int_equal(gauges_pressure(&t.run, 1, &at, &pressure), STATUS_OK);
    sum += 0.1 * (double)pressure;
  }
  assert_int_equal(gauges_upright(&t.run, at, &height, NULL), STATUS_OK);
  const struct account after = take_account(&t);
  trial_close(&t);
  const double expected = 9.81 * (800.0 * 0.2 + 1000.0 * 0.1);
  if (!(fabs(sum / expected - 1.0) < 0.03)) fail_msg("%.0f Pa, expected %.0f", sum, expected);
  if (!(fabs(height - 0.4) < 0.02)) fail_msg("%.3f m high", height);
  for (int k = 0; k < 2; k++)
    assert_true(fabs((double)after.there[k] / (double)before.there[k] - 1.0) < 0.04);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_backend_has_one_hash),
      cmocka_unit_test(density_is_that_of_the_pressure),
      cmocka_unit_test(two_fluids_flow_between_plates),
      cmocka_unit_test(layers_keep_their_levels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
