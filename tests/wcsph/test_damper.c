/* SPDX-License-Identifier: BSD-3-Clause */
/* The acoustic damper: the gradient of what compresses, on a lattice; how stiff it is at most; and that it
 * does not make a wall pull. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "law.h"
#include "wcsph/passes/damper.h"
#include "wcsph/scalar.h"

#define STRENGTH 0.7

static struct wcsph_law make_law(int dimensions, const char *kernel, const char *ratio) {
  char words[64], h[64], *all[] = {"dp=0.04", words, h, "acoustic_damper={model: sun, strength: 0.7}", NULL};
  snprintf(words, sizeof words, "kernel=%s", kernel);
  snprintf(h, sizeof h, "smoothing_ratio=%s", ratio);
  if (dimensions == 2) all[0] = "dp=0.0073";
  return law_of(dimensions == 2 ? "dambreak2d" : "dambreak-building", all);
}

static double spacing(const struct wcsph_law *law) {
  return pow((double)law->volume, 1.0 / law->dimensions);
}

/* What particle 0 of a lattice gets, m/s^2, where the one at r, m, has rate(r, parameter), 1/s. */
static void lattice_sum(const struct wcsph_law *law, double (*rate)(const double r[3], double),
                        double parameter, double a[3]) {
  const int reach = (int)ceil((double)law->support / spacing(law)), deep = law->dimensions == 3 ? reach : 0;
  const double dp = spacing(law);
  struct sum sums[3] = {0};
  for (int z = -deep; z <= deep; z++)
    for (int y = -reach; y <= reach; y++)
      for (int x = -reach; x <= reach; x++) {
        if (x == 0 && y == 0 && z == 0) continue;
        const double r[3] = {x * dp, y * dp, z * dp}, origin[3] = {0, 0, 0};
        const float row_i[4] = {0, 0, 0, (float)rate(origin, parameter)},
                    row_j[4] = {0, 0, 0, (float)rate(r, parameter)};
        const struct pair_side side = {0};
        const struct pair_gap gap =
            damper_measure(law, (float)(-r[0] / (double)law->h), (float)(-r[1] / (double)law->h),
                           (float)(-r[2] / (double)law->h), &side, &side);
        struct pass_terms terms;
        damper_pair(law, PAIR_FLUID_FLUID, &gap, &side, &side, row_i, row_j, &terms);
        for (int k = 0; k < 3; k++) sum_add(&sums[k], terms.i[k], law->summation);
      }
  for (int k = 0; k < 3; k++)
    a[k] =
        (double)sum_value(&sums[k], damper_quanta(law, k), law->summation) * (double)law->unit_acceleration;
}

static double linear(const double r[3], double slope) {
  return 0.3 + slope * r[0];
}
static double sine(const double r[3], double wave_number) {
  return sin(wave_number * r[0]);
}

/* zeta grad(div u), for rates are -div u. */
static void it_is_a_bulk_viscosity(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    const struct wcsph_law law = make_law(dim, "wendland", "3");
    const double expected = -STRENGTH * (double)law.h * (double)law.c0;
    double a[3];
    lattice_sum(&law, linear, 1.0, a);
    if (fabs(a[0] - expected) > 0.01 * fabs(expected)) fail_msg("%g instead of %g", a[0], expected);
    assert_true(fabs(a[1]) < 1e-5 * fabs(expected) && fabs(a[2]) < 1e-5 * fabs(expected));
  }
}

/* What the time step counts on (timestep_damper): a wave of div u = k cos(k x) under the same operator, so
 * that it decays by the square of what the operator makes of k, is nowhere damped faster than stiffness/5
 * strength c0/h. */
static void its_stiffness_is_bounded(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (const struct model *m = models_kernel; m->word; m++)
      for (int wide = 0; wide < 2; wide++) {
        const struct wcsph_law law =
            make_law(dim, m->word, model_radius(m) > 2.0 ? (wide ? "1.4" : "1.2") : (wide ? "2" : "1.3"));
        const double zeta = STRENGTH * (double)law.h * (double)law.c0, dp = spacing(&law);
        double most = 0.0;
        for (int n = 1; n < 40; n++) {
          double a[3];
          lattice_sum(&law, sine, 3.14159265 / dp * n / 40.0, a);
          most = fmax(most, fabs(a[0]) / zeta * (double)law.h);
        }
        if (!(most * most < 0.2 * fmax(7.0, kernel_rows[law.kernel].stiffness)))
          fail_msg("%s: %g", m->word, most * most);
        assert_true(most * most > 0.3);
      }
}

/* Fluid that leaves a wall is not held back beyond what its pressure presses. */
static void no_wall_pulls(void **state) {
  (void)state;
  const struct wcsph_law law = make_law(2, "wendland", "1.7");
  const float away[4] = {0, 0, 0, -1.0f}, to[4] = {0, 0, 0, 1.0f};
  const struct pair_side dry = {0}, wet = {.term = 4.0f * law.damper};
  const struct pair_gap gap = damper_measure(&law, 0.5f, 0.0f, 0.0f, &dry, &dry);
  struct pass_terms terms, back;
  damper_pair(&law, PAIR_FLUID_WALL, &gap, &dry, &dry, away, away, &terms);
  assert_true(terms.i[0] == 0.0f);
  damper_pair(&law, PAIR_FLUID_WALL, &gap, &dry, &dry, to, to, &terms);
  assert_true(terms.i[0] * law.unit_acceleration > 0.0f);
  damper_pair(&law, PAIR_FLUID_WALL, &gap, &wet, &wet, away, away, &back);
  assert_true(fabsf(back.i[0] + terms.i[0]) < 1e-5f * fabsf(terms.i[0]));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_is_a_bulk_viscosity),
                                     cmocka_unit_test(its_stiffness_is_bounded),
                                     cmocka_unit_test(no_wall_pulls)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
