/* SPDX-License-Identifier: BSD-3-Clause */
/* Layers of a lattice that are displaced by turns: in tension they are drawn on to each other (Swegle, Hicks
 * and Attaway 1995: where W'' P < 0), and a tensile correction drives them back. Under pressure they return
 * anyway. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>

#include "law.h"
#include "wcsph/scalar.h"

#define DP 0.0073

/* Acceleration of a particle of a layer x = constant that has moved by `moved` dp, its neighbours' layers by
 * as much the other way, over that; 1/s^2. All have the density of `d`. */
static double stiffness(const struct wcsph_law *law, float d) {
  const double moved = 0.02;
  const struct pair_side side = {.d = d, .term = eos_momentum_term(law, d)};
  double a = 0.0;
  for (int y = -6; y <= 6; y++)
    for (int x = -6; x <= 6; x++) {
      if (x == 0 && y == 0) continue;
      const double there = x + (x % 2 ? -moved : moved), scale = DP / (double)law->h;
      const struct pair_result f = pair_interact(law, PAIR_FLUID_FLUID, (float)((moved - there) * scale),
                                                 (float)(-y * scale), 0.0f, &side, &side);
      a += (double)f.ax * (double)law->unit_acceleration;
    }
  return a / (moved * DP);
}

static void check(const char *word, const char *kernel, double ratio) {
  char correction[60], name[60], h[60];
  snprintf(correction, sizeof correction, "tensile_correction=%s", word);
  snprintf(name, sizeof name, "kernel=%s", kernel);
  snprintf(h, sizeof h, "smoothing_ratio=%g", ratio);
  char *const overrides[] = {
      "dp=0.0073", "viscosity={model: none}", "density_diffusion={model: none}", correction, name, h, NULL};
  const struct wcsph_law law = law_of("dambreak2d", overrides);
  struct wcsph_law weak = law;
  weak.tensile = TENSILE_NONE;
  const double unit = (double)law.c0 * (double)law.c0 / (DP * DP), pulls = stiffness(&weak, -0.01f) / unit,
               held = stiffness(&law, -0.01f) / unit, pressed = stiffness(&law, 0.01f) / unit;
  print_message("%s, %s, h/dp %g: in tension %.4f, corrected %.4f; under pressure %.4f (c0/dp)^2\n", word,
                kernel, ratio, pulls, held, pressed);
  assert_true(pulls > 0.0 && held < 0.0 && pressed < 0.0);
}

static void layers_in_tension_return(void **state) {
  (void)state;
  for (const struct model *m = &models_tensile[TENSILE_NONE + 1]; m->word; m++) {
    check(m->word, "cubic", 1.3);
    check(m->word, "wendland", 1.3);
    check(m->word, "wendland", 1.732);
    check(m->word, "gaussian", 1.3);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(layers_in_tension_return)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
