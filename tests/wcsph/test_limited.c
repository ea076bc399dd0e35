/* SPDX-License-Identifier: BSD-3-Clause */
/* Van Albada's reconstruction: a Riemann solver's dissipation between two particles is gone where velocity is
 * linear, all there where it has no slope or one of the other sign, and never more than without. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "law.h"
#include "wcsph/passes/limited.h"
#include "wcsph/scalar.h"

static const float between[3] = {0.7f, -0.5f, 0.3f}; /* x_i - x_j, h */

/* D x for a symmetric D of xx, yy, zz, xy, xz, yz. */
static void turn(const float d[6], const float x[3], float out[3]) {
  out[0] = d[0] * x[0] + d[3] * x[1] + d[4] * x[2];
  out[1] = d[3] * x[0] + d[1] * x[1] + d[5] * x[2];
  out[2] = d[4] * x[0] + d[5] * x[1] + d[2] * x[2];
}

/* What is left of the dissipation of a pair whose velocities are of a field with the slope d, 1/s, when its
 * rows say `factor` d. */
static float left_of(const float d[6], float factor) {
  char *const riemann[] = {"viscosity={model: riemann}", "density_diffusion={model: ferrari, delta: 1}",
                           NULL};
  const struct wcsph_law law = law_of_case(riemann);
  struct pair_side i = {.d = 0.01f}, j = {.d = -0.005f};
  float u[3], x[3];
  for (int a = 0; a < 3; a++) x[a] = law.h * between[a];
  turn(d, x, u);
  i.u = u[0], i.v = u[1], i.w = u[2];
  const float rows[8] = {factor * d[0],        factor * d[1],        factor * d[2], factor * 2.0f * d[3],
                         factor * 2.0f * d[4], factor * 2.0f * d[5], 0.0f,          0.0f};
  const struct pair_gap gap = limited_measure(&law, between[0], between[1], between[2], &i, &j);
  const float ur = (i.u * between[0] + i.v * between[1]) + i.w * between[2];
  const float f = sum_term(kernel_f(law.kernel, gap.q), law.quanta_acceleration, law.summation);
  const float whole = f * viscosity_riemann(&law, &gap, &i, &j, ur, f).along_r * gap.dx;
  struct pass_terms terms;
  limited_pair(&law, PAIR_FLUID_FLUID, &gap, &i, &j, rows, rows, &terms);
  assert_true(fabsf(whole) > 0.0f || terms.i[0] == 0.0f);
  return whole == 0.0f ? 0.0f : 1.0f + terms.i[0] / whole;
}

static const float squeezed[6] = {-1.0f, -0.3f, -0.2f, 0.4f, 0.1f, -0.2f};

static void linear_velocity_dissipates_nothing(void **state) {
  (void)state;
  assert_true(fabsf(left_of(squeezed, 1.0f)) < 1e-3f);
}

static void a_jump_dissipates_all(void **state) {
  (void)state;
  assert_true(fabsf(left_of(squeezed, 0.0f) - 1.0f) < 1e-6f);
  assert_true(fabsf(left_of(squeezed, -0.5f) - 1.0f) < 1e-6f);
}

static void it_is_never_more(void **state) {
  (void)state;
  float before = 1.0f;
  for (float factor = 0.0f; factor < 1.0f; factor += 0.125f) {
    const float left = left_of(squeezed, factor);
    assert_true(left <= before + 1e-5f && left >= -1e-3f);
    before = left;
  }
  for (float factor = 1.0f; factor < 20.0f; factor *= 1.5f) {
    const float left = left_of(squeezed, factor);
    assert_true(left >= -1e-3f && left <= 1.0f);
  }
  const float drawn[6] = {1.0f, 0.3f, 0.2f, -0.4f, -0.1f, 0.2f}; /* apart: there is nothing to take away */
  assert_true(left_of(drawn, 3.0f) == 0.0f);
}

/* With an onset what two particles lose that approach below it is in proportion to their speed less. */
static void an_onset_spares_what_is_slow(void **state) {
  (void)state;
  char *const without[] = {"viscosity={model: riemann}", NULL}, *const with[] = {
                                                                    "viscosity={model: riemann, onset: 0.05}",
                                                                    NULL};
  const struct wcsph_law laws[] = {law_of_case(without), law_of_case(with)};
  const double shares[] = {0.001, 0.01, 0.04, 0.06, 0.3, 2.0};
  const struct pair_side i = {0}, j = {0};
  for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
    float lost[2];
    for (int w = 0; w < 2; w++) {
      const struct pair_gap gap = limited_measure(&laws[w], 1.0f, 0.0f, 0.0f, &i, &j);
      lost[w] = viscosity_riemann(&laws[w], &gap, &i, &j, -(float)shares[k] * laws[w].c0, -1.0f).along_r;
    }
    const double expected = fmin(1.0, shares[k] / (1.0 + (double)PAIR_ETA2) / 0.05);
    assert_true(fabs((double)(lost[1] / lost[0]) - expected) < 1e-4 * expected);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(linear_velocity_dissipates_nothing), cmocka_unit_test(a_jump_dissipates_all),
      cmocka_unit_test(it_is_never_more), cmocka_unit_test(an_onset_spares_what_is_slow)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
