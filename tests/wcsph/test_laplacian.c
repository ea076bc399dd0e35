/* SPDX-License-Identifier: BSD-3-Clause */
/* What viscosities and density diffusions do to a field, summed over a lattice: nothing to a linear one, and
 * to a quadratic one what the equation says that they stand for. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law.h"
#include "wcsph/scalar.h"

#define NU    0.01
#define BULK  0.006
#define DELTA 0.1

/* For d(u)/dt = nu laplace(u) + dilation grad(div u), of each viscosity that takes nu: dilation, m^2/s. */
static const double dilations[] = {
    [VISCOSITY_LAMINAR] = 0.0, [VISCOSITY_MONAGHAN] = 2.0 * NU, [VISCOSITY_ESPANOL] = NU / 3.0 + BULK};

/* For d(rho)/dt = D laplace(rho), of each density diffusion: D over delta h c0, and whether it spares what
 * water at rest has. */
static double one(const struct wcsph_law *law) {
  (void)law;
  return 1.0;
}
/* For Ferrari's the mean of |r| over h under the kernel, times (dimensions + 1) / (2 dimensions). */
static double mean_distance(const struct wcsph_law *law) {
  const double dim = law->dimensions, step = 1e-3;
  double distance = 0.0, all = 0.0;
  for (double q = 0.5 * step; q < (double)law->radius; q += step) {
    const double share = (double)kernel_w(law->kernel, (float)q) * (law->dimensions == 3 ? q * q : q);
    distance += q * share, all += share;
  }
  return distance / all * (dim + 1.0) / (2.0 * dim);
}
/* Where the flow is smooth (models/diffusion_adaptive.h). */
static double three_tenths(const struct wcsph_law *law) {
  (void)law;
  return 0.3;
}
static const struct {
  double (*diffusivity)(const struct wcsph_law *law);
  bool spares;
} diffusions[] = {[DIFFUSION_MOLTENI] = {one, false},
                  [DIFFUSION_FOURTAKAS] = {one, true},
                  [DIFFUSION_FERRARI] = {mean_distance, false},
                  [DIFFUSION_BREZZI] = {one, true},
                  [DIFFUSION_ADAPTIVE] = {three_tenths, true}};

static struct wcsph_law make_law(int dimensions, const char *key, const char *word, const char *parameter) {
  char model[80],
      *overrides[] = {"dp=0.04", "fluids.water.hydrostatic=false", "smoothing_ratio=3", model, NULL};
  snprintf(model, sizeof model, "%s={model: %s%s}", key, word, parameter);
  if (dimensions == 2) overrides[0] = "dp=0.0073", overrides[1] = overrides[2];
  return law_of(dimensions == 2 ? "dambreak2d" : "dambreak-building", overrides);
}

/* What particle 0 of a lattice gets: m/s^2, and d(rho/rho0)/dt in 1/s. `field` sets what the one at r, m,
 * carries; the lattice fills what is not above `top` spacings along gravity. */
static void lattice_sum(const struct wcsph_law *law, double dp, int top, const void *parameter,
                        void (*field)(const void *parameter, const double r[3], struct pair_side *side),
                        double out[4]) {
  const int deep = law->dimensions == 3 ? 6 : 0, along = law->dimensions - 1;
  struct pair_side me = {0};
  field(parameter, (double[3]){0, 0, 0}, &me);
  me.term = eos_momentum_term(law, me.d);
  for (int k = 0; k < 4; k++) out[k] = 0.0;
  for (int z = -deep; z <= deep; z++)
    for (int y = -6; y <= 6; y++)
      for (int x = -6; x <= 6; x++) {
        const int at[3] = {x, y, z};
        if (at[along] > top || (x == 0 && y == 0 && z == 0)) continue;
        const double r[3] = {x * dp, y * dp, z * dp};
        struct pair_side other = {0};
        field(parameter, r, &other);
        other.term = eos_momentum_term(law, other.d);
        const struct pair_result f =
            pair_interact(law, PAIR_FLUID_FLUID, (float)(-r[0] / (double)law->h),
                          (float)(-r[1] / (double)law->h), (float)(-r[2] / (double)law->h), &me, &other);
        out[0] += (double)f.ax * (double)law->unit_acceleration;
        out[1] += (double)f.ay * (double)law->unit_acceleration;
        out[2] += (double)f.az * (double)law->unit_acceleration;
        out[3] += (double)f.rate_i * (double)law->unit_rate;
      }
}

static void assert_near(double value, double expected, double bound, const char *what, const char *word) {
  if (!(fabs(value - expected) <= bound)) fail_msg("%s, %s: %g instead of %g", word, what, value, expected);
}

/* u_x of the position, 1/s and 1/(m s). */
struct flow {
  double across, shear, along;
};
static void flow_field(const void *parameter, const double r[3], struct pair_side *side) {
  const struct flow *f = parameter;
  side->u = (float)(f->across * r[1] + f->shear * r[1] * r[1] + f->along * r[0] * r[0]);
}

static void check_viscosity(const struct wcsph_law *law, double dp, const char *word) {
  double a[4];
  lattice_sum(law, dp, 6, &(struct flow){.across = 1.0}, flow_field, a);
  assert_near(a[0], 0.0, 1e-4 * NU / dp, "shear", word);
  lattice_sum(law, dp, 6, &(struct flow){.shear = 1.0}, flow_field, a);
  assert_near(a[0], 2.0 * NU, 0.02 * 2.0 * NU, "u = (y^2, 0)", word);
  lattice_sum(law, dp, 6, &(struct flow){.along = 1.0}, flow_field, a);
  const double expected = 2.0 * (NU + dilations[law->viscosity]);
  assert_near(a[0], expected, 0.02 * expected, "u = (x^2, 0)", word);
}

static void viscosities_are_laplacians(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (const struct model *m = models_viscosity; m->word; m++) {
      if (!(m->takes & TAKES_NU)) continue;
      const struct wcsph_law law = make_law(dim, "viscosity", m->word,
                                            m->takes & TAKES_BULK ? ", nu: 0.01, bulk: 0.006" : ", nu: 0.01");
      assert_true((size_t)law.viscosity < sizeof dilations / sizeof *dilations);
      assert_int_equal(law.dimensions, dim);
      check_viscosity(&law, (double)law.h / 3.0, m->word);
    }
}

struct density {
  double slope, curve; /* along x; 1/m, 1/m^2 */
  const struct wcsph_law *at_rest;
};
static void density_field(const void *parameter, const double r[3], struct pair_side *side) {
  const struct density *f = parameter;
  double d = f->slope * r[0] + f->curve * r[0] * r[0];
  if (f->at_rest)
    for (int a = 0; a < 3; a++) d += (double)f->at_rest->stratification[a] * r[a] / (double)f->at_rest->h;
  side->d = (float)d;
}

static void check_diffusion(const struct wcsph_law *law, double dp, const char *word) {
  const double strength = DELTA * (double)law->h * (double)law->c0;
  const double d = diffusions[law->diffusion].diffusivity(law) * strength;
  double a[4];
  struct wcsph_law light = *law; /* without weight a level density is at rest */
  memset(light.stratification, 0, sizeof light.stratification);
  const double small = 1e-7 / dp; /* smooth */
  lattice_sum(&light, dp, 6, &(struct density){.slope = small}, density_field, a);
  assert_near(a[3], 0.0, 0.02 * d * small / dp, "a slope", word);
  const double curve = 1e-7 / (dp * dp);
  lattice_sum(&light, dp, 6, &(struct density){.curve = curve}, density_field, a);
  assert_near(a[3], 2.0 * d * curve, 0.03 * 2.0 * d * curve, "rho = x^2", word);
  /* At the surface of water at rest. */
  double g = 0.0;
  for (int k = 0; k < 3; k++) g += fabs((double)law->stratification[k]) / (double)law->h;
  lattice_sum(law, dp, 0, &(struct density){.at_rest = law}, density_field, a);
  if (diffusions[law->diffusion].spares)
    assert_near(a[3], 0.0, 0.005 * d * g / dp, "water at rest", word);
  else if (fabs(a[3]) < 0.1 * d * g / dp)
    fail_msg("%s spares water at rest: %g", word, a[3]);
}

static void density_diffusions_are_laplacians(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (const struct model *m = models_diffusion; m->word; m++) {
      if (!(m->takes & TAKES_DELTA)) continue;
      const struct wcsph_law law = make_law(dim, "density_diffusion", m->word, ", delta: 0.1");
      assert_true((size_t)law.diffusion < sizeof diffusions / sizeof *diffusions &&
                  diffusions[law.diffusion].diffusivity);
      check_diffusion(&law, (double)law.h / 3.0, m->word);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(viscosities_are_laplacians),
      cmocka_unit_test(density_diffusions_are_laplacians),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
