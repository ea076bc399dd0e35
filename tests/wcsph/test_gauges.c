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

/* Water 0.5 m deep, in which pressure grows by its weight from `top` at the surface on: pressures inside, 1.5
 * spacings below and above the surface, and in the air. */
static void read_gauges(const char *backend, double top, double columns[GAUGES]) {
  char *overrides[] = {"gauges=[{name: A, type: pressure, at: [0.5, 0.25], interval: 1}, "
                       "{name: B, type: pressure, at: [0.5, 0.47], interval: 1}, "
                       "{name: C, type: pressure, at: [0.5, 0.53], interval: 1}, "
                       "{name: D, type: pressure, at: [0.5, 0.65], interval: 1}]",
                       "material.gamma=7", "material.lowest_density=0.9", NULL};
  struct trial t;
  double due[GAUGES] = {0};
  int sampled;
  trial_open(&t, "still-water-2d", overrides, backend, &(struct execution_options){.device = "host"});
  const struct wcsph_state *s = &t.run.state;
  const double c02 = 100.0 * 2.0 * 9.81 * 0.5;
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, s->buffers), STATUS_OK);
  for (uint32_t i = s->ranges[KIND_FLUID].begin; i < s->count; i++) {
    const double pressure = top + 9810.0 * (0.5 - state_coordinate(s, s->pos[i].y, 1));
    s->vel[i].w = (float)(pow(1.0 + 7.0 * pressure / (1000.0 * c02), 1.0 / 7.0) - 1.0);
  }
  assert_int_equal(wcsph_send(t.run.backend, t.run.self, s->buffers), STATUS_OK);
  assert_int_equal(gauges_sample(&t.run, due, columns, &sampled), STATUS_OK);
  assert_int_equal(sampled, 1);
  trial_close(&t);
}

/* In water it is the water's own; above the surface a part of it, the air being at zero. A sensor that sees
 * more air than water is not pulled below that by water in tension. */
static void pressures(void **state) {
  (void)state;
  static const char *const backends[] = {"reference", "cpu", "offload"};
  for (size_t b = 0; b < sizeof backends / sizeof *backends; b++)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double top = sign * 9810.0;
      double p[GAUGES];
      read_gauges(backends[b], top, p);
      assert_true(fabs(p[WITHIN] - top - 9810.0 * 0.25) < 1.0);
      assert_true(fabs(p[BELOW] - top - 9810.0 * 0.03) < 1.0);
      if (sign > 0) assert_true(p[ABOVE] / top > 0.05 && p[ABOVE] / top < 0.5);
      if (sign < 0) assert_true(p[ABOVE] == 0.0);
      assert_true(p[DRY] == 0.0);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pressures)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
