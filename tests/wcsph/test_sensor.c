/* SPDX-License-Identifier: BSD-3-Clause */
/* Pressure gauges that show what an instrument does: its natural frequency, its area, and going on from a
 * checkpoint. */
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
#include "wcsph/gauges/sensor.h"

#define TURN 6.283185307179586

/* What it makes of a sine of 1 Pa, after it has swung in. */
static double amplitude(double natural, double frequency, double interval) {
  struct sensor s = {.time = -1.0};
  double most = 0.0;
  for (int k = 0; (double)k * interval < 40.0 / fmin(natural, frequency); k++) {
    const double shown =
        sensor_follow(&s, natural, (double)k * interval, sin(TURN * frequency * (double)k * interval));
    if ((double)k * interval > 20.0 / fmin(natural, frequency)) most = fmax(most, fabs(shown));
  }
  return most;
}

/* Butterworth's: 1/sqrt(1 + (f/f0)^4). */
static void it_shows_what_is_slow(void **state) {
  (void)state;
  const double shares[] = {0.1, 0.5, 1.0, 2.0, 4.0};
  for (int k = 0; k < 5; k++) {
    const double expected = 1.0 / sqrt(1.0 + pow(shares[k], 4.0)),
                 got = amplitude(100.0, 100.0 * shares[k], 2e-5);
    if (fabs(got / expected - 1.0) > 0.01) fail_msg("%g f0: %g instead of %g", shares[k], got, expected);
  }
}

static void what_stays_is_shown_at_once(void **state) {
  (void)state;
  struct sensor s = {.time = -1.0};
  for (int k = 0; k < 50; k++) assert_true(fabs(sensor_follow(&s, 100.0, 0.1 * k, 42.0) - 42.0) < 1e-9);
  for (int k = 50; k < 60; k++) sensor_follow(&s, 100.0, 0.1 * k, 43.0);
  assert_true(fabs(s.shown - 43.0) < 1e-6);
}

/* Of a pressure that grows evenly, at steps of any length: the mean is that of the times that it is over;
 * each sample is shown once, and a mean of no more than the time asked for. */
static void a_time_is_a_mean(void **state) {
  (void)state;
  const double averages[] = {0.05, 0.1};
  for (int k = 0; k < 2; k++) {
    const struct gauge g = {.kind = GAUGE_pressure, .interval = 0.1, .average = averages[k]};
    struct sensor s = {.since = -1.0};
    double next = 0.0, before = 0.0;
    int shown = 0;
    for (int step = 0; step < 997; step++) {
      const double time = 0.001 * step + 0.0004 * sin(step);
      double reading = 7.0 * time;
      if (time < 0.0 || time < next) continue;
      const double first = s.since >= 0.0 ? s.since : time;
      if (!sensor_average(&s, &g, time, &next, &reading)) continue;
      if (fabs(reading - 7.0 * 0.5 * (first + time)) > 1e-9) fail_msg("%g at %g s", reading, time);
      if (shown > 0 && fabs(time - first - averages[k]) > 0.0021) fail_msg("over %g s", time - first);
      if (shown > 0 && k == 1) assert_true(first == before);
      before = time;
      shown++;
    }
    assert_int_equal(shown, 10);
  }
}

static char *const sensors[] = {
    "gauges=[{name: A, type: pressure, on: tank, at: [0.5, 0], interval: 0.0005, size: 0.1, frequency: 200}, "
    "{name: B, type: pressure, on: tank, at: [0.5, 0], interval: 0.0005, average: 0.0004}]",
    "dp=0.05", "fluids.water.shapes.0.high=[0.5, 0.4]", NULL};

/* Fluid whose pressure is no more than its place: the mean of what points see. */
static void an_area_is_a_mean(void **state) {
  (void)state;
  struct trial t;
  double due[2] = {0}, columns[2];
  int sampled;
  char *const wide[] = {"gauges=[{name: A, type: pressure, on: tank, at: [0.5, 0], interval: 1, size: 0.2}, "
                        "{name: B, type: pressure, on: tank, at: [0.5, 0], interval: 1}]",
                        NULL};
  trial_open(&t, "still-water-2d", wide, "reference", &(struct execution_options){0});
  for (uint32_t i = t.run.state.ranges[KIND_FLUID].begin; i < t.run.state.count; i++) {
    const double x = state_coordinate(&t.run.state, t.run.state.pos[i].x, 0);
    t.run.state.vel[i].w =
        (float)(1e-3 * (x - 0.5) * (x - 0.5)); /* in a point next to nothing, 1e-3 size^2/12 */
  }
  assert_int_equal(gauges_sample(&t.run, due, columns, &sampled), STATUS_OK);
  const double c0 = (double)t.run.law.c0, bowl = 1000.0 * c0 * c0 * 1e-3 * 0.2 * 0.2 / 12.0;
  if (fabs((columns[0] - columns[1]) / bowl - 1.0) > 0.1)
    fail_msg("%g and %g instead of a difference of %g", columns[0], columns[1], bowl);
  trial_close(&t);
}

/* On dynamic walls a point reads a drop's pressure as that of a flow; a face on which the drop is small does
 * not. */
static void a_drop_is_small_on_a_face(void **state) {
  (void)state;
  struct trial t;
  double due[2] = {0}, columns[2];
  int sampled;
  char *const drop[] = {"gauges=[{name: A, type: pressure, on: tank, at: [0.5, 0], interval: 1, size: 0.4}, "
                        "{name: B, type: pressure, on: tank, at: [0.5, 0], interval: 1}]",
                        "boundary={model: dynamic}", "material.speed_of_sound=30",
                        "fluids.water.shapes.0={add: box, low: [0.48, 0], high: [0.52, 0.04]}", NULL};
  trial_open(&t, "still-water-2d", drop, "reference", &(struct execution_options){0});
  for (uint32_t i = t.run.state.ranges[KIND_FLUID].begin; i < t.run.state.count; i++)
    t.run.state.vel[i].w = 1e-2f;
  assert_int_equal(gauges_sample(&t.run, due, columns, &sampled), STATUS_OK);
  const double pressure = 1000.0 * 900.0 / 7.0 * (pow(1.01, 7.0) - 1.0);
  if (fabs(columns[1] / pressure - 1.0) > 0.05 ||
      !(columns[0] > 0.05 * pressure && columns[0] < 0.35 * pressure))
    fail_msg("a drop of %g Pa reads %g on a face and %g at a point", pressure, columns[0], columns[1]);
  trial_close(&t);
}

/* A run that goes on shows what it would have. */
static void it_goes_on(void **state) {
  (void)state;
  double shown[2][2];
  for (int resumed = 0; resumed < 2; resumed++) {
    struct trial t;
    double due[2] = {0}, columns[2];
    int sampled;
    trial_open(&t, "still-water-2d", sensors, "cpu", &(struct execution_options){.threads = 1});
    for (int step = 0; step < 20; step++) {
      assert_int_equal(gauges_sample(&t.run, due, columns, &sampled), STATUS_OK);
      if (sampled) shown[resumed][0] = columns[0], shown[resumed][1] = columns[1];
      assert_int_equal(wcsph_run_step(&t.run, 0), STATUS_OK);
      if (resumed && step == 10)
        trial_go_on(&t, "test_sensor.h5", "cpu", &(struct execution_options){.threads = 1});
    }
    trial_close(&t);
  }
  assert_true(shown[0][0] == shown[1][0] && shown[0][1] == shown[1][1]);
  assert_true(shown[0][0] != shown[0][1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_shows_what_is_slow),     cmocka_unit_test(what_stays_is_shown_at_once),
      cmocka_unit_test(a_time_is_a_mean),          cmocka_unit_test(an_area_is_a_mean),
      cmocka_unit_test(a_drop_is_small_on_a_face), cmocka_unit_test(it_goes_on)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
