/* SPDX-License-Identifier: BSD-3-Clause */
/* The acoustic damper: the gradient of what compresses, on a lattice; how stiff it is at most; that it does
 * not make a wall pull; what cleaning's pressure does in time; and what dummy walls get. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "law.h"
#include "wcsph/passes/damped.h"
#include "wcsph/scalar.h"
#include "wcsph/sweeps/damp.h"

#define STRENGTH 0.7

static struct wcsph_law make_law_of(int dimensions, const char *kernel, const char *ratio, char *model) {
  char words[64], h[64], *all[] = {"dp=0.04", words, h, model, "boundary.contact=0", NULL};
  snprintf(words, sizeof words, "kernel=%s", kernel);
  snprintf(h, sizeof h, "smoothing_ratio=%s", ratio);
  if (dimensions == 2) all[0] = "dp=0.0073";
  return law_of(dimensions == 2 ? "dambreak2d" : "dambreak-building", all);
}

static struct wcsph_law make_law(int dimensions, const char *kernel, const char *ratio) {
  return make_law_of(dimensions, kernel, ratio, "acoustic_damper={model: sun, strength: 0.7}");
}

/* What the damper makes of a particle that is compressed at this rate, 1/s: a pressure, Pa; from `before`. */
static float damp(const struct wcsph_law *law, float rate, float before, float speed, float dt) {
  const struct sweep_given given = {.body = -1, .value = {dt}};
  struct sweep_row row = {.rate = {[3] = rate}, .damping = {[3] = before}, .vel = {speed}};
  damp_act(law, &given, &row, NULL);
  return row.damping[3];
}

/* A particle at rest with rho0 that has it. */
static struct pair_side damped_side(const struct wcsph_law *law, double rate) {
  return (struct pair_side){.term = eos_damped_term(law, 0.0f, damp(law, (float)rate, 0.0f, 0.0f, 0.0f))};
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
        const struct pair_side side_i = damped_side(law, rate(origin, parameter)),
                               side_j = damped_side(law, rate(r, parameter));
        const struct pair_result got =
            pair_interact(law, PAIR_FLUID_FLUID, (float)(-r[0] / (double)law->h),
                          (float)(-r[1] / (double)law->h), (float)(-r[2] / (double)law->h), &side_i, &side_j);
        sum_add(&sums[0], got.ax, law->summation);
        sum_add(&sums[1], got.ay, law->summation);
        sum_add(&sums[2], got.az, law->summation);
      }
  for (int k = 0; k < 3; k++)
    a[k] = (double)sum_value(&sums[k], law->quanta_acceleration, law->summation) *
           (double)law->unit_acceleration;
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
  const struct pair_side away = damped_side(&law, -1.0), to = damped_side(&law, 1.0);
  assert_true(away.term < 0.0f && to.term == -away.term);
  assert_true(pair_interact(&law, PAIR_FLUID_WALL, 0.5f, 0.0f, 0.0f, &away, &away).ax == 0.0f);
  assert_true(pair_interact(&law, PAIR_FLUID_WALL, 0.5f, 0.0f, 0.0f, &to, &to).ax * law.unit_acceleration >
              0.0f);
}

/* Its source is that of waves of its speed, c = strength c0 from a Mach number of 0.1 on, and without one it
 * decays with h/c. */
static void cleaning_sounds_and_fades(void **state) {
  (void)state;
  const struct wcsph_law law =
      make_law_of(2, "wendland", "1.7", "acoustic_damper={model: cleaning, strength: 0.7}");
  const float c = 0.7f * law.c0, tau = law.h / c, dt = 1e-3f * tau;
  const float loud = damp(&law, 2.0f, 0.0f, 0.2f * law.c0, dt),
              soft = damp(&law, 2.0f, 0.0f, 0.05f * law.c0, dt);
  assert_true(fabsf(loud / (c * c * law.rho0 * 2.0f * dt) - 1.0f) < 2e-3f);
  assert_true(fabsf(soft / loud - 0.25f) < 1e-5f);
  float left = 1.0f;
  for (int k = 0; k < 1000; k++) left = damp(&law, 0.0f, left, 1.0f, dt);
  assert_true(fabsf(left - 0.36788f) < 1e-3f);
}

/* A wall beside fluid that has the same everywhere has it too, and none far from fluid. */
static void walls_have_the_fluids(void **state) {
  (void)state;
  const struct wcsph_law law = make_law(2, "wendland", "1.7");
  const struct pair_side side = {0};
  const float mine[4] = {1, 2, 3, 42.0f}, none[4] = {0};
  struct sum sums[damped_SUMS] = {0};
  for (int wet = 0; wet < 2; wet++) {
    float values[damped_SUMS], out[4] = {9, 9, 9, 9};
    for (int k = 0; k < damped_SUMS; k++)
      values[k] = sum_value(&sums[k], damped_quanta(&law, k), law.summation);
    damped_finish(&law, false, &side, values, out);
    assert_true(fabsf(out[3] - (wet ? 42.0f : 0.0f)) < 1e-4f && out[0] == 0.0f && out[2] == 0.0f);
    for (int k = 0; k < 3; k++) {
      const struct pair_gap gap =
          damped_measure(&law, 0.3f * law.h * (float)k, 0.5f * law.h, 0.0f, &side, &side);
      struct pass_terms terms;
      damped_pair(&law, PAIR_FLUID_WALL, &gap, &side, &side, mine, none, &terms);
      for (int n = 0; n < damped_SUMS; n++) sum_add(&sums[n], terms.j[n], law.summation);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_a_bulk_viscosity), cmocka_unit_test(its_stiffness_is_bounded),
      cmocka_unit_test(no_wall_pulls), cmocka_unit_test(cleaning_sounds_and_fades),
      cmocka_unit_test(walls_have_the_fluids)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
