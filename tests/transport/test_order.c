/* SPDX-License-Identifier: BSD-3-Clause */
/* Orders of convergence, measured on smooth data. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>

#include "trial.h"

/* A wave once through the box at 0.4 cells a step. */
static const char wave[] = "method: transport\n"
                           "dimensions: 1\n"
                           "transport:\n"
                           "  {high: [1], points: 32, cfl: 0.4, precision: double, summation: plain,\n"
                           "   flow: {kind: uniform, velocity: [1]}, scalar: {kind: wave}}\n"
                           "end: 1\n";

/* A disc drawn out by a vortex and back. */
static const char vortex[] = "method: transport\n"
                             "dimensions: 2\n"
                             "transport:\n"
                             "  {high: [1, 1], points: 256, step: 0.1, precision: double, summation: plain,\n"
                             "   kernel: lambda84, flow: {kind: shear, modulation: none},\n"
                             "   scalar: {kind: bump, centre: [0.5, 0.5], radius: 0.4}}\n"
                             "end: 1\n";

/* L2 error after the run's end. */
static double error_of(const char *text, const char *first, const char *second) {
  char a[64], b[64];
  snprintf(a, sizeof a, "%s", first);
  snprintf(b, sizeof b, "%s", second);
  char *overrides[] = {a, b, NULL};
  struct trial t;
  trial_open(&t, text, overrides, "cpu", NULL);
  trial_step(&t, (int)lround(t.config.end / t.run.dt));
  const double error = trial_gauge(&t, TRANSPORT_L2);
  trial_close(&t);
  return error;
}

/* Over a way of fixed length there are N steps, each of which leaves an error of one order more than the
 * moments that the kernel conserves. */
static void order_of_kernels(void **state) {
  (void)state;
  static const struct {
    const char *kernel;
    double order;
    int few, many; /* points; with more of them the error of the last one is rounding */
  } expected[] = {{"m4", 2, 32, 64},       {"m6", 4, 32, 64},        {"m8", 5, 32, 64},
                  {"lambda22", 2, 32, 64}, {"lambda44", 4, 32, 64},  {"lambda64", 6, 32, 64},
                  {"lambda84", 8, 32, 64}, {"lambda147", 14, 16, 24}};
  for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
    char kernel[64], few[64], many[64];
    snprintf(kernel, sizeof kernel, "transport.kernel=%s", expected[k].kernel);
    snprintf(few, sizeof few, "transport.points=%d", expected[k].few);
    snprintf(many, sizeof many, "transport.points=%d", expected[k].many);
    const double coarse = error_of(wave, kernel, few), fine = error_of(wave, kernel, many);
    const double order = log(coarse / fine) / log((double)expected[k].many / expected[k].few);
    print_message("%-10s order %.2f, error %.3g at %d points\n", expected[k].kernel, order, fine,
                  expected[k].many);
    if (fabs(order - expected[k].order) > 0.25)
      fail_msg("%s: order %.2f, expected %g", expected[k].kernel, order, expected[k].order);
  }
}

/* What a step's length leaves, against the same run with a step of an eighth. */
static double time_error(const char *splitting, const char *step, const struct trial *fine) {
  char way[64], length[64];
  struct trial coarse;
  snprintf(way, sizeof way, "transport.splitting=%s", splitting);
  snprintf(length, sizeof length, "transport.step=%s", step);
  char *overrides[] = {way, length, "transport.flow.kind=vortex", NULL};
  trial_open(&coarse, vortex, overrides, "cpu", NULL);
  trial_step(&coarse, (int)lround(0.5 / coarse.run.dt));
  double sum = 0.0;
  const size_t points = grid_size(&fine->run.state.grid);
  for (size_t p = 0; p < points; p++) {
    const double d = transport_run_value(&coarse.run, p) - transport_run_value(&fine->run, p);
    sum += d * d;
  }
  trial_close(&coarse);
  return sqrt(sum / (double)points);
}

static void order_in_time(void **state) {
  (void)state;
  static const struct {
    const char *splitting;
    double order;
  } expected[] = {{"lie", 1}, {"strang", 2}};
  char *exact[] = {"transport.splitting=strang", "transport.order=4", "transport.step=0.003125",
                   "transport.flow.kind=vortex", NULL};
  struct trial fine;
  trial_open(&fine, vortex, exact, "cpu", NULL);
  trial_step(&fine, (int)lround(0.5 / fine.run.dt));
  for (int k = 0; k < 2; k++) {
    const double order = log2(time_error(expected[k].splitting, "0.05", &fine) /
                              time_error(expected[k].splitting, "0.025", &fine));
    print_message("%-6s order %.2f in time\n", expected[k].splitting, order);
    if (fabs(order - expected[k].order) > 0.2)
      fail_msg("%s: order %.2f in time", expected[k].splitting, order);
  }
  trial_close(&fine);
}

/* A reversed flow brings the scalar back: what is missing falls with the grid. */
static void back_to_the_start(void **state) {
  (void)state;
  double before = INFINITY;
  static const char *const points[] = {"transport.points=32", "transport.points=64", "transport.points=128"};
  for (int k = 0; k < 3; k++) {
    char count[64];
    snprintf(count, sizeof count, "%s", points[k]);
    char *overrides[] = {count,
                         "transport.flow.kind=vortex",
                         "transport.flow.modulation=cosine",
                         "transport.flow.period=1",
                         "transport.scalar.centre=[0.5, 0.7]",
                         "transport.scalar.radius=0.25",
                         "transport.step=0.025",
                         "transport.order=4",
                         "transport.kernel=m6",
                         NULL};
    struct trial t;
    trial_open(&t, vortex, overrides, "cpu", NULL);
    trial_step(&t, 20);
    const double away = trial_gauge(&t, TRANSPORT_L2);
    trial_step(&t, 20);
    const double error = trial_gauge(&t, TRANSPORT_L2);
    print_message("%s: %.3g away, %.3g back\n", points[k], away, error);
    assert_true(away > 0.02);
    assert_true(error < 0.3 * before && error < 0.1 * away);
    before = error;
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_of_kernels),
      cmocka_unit_test(order_in_time),
      cmocka_unit_test(back_to_the_start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
