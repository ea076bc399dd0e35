/* SPDX-License-Identifier: BSD-3-Clause */
/* Philox4x32-10 against the vectors of its authors' library, and what is made of its numbers. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#define LANES 1
#include "lane/random.h"

/* Random123 1.14, kat_vectors: philox4x32, 10 rounds. Counter, key, result. */
static const uint32_t vectors[][10] = {{0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                                       {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff,
                                        0xffffffff, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                                       {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822,
                                        0x299f31d0, 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};

static void known_vectors(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
    const uint32_t *v = vectors[k];
    struct random4 r = random_philox((struct random4){{v[0], v[1], v[2], v[3]}}, v[4], v[5]);
    for (int w = 0; w < 4; w++) assert_int_equal(r.word[w], v[6 + w]);
  }
}

static void draws_differ_by_everything(void **state) {
  (void)state;
  const uint32_t key[2] = {1, 0}, other[2] = {2, 0};
  const uint32_t draws[] = {
      random_draw(key, 5, 6, 7, RANDOM_MOVE).word[0], random_draw(other, 5, 6, 7, RANDOM_MOVE).word[0],
      random_draw(key, 4, 6, 7, RANDOM_MOVE).word[0], random_draw(key, 5, 7, 7, RANDOM_MOVE).word[0],
      random_draw(key, 5, 6, 8, RANDOM_MOVE).word[0], random_draw(key, 5, 6, 7, RANDOM_LINK).word[0]};
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < i; k++) assert_true(draws[i] != draws[k]);
}

static void uniform_numbers(void **state) {
  (void)state;
  assert_true(random_uniform(0) == 0.0f);
  assert_true(random_uniform(0xffffffffu) == 1.0f - 0x1p-24f);
  assert_true(random_uniform(0x80000000u) == 0.5f);
}

/* Moments of 4 x 10^5 normal numbers, each within five standard errors. */
static void normal_numbers(void **state) {
  (void)state;
  enum { DRAWS = 100000, COUNT = 4 * DRAWS };
  const uint32_t key[2] = {7, 0};
  double sum[5] = {0}, product = 0, most = 0;
  for (uint32_t i = 0; i < DRAWS; i++) {
    struct random_normals n = random_normal(random_draw(key, i, 0, 0, RANDOM_MOVE));
    for (int k = 0; k < 4; k++) {
      double x = (double)n.value[k];
      for (int p = 1; p <= 4; p++) sum[p] += pow(x, p) / COUNT;
      most = fmax(most, fabs(x));
    }
    product += (double)n.value[0] * (double)n.value[1] / DRAWS;
  }
  assert_true(fabs(sum[1]) < 5 * sqrt(1.0 / COUNT));
  assert_true(fabs(sum[2] - 1) < 5 * sqrt(2.0 / COUNT));
  assert_true(fabs(sum[3]) < 5 * sqrt(15.0 / COUNT));
  assert_true(fabs(sum[4] - 3) < 5 * sqrt(96.0 / COUNT));
  assert_true(fabs(product) < 5 * sqrt(1.0 / DRAWS));
  assert_true(most > 4 && most < 6); /* 2^-24 is 5.8 deviations away */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(known_vectors),
                                     cmocka_unit_test(draws_differ_by_everything),
                                     cmocka_unit_test(uniform_numbers), cmocka_unit_test(normal_numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
