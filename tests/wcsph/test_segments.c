/* SPDX-License-Identifier: BSD-3-Clause */
/* Semi-analytical walls: gamma and its gradient against the integrals they are, segments that close what they
 * enclose, and that linear pressure and velocity at a wall have the rates that they should. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#define LANES 1
#include "setup.h"
#include "wcsph/hash.h"
#include "wcsph/models/segment.h"

/* The kernel in units of h, and its integral over the quarter plane x > -a, y > -b by the rule of the middle.
 */
static double kernel(double x, double y) {
  const double t = fmax(1.0 - 0.5 * hypot(x, y), 0.0);
  return 7.0 / (4.0 * M_PI) * t * t * t * t * (5.0 - 4.0 * t);
}
static double integral(double a, double b) {
  enum { N = 800 };
  const double low[2] = {fmax(-a, -2.0), fmax(-b, -2.0)}, step[2] = {(2.0 - low[0]) / N, (2.0 - low[1]) / N};
  double sum = 0.0;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) sum += kernel(low[0] + (i + 0.5) * step[0], low[1] + (j + 0.5) * step[1]);
  return sum * step[0] * step[1];
}

/* Of a floor, y = 0, whose segments begin at x = from, as a particle at (x, y) sees them. */
static struct segment_part floor_seen(double x, double y, double from, double length) {
  struct segment_part all = {0};
  for (int k = 0; k < 40; k++) {
    const double dx = x - (from + (k + 0.5) * length);
    if (hypot(dx, y) >= 2.0) continue; /* as the pass has it */
    const struct segment_part one = segment_seen((float)dx, (float)y, 0.0f, 1.0f, (float)length);
    all.share += one.share, all.slope += one.slope;
  }
  return all;
}

static void gamma_of_a_flat_wall(void **state) {
  (void)state;
  double worst = 0.0, worst_slope = 0.0;
  for (double length = 0.5; length < 0.9; length += 0.13)
    for (double y = 0.02; y < 2.1; y += 0.13) {
      const struct segment_part all = floor_seen(0.3 * length, y, -20.0 * length, length);
      double slope = 0.0;
      for (int i = 0; i < 4000; i++) slope += kernel((i - 1999.5) / 1000.0, y) / 1000.0;
      worst = fmax(worst, fabs(1.0 - (double)all.share - integral(9.0, y)));
      worst_slope = fmax(worst_slope, fabs((double)all.slope - slope));
    }
  print_message("flat wall: gamma within %.1e, its gradient within %.1e/h\n", worst, worst_slope);
  assert_true(worst < 3e-5 && worst_slope < 7e-4);
}

static void gamma_in_a_corner(void **state) {
  (void)state;
  const double length = 1.0 / 1.3;
  double worst = 0.0;
  for (double x = 0.1; x < 2.1; x += 0.3)
    for (double y = 0.1; y < 2.1; y += 0.3) {
      const struct segment_part below = floor_seen(x, y, 0.0, length), beside = floor_seen(y, x, 0.0, length);
      worst = fmax(worst, fabs(1.0 - (double)(below.share + beside.share) - integral(x, y)));
    }
  print_message("corner: gamma within %.1e\n", worst);
  assert_true(worst < 1e-4);
}

static void no_segment_does_nothing(void **state) {
  (void)state;
  const struct segment_part none = segment_seen(0.3f, 0.2f, 0.0f, 0.0f, 0.0f);
  assert_true(none.share == 0.0f && none.slope == 0.0f);
}

/* Each stands on an outline, and together they are as long as what fluid can wet; around what is closed
 * normals times lengths add up to nothing, so what is left is the open top of the tank. */
static void segments_close(void **state) {
  (void)state;
  struct trial t;
  double sum[2] = {0}, around = 0.0;
  char *const overrides[] = {"boundary.model=semi_analytical", NULL};
  trial_open(&t, "still-wedge", overrides, "reference", &(struct execution_options){0});
  const struct wcsph_state *s = &t.run.state;
  for (uint32_t i = 0; i < state_count(s, KIND_WALL); i++) {
    const struct vec4 *one = &s->segment[i];
    const double length = (double)one->w * (double)t.run.law.h;
    sum[0] += (double)one->x * length, sum[1] += (double)one->y * length;
    around += length;
    if (!(length > 0.0)) continue;
    const double x = state_coordinate(s, s->pos[i].x, 0), y = state_coordinate(s, s->pos[i].y, 1);
    const double slope = fabs(x - 1.0) + y - 0.3; /* 0 on the wedge */
    assert_true(fabs(slope) < 1e-6 || fabs(y) < 1e-6 || fabs(x) < 1e-6 || fabs(x - 2.0) < 1e-6);
  }
  trial_close(&t);
  assert_true(fabs(sum[0]) < 1e-5 && fabs(sum[1] - 2.0) < 1e-5);
  assert_true(fabs(around - (2.0 + 1.4 + 0.6 * sqrt(2.0))) < 1e-5);
}

/* A disc's stand on its circle and look away from its middle. */
static void a_disc_is_round(void **state) {
  (void)state;
  struct trial t;
  int seen = 0;
  double around = 0.0;
  char *const overrides[] = {"boundary.model=semi_analytical",
                             "walls.wedge.shapes.0={add: sphere, centre: [1, 0.25], radius: 0.15}", NULL};
  trial_open(&t, "still-wedge", overrides, "reference", &(struct execution_options){0});
  const struct wcsph_state *s = &t.run.state;
  for (uint32_t i = 0; i < state_count(s, KIND_WALL); i++) {
    const struct vec4 *one = &s->segment[i];
    const double x = state_coordinate(s, s->pos[i].x, 0) - 1.0,
                 y = state_coordinate(s, s->pos[i].y, 1) - 0.25;
    if (!(one->w > 0.0f) || hypot(x, y) > 0.2) continue;
    assert_true(fabs(hypot(x, y) - 0.15) < 1e-6);
    assert_true(fabs((double)one->x * 0.15 - x) < 1e-6 && fabs((double)one->y * 0.15 - y) < 1e-6);
    around += (double)one->w * (double)t.run.law.h;
    seen++;
  }
  trial_close(&t);
  assert_true(seen == 47 && fabs(around - 0.3 * M_PI) < 2e-3 * 0.3 * M_PI);
}

/* Where fluid rises from a floor, v = y/s, its density falls by the divergence, and under one pressure
 * nothing accelerates: beside the floor within what a lattice is off its integral by, and farther away as it
 * does inside. */
static void linear_fields_are_kept(void **state) {
  (void)state;
  struct trial t;
  struct wcsph_limits limits;
  int beside = 0;
  float most = 0.0f;
  char *const overrides[] = {"boundary.model=semi_analytical",
                             "density_diffusion={model: none}",
                             "viscosity={model: none}",
                             "gravity=[0, -1e-6]",
                             "material.speed_of_sound=20",
                             "fluids.water.hydrostatic=false",
                             "summation=fixed",
                             NULL};
  trial_open(&t, "still-water-2d", overrides, "reference", &(struct execution_options){0});
  struct wcsph_run *r = &t.run;
  struct wcsph_state *s = &r->state;
  const struct range fluid = state_range(s, KIND_FLUID);
  const float d = 0.001f, pull = 1e-3f;
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    const float y = (float)state_coordinate(s, s->pos[i].y, 1);
    s->vel[i] = (struct vec4){0.0f, pull * y, 0.0f, d};
  }
  struct pass_found found;
  assert_int_equal(wcsph_pass(r->backend, r->self, PASS_walls, &found), STATUS_OK);
  assert_int_equal(wcsph_forces(r->backend, r->self, &limits), STATUS_OK);
  assert_int_equal(wcsph_pass(r->backend, r->self, PASS_bounded, &found), STATUS_OK);
  const float unit = (float)(400.0 * (double)d) / r->law.h; /* P / (rho h) */
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    const double x = state_coordinate(s, s->pos[i].x, 0), y = state_coordinate(s, s->pos[i].y, 1);
    if (x < 0.3 || x > 0.7 || y > 0.3) continue;
    assert_true(fabs((double)(s->rate[i].w / pull) + 1.0) < 0.04);
    assert_true(fabsf(s->rate[i].x) < 0.01f * unit);
    most = fmaxf(most, fabsf(s->rate[i].y) / unit);
    beside += y < 0.02;
  }
  print_message("one pressure: acceleration within %.1e P/(rho h)\n", (double)most);
  assert_true(beside >= 15 && most < 0.02f);
  trial_close(&t);
}

/* The hash after some steps on a backend, half of them after a resume on another one if there is one. */
static uint64_t hash_after(const char *name, char *damper, const char *backend, const char *resumed) {
  struct trial t;
  uint64_t hash;
  const struct execution_options options = {.device = "host", .threads = 1};
  char *const overrides[] = {"boundary.model=semi_analytical", "summation=fixed", damper, NULL};
  trial_open(&t, name, overrides, backend, &options);
  for (int k = 0; k < 40; k++) {
    if (k == 20 && resumed) trial_go_on(&t, BINARY_DIR "/test_segments.h5", resumed, &options);
    assert_int_equal(wcsph_run_step(&t.run, 0.0), STATUS_OK);
  }
  assert_int_equal(wcsph_run_hash(&t.run, &hash), STATUS_OK);
  trial_close(&t);
  return hash;
}

static void a_resumed_run_is_the_same(void **state) {
  (void)state;
  const uint64_t whole = hash_after("still-wedge", NULL, "cpu", NULL);
  assert_true(hash_after("still-wedge", NULL, "cpu", "reference") == whole);
  assert_true(hash_after("still-wedge", NULL, "offload", "cpu") == whole);
}

/* Dry walls too, whose rates are zeros of either sign. */
static void walls_take_the_damper_alike(void **state) {
  (void)state;
  char damper[] = "acoustic_damper={model: sun}";
  const uint64_t whole = hash_after("dambreak2d", damper, "cpu", NULL);
  assert_true(hash_after("dambreak2d", damper, "reference", NULL) == whole);
  assert_true(hash_after("dambreak2d", damper, "offload", NULL) == whole);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gamma_of_a_flat_wall),      cmocka_unit_test(gamma_in_a_corner),
      cmocka_unit_test(no_segment_does_nothing),   cmocka_unit_test(segments_close),
      cmocka_unit_test(linear_fields_are_kept),    cmocka_unit_test(a_disc_is_round),
      cmocka_unit_test(a_resumed_run_is_the_same), cmocka_unit_test(walls_take_the_damper_alike),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
