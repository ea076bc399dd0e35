/* SPDX-License-Identifier: BSD-3-Clause */
/* What pressure gauges say of water whose pressure is known, on every backend. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "setup.h"
#include "wcsph/gauges.h"

enum { WITHIN, BELOW, ABOVE, DRY, GAUGES };

/* Water 0.5 m deep, all of it at one density: pressures inside, 1.5 spacings below and above the surface, and
 * in the air. */
static void read_gauges(const char *backend, float d, double columns[GAUGES]) {
  char *overrides[] = {"gauges=[{name: A, type: pressure, at: [0.5, 0.25], interval: 1}, "
                       "{name: B, type: pressure, at: [0.5, 0.47], interval: 1}, "
                       "{name: C, type: pressure, at: [0.5, 0.53], interval: 1}, "
                       "{name: D, type: pressure, at: [0.5, 0.65], interval: 1}]",
                       NULL};
  struct trial t;
  double due[GAUGES] = {0};
  int sampled;
  trial_open(&t, "still-water-2d", overrides, backend, &(struct execution_options){.device = "host"});
  assert_int_equal(t.run.backend->fetch(t.run.self, t.run.state.buffers), STATUS_OK);
  for (uint32_t i = t.run.state.wall_count; i < t.run.state.count; i++) t.run.state.vel[i].w = d;
  assert_int_equal(t.run.backend->send(t.run.self, t.run.state.buffers), STATUS_OK);
  assert_int_equal(gauges_sample(&t.run, due, columns, &sampled), STATUS_OK);
  assert_int_equal(sampled, 1);
  trial_close(&t);
}

/* In water it is the water's own, by Tait's equation; above the surface a part of it, the air being at zero.
 * A sensor that sees more air than water is not pulled below that by water in tension. */
static void pressures(void **state) {
  (void)state;
  static const char *const backends[] = {"reference", "cpu", "offload"};
  const double c0 = 10.0 * sqrt(2.0 * 9.81 * 0.5);
  for (size_t b = 0; b < sizeof backends / sizeof *backends; b++)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double d = sign * 1e-3, exact = 1000.0 * c0 * c0 / 7.0 * (pow(1.0 + d, 7.0) - 1.0);
      double p[GAUGES];
      read_gauges(backends[b], (float)d, p);
      assert_true(fabs(p[WITHIN] / exact - 1.0) < 1e-4);
      assert_true(fabs(p[BELOW] / exact - 1.0) < 1e-4);
      if (sign > 0) assert_true(p[ABOVE] / exact > 0.05 && p[ABOVE] / exact < 0.5);
      if (sign < 0) assert_true(p[ABOVE] == 0.0);
      assert_true(p[DRY] == 0.0);
    }
}

/* One particle that is no number anywhere near a gauge is told, also where a maximum would pass over it. */
static void not_finite(void **state) {
  (void)state;
  static const char *const kinds[] = {"type: pressure, at: [0.5, 0.25]", "type: pressure, at: [0.5, 0.54]",
                                      "type: velocity, at: [0.5, 0.25]", "type: height, at: [0.5]",
                                      "type: force, on: tank"};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    char gauge[128];
    struct trial t;
    double due[1] = {0}, columns[2];
    int sampled;
    snprintf(gauge, sizeof gauge, "gauges=[{name: G1, %s, interval: 1}]", kinds[k]);
    trial_open(&t, "still-water-2d", (char *[]){gauge, NULL}, "reference", &(struct execution_options){0});
    struct wcsph_state *s = &t.run.state;
    assert_int_equal(gauges_sample(&t.run, due, columns, &sampled), STATUS_OK);
    for (uint32_t i = s->wall_count; i < s->count; i++) s->vel[i].w = s->vel[i].x = NAN;
    assert_int_equal(t.run.backend->send(t.run.self, s->buffers), STATUS_OK);
    if (strstr(kinds[k], "force")) {
      struct wcsph_limits limits;
      assert_int_equal(t.run.backend->forces(t.run.self, &limits), STATUS_OK);
    }
    due[0] = 0;
    if (gauges_sample(&t.run, due, columns, &sampled) != STATUS_DIVERGED) fail_msg("%s", kinds[k]);
    assert_string_equal(error_text(), t.run.diverged);
    assert_non_null(strstr(t.run.diverged, "the run diverged at t = 0 s, step 0: gauge 'G1'"));
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pressures), cmocka_unit_test(not_finite)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
