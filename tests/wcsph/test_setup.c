/* SPDX-License-Identifier: BSD-3-Clause */
/* Where particles begin. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "setup.h"
#include "wcsph/start/settings.h"

#include "check/read.h"
#include "registry/backends.h"

/* How far a particle begins from its site along an axis, m. */
static double displacement(const struct trial *t, const struct particles *sites, uint32_t i, int axis) {
  const struct wcsph_state *s = &t->run.state;
  const uint32_t x[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z};
  return state_coordinate(s, x[axis], axis) - sites->position[s->id[i]][axis];
}

/* Evenly between the bounds: the mean is 0 and the mean square a third of the largest one. */
static void jitter_moves_fluid_and_no_wall(void **state) {
  (void)state;
  char *overrides[] = {"fluids.water.jitter=0.3", NULL};
  const struct execution_options options = {0};
  struct trial t;
  struct particles sites;
  trial_open(&t, "still-water-2d", overrides, "reference", &options);
  assert_int_equal(particles_fill(&sites, &t.config), STATUS_OK);
  const struct wcsph_state *s = &t.run.state;
  const double most = 0.3 * t.config.dp;
  double sum[2] = {0}, squares[2] = {0}, product = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    double d[2];
    for (int a = 0; a < 2; a++) {
      d[a] = displacement(&t, &sites, i, a);
      assert_true(fabs(d[a]) <= (state_kind(s, i) == KIND_WALL ? 0.0 : most) + s->quantum[a]);
      sum[a] += d[a] / most, squares[a] += d[a] * d[a] / (most * most);
    }
    product += d[0] * d[1] / (most * most);
  }
  const double n = (double)(state_count(s, KIND_FLUID)), five_sigma = 5 / sqrt(n);
  for (int a = 0; a < 2; a++) {
    assert_true(fabs(sum[a] / n) < five_sigma * sqrt(1.0 / 3));
    assert_true(fabs(squares[a] / n - 1.0 / 3) < five_sigma * sqrt(4.0 / 45));
  }
  assert_true(fabs(product / n) < five_sigma / 3); /* one axis says nothing of the other */
  particles_free(&sites);
  trial_close(&t);
}

/* 3.7 times support radius and skin: with three cells on an axis a cluster would meet its neighbours twice.
 */
static void whole_cells_take_a_longer_periodic_axis(void **state) {
  (void)state;
  char *overrides[] = {"dp=0.05", "smoothing_ratio=2.6", "cpu={cells: whole}"};
  for (size_t n = 2; n <= 3; n++) {
    struct amphi_case config;
    const int status = case_read(&config, SOURCE_DIR "/cases/taylor-green/case.yaml", overrides, n);
    assert_int_equal(status, n == 2 ? STATUS_OK : STATUS_USAGE);
    if (n == 3)
      assert_non_null(
          strstr(error_text(), "domain.periodic: the domain is 1 m along x; expected at least 4"));
    case_free(&config);
  }
}

/* Cases that the checks let pass are not refused later: one rule for periodic axes, with single precision's
 * roundings. */
static void what_passes_the_checks_can_be_derived(void **state) {
  (void)state;
  int refused = 0;
  for (int k = 0; k < 400; k++) {
    char ratio[40];
    snprintf(ratio, sizeof ratio, "smoothing_ratio=%.9g", 2.6 + 0.001 * k);
    char *overrides[] = {"dp=0.05", ratio, "cpu={cells: whole}"};
    for (size_t n = 2; n <= 3; n++) {
      struct amphi_case config;
      struct wcsph_settings settings;
      struct particles particles;
      struct wcsph_law law;
      struct wcsph_state geometry;
      if (case_read(&config, SOURCE_DIR "/cases/taylor-green/case.yaml", overrides, n) == STATUS_OK) {
        wcsph_settings_take(&settings, &config);
        assert_int_equal(particles_fill(&particles, &config), STATUS_OK);
        assert_int_equal(wcsph_derive(&law, &geometry, &settings, &particles), STATUS_OK);
        particles_free(&particles);
      } else {
        assert_non_null(strstr(error_text(), "domain.periodic: the domain is 1 m along x"));
        refused++;
      }
      case_free(&config);
    }
  }
  assert_in_range(refused, 401, 799); /* all whole cells, some others */
}

/* The case's checks and the laws know one support radius. */
static void kernels_reach_as_far_as_the_case_says(void **state) {
  (void)state;
  static char *const ratios[] = {"smoothing_ratio=1.7", "smoothing_ratio=1.3"};
  for (size_t k = 0; models_kernel[k].word; k++) {
    struct trial t;
    char kernel[64];
    snprintf(kernel, sizeof kernel, "kernel=%s", models_kernel[k].word);
    trial_open(&t, "still-water-2d", (char *[]){kernel, ratios[k % 2], NULL}, "reference",
               &(struct execution_options){0});
    assert_true(t.config.kernel == k);
    const double support = case_support_radius(&t.config), dp = t.config.dp;
    assert_true(fabs((double)t.run.law.support / support - 1) < 1e-7);
    assert_true(case_support_layers(&t.config) * dp >= support * (1 - 1e-9));
    assert_true((case_support_layers(&t.config) - 1) * dp < support * (1 - 1e-9));
    trial_close(&t);
  }
}

/* Water in tanks of several forms; gravity along either axis. Levels are counted in sites of 0.1 m. */
static const char *const water_cases[] = {
    /* a slope: 2, 3, 4, 5 sites deep */
    ("shapes: [{add: box, low: [0, 0], high: [1, 0.2]}, {add: box, low: [0.2, 0], high: [1, 0.3]}, "
     "{add: box, low: [0.4, 0], high: [1, 0.4]}, {add: box, low: [0.6, 0], high: [1, 0.5]}]"),
    /* a drop above a pool, with air between */
    "shapes: [{add: box, low: [0, 0], high: [1, 0.2]}, {add: box, low: [0.4, 0.5], high: [0.6, 0.7]}]",
    /* a block in the water and a lid on it, both walls: water stands around them at one level */
    "shapes: [{add: box, low: [0, 0], high: [1, 0.6]}]",
};
static const char *const wall_cases[] = {
    "[]", "[]",
    ("[{name: block, shapes: [{add: box, low: [0.2, 0.2], high: [0.4, 0.4]}]}, "
     "{name: lid, shapes: [{add: box, low: [0.7, 0.4], high: [0.9, 0.8]}]}]")};

/* The surface above a site, in sites from the bottom, as the comments of the cases say. */
static int surface_above(size_t which, int across, int up) {
  if (which == 0) return across < 2 ? 2 : across < 4 ? 3 : across < 6 ? 4 : 5;
  if (which == 1) return up < 2 ? 2 : 7;
  return 6;
}

/* Every particle begins at rho0 g times its own depth, whichever way gravity points. */
static void hydrostatic_pressure_is_of_the_column(void **state) {
  (void)state;
  for (size_t k = 0; k < 3; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      char text[2048];
      const int length = snprintf(text, sizeof text,
                                  "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.1\ndomain: {low: [0, "
                                  "0], high: [1, 1]}\ngravity: [0, %g]\n"
                                  "fluids:\n  - {name: water, %s}\nwalls: %s\nend: 1\n",
                                  9.81 * sign, water_cases[k], wall_cases[k]);
      struct trial t = {0};
      assert_int_equal(case_read_text(&t.config, "tank", text, (size_t)length, NULL, 0), STATUS_OK);
      assert_int_equal(particles_fill(&t.particles, &t.config), STATUS_OK);
      assert_int_equal(wcsph_run_open(&t.run, trial_settings(&t), &t.particles,
                                      wcsph_backend_find("reference"), &(struct execution_options){0}),
                       STATUS_OK);
      const struct wcsph_state *s = &t.run.state;
      for (uint32_t i = s->ranges[KIND_FLUID].begin; i < s->count; i++) {
        const int across = (int)floor(state_coordinate(s, s->pos[i].x, 0) / 0.1 + 1e-3);
        const double height = state_coordinate(s, s->pos[i].y, 1), d = (double)s->vel[i].w;
        const int up = (int)floor(height / 0.1 + 1e-3);
        /* Upwards gravity has the tank on its head: its columns begin at their own feet, 0 m for most. */
        const double foot = k == 1 && up > 2 ? 0.5 : 0.0;
        const double depth = sign < 0 ? 0.1 * surface_above(k, across, up) - height : height - foot;
        const double c0 = (double)t.run.law.c0, p = 1000 * c0 * c0 / 7 * (pow(1 + d, 7) - 1);
        if (fabs(p / (9810 * depth) - 1) > 1e-3)
          fail_msg("case %zu, gravity %+d: %g Pa %g m deep, at %d, %d", k, sign, p, depth, across, up);
      }
      trial_close(&t);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(jitter_moves_fluid_and_no_wall),
      cmocka_unit_test(what_passes_the_checks_can_be_derived),
      cmocka_unit_test(hydrostatic_pressure_is_of_the_column),
      cmocka_unit_test(kernels_reach_as_far_as_the_case_says),
      cmocka_unit_test(whole_cells_take_a_longer_periodic_axis),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
