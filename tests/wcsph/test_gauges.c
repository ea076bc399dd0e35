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
#include "wcsph/gauges/gauges.h"

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
  for (uint32_t i = t.run.state.ranges[KIND_FLUID].begin; i < t.run.state.count; i++)
    t.run.state.vel[i].w = d;
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pressures)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
