/* SPDX-License-Identifier: BSD-3-Clause */
/* Viscosities that particles have of their own: the published laws, the shear rate among particles that stand
 * anyhow, and the viscous term between two of them. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "lane/scalar.h"
#include "law.h"
#include "wcsph/models/rheology.h"
#include "wcsph/passes/shear.h"
#include "wcsph/passes/viscous.h"
#include "wcsph/scalar.h"

#define RHO0    1000.0
#define NU      0.02
#define YIELD   50.0
#define N       0.6
#define DECAY   0.03
#define GROWTH  20.0
#define SLOPE   0.7
#define CEILING 30.0
#define FAST    0.9
#define INERTIA 0.25
#define SIZE    0.005
#define SOLID   2000.0

/* The law of a rheology with those numbers, of which it gets what it takes. */
static struct wcsph_law law_with(const char *word, const char *more) {
  char model[200], *all[] = {"dp=0.04", "viscosity={model: laminar, nu: 0.02}", model, (char *)more, NULL};
  const struct model *m = models_rheology;
  while (strcmp(m->word, word) != 0) m++;
  snprintf(model, sizeof model, "rheology={model: %s%s%s%s%s%s%s%s}", word,
           m->takes & TAKES_YIELD ? ", yield: 50" : "", m->takes & TAKES_EXPONENT ? ", exponent: 0.6" : "",
           m->takes & TAKES_DECAY ? ", decay: 0.03" : "", m->takes & TAKES_GROWTH ? ", growth: 20" : "",
           m->takes & TAKES_FRICTION ? ", friction: 0.7" : "",
           m->takes & TAKES_GRAINS
               ? ", friction_fast: 0.9, inertial_number: 0.25, grain_size: 0.005, grain_density: 2000"
               : "",
           m->takes & TAKES_CEILING ? ", ceiling: 30" : "");
  return law_of_case(all);
}

/* As published, stress over shear rate and density. */
static double by_the_book(const char *word, double g, double pressure) {
  const double sharp = YIELD / RHO0 / g, smooth = sharp * -expm1(-GROWTH * g);
  const double power = NU * pow(g, N - 1.0), thinning = NU * exp(-DECAY * g);
  if (!strcmp(word, "bingham")) return fmin(NU + sharp, CEILING);
  if (!strcmp(word, "papanastasiou")) return NU + smooth;
  if (!strcmp(word, "power_law")) return fmin(power, CEILING);
  if (!strcmp(word, "herschel_bulkley")) return fmin(power + sharp, CEILING);
  if (!strcmp(word, "alexandrou")) return fmin(power + smooth, CEILING);
  if (!strcmp(word, "de_kee_turcotte")) return fmin(thinning + sharp, CEILING);
  if (!strcmp(word, "zhu")) return thinning + smooth;
  if (!strcmp(word, "granular")) return fmin(NU + (YIELD + SLOPE * fmax(pressure, 0.0)) / RHO0 / g, CEILING);
  if (!strcmp(word, "mu_i")) {
    const double p = fmax(pressure, 0.0), inertial = g * SIZE / sqrt(p / SOLID);
    const double mu = p > 0.0 ? SLOPE + (FAST - SLOPE) / (INERTIA / inertial + 1.0) : 0.0;
    return fmin(NU + (YIELD + mu * p) / RHO0 / g, CEILING);
  }
  fail_msg("no formula of '%s' in this test", word);
  return 0.0;
}

static void every_law_is_as_published(void **state) {
  (void)state;
  for (const struct model *m = models_rheology + 1; m->word; m++) {
    const struct wcsph_law law = law_with(m->word, "formulation=mass");
    for (double g = 1e-7; g < 1e3; g *= 1.7)
      for (double pressure = -200.0; pressure < 500.0; pressure += 300.0) {
        const double expected = by_the_book(m->word, g, pressure);
        const double found = (double)rheology_viscosity(&law.rheology, (float)g, (float)pressure);
        if (fabs(found - expected) > 3e-6 * expected)
          fail_msg("%s at %g /s, %g Pa: %.9g, expected %.9g", m->word, g, pressure, found, expected);
      }
    const float rest = rheology_viscosity(&law.rheology, 0.0f, 0.0f);
    assert_true(rest > 0.0f && rest <= (float)CEILING);
  }
}

static void eddies_are_smagorinskys(void **state) {
  (void)state;
  const struct wcsph_law law = law_with("newton", "turbulence={model: smagorinsky, strength: 0.2}");
  const double eddy = 0.2 * 0.04 * 0.2 * 0.04;
  for (float g = 0.0f; g < 100.0f; g += 7.0f)
    assert_true(fabs((double)rheology_with_eddies(&law.rheology, g, 0.0f) - (NU + eddy * (double)g)) <
                1e-6 * (NU + eddy * (double)g));
}

enum { SIDE = 8, MOST = SIDE * SIDE * SIDE };

static float uniform(float low, float high) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return low + (high - low) * (float)(state >> 40) * 0x1p-24f;
}

/* Of a linear field, also at faces, edges and corners of a block whose particles stand up to a fifth of a
 * spacing off their lattice. */
static void the_shear_rate_is_exact(void **state) {
  (void)state;
  static float x[MOST][3];
  static struct pair_side side[MOST];
  const double slope[3][3] = {{0.5, -0.8, 0.3}, {0.2, -0.4, 0.9}, {-0.6, 0.1, 0.7}};
  for (int dim = 2; dim <= 3; dim++) {
    char *flat[] = {"viscosity={model: laminar, nu: 0.02}", "turbulence={model: smagorinsky}", "dp=0.01",
                    NULL};
    const struct wcsph_law law = law_of(dim == 2 ? "dambreak2d" : "dambreak-building", flat);
    double rate2 = 0.0;
    int count = 0;
    for (; count < (dim == 2 ? SIDE * SIDE : MOST); count++) {
      double u[3] = {0.3, 0.1, 0.0};
      for (int a = 0; a < 3; a++) {
        const int site = a == 0 ? count % SIDE : a == 1 ? count / SIDE % SIDE : count / SIDE / SIDE;
        x[count][a] = a < dim ? 0.01f * ((float)site + uniform(-0.2f, 0.2f)) : 0.0f;
      }
      for (int a = 0; a < dim; a++)
        for (int b = 0; b < dim; b++) u[a] += slope[a][b] * (double)x[count][b];
      side[count] =
          (struct pair_side){.u = (float)u[0], .v = (float)u[1], .w = dim == 3 ? (float)u[2] : 0.0f};
    }
    for (int a = 0; a < dim; a++)
      for (int b = 0; b < dim; b++) rate2 += 0.5 * (slope[a][b] + slope[b][a]) * (slope[a][b] + slope[b][a]);
    for (int i = 0; i < count; i++) {
      struct sum sums[shear_SUMS] = {0};
      float values[shear_SUMS], out[4] = {0};
      for (int j = 0; j < count; j++) {
        if (j == i) continue;
        struct pass_terms terms;
        const struct pair_gap gap =
            shear_measure(&law, x[i][0] - x[j][0], x[i][1] - x[j][1], x[i][2] - x[j][2], &side[i], &side[j]);
        shear_pair(&law, PAIR_FLUID_FLUID, &gap, &side[i], &side[j], NULL, NULL, &terms);
        for (int k = 0; k < shear_SUMS; k++) sum_add(&sums[k], terms.i[k], law.summation);
      }
      for (int k = 0; k < shear_SUMS; k++)
        values[k] = sum_value(&sums[k], shear_quanta(&law, k), law.summation);
      shear_finish(&law, true, &side[i], values, out);
      if (fabs((double)out[0] - sqrt(rate2)) > 1e-4)
        fail_msg("%d-D: %g, not %g", dim, (double)out[0], sqrt(rate2));
    }
  }
}

/* Two particles of one viscosity get what viscosity.model gives them, of two that of the mean. */
static void the_term_is_the_models(void **state) {
  (void)state;
  static const struct {
    const char *word;
    float nu;
  } means[] = {{"arithmetic", 0.05f}, {"harmonic", 0.032f}, {"geometric", 0.04f}}; /* of 0.02 and 0.08 */
  for (int form = 0; form < 2; form++)
    for (int k = 0; k < 3; k++) {
      char viscosity[80], average[80], mean_nu[80];
      const char *model = form ? "monaghan" : "laminar";
      snprintf(viscosity, sizeof viscosity, "viscosity={model: %s, nu: 1}", model);
      snprintf(mean_nu, sizeof mean_nu, "viscosity={model: %s, nu: %g}", model, (double)means[k].nu);
      snprintf(average, sizeof average, "rheology={model: bingham, yield: 1, ceiling: 9, average: %s}",
               means[k].word);
      char *own[] = {viscosity, average, "density_diffusion={model: none}", NULL};
      char *all[] = {mean_nu, "density_diffusion={model: none}", NULL};
      const struct wcsph_law law = law_of_case(own), one = law_of_case(all);
      struct wcsph_law none = one;
      none.viscosity = VISCOSITY_NONE;
      const struct pair_side i = {0.0f, 0.3f, -0.2f, 0.1f, 0.01f}, j = {0.0f, -0.1f, 0.4f, 0.2f, -0.02f};
      const float row_i[4] = {0.0f, 0.02f, sqrtf(0.02f), 0.0f}, row_j[4] = {0.0f, 0.08f, sqrtf(0.08f), 0.0f};
      const float dx = 0.7f, dy = -0.3f, dz = 0.4f;
      const struct pair_gap gap = viscous_measure(&law, dx, dy, dz, &i, &j);
      struct pass_terms terms;
      viscous_pair(&law, PAIR_FLUID_FLUID, &gap, &i, &j, row_i, row_j, &terms);
      const struct pair_result with = pair_interact(&one, PAIR_FLUID_FLUID, dx, dy, dz, &i, &j),
                               without = pair_interact(&none, PAIR_FLUID_FLUID, dx, dy, dz, &i, &j);
      const float expected[3] = {with.ax - without.ax, with.ay - without.ay, with.az - without.az};
      for (int a = 0; a < 3; a++) {
        const float found = terms.i[a] * law.unit_acceleration, due = expected[a] * one.unit_acceleration;
        if (!(fabsf(found - due) < 1e-4f * fabsf(due) && fabsf(due) > 0.0f))
          fail_msg("%s, %s: %g, not %g", model, means[k].word, (double)found, (double)due);
      }
      assert_true(fabsf(terms.most - means[k].nu) < 1e-6f);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_law_is_as_published), cmocka_unit_test(eddies_are_smagorinskys),
      cmocka_unit_test(the_shear_rate_is_exact), cmocka_unit_test(the_term_is_the_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
