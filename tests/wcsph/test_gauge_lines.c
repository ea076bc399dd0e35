/* SPDX-License-Identifier: BSD-3-Clause */
/* Gauges along lines, over faces and of all the fluid, of water that moves as a whole. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/read.h"
#include "setup.h"
#include "wcsph/gauges/gauges.h"
#include "wcsph/start/settings.h"

static const char *const backends[] = {"reference", "cpu", "offload"};

/* What all gauges of a case read where all fluid has a velocity and a density, and their columns' names. */
static void read_all(const char *name, const char *backend, char *gauges, const float v[3], float d,
                     double *columns, size_t count) {
  char *overrides[] = {gauges, NULL};
  struct trial t;
  double due[16] = {0};
  int sampled;
  trial_open(&t, name, overrides, backend, &(struct execution_options){.device = "host"});
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, t.run.state.buffers), STATUS_OK);
  for (uint32_t i = t.run.state.ranges[KIND_FLUID].begin; i < t.run.state.count; i++)
    t.run.state.vel[i] = (struct vec4){v[0], v[1], v[2], d};
  assert_int_equal(wcsph_send(t.run.backend, t.run.self, t.run.state.buffers), STATUS_OK);
  assert_true(gauges_column_count(&t.settings) == count);
  assert_int_equal(gauges_sample(&t.run, due, columns, &sampled), STATUS_OK);
  trial_close(&t);
}

static void near(double found, double expected, double most) {
  if (!(fabs(found - expected) <= most)) fail_msg("%.9g, not %.9g", found, expected);
}

/* 1 m x 0.5 m of water, 0.3 m/s to the right and 0.1 m/s up. */
static void lines_in_two_dimensions(void **state) {
  (void)state;
  char gauges[] = "gauges=[{name: E, type: elevation, at: [0.3, 0], to: [0.7, 0], places: 3, interval: 1}, "
                  "{name: V, type: profile, at: [0.5, 0.1], to: [0.5, 0.65], places: 2, interval: 1}, "
                  "{name: Q, type: flow, at: [0.5, 0], to: [0.5, 0.65], interval: 1}, "
                  "{name: B, type: flow, at: [0.7, 0.25], to: [0.3, 0.25], interval: 1}, "
                  "{name: R, type: run-up, at: [0.5, 0.1], to: [0.5, 0.65], interval: 1}, "
                  "{name: T, type: totals, interval: 1}]";
  for (size_t b = 0; b < sizeof backends / sizeof *backends; b++) {
    double c[18], dp = 0.02;
    read_all("still-water-2d", backends[b], gauges, (const float[]){0.3f, 0.1f, 0}, 1e-3f, c, 18);
    for (int k = 0; k < 3; k++) near(c[k], 0.5, 0.5 * dp);
    near(c[3], 0.3, 1e-6), near(c[4], 0.1, 1e-6), near(c[5], 0.0, 0.0), near(c[6], 0.0, 0.0);
    near(c[7], 0.15, 0.3 * dp);
    near(c[8], 0.04, 1e-3);
    near(c[9], 0.5, 0.5 * dp);
    near(c[10], 0.5 * 500.0 * 0.1, 1e-3);
    near(c[11], 500.0 * 9.81 * 0.25, 1e-3);
    const double c0 = 10.0 * sqrt(2.0 * 9.81 * 0.5);
    near(c[12] / (0.5 * 500.0 * c0 * c0 * 1e-6), 1.0, 5e-3);
    near(c[13], 150.0, 1e-3), near(c[14], 50.0, 1e-3);
    near(c[15], 0.5, 1e-6), near(c[16], 0.25, 1e-6);
    near(c[17], 0.0, 0.0);
  }
}

/* A face in 3-D, whose sides say which way counts. */
static void faces_in_three_dimensions(void **state) {
  (void)state;
  char gauges[] =
      "gauges=[{name: Q, type: flow, at: [0.25, 0.1, 0.05], to: [0.25, 0.4, 0.05], side: [0, 0, 0.2], "
      "interval: 1}, "
      "{name: P, type: flow, at: [0.25, 0.1, 0.05], to: [0.25, 0.1, 0.25], side: [0, 0.3, 0], interval: 1}]";
  double c[2];
  read_all("still-water-3d", "cpu", gauges, (const float[]){0.3f, 0.1f, 0.2f}, 0.0f, c, 2);
  near(c[0], 0.3 * 0.06, 1e-4);
  near(c[1], -0.3 * 0.06, 1e-4);
}

static void columns_have_names(void **state) {
  (void)state;
  static const char *const expected[] = {"V.1.x [m/s]",
                                         "V.1.y [m/s]",
                                         "V.2.x [m/s]",
                                         "V.2.y [m/s]",
                                         "E.1 [m]",
                                         "E.2 [m]",
                                         "Q [m^2/s]",
                                         "R [m]",
                                         "T.kinetic [J/m]",
                                         "T.potential [J/m]",
                                         "T.compressible [J/m]",
                                         "T.px [kg/s]",
                                         "T.py [kg/s]",
                                         "T.x [m]",
                                         "T.y [m]",
                                         "T.enstrophy [m^2/s^2]"};
  char *overrides[] = {
      "gauges=[{name: V, type: profile, at: [0.5, 0.1], to: [0.5, 0.6], places: 2, interval: 1}, "
      "{name: E, type: elevation, at: [0.3, 0], to: [0.7, 0], places: 2, interval: 1}, "
      "{name: Q, type: flow, at: [0.5, 0], to: [0.5, 0.6], interval: 1}, "
      "{name: R, type: run-up, at: [0.5, 0.1], to: [0.5, 0.6], interval: 1}, "
      "{name: T, type: totals, interval: 1}]"};
  struct amphi_case c;
  struct wcsph_settings settings;
  if (case_read(&c, SOURCE_DIR "/cases/still-water-2d/case.yaml", overrides, 1) != STATUS_OK)
    fail_msg("%s", error_text());
  wcsph_settings_take(&settings, &c);
  char **names = gauges_column_names(&settings);
  for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
    assert_string_equal(names[k], expected[k]);
    free(names[k]);
  }
  assert_null(names[sizeof expected / sizeof *expected]);
  free(names);
  case_free(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines_in_two_dimensions),
                                     cmocka_unit_test(faces_in_three_dimensions),
                                     cmocka_unit_test(columns_have_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
