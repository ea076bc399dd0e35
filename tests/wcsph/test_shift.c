/* SPDX-License-Identifier: BSD-3-Clause */
/* Shifting on a lattice of particles, and the viscous time step against the schemes it is for. */
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
#include "wcsph/passes/carry.h"
#include "wcsph/passes/shift.h"
#include "wcsph/passes/surface.h"
#include "wcsph/scalar.h"

static struct wcsph_law make_law(int dimensions, double dp) {
  struct wcsph_law law = {.kernel = KERNEL_WENDLAND, .dimensions = dimensions, .summation = SUM_KAHAN};
  const struct kernel_row *kernel = &kernel_rows[law.kernel];
  double h = 1.732 * dp, norm = dimensions == 2 ? kernel->norm_2d : kernel->norm_3d;
  law.h = (float)h;
  law.inv_h = (float)(1.0 / h);
  law.support = (float)(kernel->radius * h);
  law.vf_factor = (float)(pow(dp / h, dimensions) * kernel->f_scale * norm / (h * h));
  law.c0 = 20.0f, law.shift_near = 0.2f, law.shift_inside = 0.9f * (float)dimensions;
  law.inv_w_spacing = 1.0f / kernel_w(law.kernel, (float)(dp / h));
  return law;
}

/* A neighbour more, dx, dy, dz (m) away. */
static void add(const struct wcsph_law *law, struct sum sums[shift_SUMS], float dx, float dy, float dz) {
  const struct pair_side side = {0};
  const struct pair_gap gap = shift_measure(law, dx, dy, dz, &side, &side);
  struct pass_terms terms;
  shift_pair(law, PAIR_FLUID_FLUID, &gap, &side, &side, NULL, NULL, &terms);
  for (int k = 0; k < shift_SUMS; k++) sum_add(&sums[k], terms.i[k], law->summation);
}

static void finish(const struct wcsph_law *law, const struct sum sums[shift_SUMS], float out[4]) {
  const struct pair_side side = {0};
  float values[shift_SUMS];
  for (int k = 0; k < shift_SUMS; k++) values[k] = sum_value(&sums[k], shift_quanta(law, k), law->summation);
  shift_finish(law, true, &side, values, out);
}

/* Gradient at `at` (in spacings) from a lattice around the origin that fills z <= top in 3-D, y <= top in
 * 2-D; its particle at the origin is the one that stands at `at`. */
static void lattice_gradient(const struct wcsph_law *law, float dp, const float at[3], int top,
                             float out[4]) {
  struct sum sums[shift_SUMS] = {0};
  int deep = law->dimensions == 3 ? 5 : 0;
  for (int z = -deep; z <= deep; z++)
    for (int y = -5; y <= 5; y++)
      for (int x = -5; x <= 5; x++) {
        int up = law->dimensions == 3 ? z : y;
        if (up > top || (x == 0 && y == 0 && z == 0)) continue;
        float d[3] = {(at[0] - (float)x) * dp, (at[1] - (float)y) * dp, (at[2] - (float)z) * dp};
        if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < law->support * law->support)
          add(law, sums, d[0], d[1], d[2]);
      }
  finish(law, sums, out);
}

static void a_lattice_stays(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    struct wcsph_law law = make_law(dim, 0.01);
    float g[4];
    lattice_gradient(&law, 0.01f, (float[3]){0, 0, 0}, 5, g);
    for (int a = 0; a < 3; a++) assert_true(fabsf(g[a]) < 1e-4f * law.inv_h);
  }
}

/* -D g, D > 0, leads back to the site. */
static void a_displaced_particle_returns(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    struct wcsph_law law = make_law(dim, 0.01);
    for (int a = 0; a < dim; a++) {
      for (float off = -0.3f; off < 0.31f; off += 0.1f) {
        if (fabsf(off) < 0.05f) continue;
        float at[3] = {0}, g[4];
        at[a] = off;
        lattice_gradient(&law, 0.01f, at, 5, g);
        assert_true(g[a] * off > 0.0f);
        assert_true(fabsf(g[a]) > 1e-3f * law.inv_h);
      }
    }
  }
}

static void particles_of_a_free_surface_stay(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    struct wcsph_law law = make_law(dim, 0.01);
    float g[4], inside[4], at[3] = {0.1f, 0, 0};
    for (int top = 0; top <= 1; top++) {
      lattice_gradient(&law, 0.01f, at, top, g);
      assert_true(g[0] == 0.0f && g[1] == 0.0f && g[2] == 0.0f);
    }
    lattice_gradient(&law, 0.01f, at, 4, inside);
    assert_true(inside[0] > 0.0f);
  }
}

/* However close two particles are, no shift is beyond 0.1 h. */
static void a_shift_is_bounded(void **state) {
  (void)state;
  struct wcsph_law law = make_law(2, 0.01);
  struct sum sums[shift_SUMS] = {0};
  float g[4];
  sum_add(&sums[3], 2.0f, law.summation);
  for (int k = 0; k < 1000; k++) add(&law, sums, 1e-3f, 2e-3f, 0.0f);
  finish(&law, sums, g);
  double length = sqrt((double)g[0] * (double)g[0] + (double)g[1] * (double)g[1]);
  assert_true(fabs(length * (double)law.h - 0.2) < 1e-5);
  assert_true(fabs((double)g[1] / (double)g[0] - 2.0) < 1e-5);
  assert_true(length * shift_reach(&law, 10.0, 100.0, 1.0) < 0.1001 * (double)law.h);
  double small = shift_reach(&law, 0.5, 1e-3, 1e-3);
  assert_true(fabs(small / (0.5 * 4.0 * (double)law.h * 1e-6) - 1.0) < 1e-12);
}

/* What is across the surface is taken off near it, which its gradient tells before the fill does; all at it,
 * none inside. */
static void shifts_slide_along_a_surface(void **state) {
  (void)state;
  const struct wcsph_law law = make_law(2, 0.01);
  const float slopes[] = {3.0f, 0.02f, 0.04f, 3.0f, 3.0f}; /* of the fill, over 1/h */
  const float fills[] = {1.0f, 0.98f, 0.98f, 0.8f, 0.5f};
  const float expected[][2] = {{1.0f, 0.0f}, {1.0f, 2.0f}, {1.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 0.0f}};
  for (int k = 0; k < 5; k++) {
    const float sums[3] = {0.0f, -slopes[k] * law.inv_h, 0.0f}; /* less is filled upwards */
    float out[4] = {1.0f, 2.0f, 0.0f, 2.0f * fills[k]};
    surface_finish(&law, true, NULL, sums, out);
    for (int a = 0; a < 2; a++) assert_true(fabsf(out[a] - expected[k][a]) < 1e-6f);
    assert_true(out[2] == 0.0f && out[3] == 2.0f * fills[k]);
  }
}

/* The gradient of what is filled, on a lattice where it grows along a line. */
static void a_surface_is_found(void **state) {
  (void)state;
  const struct wcsph_law law = make_law(2, 0.01);
  struct sum sums[surface_SUMS] = {0};
  float values[surface_SUMS];
  for (int y = -4; y <= 4; y++)
    for (int x = -4; x <= 4; x++) {
      const struct pair_side side = {0};
      const float mine[4] = {0, 0, 0, 1.0f}, theirs[4] = {0, 0, 0, 1.0f + 0.01f * (float)(x + 2 * y)};
      const struct pair_gap gap =
          surface_measure(&law, -0.01f * (float)x, -0.01f * (float)y, 0.0f, &side, &side);
      struct pass_terms terms;
      surface_pair(&law, PAIR_FLUID_FLUID, &gap, &side, &side, mine, theirs, &terms);
      for (int k = 0; k < surface_SUMS; k++) sum_add(&sums[k], terms.i[k], law.summation);
    }
  for (int k = 0; k < surface_SUMS; k++)
    values[k] = sum_value(&sums[k], surface_quanta(&law, k), law.summation);
  assert_true(fabsf(values[0] - 1.0f) < 0.02f && fabsf(values[1] - 2.0f) < 0.04f && values[2] == 0.0f);
}

/* A shift takes on velocity and density of where it leads, where they are linear; and none from a uniform
 * flow, however uneven the neighbours. */
static void what_is_shifted_takes_on_its_place(void **state) {
  (void)state;
  const struct wcsph_law law = make_law(2, 0.01);
  for (int uneven = 0; uneven < 2; uneven++) {
    struct sum sums[carry_SUMS] = {0};
    float values[carry_SUMS], out[4];
    const float g[4] = {3.0f, -2.0f, 0.0f, 0.0f}, other[4] = {9.0f, 9.0f, 9.0f, 9.0f};
    for (int y = -4; y <= 4; y++)
      for (int x = -4; x <= (uneven ? 1 : 4); x++) {
        const float at[2] = {0.01f * (float)x, 0.01f * (float)y};
        const struct pair_side i = {.u = 5.0f, .d = 0.001f},
                               j = {.u = uneven ? 5.0f : 5.0f + 2.0f * at[0] - 7.0f * at[1],
                                    .v = 0.0f,
                                    .d = uneven ? 0.001f : 0.001f + 0.1f * at[1]};
        const struct pair_gap gap = carry_measure(&law, -at[0], -at[1], 0.0f, &i, &j);
        struct pass_terms terms;
        carry_pair(&law, PAIR_FLUID_FLUID, &gap, &i, &j, g, other, &terms);
        for (int k = 0; k < carry_SUMS; k++) sum_add(&sums[k], terms.i[k], law.summation);
      }
    for (int k = 0; k < carry_SUMS; k++)
      values[k] = sum_value(&sums[k], carry_quanta(&law, k), law.summation);
    carry_finish(&law, true, NULL, values, out);
    assert_true(fabsf(out[0] - (uneven ? 0.0f : 20.0f)) < 0.4f);
    assert_true(fabsf(out[3] - (uneven ? 0.0f : -0.2f)) < 0.004f);
    assert_true(out[1] == 0.0f && out[2] == 0.0f);
  }
}

/* Decay v' = -x v by Verlet with an Euler step every m; the largest |v| of the second half of 100 m steps. */
static double verlet_decay(double x, int m) {
  double v = 1.0, saved = 1.0, worst = 0.0;
  for (int n = 0; n < 100 * m; n++) {
    double from = n % m == 0 ? v : saved, dt = n % m == 0 ? 1.0 : 2.0;
    saved = v;
    v = from - dt * x * saved;
    if (n >= 50 * m) worst = fmax(worst, fabs(v));
    if (!(fabs(v) < 1e30)) return INFINITY;
  }
  return worst;
}

/* The stiffest mode dies out at the viscous limit, also one a quarter stiffer, as beside walls. At the limit
 * of the other scheme it explodes. */
static void verlet_stays_stable_at_the_viscous_limit(void **state) {
  (void)state;
  const int every[] = {1, 2, 3, 5, 10, 20, 40, 100, 1000};
  const size_t count = sizeof every / sizeof *every;
  for (enum kernel_kind kernel = 0; models_kernel[kernel].word; kernel++)
    for (size_t n = 0; n < 5 * count; n++) {
      const int m = every[n / 5], share = (int)(n % 5) + 1;
      struct wcsph_settings c = {.kernel = kernel,
                                 .integrator = {.scheme = INTEGRATOR_VERLET, .euler_every = m}};
      const double x = kernel_rows[kernel].stiffness * timestep_viscous(&c) * share / 4.0;
      if (!(verlet_decay(x, m) < 1e-2))
        fail_msg("%s, euler_every %d: %d/4 of the stiffest mode does not decay", models_kernel[kernel].word,
                 m, share);
    }
  /* And so the step as a whole, for the sake of density diffusion. */
  const struct wcsph_law law = {.h = 1.0f, .c0 = 1.0f};
  for (enum kernel_kind kernel = 0; models_kernel[kernel].word; kernel++) {
    const struct wcsph_settings c = {.kernel = kernel, .integrator = {.cfl = 0.2}};
    const struct step_control control = timestep_control(&law, &c, law.nu);
    const double step = step_control_length(&control, 0.0f, 0.0f);
    assert_true(step <= 0.2 && step * kernel_rows[kernel].stiffness <= 0.2 * 7.0 * (1 + 1e-12));
  }
  struct wcsph_settings c = {.integrator = {.scheme = INTEGRATOR_SYMPLECTIC, .euler_every = 40}};
  assert_true(timestep_viscous(&c) == 0.125);
  assert_false(verlet_decay(7.0 * 0.125, 40) < 1e30);
  assert_false(verlet_decay(0.175, 40) < 1.0);
}

/* 7 nu/h^2 is what a particle among others at rest loses: 2 nu sum V |F|. */
static void the_stiffest_mode_is_seven(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    double dp = 0.01, sum = 0.0;
    struct wcsph_law law = make_law(dim, dp);
    law.inv_h *= 0.5f, law.h *= 2.0f,
        law.support *= 2.0f; /* many neighbours, so that the sum is the integral */
    law.vf_factor *= (float)pow(0.5, dim + 2);
    int deep = dim == 3 ? 7 : 0;
    for (int z = -deep; z <= deep; z++)
      for (int y = -7; y <= 7; y++)
        for (int x = -7; x <= 7; x++) {
          double r = dp * sqrt((double)(x * x + y * y + z * z));
          if (x || y || z) sum -= (double)(law.vf_factor * kernel_f(law.kernel, (float)r * law.inv_h));
        }
    double mode = 2.0 * sum * (double)law.h * (double)law.h;
    assert_true(mode > 5.5 && mode < 7.1);
  }
}

/* The gradient at a displaced particle in a flow (u, 0, 0) = (uniform + shear y, 0, 0), all of whose
 * neighbours are fluid. */
static float strained(float share_per_speed, float uniform, float shear, float out[4]) {
  struct wcsph_law law = make_law(2, 0.1);
  struct sum sums[shift_SUMS] = {0};
  const struct pair_side me = {.u = uniform};
  float values[shift_SUMS];
  law.shift_strain = share_per_speed;
  for (int y = -5; y <= 5; y++)
    for (int x = -5; x <= 5; x++) {
      const float d[2] = {(0.2f - (float)x) * 0.1f, (0.1f - (float)y) * 0.1f};
      const struct pair_side other = {.u = uniform - shear * d[1]};
      struct pass_terms terms;
      if ((x == 0 && y == 0) || d[0] * d[0] + d[1] * d[1] >= law.support * law.support) continue;
      const struct pair_gap gap = shift_measure(&law, d[0], d[1], 0.0f, &me, &other);
      shift_pair(&law, PAIR_FLUID_FLUID, &gap, &me, &other, NULL, NULL, &terms);
      for (int k = 0; k < shift_SUMS; k++) sum_add(&sums[k], terms.i[k], law.summation);
    }
  for (int k = 0; k < shift_SUMS; k++) values[k] = sum_value(&sums[k], shift_quanta(&law, k), law.summation);
  shift_finish(&law, true, &me, values, out);
  return sqrtf(out[0] * out[0] + out[1] * out[1]);
}

/* In proportion to the strain but for what is rest, whatever the speed of all, up to the whole of it. */
static void a_shift_in_proportion_to_strain(void **state) {
  (void)state;
  float out[4], whole[4];
  const float most = strained(0.0f, 0.0f, 1.0f, whole),
              some = strained(0.5f, 0.0f, 1.0f, out) / most + SHIFT_REST;
  assert_true(most > 0.0f);
  assert_true(strained(0.5f, 3.0f, 0.0f, out) == 0.0f);
  assert_true(strained(0.05f, 0.0f, 1.0f, out) == 0.0f);
  assert_true(some > 0.025f && some < 0.4f);
  assert_true(fabsf((strained(0.5f, 0.0f, 2.0f, out) / most + SHIFT_REST) / some - 2.0f) < 1e-5f);
  assert_true(fabsf((strained(1.0f, 7.0f, 1.0f, out) / most + SHIFT_REST) / some - 2.0f) < 1e-5f);
  assert_true(fabsf(strained(1e4f, 0.0f, 1.0f, out) / most - (1.0f - SHIFT_REST)) < 1e-3f);
  assert_true(fabsf(out[0] / whole[0] - out[1] / whole[1]) < 1e-3f);
}

/* Mean height of water 0.5 m deep, m, that has swung by 0.06 m for 3 s. */
static double height_after_swinging(char *shifting) {
  char *overrides[] = {"dp=0.05",
                       "fluids.water.shapes=[{add: box, low: [0, 0], high: [0.5, 0.56]}, "
                       "{add: box, low: [0.5, 0], high: [1, 0.44]}]",
                       shifting, NULL};
  struct trial t;
  double sum = 0.0;
  trial_open(&t, "still-water-2d", overrides, "cpu", &(struct execution_options){0});
  while (t.run.time < 3.0) assert_int_equal(wcsph_run_step(&t.run, 0.0), STATUS_OK);
  const struct range fluid = state_range(&t.run.state, KIND_FLUID);
  for (uint32_t i = fluid.begin; i < fluid.end; i++)
    sum += state_coordinate(&t.run.state, t.run.state.pos[i].y, 1);
  trial_close(&t);
  return sum / (fluid.end - fluid.begin);
}

/* Shifting expands water that swings by less than 0.5 %. */
static void swinging_water_keeps_its_volume(void **state) {
  (void)state;
  const double plain = height_after_swinging("shifting={model: none}");
  const double shifted = height_after_swinging("shifting={model: plus}");
  if (!(fabs(shifted / plain - 1.0) < 0.005)) fail_msg("%g m, unshifted %g m", shifted, plain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_lattice_stays),
      cmocka_unit_test(a_displaced_particle_returns),
      cmocka_unit_test(particles_of_a_free_surface_stay),
      cmocka_unit_test(shifts_slide_along_a_surface),
      cmocka_unit_test(a_surface_is_found),
      cmocka_unit_test(swinging_water_keeps_its_volume),
      cmocka_unit_test(what_is_shifted_takes_on_its_place),
      cmocka_unit_test(a_shift_is_bounded),
      cmocka_unit_test(a_shift_in_proportion_to_strain),
      cmocka_unit_test(verlet_stays_stable_at_the_viscous_limit),
      cmocka_unit_test(the_stiffest_mode_is_seven),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
