/* SPDX-License-Identifier: BSD-3-Clause */
/* Viscosity along time: with a factor of 1/2 the bits of a case that has half of it; with one that changes,
 * one hash, also of runs that go on, and another flow. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>
#include <string.h>

#include "law.h"
#include "ways.h"

static const char text[] = "method: wcsph\nscheme: classic\n"
                           "dimensions: 2\n"
                           "dp: 0.05\n"
                           "domain: {low: [-0.5, -0.5], high: [2.5, 1.5]}\n"
                           "gravity: [0, -9.81]\n"
                           "material: {speed_of_sound: 40}\n"
                           "fluids: [{name: water, shapes: [{add: box, low: [0, 0], high: [0.7, 0.9]}]}]\n"
                           "walls:\n"
                           "  - {name: tank, shapes: [{add: box, low: [0, 0], high: [2, 1.2], fill: "
                           "shell-outside, layers: 3}]}\n"
                           "boundary: {model: dummy}\n"
                           "summation: fixed\n"
                           "end: 1\n";

#define FILE_OF(name) BINARY_DIR "/test_viscosity_" name ".txt"

static void put(const char *path, const char *words) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_true(fputs(words, f) >= 0 && fclose(f) == 0);
}

static uint64_t hash_with(char *viscosity, char *more, int way) {
  struct trial t;
  char *overrides[] = {viscosity, more, NULL};
  open_text(&t, text, overrides, 2, way);
  steps(&t, 30);
  const uint64_t hash = hash_of(&t);
  trial_close(&t);
  return hash;
}

/* What a viscosity is with its whole and with its half, each with what goes along with it. */
static char *const kinds[][4] = {
    {"viscosity={model: artificial, alpha: 0.5, file: " FILE_OF("half") "}",
     "viscosity={model: artificial, alpha: 0.25}", "density_diffusion.delta=0.1"},
    {"viscosity={model: artificial, alpha: 0.5, file: " FILE_OF("half") "}",
     "viscosity={model: artificial, alpha: 0.25}", "density_diffusion={model: none}"},
    {"viscosity={model: laminar, nu: 0.5, file: " FILE_OF("half") "}", "viscosity={model: laminar, nu: 0.25}",
     "dp=0.05"},
    {"viscosity={model: laminar, nu: 0.5, file: " FILE_OF("half") "}", "viscosity={model: laminar, nu: 0.25}",
     "turbulence={model: smagorinsky}"},
    {"viscosity={model: espanol, nu: 0.5, bulk: 0.25, file: " FILE_OF("half") "}",
     "viscosity={model: espanol, nu: 0.25, bulk: 0.125}",
     "rheology={model: papanastasiou, yield: 20, growth: 10}"}};

static void half_a_factor_is_half_the_viscosity(void **state) {
  (void)state;
  put(FILE_OF("half"), "0 0.5\n9 0.5\n");
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    const uint64_t half = hash_with(kinds[k][1], kinds[k][2], 0);
    for (int way = 0; way < WAYS; way++)
      if (hash_with(kinds[k][0], kinds[k][2], way) != half) fail_msg("%s, way %d", kinds[k][0], way);
  }
}

static void look(struct trial *t) {
  assert_true(t->run.viscosity_factor > 1.1 && t->run.viscosity_factor < 2.9);
}

static void what_changes_has_one_hash(void **state) {
  (void)state;
  put(FILE_OF("rise"), "0 1\n0.2 3\n1 1\n");
  char *overrides[] = {"viscosity={model: artificial, alpha: 0.1, file: " FILE_OF("rise") "}"};
  ways_have_one_hash(text, overrides, 1, (const int[]){12, 13, 14}, look);
  assert_true(hash_with(overrides[0], "dp=0.05", 0) !=
              hash_with("viscosity={model: artificial, alpha: 0.1}", "dp=0.05", 0));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(half_a_factor_is_half_the_viscosity),
                                     cmocka_unit_test(what_changes_has_one_hash)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
