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

/* How far a particle begins from its site along an axis, m. */
static double displacement(const struct trial *t, const struct particles *sites, uint32_t i, int axis) {
  const struct wcsph_state *s = &t->run.state;
  const uint32_t x[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z};
  return state_coordinate(s, x[axis], axis) - sites->position[s->pos[i].id][axis];
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
      assert_true(fabs(d[a]) <= (i < s->wall_count ? 0.0 : most) + s->quantum[a]);
      sum[a] += d[a] / most, squares[a] += d[a] * d[a] / (most * most);
    }
    product += d[0] * d[1] / (most * most);
  }
  const double n = (double)(s->count - s->wall_count), five_sigma = 5 / sqrt(n);
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
      struct particles particles;
      struct wcsph_law law;
      struct wcsph_state geometry;
      if (case_read(&config, SOURCE_DIR "/cases/taylor-green/case.yaml", overrides, n) == STATUS_OK) {
        assert_int_equal(particles_fill(&particles, &config), STATUS_OK);
        assert_int_equal(wcsph_derive(&law, &geometry, &config, &particles), STATUS_OK);
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
  char *overrides[][2] = {{"kernel=wendland", "smoothing_ratio=1.7"},
                          {"kernel=cubic", "smoothing_ratio=1.3"}};
  for (size_t k = 0; k < 2; k++) {
    struct trial t;
    trial_open(&t, "still-water-2d", (char *[]){overrides[k][0], overrides[k][1], NULL}, "reference",
               &(struct execution_options){0});
    const double support = case_support_radius(&t.config), dp = t.config.dp;
    assert_true(fabs((double)t.run.law.support / support - 1) < 1e-7);
    assert_true(case_support_layers(&t.config) * dp >= support * (1 - 1e-9));
    assert_true((case_support_layers(&t.config) - 1) * dp < support * (1 - 1e-9));
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(jitter_moves_fluid_and_no_wall),
      cmocka_unit_test(what_passes_the_checks_can_be_derived),
      cmocka_unit_test(kernels_reach_as_far_as_the_case_says),
      cmocka_unit_test(whole_cells_take_a_longer_periodic_axis),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
