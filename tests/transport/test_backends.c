/* SPDX-License-Identifier: BSD-3-Clause */
/* Every way of every backend has the same bits as the reference, and names the same line when particles meet.
 */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>

#include "trial.h"

#include "registry/backends.h"

/* Lengths that fill neither vectors nor tiles, and displacements longer than a kernel. */
static const char box_3d[] =
    "method: transport\n"
    "dimensions: 3\n"
    "transport:\n"
    "  {high: [1.9, 2.3, 1.7], points: 19, cfl: 2.7, flow: {kind: deformation, speed: 0.7},\n"
    "   scalar: {kind: ball, centre: [0.7, 0.9, 0.6], radius: 0.5}}\n"
    "end: 1.5\n";
static const char box_2d[] = "method: transport\n"
                             "dimensions: 2\n"
                             "transport:\n"
                             "  {high: [1, 1], points: 40, step: 0.1, splitting: lie,\n"
                             "   flow: {kind: vortex, modulation: cosine, period: 2},\n"
                             "   scalar: {kind: bump, centre: [0.5, 0.75], radius: 0.2}}\n"
                             "end: 2\n";
static const char box_1d[] =
    "method: transport\n"
    "dimensions: 1\n"
    "transport:\n"
    "  {low: [-1], high: [1], points: 37, step: 0.1, flow: {kind: uniform, velocity: [-3.3]},\n"
    "   scalar: {kind: ball, centre: [0], radius: 0.3, width: 0.2}}\n"
    "end: 1\n";

/* The hash after some steps, for each way, is the reference's. */
static void same_bits(const char *text, char *const overrides[], int steps) {
  struct trial reference, other;
  trial_open(&reference, text, overrides, "reference", NULL);
  trial_step(&reference, steps);
  const uint64_t expected = trial_hash(&reference);
  int ways = 0;
  for (size_t b = 0; transport_backends[b]; b++) {
    struct execution_options options;
    for (int way = 0; transport_backends[b]->way(way, &options); way++, ways++) {
      trial_open(&other, text, overrides, transport_backends[b]->name, &options);
      trial_step(&other, steps);
      char name[128];
      other.run.backend->describe(other.run.self, name, sizeof name);
      if (trial_hash(&other) != expected)
        fail_msg("%s, %s: other bits than the reference", overrides[0], name);
      trial_close(&other);
    }
  }
  assert_true(ways >= 4);
  trial_close(&reference);
}

static void all_kernels(void **state) {
  (void)state;
  char *kernels[] = {"m4", "m6", "m8", "lambda22", "lambda44", "lambda64", "lambda84", "lambda147"};
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    char kernel[64];
    snprintf(kernel, sizeof kernel, "transport.kernel=%s", kernels[k]);
    char *fixed[] = {kernel, NULL}, *plain[] = {kernel, "transport.summation=plain", NULL};
    same_bits(box_3d, fixed, 3);
    same_bits(box_3d, plain, 3);
  }
}

static void double_precision_and_other_dimensions(void **state) {
  (void)state;
  char *fixed[] = {"transport.precision=double", "transport.order=4", NULL};
  char *plain[] = {"transport.precision=double", "transport.summation=plain", NULL};
  char *fourth[] = {"transport.order=4", "transport.splitting=strang", NULL};
  same_bits(box_3d, fixed, 3);
  same_bits(box_3d, plain, 3);
  same_bits(box_2d, fixed, 10);
  same_bits(box_2d, fourth, 10);
  same_bits(box_1d, fixed, 10);
  same_bits(box_1d, plain, 10);
}

/* The same bits wherever lines lie, and in lines of any length: few and many of them fit in a team's memory.
 */
static void lines_anywhere(void **state) {
  (void)state;
  const enum transport_order orders[] = {ORDER_AS_THEY_LIE, ORDER_TURNED};
  const struct execution_options host = {.device = "host"};
  for (size_t b = 0; transport_backends[b]; b++) {
    uint64_t hashes[2];
    for (int k = 0; k < 2; k++) {
      struct trial t;
      const struct transport_backend *backend = (const struct transport_backend *)transport_backends[b];
      trial_read(&t, box_3d, NULL);
      assert_int_equal(transport_run_open_laid(&t.run, trial_settings(&t), orders[k], backend, &host),
                       STATUS_OK);
      trial_step(&t, 3);
      hashes[k] = trial_hash(&t);
      trial_close(&t);
    }
    assert_true(hashes[0] == hashes[1]);
  }
  char *lengths[] = {"transport.points=17", "transport.points=257", "transport.points=500",
                     "transport.points=1200"};
  for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
    char *overrides[] = {lengths[k], "transport.step=0.01", NULL};
    same_bits(box_1d, overrides, 3);
  }
  char *flat[] = {"transport.points=600", "transport.high=[1, 0.04]", "transport.step=0.01", NULL};
  same_bits(box_2d, flat, 3);
}

/* Not one quantum is lost, whatever the flow. */
static void sums_stay(void **state) {
  (void)state;
  for (size_t b = 0; transport_backends[b]; b++) {
    struct trial t;
    trial_open(&t, box_3d, NULL, transport_backends[b]->name, NULL);
    const double before = trial_gauge(&t, TRANSPORT_SUM);
    assert_true(before > 0.0);
    trial_step(&t, 5);
    assert_true(trial_gauge(&t, TRANSPORT_SUM) == before);
    assert_true(trial_gauge(&t, TRANSPORT_L1) > 1e-3); /* and it has moved */
    trial_close(&t);
  }
}

/* By whole cells a scalar moves exactly. */
static void whole_cells(void **state) {
  (void)state;
  char *overrides[] = {"transport.points=64", "transport.flow.velocity=[-8]", "transport.step=0.0078125",
                       NULL};
  for (size_t b = 0; transport_backends[b]; b++) {
    struct trial t;
    trial_open(&t, box_1d, overrides, transport_backends[b]->name, NULL);
    trial_step(&t, 1); /* two cells */
    assert_true(trial_gauge(&t, TRANSPORT_L1) > 1e-3);
    trial_step(&t, 31); /* the whole box */
    assert_true(trial_gauge(&t, TRANSPORT_L1) < 1e-7);
    trial_close(&t);
  }
}

/* A step too long: the same message everywhere, with the line and the time. */
static void particles_that_meet(void **state) {
  (void)state;
  char *overrides[] = {"transport.step=0.4", NULL};
  char expected[256] = "";
  for (size_t b = 0; transport_backends[b]; b++) {
    struct trial t;
    trial_open(&t, box_2d, overrides, transport_backends[b]->name, NULL);
    assert_int_equal(transport_run_step(&t.run), STATUS_DIVERGED);
    if (!*expected) strcpy(expected, t.run.diverged);
    assert_string_equal(t.run.diverged, expected);
    trial_close(&t);
  }
  assert_non_null(strstr(expected, "t = 0 s, step 0"));
  assert_non_null(strstr(expected, "line along x at y = "));
  char *farther[] = {"transport.flow.velocity=[-21]", NULL};
  struct trial t;
  trial_open(&t, box_1d, farther, "reference", NULL);
  assert_int_equal(transport_run_step(&t.run), STATUS_DIVERGED);
  assert_non_null(strstr(t.run.diverged, "round the whole box"));
  trial_close(&t);
}

/* Two neighbours alone that meet are noticed wherever they are on the line: three particles move on by 1.6
 * cells, of which the first is held up halfway by the resting fluid ahead. */
static void two_that_meet(void **state) {
  (void)state;
  enum { POINTS = 37 };
  for (int first = 0; first < POINTS; first++) {
    char text[512];
    snprintf(text, sizeof text,
             "method: transport\n"
             "dimensions: 1\n"
             "transport:\n"
             "  {high: [%d], points: %d, step: 1, scalar: {kind: ball, centre: [18], radius: 5},\n"
             "   flow: {kind: expression, u: 'min(abs(x - %d.5), %d - abs(x - %d.5)) < 1.5 ? 1.6 : 0'}}\n"
             "end: 1\n",
             POINTS, POINTS, first, POINTS, first);
    for (size_t b = 0; transport_backends[b]; b++) {
      struct execution_options options;
      for (int way = 0; transport_backends[b]->way(way, &options); way++) {
        struct trial t;
        trial_open(&t, text, NULL, transport_backends[b]->name, &options);
        assert_int_equal(transport_run_step(&t.run), STATUS_DIVERGED);
        trial_close(&t);
      }
    }
  }
}

/* Just before particles meet, values pile up beyond what fixed ones have room for: no backend goes on, and
 * all name the same line. */
static void values_beyond_their_range(void **state) {
  (void)state;
  char *overrides[] = {"transport.step=0.31",
                       "transport.flow.modulation=none",
                       "transport.points=64",
                       "transport.scalar.kind=ball",
                       "transport.scalar.radius=0.45",
                       "transport.scalar.centre=[0.5, 0.5]",
                       NULL};
  char expected[256] = "";
  for (size_t b = 0; transport_backends[b]; b++) {
    struct trial t;
    int status = STATUS_OK;
    trial_open(&t, box_2d, overrides, transport_backends[b]->name, NULL);
    for (int k = 0; k < 10 && status == STATUS_OK; k++) status = transport_run_step(&t.run);
    assert_int_equal(status, STATUS_DIVERGED);
    if (!*expected) strcpy(expected, t.run.diverged);
    assert_string_equal(t.run.diverged, expected);
    trial_close(&t);
  }
  assert_non_null(strstr(expected, "grown beyond its range"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_kernels),    cmocka_unit_test(double_precision_and_other_dimensions),
      cmocka_unit_test(lines_anywhere), cmocka_unit_test(sums_stay),
      cmocka_unit_test(whole_cells),    cmocka_unit_test(particles_that_meet),
      cmocka_unit_test(two_that_meet),  cmocka_unit_test(values_beyond_their_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
