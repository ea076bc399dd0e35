/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/choices.h"

#include <stddef.h>

#define MODEL(constant, word, takes, what, paper, ...) [constant] = {word, what, paper, takes},
#define WORD(constant, word, ...)                      [constant] = word,
#define CHOICE(X, axis, how, KIND, name, type, TABLE, ...)                                                   \
  const struct model models_##name[] = {TABLE(MODEL){0}};                                                    \
  const char *const words_##name[] = {TABLE(WORD) NULL};
CHOICES(CHOICE, )
const struct model models_state[] = {STATES(MODEL){0}};
const struct model models_summation[] = {SUMMATIONS(MODEL){0}};
const char *const words_summation[] = {SUMMATIONS(WORD) NULL};

double model_radius(const struct model *m) {
#define RADIUS(constant, word, takes, what, paper, formula, radius, ...)                                     \
  if (m == &models_kernel[constant]) return radius;
  KERNELS(RADIUS)
#undef RADIUS
  return 0.0;
}
