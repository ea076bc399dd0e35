/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls between no slip and free slip: steady flow between plates whose slip length is known, u = F/(2 nu) (y
 * (L - y) + l L), in the middle twice as fast as without slip for l = L/4. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "setup.h"

/* The fastest fluid after 2 L^2/nu, over the fastest without slip. */
static double fastest(char *slip, const char *backend) {
  char *overrides[] = {"dp=1e-4",
                       "domain.high=[1.5e-3, 1e-3]",
                       "fluids.water.shapes.0.high=[1.5e-3, 1e-3]",
                       "walls.plates.shapes.0.high=[1.5e-3, 1e-3]",
                       "gauges=[]",
                       slip,
                       NULL};
  struct trial t;
  float most = 0.0f;
  trial_open(&t, "poiseuille", overrides, backend,
             &(struct execution_options){.device = "host", .threads = 1});
  while (t.run.time < 2.0) assert_int_equal(wcsph_run_step(&t.run, 2.0), STATUS_OK);
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_VELOCITY), STATUS_OK);
  for (uint32_t i = t.run.state.ranges[KIND_FLUID].begin; i < t.run.state.count; i++)
    most = fmaxf(most, t.run.state.vel[i].x);
  trial_close(&t);
  return (double)most / (1e-4 * 1e-6 / (8.0 * 1e-6)); /* F L^2 / (8 nu) */
}

static void plates_let_glide(void **state) {
  (void)state;
  const double lengths[] = {0.0, 0.03, 0.125, 0.25};
  char *const settings[] = {"boundary.slip_length=0", "boundary.slip_length=0.3e-4",
                            "boundary.slip_length=1.25e-4", "boundary.slip_length=2.5e-4"};
  for (int k = 0; k < 4; k++) {
    const double got = fastest(settings[k], "cpu") / (1.0 + 4.0 * lengths[k]);
    if (fabs(got - 1.0) > 0.06)
      fail_msg("slip length %g of the width: %g times as fast as expected", lengths[k], got);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(plates_let_glide)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
